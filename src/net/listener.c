/*
 * Listening sockets. What happens to a newcomer is in stream.c.
 */
#include <stdlib.h>
#include <string.h>

#include "loop.h"

enum { NET_BACKLOG = 4096 /* everybody comes back at once after a restart */ };

struct net_listener {
  uv_tcp_t tcp;
  struct junqi_net *net;
  struct net_listener *next;
};

static void on_listener_closed(uv_handle_t *handle) {
  struct net_listener *listener = handle->data;
  net_loop_closed(listener->net);
  free(listener);
}

static void on_connection(uv_stream_t *server, int status) {
  struct net_listener *listener = server->data;
  net_loop_enter(listener->net);
  if (status == 0) net_stream_accept(listener->net, server);
}

static int parse_address(const char *host, int port, struct sockaddr_storage *address) {
  if (port < 0 || port > 65535) return UV_EINVAL;
  if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
  if (uv_ip4_addr(host, port, (struct sockaddr_in *)address) == 0) return 0;
  return uv_ip6_addr(host, port, (struct sockaddr_in6 *)address);
}

static int port_of(const uv_tcp_t *tcp) {
  struct sockaddr_storage address;
  int size = sizeof address;
  if (uv_tcp_getsockname(tcp, (struct sockaddr *)&address, &size) != 0) return 0;
  /* The port is at the same place in both families. */
  return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

static int listener_start(struct net_listener *listener, const struct sockaddr_storage *address) {
  int error = uv_tcp_bind(&listener->tcp, (const struct sockaddr *)address, 0);
  if (!error) error = uv_listen((uv_stream_t *)&listener->tcp, NET_BACKLOG, on_connection);
  return error;
}

int junqi_net_listen(struct junqi_net *net, const char *host, int port) {
  struct sockaddr_storage address;
  int error = net->core.stopping ? UV_ECANCELED : parse_address(host, port, &address);
  if (error) return error;
  struct net_listener *listener = calloc(1, sizeof *listener);
  if (!listener) return UV_ENOMEM;
  error = uv_tcp_init(net->loop, &listener->tcp);
  if (error) {
    free(listener);
    return error;
  }
  net_loop_opened(net);
  listener->net = net;
  listener->tcp.data = listener;
  error = listener_start(listener, &address);
  if (error) {
    uv_close((uv_handle_t *)&listener->tcp, on_listener_closed);
    return error;
  }
  listener->next = net->listeners;
  net->listeners = listener;
  net->port = port_of(&listener->tcp);
  return 0;
}

void net_listeners_close(struct junqi_net *net) {
  while (net->listeners) {
    struct net_listener *listener = net->listeners;
    net->listeners = listener->next;
    uv_close((uv_handle_t *)&listener->tcp, on_listener_closed);
  }
}
