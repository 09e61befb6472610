/* WebSocket on one connection, from the handshake to the last Close. Private to net. */
#ifndef NET_WEBSOCKET_H
#define NET_WEBSOCKET_H

#include "core.h"

/* Judge the handshake and open the socket, or answer why not. Takes the request. `rest` is what
 * the client sent behind it. (upgrade.c) */
void net_socket_upgrade(struct net_conn *conn, struct junqi_net_request *request, const char *rest,
                        size_t length);

/* The handshake is accepted: from here on the connection speaks WebSocket. False: no memory. */
bool net_socket_open(struct net_conn *conn);

void net_socket_input(struct net_conn *conn, const char *data, size_t length);
void net_socket_tick(struct net_conn *conn);
/* When that has something to do. Pings of many sockets fall together, to be sent at once. */
uint64_t net_socket_due(const struct net_conn *conn);

/* Begin the closing handshake, once. */
void net_socket_close(struct net_conn *conn, int code, const char *reason);

/* The connection winds up or is dead: tell the handler, once. */
void net_socket_closed(struct net_conn *conn);

void net_socket_free(struct net_conn *conn);

#endif
