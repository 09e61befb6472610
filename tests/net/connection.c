/*
 * Fuzz target: any bytes, in any pieces, at any times, on one connection without a socket.
 *
 * The first input byte: bit 0 sends a WebSocket handshake first, bit 1 answers requests late.
 * Then come steps of a byte and its argument: below 0xe0, so many bytes of input follow; from 0xe0
 * on: pending writes finish, time passes, a late answer is given, the peer ends, the server stops.
 */
#include <stdlib.h>
#include <string.h>

#include "core.h"

struct fuzz {
  struct net_core core;
  struct net_conn *conn; /* NULL once it is released */
  size_t held;           /* bytes the transport has not reported written */
  struct junqi_net_request *late;
  bool answers_late;
  int sockets;
};

static struct fuzz *fuzz_of(struct net_conn *conn) {
  return conn->core->user;
}

/* Take half of each write at once, so that both ways are used. */
static size_t fuzz_write(struct net_conn *conn, const struct net_span *spans, size_t count) {
  size_t total = 0;
  unsigned sum = 0;
  for (size_t i = 0; i < count; total += spans[i++].length)
    for (size_t at = 0; at < spans[i].length; at++)
      sum += (unsigned char)spans[i].data[at]; /* all of it must be readable */
  fuzz_of(conn)->held = total - total / 2 + (sum & 0);
  return total / 2;
}

static void fuzz_read(struct net_conn *conn, bool on) {
  (void)conn;
  (void)on;
}

static void fuzz_finish(struct net_conn *conn) {
  (void)conn;
}

static void fuzz_close(struct net_conn *conn) {
  fuzz_of(conn)->conn = NULL;
  net_conn_release(conn);
  free(conn);
}

static const struct net_transport fuzz_transport = {
    .write = fuzz_write, .read = fuzz_read, .finish = fuzz_finish, .close = fuzz_close};

static void fuzz_answer(struct junqi_net_request *request) {
  size_t length;
  const char *body = junqi_net_request_body(request, &length);
  struct junqi_net_header header = {"X-Query", junqi_net_request_query(request)};
  struct junqi_net_response response = {
      .status = 200, .headers = &header, .header_count = 1, .body = body, .body_length = length};
  junqi_net_respond(request, &response);
}

static void on_request(void *user, struct junqi_net_request *request) {
  struct fuzz *fuzz = user;
  if (fuzz->late) abort(); /* one at a time */
  if (fuzz->answers_late)
    fuzz->late = request;
  else
    fuzz_answer(request);
}

static int on_upgrade(void *user, const struct junqi_net_request *request) {
  (void)user;
  return *junqi_net_request_path(request) ? 101 : 404;
}

static void on_open(void *user, struct junqi_net_socket *socket,
                    const struct junqi_net_request *request) {
  (void)socket;
  (void)request;
  ((struct fuzz *)user)->sockets++;
}

static void on_close(void *user, struct junqi_net_socket *socket, int code) {
  (void)socket;
  if (code < 1000 || code > 4999) abort();
  ((struct fuzz *)user)->sockets--;
}

static void on_message(void *user, struct junqi_net_socket *socket, const char *text,
                       size_t length) {
  (void)user;
  if (length > 4096) abort();
  if (length && text[0] == 'c')
    junqi_net_close(socket, 1000 + text[length - 1], text[length - 1] ? NULL : "end");
  junqi_net_send_text(socket, text, length);
}

static void fuzz_begin(struct fuzz *fuzz) {
  struct net_peer peer = {.address = 1, .text = "192.0.2.1"};
  fuzz->core.config = (struct junqi_net_config){.max_connections = 1,
                                                .max_url = 64,
                                                .max_headers = 12,
                                                .max_header_bytes = 512,
                                                .max_body = 256,
                                                .max_http_output = 512,
                                                .max_message = 4096,
                                                .max_fragments = 4,
                                                .max_socket_output = 4096,
                                                .max_output = 3000,
                                                .frames_per_second = 50,
                                                .frame_burst = 20,
                                                .header_timeout = 1000,
                                                .body_timeout = 1000,
                                                .idle_timeout = 1000,
                                                .write_timeout = 1000,
                                                .message_timeout = 1000,
                                                .ping_after = 500,
                                                .pong_timeout = 500,
                                                .close_timeout = 500};
  fuzz->core.handler = (struct junqi_net_handler){.on_request = on_request,
                                                  .on_upgrade = on_upgrade,
                                                  .on_open = on_open,
                                                  .on_close = on_close,
                                                  .on_message = on_message};
  fuzz->core.user = fuzz;
  fuzz->conn = calloc(1, sizeof *fuzz->conn);
  if (!net_core_admit(&fuzz->core, &peer)) abort();
  net_conn_begin(&fuzz->core, fuzz->conn, &fuzz_transport, &peer);
  net_core_flush(&fuzz->core);
}

static void fuzz_written(struct fuzz *fuzz) {
  if (!fuzz->held || !fuzz->conn) return;
  size_t held = fuzz->held;
  fuzz->held = 0;
  net_conn_written(fuzz->conn, held);
}

static void fuzz_late_answer(struct fuzz *fuzz) {
  struct junqi_net_request *request = fuzz->late;
  fuzz->late = NULL;
  if (request) fuzz_answer(request);
}

static void fuzz_event(struct fuzz *fuzz, uint8_t kind) {
  if (kind < 0xe8)
    fuzz_written(fuzz);
  else if (kind < 0xf0)
    net_core_tick(&fuzz->core, fuzz->core.now + (uint64_t)(kind - 0xe7) * 100);
  else if (kind < 0xf8)
    fuzz_late_answer(fuzz);
  else if (kind < 0xfc)
    net_core_stop(&fuzz->core, 1000);
  else if (!fuzz->conn->eof)
    net_conn_eof(fuzz->conn);
}

/* Input in memory of its exact size, for the sanitizer to guard. */
static void fuzz_input(struct fuzz *fuzz, const uint8_t *data, size_t length) {
  char *copy = malloc(length ? length : 1);
  memcpy(copy, data, length);
  if (length && fuzz->conn->reading) net_conn_input(fuzz->conn, copy, length);
  free(copy);
}

static void fuzz_bounds(const struct fuzz *fuzz) {
  /* Over the bound by one answer, one burst of pongs or a Close at most. */
  if (fuzz->conn && fuzz->conn->output.bytes > 8192) abort();
  if (fuzz->sockets < 0 || fuzz->sockets > 1) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char handshake[] = "GET / HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\n"
                                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  struct fuzz fuzz = {0};
  if (!size) return 0;
  fuzz.answers_late = data[0] & 2;
  fuzz_begin(&fuzz);
  if (data[0] & 1) fuzz_input(&fuzz, (const uint8_t *)handshake, sizeof handshake - 1);
  for (size_t at = 1; at < size && fuzz.conn;) {
    uint8_t step = data[at++];
    size_t length = step < 0xe0 ? step : 0;
    if (length > size - at) length = size - at;
    if (length)
      fuzz_input(&fuzz, data + at, length);
    else
      fuzz_event(&fuzz, step);
    at += length;
    net_core_flush(&fuzz.core);
    fuzz_bounds(&fuzz);
  }
  if (fuzz.conn) net_conn_lost(fuzz.conn);
  net_core_flush(&fuzz.core);
  fuzz_late_answer(&fuzz);
  if (fuzz.conn || fuzz.sockets || fuzz.core.stats.connections || fuzz.core.output_bytes) abort();
  return 0;
}
