/*
 * Time and rate, on a clock that the test turns: one connection in memory, no socket, no waiting.
 * What must come in the end whatever the time is tested over sockets, in bounds.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core.h"

enum { TICK_MS = 100 }; /* as in loop.c */

struct line {
  struct net_core core;
  struct net_conn *conn; /* NULL once it has ended */
  bool jammed;           /* the peer reads nothing */
  int code;              /* of on_close */
  size_t length;
  char heard[65536];
};

static size_t line_write(struct net_conn *conn, const struct net_span *spans, size_t count) {
  struct line *line = conn->core->user;
  size_t before = line->length;
  for (size_t i = 0; i < count && !line->jammed; i++) {
    assert_true(line->length + spans[i].length <= sizeof line->heard);
    memcpy(line->heard + line->length, spans[i].data, spans[i].length);
    line->length += spans[i].length;
  }
  return line->length - before;
}

static void line_read(struct net_conn *conn, bool on) {
  (void)conn;
  (void)on;
}

static void line_finish(struct net_conn *conn) {
  (void)conn;
}

static void line_close(struct net_conn *conn) {
  ((struct line *)conn->core->user)->conn = NULL;
  net_conn_release(conn);
  free(conn);
}

static const struct net_transport in_memory = {
    .write = line_write, .read = line_read, .finish = line_finish, .close = line_close};

static void on_request(void *user, struct junqi_net_request *request) {
  (void)user;
  junqi_net_respond(request, &(struct junqi_net_response){.status = 204});
}

static int on_upgrade(void *user, const struct junqi_net_request *request) {
  (void)user;
  (void)request;
  return 101;
}

static void on_message(void *user, struct junqi_net_socket *socket, const char *text,
                       size_t length) {
  (void)user;
  junqi_net_send_text(socket, text, length);
}

static void on_close(void *user, struct junqi_net_socket *socket, int code) {
  (void)socket;
  ((struct line *)user)->code = code;
}

static void begin(struct line *line) {
  const struct net_peer peer = {.address = 1, .text = "192.0.2.1"};
  *line = (struct line){.core.config = junqi_net_config_default()};
  line->core.now = 1000000;
  line->core.due = NET_NEVER;
  line->core.user = line;
  line->core.handler = (struct junqi_net_handler){.on_request = on_request,
                                                  .on_upgrade = on_upgrade,
                                                  .on_message = on_message,
                                                  .on_close = on_close};
  assert_true(net_core_admit(&line->core, &peer));
  line->conn = calloc(1, sizeof *line->conn);
  net_conn_begin(&line->core, line->conn, &in_memory, &peer);
  net_core_flush(&line->core);
}

static void say(struct line *line, const char *bytes, size_t length) {
  assert_non_null(line->conn);
  net_conn_input(line->conn, bytes, length);
  net_core_flush(&line->core);
}

static void ask(struct line *line, const char *text) {
  say(line, text, strlen(text));
}

/* Time passes. As in loop.c, nobody looks before the time that the core has named. */
static void pass(struct line *line, uint64_t ms) {
  uint64_t end = line->core.now + ms, due;
  while ((due = line->core.due) != NET_NEVER &&
         (due = (due + TICK_MS - 1) / TICK_MS * TICK_MS) <= end) {
    net_core_tick(&line->core, due > line->core.now ? due : line->core.now);
    net_core_flush(&line->core);
    assert_true(line->core.due > line->core.now);
  }
  line->core.now = end;
}

/* What was heard since the last call is exactly this. */
static void expect(struct line *line, const char *bytes, size_t length) {
  assert_int_equal(line->length, length);
  if (length) assert_memory_equal(line->heard, bytes, length);
  line->length = 0;
}

/* What was heard since begins so. */
static void expect_start(struct line *line, const char *text) {
  assert_true(line->length >= strlen(text));
  assert_memory_equal(line->heard, text, strlen(text));
  line->length = 0;
}

static void upgrade(struct line *line) {
  begin(line);
  ask(line, "GET /ws HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  expect_start(line, "HTTP/1.1 101 ");
}

/* The peer goes; nothing of the connection is left. */
static void end(struct line *line) {
  if (line->conn) net_conn_lost(line->conn);
  net_core_flush(&line->core);
  assert_null(line->conn);
  assert_int_equal(line->core.stats.connections, 0);
  assert_int_equal(line->core.stats.sockets, 0);
  assert_int_equal(line->core.output_bytes, 0);
}

/* A byte now and then does not buy time. */
static void counts_header_time_from_the_start(void **state) {
  struct line line;
  (void)state;
  begin(&line);
  line.core.config.header_timeout = 10000;
  pass(&line, 5000);
  ask(&line, "GET /hello HTTP/1.1\r\n");
  for (int i = 0; i < 9; i++) {
    ask(&line, "X: y\r\n");
    expect(&line, "", 0);
    pass(&line, 1000);
  }
  pass(&line, 1000);
  expect_start(&line, "HTTP/1.1 408 ");
  end(&line);
}

static void leaves_an_idle_kept_connection(void **state) {
  struct line line;
  (void)state;
  begin(&line);
  line.core.config.idle_timeout = 3000;
  for (int i = 0; i < 3; i++) {
    ask(&line, "GET / HTTP/1.1\r\nHost: t\r\n\r\n");
    expect_start(&line, "HTTP/1.1 204 ");
    pass(&line, 2900);
    assert_int_equal(line.conn->phase, NET_HTTP);
  }
  pass(&line, 100);
  assert_int_equal(line.conn->phase, NET_CLOSING);
  pass(&line, line.core.config.close_timeout);
  assert_null(line.conn);
  end(&line);
}

static void leaves_who_does_not_read(void **state) {
  struct line line;
  (void)state;
  begin(&line);
  line.jammed = true;
  ask(&line, "GET / HTTP/1.1\r\nHost: t\r\n\r\n");
  pass(&line, line.core.config.write_timeout - 100);
  assert_non_null(line.conn);
  pass(&line, 100);
  assert_null(line.conn);
  assert_int_equal(line.core.stats.dropped_timeout, 1);
}

static void pings_and_leaves_the_dead(void **state) {
  struct line line;
  (void)state;
  upgrade(&line);
  const struct junqi_net_config *config = &line.core.config;
  uint32_t slack = config->ping_after / 25; /* so that pings to many fall together */
  for (int i = 0; i < 3; i++) {
    pass(&line, config->ping_after - 100);
    expect(&line, "", 0);
    pass(&line, 100 + slack);
    expect(&line, "\x89\0", 2);
    pass(&line, config->pong_timeout - 100 - slack);
    say(&line, "\x8a\x80\0\0\0\0", 6);
  }
  pass(&line, config->ping_after + slack);
  expect(&line, "\x89\0", 2);
  pass(&line, config->pong_timeout - 100 - slack);
  assert_non_null(line.conn);
  pass(&line, 100 + 2 * slack);
  assert_null(line.conn);
  assert_int_equal(line.core.stats.dropped_timeout, 1);
  assert_int_equal(line.code, 1006);
}

/* A stream of messages whose reads never end on a border is not one slow message. */
static void gives_each_message_its_own_time(void **state) {
  struct line line;
  (void)state;
  upgrade(&line);
  line.core.config.message_timeout = 3000;
  say(&line, "\x81", 1);
  for (int i = 0; i < 10; i++) {
    pass(&line, 2900);
    say(&line, "\x82\0\0\0\0ok\x81", 8);
    expect(&line, "\x81\x02ok", 4);
  }
  say(&line, "\x82\0\0\0\0ok", 7);
  expect(&line, "\x81\x02ok", 4);
  pass(&line, 10000);
  expect(&line, "", 0);
  say(&line, "\x81", 1);
  pass(&line, 2900);
  expect(&line, "", 0);
  pass(&line, 100);
  expect_start(&line, "\x88");
  end(&line);
  assert_int_equal(line.code, 1008);
}

/* Texts, pings and pongs count alike. */
static void closes_floods(void **state) {
  static const char *const frames[] = {"\x81\x81\0\0\0\0x", "\x89\x81\0\0\0\0x",
                                       "\x8a\x81\0\0\0\0x"};
  static const char *const answers[] = {"\x81\x01x", "\x8a\x01x", ""};
  (void)state;
  for (size_t kind = 0; kind < 3; kind++) {
    struct line line;
    upgrade(&line);
    line.core.config.frames_per_second = 10;
    line.conn->core->config.frame_burst = 60; /* the bucket was full of the default's burst */
    char flood[7 * 61];
    for (int i = 0; i < 61; i++)
      memcpy(flood + 7 * i, frames[kind], 7);
    say(&line, flood, 7 * 60);
    assert_int_equal(line.length, 60 * strlen(answers[kind]));
    line.length = 0;
    say(&line, flood, 7);
    expect_start(&line, "\x88");
    end(&line);
    assert_int_equal(line.code, 1008);
    assert_int_equal(line.core.stats.dropped_flood, 1);
  }
}

static void lets_a_steady_rate_pass(void **state) {
  struct line line;
  (void)state;
  upgrade(&line);
  line.core.config.frames_per_second = 50;
  line.core.config.frame_burst = 3;
  for (int i = 0; i < 500; i++) {
    say(&line, "\x81\x81\0\0\0\0x", 7);
    expect(&line, "\x81\x01x", 3);
    pass(&line, 20);
  }
  end(&line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_header_time_from_the_start),
      cmocka_unit_test(leaves_an_idle_kept_connection),
      cmocka_unit_test(leaves_who_does_not_read),
      cmocka_unit_test(pings_and_leaves_the_dead),
      cmocka_unit_test(gives_each_message_its_own_time),
      cmocka_unit_test(closes_floods),
      cmocka_unit_test(lets_a_steady_rate_pass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
