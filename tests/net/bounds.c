/* Time, rate and number: what those get who are slow, silent, many or too quick. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"
#include "server.h"

#define HELLO "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n"

static void leaves_a_silent_connection(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.header_timeout = 150;
  struct test_server *server = server_start(&config);
  int fd = client_connect(server_port(server));
  char byte;
  assert_false(client_read(fd, &byte, 1));
  close(fd);
  assert_int_equal(server_end(server, NULL).dropped_timeout, 1);
}

static void leaves_slow_headers_and_bodies(void **state) {
  static const char *const starts[] = {
      "GET /hello HT", "GET /hello HTTP/1.1\r\nHost: t\r\n", "\r\n\r\n",
      "POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nabc"};
  (void)state;
  struct junqi_net_config config = server_config();
  config.header_timeout = 150;
  config.body_timeout = 150;
  struct test_server *server = server_start(&config);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    int fd = client_connect(server_port(server));
    assert_int_equal(client_status(fd, starts[i]), 408);
    assert_true(client_ended(fd));
    close(fd);
  }
  assert_int_equal(server_end(server, NULL).dropped_timeout, 4);
}

/* A byte now and then does not buy time. */
static void counts_header_time_from_the_start(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.header_timeout = 200;
  struct test_server *server = server_start(&config);
  int fd = client_connect(server_port(server));
  client_text(fd, "GET /hello HTTP/1.1\r\n");
  for (int i = 0; i < 10; i++) {
    usleep(50000);
    client_text(fd, "X: y\r\n");
  }
  assert_int_equal(client_response(fd, false).status, 408);
  close(fd);
  server_end(server, NULL);
}

static void leaves_an_idle_kept_connection(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.idle_timeout = 300;
  config.header_timeout = 3000;
  struct test_server *server = server_start(&config);
  int fd = client_connect(server_port(server));
  for (int i = 0; i < 3; i++) {
    usleep(150000);
    assert_int_equal(client_status(fd, HELLO), 200);
  }
  assert_true(client_ended(fd));
  close(fd);
  server_end(server, NULL);
}

static void leaves_who_does_not_read(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.write_timeout = 200;
  struct test_server *server = server_start(&config);
  int fd = client_connect(server_port(server));
  for (int i = 0; i < 50; i++)
    client_text(fd, "GET /big HTTP/1.1\r\nHost: t\r\n\r\n");
  usleep(800000);
  struct junqi_net_stats stats = server_stats(server);
  assert_int_equal(stats.connections, 0);
  assert_int_equal(stats.dropped_timeout, 1);
  /* Back-pressure: it did not queue all fifty. */
  assert_true(stats.requests < 50);
  close(fd);
  server_end(server, NULL);
}

static void pings_and_leaves_the_dead(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.ping_after = 150;
  config.pong_timeout = 800; /* a busy machine answers late */
  struct test_server *server = server_start(&config);
  int fd = client_websocket(server_port(server));
  for (int i = 0; i < 3; i++) {
    struct client_frame *ping = client_read_frame(fd);
    assert_int_equal(ping->first, 0x89);
    client_frame(fd, 0x8a, ping->data, ping->length);
    free(ping);
  }
  struct client_frame *last = client_read_frame(fd);
  assert_int_equal(last->first, 0x89);
  free(last);
  char byte;
  assert_false(client_read(fd, &byte, 1));
  close(fd);
  int code;
  assert_int_equal(server_end(server, &code).dropped_timeout, 1);
  assert_int_equal(code, 1006);
}

static void leaves_half_sent_messages(void **state) {
  static const struct {
    const char *bytes;
    size_t length;
  } cases[] = {{"\x81", 1},
               {"\x81\xfe\x10", 3},
               {"\x81\x85\0\0\0\0hal", 9},
               {"\x01\x81\0\0\0\0f", 7},
               {"\x81\x82\0\0\0\0ok\x81", 9}};
  (void)state;
  struct junqi_net_config config = server_config();
  config.message_timeout = 150;
  struct test_server *server = server_start(&config);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int fd = client_websocket(server_port(server));
    client_send(fd, cases[i].bytes, cases[i].length);
    if (i == 4) assert_true(client_gets_text(fd, "ok"));
    assert_int_equal(client_close_code(fd), 1008);
    assert_true(client_ended(fd));
    close(fd);
  }
  assert_int_equal(server_end(server, NULL).dropped_timeout, 5);
}

/* A stream of messages whose reads never end on a border is not one slow message. */
static void gives_each_message_its_own_time(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.message_timeout = 300;
  struct test_server *server = server_start(&config);
  int fd = client_websocket(server_port(server));
  client_send(fd, "\x81", 1);
  for (int i = 0; i < 10; i++) {
    usleep(60000);
    client_send(fd, "\x82\0\0\0\0ok\x81", 8);
    assert_true(client_gets_text(fd, "ok"));
  }
  client_send(fd, "\x82\0\0\0\0ok", 7);
  assert_true(client_gets_text(fd, "ok"));
  assert_true(client_silent(fd, 500));
  close(fd);
  server_end(server, NULL);
}

static void closes_floods(void **state) {
  static const unsigned kinds[] = {0x81, 0x89, 0x8a};
  (void)state;
  struct junqi_net_config config = server_config();
  config.frames_per_second = 10;
  config.frame_burst = 5;
  struct test_server *server = server_start(&config);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    int fd = client_websocket(server_port(server));
    for (int n = 0; n < 12; n++)
      client_frame(fd, kinds[i], "x", 1);
    for (int n = 0; n < 5 && kinds[i] != 0x8a; n++)
      free(client_read_frame(fd));
    assert_int_equal(client_close_code(fd), 1008);
    assert_true(client_ended(fd));
    close(fd);
  }
  assert_int_equal(server_end(server, NULL).dropped_flood, 3);
}

static void lets_a_steady_rate_pass(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.frames_per_second = 50;
  config.frame_burst = 3;
  struct test_server *server = server_start(&config);
  int fd = client_websocket(server_port(server));
  for (int i = 0; i < 15; i++) {
    client_frame(fd, 0x81, "x", 1);
    assert_true(client_gets_text(fd, "x"));
    usleep(25000);
  }
  close(fd);
  assert_int_equal(server_end(server, NULL).messages_in, 15);
}

static void closes_slow_readers(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.max_socket_output = 100000;
  struct test_server *server = server_start(&config);
  int fd = client_websocket(server_port(server));
  client_frame(fd, 0x81, "spam", 4);
  struct client_frame *frame = client_read_frame(fd);
  size_t messages = 0;
  while (frame->first == 0x81) {
    messages++;
    free(frame);
    frame = client_read_frame(fd);
  }
  assert_int_equal(frame->first, 0x88);
  assert_memory_equal(frame->data, "\x03\xf5", 2);
  free(frame);
  assert_int_equal(messages, 100000 / (1024 + 4));
  close(fd);
  int code;
  struct junqi_net_stats stats = server_end(server, &code);
  assert_int_equal(stats.dropped_slow, 1);
  assert_int_equal(stats.dropped_messages, 1);
  assert_int_equal(code, 1013);
}

static void refuses_when_full(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.max_connections = 3;
  struct test_server *server = server_start(&config);
  int fds[3];
  for (int i = 0; i < 3; i++)
    fds[i] = client_websocket(server_port(server));
  int fd = client_connect(server_port(server));
  assert_int_equal(client_response(fd, false).status, 503);
  assert_true(client_ended(fd));
  close(fd);
  close(fds[0]);
  usleep(50000);
  assert_int_equal(client_once(server_port(server), HELLO), 200);
  close(fds[1]);
  close(fds[2]);
  assert_int_equal(server_end(server, NULL).refused_full, 1);
}

static void refuses_one_address_that_wants_all(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.max_connections_per_address = 2;
  struct test_server *server = server_start(&config);
  int first = client_websocket(server_port(server));
  int second = client_websocket(server_port(server));
  int third = client_connect(server_port(server));
  assert_int_equal(client_response(third, false).status, 503);
  close(first);
  usleep(50000);
  assert_int_equal(client_once(server_port(server), HELLO), 200);
  close(second);
  close(third);
  assert_int_equal(server_end(server, NULL).refused_address, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_a_silent_connection),
      cmocka_unit_test(leaves_slow_headers_and_bodies),
      cmocka_unit_test(counts_header_time_from_the_start),
      cmocka_unit_test(leaves_an_idle_kept_connection),
      cmocka_unit_test(leaves_who_does_not_read),
      cmocka_unit_test(pings_and_leaves_the_dead),
      cmocka_unit_test(leaves_half_sent_messages),
      cmocka_unit_test(gives_each_message_its_own_time),
      cmocka_unit_test(closes_floods),
      cmocka_unit_test(lets_a_steady_rate_pass),
      cmocka_unit_test(closes_slow_readers),
      cmocka_unit_test(refuses_when_full),
      cmocka_unit_test(refuses_one_address_that_wants_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
