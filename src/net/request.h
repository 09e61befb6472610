/* One HTTP request, as read. Private to net. */
#ifndef NET_REQUEST_H
#define NET_REQUEST_H

#include "buffer.h"
#include "core.h"

struct net_field {
  size_t name; /* offsets into head, each text ended by a NUL */
  size_t value;
};

struct junqi_net_request {
  struct net_conn *conn;  /* NULL once the connection is gone */
  struct net_buffer head; /* the target, then names and values */
  struct net_buffer body;
  struct net_field *fields;
  size_t field_count;
  size_t field_capacity;
  size_t path; /* offsets into head */
  size_t query;
  const char *method;
  bool http_1_1;
  bool is_head;
  bool keep_alive;
  char peer[sizeof((struct net_peer *)0)->text];
};

struct junqi_net_request *net_request_new(struct net_conn *conn);
void net_request_free(struct junqi_net_request *request);

/* A new field whose name begins at the end of head. False: out of memory. */
bool net_request_add_field(struct junqi_net_request *request);

/* Split the target, which ends with a NUL at offset 0 of head, into path and query (RFC 9112,
 * 3.2: origin, absolute or asterisk form). False: it is none of these. */
bool net_request_split_target(struct junqi_net_request *request);

/* How many fields have this name. */
size_t net_request_count(const struct junqi_net_request *request, const char *name);

/* Whether a comma-separated header holds the token, in any case (RFC 9110, 5.6.1). */
bool net_request_has_token(const struct junqi_net_request *request, const char *name,
                           const char *token);

#endif
