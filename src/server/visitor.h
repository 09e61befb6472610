/* Who stands behind a request: the address it comes from, the session or token it bears, and the
 * account that these belong to. Not here: what the account may do. */
#ifndef SERVER_VISITOR_H
#define SERVER_VISITOR_H

#include "session.h"

#include "junqi/net.h"
#include "junqi/store_people.h"

typedef struct visitor {
  char address[JUNQI_STORE_ADDRESS_MAX + 1]; /* numeric */
  unsigned char place[16];                   /* what limits count by: IPv4, or an IPv6 /64 */
  bool own_machine;                          /* a program here, or a proxy that says no more */
  bool secure;                               /* the browser speaks TLS to a proxy in front */
  uint64_t device;                           /* a browser's own number; 0: none yet */
  bool known;                                /* it bears a valid secret, and then: */
  bool due;                                  /* its use is to be noted again */
  session_kind kind;
  char token[SESSION_TOKEN_SIZE];
  session_hash hash;
  junqi_store_account account;
} visitor;

/* The place as one number, for comparing; 0 where it tells nothing. */
uint64_t visitor_address(const visitor *who);

/* What is known of the world outside. */
typedef struct visitor_proxies {
  const char *trusted; /* numeric addresses, separated by commas or blanks; NULL: none. Only these
                          are believed what they say of whom they speak for */
  bool secure;         /* every browser comes through TLS */
} visitor_proxies;

/* Fills in where the request comes from, no more. */
void visitor_place(visitor *who, const struct junqi_net_request *request,
                   const visitor_proxies *proxies);

/* Fills *who; reads the store. `now` in ms since 1970. A request with an Authorization header is
 * judged by that alone. */
void visitor_meet(visitor *who, const struct junqi_net_request *request,
                  const visitor_proxies *proxies, junqi_store *store, int64_t now);

#endif
