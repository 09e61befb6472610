/* Time and number: what those get who are slow, silent or many. What depends on how much time has
 * passed, not only on some having passed, is in times.c. */
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
  assert_true(client_ended(fd));
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

static void leaves_who_does_not_read(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.write_timeout = 200;
  struct test_server *server = server_start(&config);
  int fd = client_connect(server_port(server));
  for (int i = 0; i < 50; i++)
    client_text(fd, "GET /big HTTP/1.1\r\nHost: t\r\n\r\n");
  server_await_bytes(server, 1);
  server_await_connections(server, 0);
  struct junqi_net_stats stats = server_stats(server);
  assert_int_equal(stats.dropped_timeout, 1);
  /* Back-pressure: it did not queue all fifty. */
  assert_true(stats.requests < 50);
  close(fd);
  server_end(server, NULL);
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

/* Many who read nothing: what all of them hold together is bounded, and who has taken no more than
 * a share is served. */
static void closes_who_holds_most(void **state) {
  enum { MOST = 300000, IDLE = 3 };
  (void)state;
  struct junqi_net_config config = server_config();
  config.max_socket_output = 100 * MOST;
  config.max_output = MOST;
  struct test_server *server = server_start(&config);
  int idle[IDLE];
  for (int i = 0; i < IDLE; i++)
    idle[i] = client_websocket(server_port(server));
  int fd = client_websocket(server_port(server));
  client_frame(fd, 0x81, "spam", 4);
  struct client_frame *frame = client_read_frame(fd);
  size_t messages = 0;
  for (; frame->first == 0x81; frame = client_read_frame(fd)) {
    messages++;
    free(frame);
  }
  assert_int_equal(frame->first, 0x88);
  assert_memory_equal(frame->data, "\x03\xf5", 2);
  free(frame);
  assert_int_equal(messages, MOST / (1024 + 4));
  close(fd);
  for (int i = 0; i < IDLE; i++) {
    client_frame(idle[i], 0x81, "hello", 5);
    assert_true(client_gets_text(idle[i], "hello"));
    close(idle[i]);
  }
  assert_int_equal(server_end(server, NULL).dropped_slow, 1);
}

static void refuses_when_full(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.max_connections = 3;
  config.full = "{\"code\":\"full\"}";
  struct test_server *server = server_start(&config);
  int fds[3];
  for (int i = 0; i < 3; i++)
    fds[i] = client_websocket(server_port(server));
  int fd = client_connect(server_port(server));
  struct client_response answer = client_response(fd, true);
  assert_int_equal(answer.status, 503);
  assert_non_null(strstr(answer.head, "Retry-After: 10\r\n"));
  assert_non_null(strstr(answer.head, "Content-Type: application/json\r\n"));
  assert_string_equal(answer.body, config.full);
  free(answer.body);
  assert_true(client_ended(fd));
  close(fd);
  close(fds[0]);
  server_await_connections(server, 2);
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
  server_await_connections(server, 1);
  assert_int_equal(client_once(server_port(server), HELLO), 200);
  close(second);
  close(third);
  assert_int_equal(server_end(server, NULL).refused_address, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leaves_a_silent_connection),
      cmocka_unit_test(leaves_slow_headers_and_bodies),
      cmocka_unit_test(leaves_who_does_not_read),
      cmocka_unit_test(leaves_half_sent_messages),
      cmocka_unit_test(closes_slow_readers),
      cmocka_unit_test(closes_who_holds_most),
      cmocka_unit_test(refuses_when_full),
      cmocka_unit_test(refuses_one_address_that_wants_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
