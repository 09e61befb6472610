/*
 * The life of a connection: admission, input by phase, output, deadlines, end. What the bytes mean
 * is known in http.c and websocket.c, where they come from in stream.c.
 */
#include "core.h"

#include "http.h"
#include "websocket.h"

bool net_core_admit(struct net_core *core, const struct net_peer *peer) {
  if (core->stats.connections >= core->config.max_connections) {
    core->stats.refused_full++;
    return false;
  }
  size_t max = core->config.max_connections_per_address;
  if (!net_addresses_enter(&core->addresses, peer->address, max)) {
    core->stats.refused_address++;
    return false;
  }
  core->stats.accepted++;
  core->stats.connections++;
  return true;
}

void net_conn_begin(struct net_core *core, struct net_conn *conn,
                    const struct net_transport *transport, const struct net_peer *peer) {
  conn->core = core;
  conn->transport = transport;
  conn->peer = *peer;
  conn->output.shared = &core->output_bytes;
  conn->next = core->conns;
  if (core->conns) core->conns->previous = conn;
  core->conns = conn;
  conn->deadline = core->now + core->config.header_timeout;
  net_conn_mark(conn);
}

void net_conn_release(struct net_conn *conn) {
  net_http_free(conn);
  net_socket_free(conn);
  net_output_free(&conn->output);
}

void net_conn_mark(struct net_conn *conn) {
  if (conn->marked) return;
  conn->marked = true;
  conn->next_marked = conn->core->marked;
  conn->core->marked = conn;
}

void net_conn_wind_up(struct net_conn *conn) {
  if (conn->phase >= NET_CLOSING) return;
  conn->phase = NET_CLOSING;
  conn->deadline = NET_NEVER; /* while output moves; see conn_finish() */
  net_conn_mark(conn);
}

void net_conn_drop(struct net_conn *conn) {
  conn->phase = NET_DEAD;
  net_conn_mark(conn);
}

void net_conn_input(struct net_conn *conn, const char *data, size_t length) {
  conn->core->stats.bytes_in += length;
  if (conn->phase == NET_HTTP)
    net_http_input(conn, data, length);
  else if (conn->phase == NET_WEBSOCKET)
    net_socket_input(conn, data, length);
  net_conn_mark(conn);
}

/* An HTTP client may finish sending and still wait for its answers (RFC 9112, 9.6). */
void net_conn_eof(struct net_conn *conn) {
  conn->eof = true;
  conn->reading = false;
  if (conn->phase == NET_WEBSOCKET) net_conn_drop(conn);
  net_conn_mark(conn);
}

void net_conn_lost(struct net_conn *conn) {
  net_conn_drop(conn);
}

static void conn_taken(struct net_conn *conn, size_t bytes) {
  net_output_taken(&conn->output, bytes);
  conn->core->stats.bytes_out += bytes;
  if (!bytes) return;
  conn->progress = conn->core->now;
  if (!conn->output.bytes && conn->phase == NET_HTTP) net_http_drained(conn);
}

void net_conn_written(struct net_conn *conn, size_t bytes) {
  conn->writing = false;
  conn_taken(conn, bytes);
  net_conn_mark(conn);
}

static void conn_write(struct net_conn *conn) {
  while (conn->output.bytes && !conn->writing && conn->phase != NET_DEAD) {
    struct net_span spans[NET_MAX_SPANS];
    size_t count = net_output_spans(&conn->output, spans, NET_MAX_SPANS);
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
      total += spans[i].length;
    size_t taken = conn->transport->write(conn, spans, count);
    conn_taken(conn, taken);
    conn->writing = taken < total;
    if (conn->writing) conn->progress = conn->core->now;
  }
}

/* Closing with unread input makes TCP throw away the answer the peer has not read yet. So: say
 * that nothing more comes, keep swallowing, and leave when the peer does or time is up. */
static void conn_finish(struct net_conn *conn) {
  if (conn->output.bytes) return;
  if (conn->finished) {
    if (conn->eof) net_conn_drop(conn);
    return;
  }
  conn->finished = true;
  if (conn->eof)
    net_conn_drop(conn);
  else
    conn->transport->finish(conn);
  conn->deadline = conn->core->now + conn->core->config.close_timeout;
}

static bool conn_wants_input(const struct net_conn *conn) {
  if (conn->eof || conn->phase == NET_DEAD) return false;
  if (conn->phase == NET_HTTP) return net_http_wants_input(conn);
  return true;
}

static void conn_end(struct net_conn *conn) {
  struct net_core *core = conn->core;
  if (conn->previous)
    conn->previous->next = conn->next;
  else
    core->conns = conn->next;
  if (conn->next) conn->next->previous = conn->previous;
  core->stats.connections--;
  net_addresses_leave(&core->addresses, conn->peer.address);
  net_http_abandon(conn);
  conn->transport->close(conn);
}

static void conn_settle(struct net_conn *conn) {
  conn_write(conn);
  if (conn->phase == NET_HTTP) net_http_continue(conn);
  if (conn->phase >= NET_CLOSING) net_socket_closed(conn);
  if (conn->phase == NET_CLOSING) conn_finish(conn);
  bool reading = conn_wants_input(conn);
  if (conn->phase != NET_DEAD && reading != conn->reading) {
    conn->reading = reading;
    conn->transport->read(conn, reading);
  }
}

/* When conn_tick() has something to do: never too late, whatever happened since the last flush. */
static uint64_t conn_due(const struct net_conn *conn) {
  const struct junqi_net_config *config = &conn->core->config;
  uint64_t due = conn->writing ? conn->progress + config->write_timeout : NET_NEVER;
  uint64_t step = NET_NEVER;
  if (conn->phase == NET_DEAD) return NET_NEVER;
  if (conn->phase == NET_WEBSOCKET)
    step = net_socket_due(conn);
  else if (conn->phase == NET_CLOSING || (conn->phase == NET_HTTP && !conn->output.bytes))
    step = conn->deadline;
  return step < due ? step : due;
}

static void core_await(struct net_core *core, uint64_t due) {
  if (due < core->due) core->due = due;
}

void net_core_flush(struct net_core *core) {
  while (core->marked) {
    struct net_conn *conn = core->marked;
    core->marked = conn->next_marked;
    conn->marked = false;
    conn_settle(conn);
    core_await(core, conn_due(conn));
    if (conn->phase == NET_DEAD && !conn->marked) conn_end(conn);
  }
}

static void conn_tick(struct net_conn *conn) {
  struct net_core *core = conn->core;
  if (conn->writing && core->now - conn->progress >= core->config.write_timeout) {
    core->stats.dropped_timeout++;
    net_conn_drop(conn);
  } else if (conn->phase == NET_HTTP && !conn->output.bytes && core->now >= conn->deadline) {
    core->stats.dropped_timeout++;
    net_http_expired(conn);
  } else if (conn->phase == NET_WEBSOCKET) {
    net_socket_tick(conn);
  } else if (conn->phase == NET_CLOSING && core->now >= conn->deadline) {
    net_conn_drop(conn);
  }
}

void net_core_tick(struct net_core *core, uint64_t now) {
  core->now = now;
  bool cut = core->stopping && now >= core->cut_at;
  core->due = core->stopping ? core->cut_at : NET_NEVER;
  for (struct net_conn *conn = core->conns; conn; conn = conn->next) {
    if (cut)
      net_conn_drop(conn);
    else
      conn_tick(conn);
    core_await(core, conn_due(conn));
  }
}

void net_core_stop(struct net_core *core, uint32_t drain_ms) {
  uint64_t cut_at = core->now + drain_ms;
  if (!core->stopping || cut_at < core->cut_at) core->cut_at = cut_at;
  core->stopping = true;
  core_await(core, core->cut_at);
  for (struct net_conn *conn = core->conns; conn; conn = conn->next) {
    if (conn->phase == NET_WEBSOCKET)
      net_socket_close(conn, 1001, "server is stopping");
    else if (conn->phase == NET_HTTP && !conn->http && !conn->awaiting)
      net_conn_wind_up(conn);
  }
}
