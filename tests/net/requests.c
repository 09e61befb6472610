/* HTTP: requests as they should be, and what is answered to those that are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"
#include "server.h"

static int setup(void **state) {
  struct junqi_net_config config = server_config();
  config.max_body = 1000;
  config.max_url = 200;
  config.max_headers = 10;
  config.max_header_bytes = 2000;
  *state = server_start(&config);
  return 0;
}

static int teardown(void **state) {
  server_end(*state, NULL);
  return 0;
}

static void expect_body(int fd, const char *body) {
  struct client_response response = client_response(fd, true);
  assert_int_equal(response.status, 200);
  assert_string_equal(response.body ? response.body : "", body);
  free(response.body);
}

static void answers_and_keeps_the_connection(void **state) {
  int fd = client_connect(server_port(*state));
  for (int i = 0; i < 3; i++) {
    client_text(fd, "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
    struct client_response response = client_response(fd, true);
    assert_int_equal(response.status, 200);
    assert_string_equal(response.body, "hello");
    assert_non_null(strstr(response.head, "X-Kind: test\r\n"));
    assert_non_null(strstr(response.head, "Connection: keep-alive\r\n"));
    assert_non_null(strstr(response.head, " GMT\r\n"));
    free(response.body);
  }
  close(fd);
}

static void gives_the_parts_of_a_request(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "POST /echo?a=b?c HTTP/1.1\r\nHost: t\r\nX-Empty:\r\nX-Test: \t some value \t "
                  "\r\nContent-Length: 4\r\n\r\nbody");
  expect_body(fd, "POST /echo?a=b?c [some value] body");
  client_text(fd, "GET http://t/echo?q HTTP/1.1\r\nHost: t\r\nX-Test:\r\n\r\n");
  expect_body(fd, "GET /echo?q [] ");
  close(fd);
}

static void reads_byte_by_byte(void **state) {
  int fd = client_connect(server_port(*state));
  const char *text = "\r\nPOST /echo?q HTTP/1.1\r\nHost: t\r\nX-Test: v\r\n"
                     "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n";
  for (const char *at = text; *at; at++) {
    client_send(fd, at, 1);
    usleep(300);
  }
  expect_body(fd, "POST /echo?q [v] abcde");
  close(fd);
}

static void answers_pipelined_requests_in_order(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "GET /held HTTP/1.1\r\nHost: t\r\n\r\n"
                  "POST /echo?1 HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\none"
                  "GET /echo?2 HTTP/1.1\r\nHost: t\r\n\r\nGET /he");
  usleep(20000);
  client_text(fd, "llo HTTP/1.1\r\nHost: t\r\n\r\n");
  server_let_one_go(*state);
  expect_body(fd, "held");
  expect_body(fd, "POST /echo?1 [none] one");
  expect_body(fd, "GET /echo?2 [none] ");
  expect_body(fd, "hello");
  close(fd);
}

/* Always 100 ahead of the answers, and not more: that would fill the system's buffers. */
static void answers_a_thousand_pipelined_requests(void **state) {
  enum { REQUESTS = 1000, AHEAD = 100 };
  int fd = client_connect(server_port(*state));
  for (int i = 0; i < REQUESTS + AHEAD; i++) {
    if (i < REQUESTS) client_text(fd, "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
    if (i >= AHEAD) expect_body(fd, "hello");
  }
  close(fd);
}

static void answers_after_the_client_finished_sending(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "GET /held HTTP/1.1\r\nHost: t\r\n\r\nGET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
  shutdown(fd, SHUT_WR);
  server_let_one_go(*state);
  expect_body(fd, "held");
  expect_body(fd, "hello");
  assert_true(client_ended(fd));
  close(fd);
}

static void forgets_a_client_that_left(void **state) {
  static const char request[] = "GET /held HTTP/1.1\r\nHost: t\r\n\r\n";
  uint64_t before = server_stats(*state).bytes_in;
  int fd = client_connect(server_port(*state));
  client_text(fd, request);
  server_await_bytes(*state, before + sizeof request - 1);
  struct linger hard = {.l_onoff = 1};
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
  close(fd);
  server_let_one_go(*state);
  server_await_connections(*state, 0);
  assert_int_equal(client_once(server_port(*state), "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n"), 200);
}

static void sends_no_body_for_head_and_204(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "HEAD /hello HTTP/1.1\r\nHost: t\r\n\r\n");
  struct client_response response = client_response(fd, false);
  assert_int_equal(response.status, 200);
  assert_int_equal(response.length, 5);
  client_text(fd, "GET /empty HTTP/1.1\r\nHost: t\r\n\r\n");
  response = client_response(fd, false);
  assert_int_equal(response.status, 204);
  assert_null(strstr(response.head, "Content-Length"));
  client_text(fd, "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
  expect_body(fd, "hello");
  close(fd);
}

static void ends_when_the_client_wants_to(void **state) {
  int fd = client_connect(server_port(*state));
  assert_int_equal(client_status(fd, "GET /hello HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"),
                   200);
  assert_true(client_ended(fd));
  close(fd);
  fd = client_connect(server_port(*state));
  assert_int_equal(client_status(fd, "GET /hello HTTP/1.0\r\n\r\n"), 200);
  assert_true(client_ended(fd));
  close(fd);
}

static void sends_large_static_bodies(void **state) {
  int fd = client_connect(server_port(*state));
  for (int i = 0; i < 3; i++)
    client_text(fd, "GET /big HTTP/1.1\r\nHost: t\r\n\r\n");
  usleep(50000);
  for (int i = 0; i < 3; i++) {
    struct client_response response = client_response(fd, true);
    assert_int_equal(response.length, 1 << 20);
    assert_int_equal(strspn(response.body, "x"), 1 << 20);
    free(response.body);
  }
  close(fd);
}

static void invites_the_body(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "POST /echo HTTP/1.1\r\nHost: t\r\nExpect: 100-continue\r\n"
                  "Content-Length: 2\r\n\r\n");
  assert_int_equal(client_response(fd, false).status, 100);
  client_text(fd, "ok");
  expect_body(fd, "POST /echo? [none] ok");
  close(fd);
}

static void sends_no_header_that_breaks_the_answer(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "GET /dirty HTTP/1.1\r\nHost: t\r\n\r\n");
  struct client_response response = client_response(fd, true);
  assert_null(strstr(response.head, "Smuggled"));
  assert_non_null(strstr(response.head, "X-Good: g\r\n"));
  close(fd);
}

/* Each is refused with its status, and the connection ends: what follows can't be trusted. */
static void refuses_bad_requests(void **state) {
  static const struct {
    const char *text;
    int status;
  } cases[] = {
      {"nonsense\r\n\r\n", 400},
      {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400},
      {"GET /hello HTTP/1.1\r\n\r\n", 400},
      {"GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"GET hello HTTP/1.1\r\nHost: t\r\n\r\n", 400},
      {"GET /a#b HTTP/1.1\r\nHost: t\r\n\r\n", 400},
      {"GET /hello HTTP/3.1\r\nHost: t\r\n\r\n", 505},
      {"GET /hello HTTP/2.0\r\nHost: t\r\n\r\n", 505},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
      {"CONNECT t:80 HTTP/1.1\r\nHost: t\r\n\r\n", 501},
      {"GET / HTTP/1.1\r\nHost: t\r\nBad Name: x\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: t\r\nX: a\rb\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: x\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
       400},
      {"POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 1001\r\n\r\n", 413},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 99999999999999999999999\r\n\r\n", 400},
      {"POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 18446744073709551615\r\n\r\n", 413},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int fd = client_connect(server_port(*state));
    int status = client_status(fd, cases[i].text);
    if (status != cases[i].status) fail_msg("case %zu: %d, not %d", i, status, cases[i].status);
    assert_true(client_ended(fd));
    close(fd);
  }
  assert_true(server_stats(*state).bad_requests >= sizeof cases / sizeof *cases);
}

static void text_fill(char *text, const char *start, char fill, size_t count, const char *end) {
  size_t length = strlen(start);
  memcpy(text, start, length);
  memset(text + length, fill, count);
  strcpy(text + length + count, end);
}

static void bounds_the_url(void **state) {
  char text[1000];
  text_fill(text, "GET /", 'a', 199, " HTTP/1.1\r\nHost: t\r\n\r\n");
  assert_int_equal(client_once(server_port(*state), text), 404);
  text_fill(text, "GET /", 'a', 200, " HTTP/1.1\r\nHost: t\r\n\r\n");
  assert_int_equal(client_once(server_port(*state), text), 414);
}

static void bounds_the_headers(void **state) {
  char text[4000];
  text_fill(text, "GET /hello HTTP/1.1\r\nHost: t\r\nX: ", 'a', 1994, "\r\n\r\n");
  assert_int_equal(client_once(server_port(*state), text), 200);
  text_fill(text, "GET /hello HTTP/1.1\r\nHost: t\r\nX: ", 'a', 1995, "\r\n\r\n");
  assert_int_equal(client_once(server_port(*state), text), 431);
  for (int lines = 10; lines <= 11; lines++) {
    strcpy(text, "GET /hello HTTP/1.1\r\nHost: t\r\n");
    for (int i = 1; i < lines; i++)
      strcat(text, "X: y\r\n");
    strcat(text, "\r\n");
    assert_int_equal(client_once(server_port(*state), text), lines == 10 ? 200 : 431);
  }
}

static void bounds_a_chunked_body(void **state) {
  char text[4000];
  text_fill(text, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n",
            'a', 1000, "\r\n0\r\n\r\n");
  assert_int_equal(client_once(server_port(*state), text), 200);
  text_fill(text, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n",
            'a', 1001, "\r\n0\r\n\r\n");
  assert_int_equal(client_once(server_port(*state), text), 413);
}

static void keeps_trailers_out_of_the_headers(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
                  "1\r\na\r\n0\r\nX-Test: trailer\r\n\r\n");
  expect_body(fd, "POST /echo? [none] a");
  close(fd);
}

static void takes_other_upgrades_for_plain_requests(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, "GET /hello HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
                  "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
  expect_body(fd, "hello");
  expect_body(fd, "hello");
  close(fd);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_and_keeps_the_connection),
      cmocka_unit_test(gives_the_parts_of_a_request),
      cmocka_unit_test(reads_byte_by_byte),
      cmocka_unit_test(answers_pipelined_requests_in_order),
      cmocka_unit_test(answers_a_thousand_pipelined_requests),
      cmocka_unit_test(answers_after_the_client_finished_sending),
      cmocka_unit_test(forgets_a_client_that_left),
      cmocka_unit_test(sends_no_body_for_head_and_204),
      cmocka_unit_test(ends_when_the_client_wants_to),
      cmocka_unit_test(sends_large_static_bodies),
      cmocka_unit_test(invites_the_body),
      cmocka_unit_test(sends_no_header_that_breaks_the_answer),
      cmocka_unit_test(refuses_bad_requests),
      cmocka_unit_test(bounds_the_url),
      cmocka_unit_test(bounds_the_headers),
      cmocka_unit_test(bounds_a_chunked_body),
      cmocka_unit_test(keeps_trailers_out_of_the_headers),
      cmocka_unit_test(takes_other_upgrades_for_plain_requests),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
