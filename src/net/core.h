/*
 * The connections of a server as a state machine without sockets: bytes and the time go in, spans
 * to write and calls of the handler come out. Private to net.
 *
 * A connection lives in four phases: HTTP, then perhaps WEBSOCKET, then CLOSING (its last output
 * drains, input is thrown away), then DEAD. Nothing is written, reported closed or released where
 * it is decided: the connection is marked and net_core_flush() does it, so no function here has to
 * fear that a call it makes takes its connection away.
 */
#ifndef NET_CORE_H
#define NET_CORE_H

#include "limits.h"
#include "output.h"

#define NET_NEVER UINT64_MAX
#define NET_RETRY_AFTER "10" /* s: who finds no room may ask again then */

/* How many spans one write is given at most. */
enum { NET_MAX_SPANS = 16 };

/* RFC 6455, 11.8. */
enum { NET_OPCODE_TEXT = 1, NET_OPCODE_BINARY = 2, NET_OPCODE_CLOSE = 8, NET_OPCODE_PING = 9 };

struct net_conn;

/* How a connection reaches its peer: libuv's TCP here, memory in the fuzzer, TLS one day. */
struct net_transport {
  /* Write; returns how many bytes were taken at once. If not all, the transport holds on to the
   * spans and calls net_conn_written() with the rest later, or net_conn_lost(). */
  size_t (*write)(struct net_conn *conn, const struct net_span *spans, size_t count);
  /* Start or stop calling net_conn_input(). */
  void (*read)(struct net_conn *conn, bool on);
  /* Tell the peer that no more output comes. */
  void (*finish)(struct net_conn *conn);
  /* Let go. When no span is in use any more, call net_conn_release() and free the memory. */
  void (*close)(struct net_conn *conn);
};

enum net_phase { NET_HTTP, NET_WEBSOCKET, NET_CLOSING, NET_DEAD };

struct net_peer {
  uint64_t address; /* what max_connections_per_address counts by */
  char text[46];    /* numeric */
};

struct net_conn {
  struct net_core *core;
  const struct net_transport *transport;
  struct net_conn *previous;
  struct net_conn *next;
  struct net_conn *next_marked;
  enum net_phase phase;
  bool marked;   /* waits for net_core_flush() */
  bool reading;  /* the transport reads */
  bool eof;      /* the peer sends no more */
  bool writing;  /* the transport holds spans */
  bool finished; /* transport->finish() was called */
  struct net_output output;
  uint64_t deadline;                  /* when the present step has taken too long */
  uint64_t progress;                  /* when output last moved or began to wait */
  struct net_http *http;              /* a request being read; NULL between requests */
  struct junqi_net_request *awaiting; /* given to the handler, not answered yet */
  struct junqi_net_socket *socket;
  struct net_peer peer;
};

struct net_core {
  struct junqi_net_config config;
  struct junqi_net_handler handler;
  void *user;
  struct junqi_net_stats stats;
  struct net_addresses addresses;
  size_t output_bytes; /* unsent, of all connections */
  struct net_conn *conns;
  struct net_conn *marked;
  uint64_t now;
  uint64_t due; /* nothing is to be done by net_core_tick() before */
  bool stopping;
  uint64_t cut_at; /* when stopping: the end of patience */
};

/* Count a newcomer in, or return false (refused and counted). */
bool net_core_admit(struct net_core *core, const struct net_peer *peer);
/* Begin an admitted connection in memory of the transport, zeroed by it. */
void net_conn_begin(struct net_core *core, struct net_conn *conn,
                    const struct net_transport *transport, const struct net_peer *peer);
/* Free what the connection owns; the last call on it. */
void net_conn_release(struct net_conn *conn);

/* From the transport. */
void net_conn_input(struct net_conn *conn, const char *data, size_t length);
void net_conn_eof(struct net_conn *conn);
void net_conn_lost(struct net_conn *conn);
void net_conn_written(struct net_conn *conn, size_t bytes);

/* Act on everything marked. */
void net_core_flush(struct net_core *core);
/* Act on deadlines; `now` in ms. Needed at core->due, which every flush may bring forward. */
void net_core_tick(struct net_core *core, uint64_t now);
void net_core_stop(struct net_core *core, uint32_t drain_ms);

/* For http.c and websocket.c. */
void net_conn_mark(struct net_conn *conn);
/* Send what is queued, then end. */
void net_conn_wind_up(struct net_conn *conn);
/* End at once. */
void net_conn_drop(struct net_conn *conn);

#endif
