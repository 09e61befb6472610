/* Who a browser is: a random token in the cookie `junqi`, known here only by its hash. No accounts,
 * no passwords. */
#ifndef SERVER_SESSION_H
#define SERVER_SESSION_H

#include "junqi/table.h"

enum {
  SESSION_TOKEN = 32,  /* hexadecimal digits of a token: 128 bits */
  SESSION_COOKIE = 128 /* room for the value of Set-Cookie */
};

/* The person of the value of a Cookie header (may be NULL), JUNQI_NOBODY where there is none. */
junqi_person server_session_of(const char *cookie);

/* A new session: the value of Set-Cookie. libsodium must have been started. */
void server_session_new(char cookie[SESSION_COOKIE]);

#endif
