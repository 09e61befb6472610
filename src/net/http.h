/* HTTP/1.1 on one connection: bytes to requests, responses to bytes. Private to net. */
#ifndef NET_HTTP_H
#define NET_HTTP_H

#include "core.h"

void net_http_input(struct net_conn *conn, const char *data, size_t length);
/* Go on with pipelined bytes once the last request is answered; at the end of input, end. */
void net_http_continue(struct net_conn *conn);
bool net_http_wants_input(const struct net_conn *conn);
/* All output is gone: a kept-alive connection's idle time begins. */
void net_http_drained(struct net_conn *conn);
/* The deadline of the present step has passed. */
void net_http_expired(struct net_conn *conn);
/* Part with the request that waits for its answer: it no longer has a connection. */
void net_http_abandon(struct net_conn *conn);
void net_http_free(struct net_conn *conn);

/* Answer with a line of plain text instead of a handler; `extra` is NULL or one more header. The
 * request is released; NULL when it could not even be read: the connection ends then. */
void net_http_refuse(struct net_conn *conn, struct junqi_net_request *request, int status,
                     const struct junqi_net_header *extra);

#endif
