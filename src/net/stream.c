/*
 * A connection over libuv's TCP: the transport of the core, and the door for newcomers.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"

struct net_stream {
  struct net_conn conn; /* first: the core knows a stream by this */
  uv_tcp_t tcp;
  uv_write_t write;
  uv_shutdown_t shutdown;
  size_t in_flight; /* bytes libuv holds spans of */
  struct junqi_net *net;
};

static struct net_stream *stream_of(struct net_conn *conn) {
  return (struct net_stream *)conn;
}

/* -- Transport ------------------------------------------------------------------------------- */

static void on_written(uv_write_t *request, int status) {
  struct net_stream *stream = request->data;
  net_loop_enter(stream->net);
  if (status == 0)
    net_conn_written(&stream->conn, stream->in_flight);
  else if (status != UV_ECANCELED)
    net_conn_lost(&stream->conn);
}

/* Drop `taken` bytes from the front of the buffers; the number of buffers that remain. */
static unsigned skip_taken(uv_buf_t *buffers, unsigned count, size_t taken) {
  unsigned first = 0;
  while (first < count && taken >= buffers[first].len)
    taken -= buffers[first++].len;
  if (first < count) {
    buffers[first].base += taken;
    buffers[first].len -= taken;
  }
  memmove(buffers, buffers + first, (count - first) * sizeof *buffers);
  return count - first;
}

static size_t stream_write(struct net_conn *conn, const struct net_span *spans, size_t count) {
  struct net_stream *stream = stream_of(conn);
  uv_stream_t *tcp = (uv_stream_t *)&stream->tcp;
  uv_buf_t buffers[NET_MAX_SPANS] = {{.base = NULL}};
  size_t total = 0;
  for (size_t i = 0; i < count; i++) {
    /* libuv's buffers are not const, but a write does not change them. */
    buffers[i] = uv_buf_init((char *)spans[i].data, (unsigned)spans[i].length);
    total += spans[i].length;
  }
  int taken = uv_try_write(tcp, buffers, (unsigned)count);
  if (taken == UV_EAGAIN) taken = 0;
  if (taken < 0) {
    net_conn_lost(conn);
    return 0;
  }
  unsigned left = skip_taken(buffers, (unsigned)count, (size_t)taken);
  stream->in_flight = total - (size_t)taken;
  if (left && uv_write(&stream->write, tcp, buffers, left, on_written) != 0) net_conn_lost(conn);
  return (size_t)taken;
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
  struct net_stream *stream = handle->data;
  (void)suggested;
  *buffer = uv_buf_init(stream->net->read_buffer, NET_READ_BUFFER);
}

static void on_read(uv_stream_t *tcp, ssize_t count, const uv_buf_t *buffer) {
  struct net_stream *stream = tcp->data;
  net_loop_enter(stream->net);
  if (count > 0)
    net_conn_input(&stream->conn, buffer->base, (size_t)count);
  else if (count == UV_EOF)
    net_conn_eof(&stream->conn);
  else if (count < 0)
    net_conn_lost(&stream->conn);
}

static void stream_read(struct net_conn *conn, bool on) {
  uv_stream_t *tcp = (uv_stream_t *)&stream_of(conn)->tcp;
  if (!on)
    uv_read_stop(tcp);
  else if (uv_read_start(tcp, on_alloc, on_read) != 0)
    net_conn_lost(conn);
}

static void on_finished(uv_shutdown_t *request, int status) {
  (void)request;
  (void)status;
}

static void stream_finish(struct net_conn *conn) {
  struct net_stream *stream = stream_of(conn);
  if (uv_shutdown(&stream->shutdown, (uv_stream_t *)&stream->tcp, on_finished) != 0)
    net_conn_lost(conn);
}

static void on_stream_closed(uv_handle_t *handle) {
  struct net_stream *stream = handle->data;
  net_loop_closed(stream->net);
  free(stream);
}

static void on_conn_closed(uv_handle_t *handle) {
  struct net_stream *stream = handle->data;
  net_conn_release(&stream->conn);
  on_stream_closed(handle);
}

static void stream_close(struct net_conn *conn) {
  uv_close((uv_handle_t *)&stream_of(conn)->tcp, on_conn_closed);
}

static const struct net_transport stream_transport = {
    .write = stream_write,
    .read = stream_read,
    .finish = stream_finish,
    .close = stream_close,
};

/* -- Newcomers ------------------------------------------------------------------------------- */

static uint64_t first_8_bytes(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int i = 0; i < 8; i++)
    value = value << 8 | bytes[i];
  return value;
}

/* Who holds an IPv6 /64 may use all its addresses, so it counts as one. An IPv4 address is filed
 * under the prefix of multicast, from which nobody connects. */
static struct net_peer peer_of(const uv_tcp_t *tcp) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  struct net_peer peer = {.text = "?"};
  struct sockaddr_storage storage = {0};
  int size = sizeof storage;
  struct in_addr v4;
  if (uv_tcp_getpeername(tcp, (struct sockaddr *)&storage, &size) != 0) return peer;
  if (storage.ss_family == AF_INET6) {
    const struct in6_addr *v6 = &((struct sockaddr_in6 *)&storage)->sin6_addr;
    if (memcmp(v6, mapped, sizeof mapped) != 0) {
      peer.address = first_8_bytes(v6->s6_addr);
      inet_ntop(AF_INET6, v6, peer.text, sizeof peer.text);
      return peer;
    }
    memcpy(&v4, v6->s6_addr + 12, sizeof v4);
  } else {
    v4 = ((struct sockaddr_in *)&storage)->sin_addr;
  }
  peer.address = 0xff00000000000000U | ntohl(v4.s_addr);
  inet_ntop(AF_INET, &v4, peer.text, sizeof peer.text);
  return peer;
}

/* A word for the refused, if it can be said without waiting. */
static void say_full(const struct junqi_net *net, uv_stream_t *tcp) {
  const char *full = net->core.config.full;
  char head[256];
  int length = snprintf(head, sizeof head,
                        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
                        "Content-Length: %zu\r\nRetry-After: %s\r\nConnection: close\r\n\r\n",
                        full ? strlen(full) : 0, NET_RETRY_AFTER);
  const uv_buf_t parts[] = {uv_buf_init(head, (unsigned)length),
                            {.base = (char *)full, .len = full ? strlen(full) : 0}};
  uv_try_write(tcp, parts, full ? 2 : 1);
}

void net_stream_accept(struct junqi_net *net, uv_stream_t *server) {
  struct net_stream *stream = calloc(1, sizeof *stream);
  /* Not taken from libuv, the connection waits there until the listener closes: out of memory
   * means that nobody comes in any more, and those inside are served. */
  if (!stream) return;
  uv_tcp_init(net->loop, &stream->tcp);
  net_loop_opened(net);
  stream->net = net;
  stream->tcp.data = stream;
  stream->write.data = stream;
  bool accepted = uv_accept(server, (uv_stream_t *)&stream->tcp) == 0;
  struct net_peer peer = peer_of(&stream->tcp);
  if (accepted && net_core_admit(&net->core, &peer)) {
    uv_tcp_nodelay(&stream->tcp, 1);
    net_conn_begin(&net->core, &stream->conn, &stream_transport, &peer);
    return;
  }
  if (accepted) say_full(net, (uv_stream_t *)&stream->tcp);
  uv_close((uv_handle_t *)&stream->tcp, on_stream_closed);
}
