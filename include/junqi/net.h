/*
 * net: bytes in, requests and messages out. An event loop, HTTP/1.1 and WebSocket on one thread,
 * with a bound on everything a stranger can make the process hold: memory, time and sockets.
 *
 * It is not a web framework (no routes, cookies or caches: the caller gets the request and
 * answers it) and it knows nothing of games, accounts or JSON.
 *
 * Documents followed: RFC 9110 and 9112 (HTTP), RFC 6455 (WebSocket), RFC 6454 (Origin).
 *
 * Threads: everything is called from the thread that runs the loop, except junqi_net_wake().
 * Handlers are called on that thread and may call any function here, except junqi_net_free().
 * No handler is ever called from inside another junqi_net_ call other than junqi_net_run().
 * Times are milliseconds. Sizes are bytes. Text is UTF-8 and ends in a NUL that no length counts.
 */
#ifndef JUNQI_NET_H
#define JUNQI_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uv_loop_s;         /* libuv's loop; only needed to share one, see junqi_net_config.loop */
struct junqi_net;         /* one server: a loop, its listening sockets and its connections */
struct junqi_net_request; /* one HTTP request waiting for its answer */
struct junqi_net_socket;  /* one open WebSocket */
struct junqi_net_payload; /* one text message, counted, to be sent to many sockets */
struct junqi_net_timer;   /* one timer on the loop */

/* Bounds. Start from junqi_net_config_default() and change what you need; 0 is not "unlimited"
 * unless the line says so. */
struct junqi_net_config {
  struct uv_loop_s *loop; /* run on this loop, which must outlive the server; NULL: an own one */

  size_t max_connections;             /* in all (4096); more are answered 503 and closed */
  size_t max_connections_per_address; /* per IPv4 address or IPv6 /64 (256); 0: no limit, as is
                                         right behind a reverse proxy */

  const char *full; /* JSON for those who are answered 503 because there is no room, here or by
                       on_upgrade; borrowed; NULL: the status alone */

  size_t max_url;          /* request target (2048); more: 414 */
  size_t max_headers;      /* header lines in a request (64); more: 431 */
  size_t max_header_bytes; /* names and values together (16384); more: 431 */
  size_t max_body;         /* request body, after chunked decoding (65536); more: 413 */
  size_t max_http_output;  /* unsent response bytes on a connection (262144) before its next
                              pipelined request waits. One response may be larger. */

  size_t max_message;         /* incoming WebSocket message (65536); more: close 1009 */
  size_t max_fragments;       /* frames in one message (64); more: close 1009 */
  size_t max_socket_output;   /* unsent bytes on a WebSocket (262144); more: close 1013 */
  size_t max_output;          /* unsent bytes in all (268435456); more: who has more than an equal
                                 share of it and is sent another message is closed, 1013 */
  uint32_t frames_per_second; /* steady incoming frames on a WebSocket (20) */
  uint32_t frame_burst;       /* and how many may come at once (60); more: close 1008 */

  uint32_t header_timeout;  /* from a connection's or request's start to its last header (10000) */
  uint32_t body_timeout;    /* from the last header to the end of the body (15000) */
  uint32_t idle_timeout;    /* between requests on a kept-alive connection (30000) */
  uint32_t write_timeout;   /* unsent output without any progress (20000) */
  uint32_t message_timeout; /* from a WebSocket message's first byte to its last (15000) */
  uint32_t ping_after;      /* silence on a WebSocket before a ping (25000) */
  uint32_t pong_timeout;    /* and from the ping to any sign of life (20000); then it is dead */
  uint32_t close_timeout;   /* from a Close frame sent to the end of the connection (3000) */

  /* Origins (as "https://example.org", no trailing slash) that may open WebSockets besides the
   * page's own host. Borrowed until junqi_net_free(). */
  const char *const *origins;
  size_t origin_count;
};

struct junqi_net_config junqi_net_config_default(void);

/* What the caller does with what arrives. `user` is what junqi_net_new() was given. Any member
 * may be NULL: requests then get 404, upgrades 404, the rest is ignored. */
struct junqi_net_handler {
  /* A complete request. The caller owns it until it calls junqi_net_respond(), exactly once, now
   * or later (the client may leave meanwhile; the request stays valid). Later requests on the
   * same connection wait for the answer. */
  void (*on_request)(void *user, struct junqi_net_request *request);

  /* A valid WebSocket handshake from an allowed origin. Return 101 to accept, or the HTTP status
   * (400 to 599) to refuse with. `request` is borrowed for the call; do not answer it. */
  int (*on_upgrade)(void *user, const struct junqi_net_request *request);

  /* The socket is open. It is valid until on_close returns. `request` is the one on_upgrade saw,
   * borrowed for the call. */
  void (*on_open)(void *user, struct junqi_net_socket *socket,
                  const struct junqi_net_request *request);

  /* One whole text message, valid UTF-8, at most max_message bytes, borrowed for the call. It may
   * hold NUL characters. Never called after junqi_net_close(). */
  void (*on_message)(void *user, struct junqi_net_socket *socket, const char *text, size_t length);

  /* The socket is gone; called exactly once for each on_open. `code` is the first Close code sent
   * or received: 1005 when the peer gave none, 1006 when it just vanished. */
  void (*on_close)(void *user, struct junqi_net_socket *socket, int code);

  /* After one or more junqi_net_wake(). */
  void (*on_wake)(void *user);

  /* SIGINT or SIGTERM came; see junqi_net_catch_signals(). */
  void (*on_signal)(void *user, int signal_number);
};

/* -- The server ------------------------------------------------------------------------------ */

/* A new server, not yet listening. `config` and `handler` are copied; `config` NULL: defaults.
 * Ignores SIGPIPE in the process, as every server on sockets must. NULL: out of memory or
 * descriptors. */
struct junqi_net *junqi_net_new(const struct junqi_net_config *config,
                                const struct junqi_net_handler *handler, void *user);

/* Listen on a numeric IPv4 or IPv6 address ("127.0.0.1", "::", …) or "localhost" (IPv4), port
 * 0–65535; 0 lets the system choose, see junqi_net_port(). May be called for several addresses.
 * Returns 0, or a negative number for junqi_net_error_text(). */
int junqi_net_listen(struct junqi_net *net, const char *host, int port);

/* The port of the last successful junqi_net_listen(); 0 before. */
int junqi_net_port(const struct junqi_net *net);

/* Short English text for an error returned here ("address already in use"). Never NULL. */
const char *junqi_net_error_text(int error);

/* Run until the server has stopped: after junqi_net_stop(), when every connection is gone.
 * Returns 0. With a given loop, running that loop does the same. */
int junqi_net_run(struct junqi_net *net);

/* Stop gracefully: accept nothing more, answer the requests in hand, send Close 1001 to every
 * socket, and cut what is left after `drain_ms`. A second call can only shorten the time.
 * Timers, wakes and signals no longer keep the loop alive but work until it ends. */
void junqi_net_stop(struct junqi_net *net, uint32_t drain_ms);

/* Cut every connection at once (on_close is called, 1006 or 1001), release everything. Requests
 * not yet answered must still be answered: each frees its own memory. Payloads are the caller's.
 * NULL is allowed. Must not be called from a handler. */
void junqi_net_free(struct junqi_net *net);

/* Report SIGINT and SIGTERM to on_signal instead of ending the process. 0 or an error. */
int junqi_net_catch_signals(struct junqi_net *net);

/* Monotonic clock, ms, from an arbitrary start; read afresh at each call. */
uint64_t junqi_net_now_ms(void);

/* The same less the time for which the process stood still (stopped, suspended with its machine,
 * waiting for a disk): the time between two readings, as far as the loop did not mean to sleep,
 * where that is more than 2 s. Connections' times, pings included, go by it. A stall that ends
 * while the loop sleeps anyway is not seen: who counts on it has a timer ring often. */
uint64_t junqi_net_awake_ms(struct junqi_net *net);
/* For how long it has stood still since the start. */
uint64_t junqi_net_away_ms(const struct junqi_net *net);

/* Have on_wake called soon on the loop's thread. The only function for other threads; wakes that
 * come close together may be reported once. */
void junqi_net_wake(struct junqi_net *net);

/* -- Timers ---------------------------------------------------------------------------------- */

/* A timer, stopped. `on_time` gets `user`. NULL: out of memory. junqi_net_free() frees what is left
 * of them, without a call. */
struct junqi_net_timer *junqi_net_timer_new(struct junqi_net *net, void (*on_time)(void *user),
                                            void *user);
/* (Re)start: first after `delay_ms`, then every `repeat_ms`; repeat 0: once. */
void junqi_net_timer_start(struct junqi_net_timer *timer, uint64_t delay_ms, uint64_t repeat_ms);
void junqi_net_timer_stop(struct junqi_net_timer *timer);
/* Stop and release; allowed inside its own on_time. NULL is allowed. */
void junqi_net_timer_free(struct junqi_net_timer *timer);

/* -- Requests -------------------------------------------------------------------------------- */

/* All strings live as long as the request. */

/* "GET", "POST", … as sent. */
const char *junqi_net_request_method(const struct junqi_net_request *request);
/* Path as sent, not percent-decoded: starts with '/', or is "*". */
const char *junqi_net_request_path(const struct junqi_net_request *request);
/* What follows the first '?', not decoded; "" when there is none. */
const char *junqi_net_request_query(const struct junqi_net_request *request);
/* Value of the first header of that name (any case), outer blanks removed; NULL: not there. */
const char *junqi_net_request_header(const struct junqi_net_request *request, const char *name);
/* Of the last header of that name: the one that a proxy in front has added itself. */
const char *junqi_net_request_last_header(const struct junqi_net_request *request,
                                          const char *name);
/* Body bytes (followed by a NUL); never NULL. *length may be 0. */
const char *junqi_net_request_body(const struct junqi_net_request *request, size_t *length);
/* Numeric address of the peer, no port: "127.0.0.1", "2001:db8::1". IPv4 mapped into IPv6 is
 * shown as IPv4. */
const char *junqi_net_request_peer(const struct junqi_net_request *request);

struct junqi_net_header {
  const char *name;
  const char *value;
};

struct junqi_net_response {
  int status;                             /* 200–599 */
  const struct junqi_net_header *headers; /* a header with CR, LF or an empty name is left out */
  size_t header_count;
  const void *body; /* NULL when body_length is 0 */
  size_t body_length;
  bool body_static; /* body stays valid and unchanged until junqi_net_free(): not copied */
};

/* Answer and release the request. Content-Length, Date and Connection are added here: do not give
 * them. The body is not sent for HEAD, 204 and 304 (HEAD and 304 keep its length if it has one).
 * Everything else is copied. Out of memory: the connection is closed. */
void junqi_net_respond(struct junqi_net_request *request,
                       const struct junqi_net_response *response);

/* -- WebSockets ------------------------------------------------------------------------------ */

/* The caller's own pointer on a socket; NULL at first. */
void junqi_net_socket_set_data(struct junqi_net_socket *socket, void *data);
void *junqi_net_socket_data(const struct junqi_net_socket *socket);
/* As junqi_net_request_peer(). */
const char *junqi_net_socket_peer(const struct junqi_net_socket *socket);

/* Send one text message; `text` must be valid UTF-8 and is copied. Returns false when nothing was
 * queued: the socket is closing, memory ran out, or the client is too slow (the message would pass
 * max_socket_output, or max_output and the client's share of it: the socket is being closed with
 * 1013, and on_close will follow). */
bool junqi_net_send_text(struct junqi_net_socket *socket, const char *text, size_t length);

/* The same message to many: made once, counted, not copied again. NULL: out of memory. */
struct junqi_net_payload *junqi_net_payload_new(const char *text, size_t length);
struct junqi_net_payload *junqi_net_payload_retain(struct junqi_net_payload *payload);
void junqi_net_payload_release(struct junqi_net_payload *payload); /* NULL is allowed */
/* As junqi_net_send_text(); takes its own count on success. */
bool junqi_net_send(struct junqi_net_socket *socket, struct junqi_net_payload *payload);

/* Begin the closing handshake after what is queued: `code` 1000–1014 (not 1004, 1005, 1006) or
 * 3000–4999, `reason` UTF-8, cut at 123 bytes between characters, or NULL. Later calls do nothing.
 * on_message is not called again; on_close comes when the peer has answered, or close_timeout. */
void junqi_net_close(struct junqi_net_socket *socket, int code, const char *reason);

/* Bytes queued and not yet taken by the system, to slow a producer down before the bound. */
size_t junqi_net_socket_queued(const struct junqi_net_socket *socket);

/* -- Counters -------------------------------------------------------------------------------- */

/* Since the start, except the two that say "now". */
struct junqi_net_stats {
  uint64_t accepted;         /* connections taken in */
  uint64_t connections;      /* open now, of both kinds */
  uint64_t sockets;          /* open WebSockets now */
  uint64_t requests;         /* complete requests, upgrades included */
  uint64_t upgrades;         /* WebSockets opened */
  uint64_t messages_in;      /* whole text messages received */
  uint64_t messages_out;     /* text messages queued */
  uint64_t bytes_in;         /* read from sockets */
  uint64_t bytes_out;        /* taken by the system */
  uint64_t refused_full;     /* connections over max_connections */
  uint64_t refused_address;  /* connections over max_connections_per_address */
  uint64_t refused_origin;   /* upgrades from another site */
  uint64_t refused_upgrade;  /* bad handshakes, and upgrades the handler refused */
  uint64_t bad_requests;     /* answered 400 to 431 by net itself, timeouts included */
  uint64_t dropped_timeout;  /* connections ended by any timeout */
  uint64_t dropped_slow;     /* sockets closed because their output passed the bound */
  uint64_t dropped_flood;    /* sockets closed for too many frames */
  uint64_t dropped_protocol; /* sockets closed 1002, 1003, 1007 or 1009 */
  uint64_t dropped_messages; /* outgoing messages refused by send */
};

struct junqi_net_stats junqi_net_stats(const struct junqi_net *net);

#endif
