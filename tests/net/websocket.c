/* WebSocket: handshake, messages, control frames, closing, and frames that break the protocol. */
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

#define UPGRADE(path, more)                                                                        \
  "GET " path " HTTP/1.1\r\nHost: t:1\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n" more "\r"  \
  "\n"
#define VERSION "Sec-WebSocket-Version: 13\r\n"
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

static int setup(void **state) {
  static const char *const origins[] = {"https://game.example"};
  struct junqi_net_config config = server_config();
  config.frames_per_second = 100000;
  config.frame_burst = 100000;
  config.max_message = 100000;
  config.max_fragments = 8;
  config.origins = origins;
  config.origin_count = 1;
  *state = server_start(&config);
  return 0;
}

static int teardown(void **state) {
  server_end(*state, NULL);
  return 0;
}

static void judges_the_handshake(void **state) {
  static const struct {
    const char *text;
    int status;
  } cases[] = {
      {UPGRADE("/ws", VERSION KEY), 101},
      {UPGRADE("/other", VERSION KEY), 404},
      {UPGRADE("/ws", KEY), 426},
      {UPGRADE("/ws", "Sec-WebSocket-Version: 8\r\n" KEY), 426},
      {UPGRADE("/ws", VERSION), 400},
      {UPGRADE("/ws", VERSION "Sec-WebSocket-Key: short==\r\n"), 400},
      {UPGRADE("/ws", VERSION "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQAA\r\n"), 400},
      {UPGRADE("/ws", VERSION "Sec-WebSocket-Key: dGhlIHNh!XBsZSBub25jZQ==\r\n"), 400},
      {UPGRADE("/ws", VERSION KEY "Origin: http://t:1\r\n"), 101},
      {UPGRADE("/ws", VERSION KEY "Origin: https://T:1\r\n"), 101},
      {UPGRADE("/ws", VERSION KEY "Origin: https://game.example\r\n"), 101},
      {UPGRADE("/ws", VERSION KEY "Origin: http://game.example\r\n"), 403},
      {UPGRADE("/ws", VERSION KEY "Origin: http://t\r\n"), 403},
      {UPGRADE("/ws", VERSION KEY "Origin: http://t:1.evil.example\r\n"), 403},
      {UPGRADE("/ws", VERSION KEY "Origin: https://evil.example\r\n"), 403},
      {UPGRADE("/ws", VERSION KEY "Origin: null\r\n"), 403},
      {"POST /ws HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" VERSION KEY
       "\r\n",
       400},
      {"GET /ws HTTP/1.0\r\nHost: t\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" VERSION KEY
       "\r\n",
       400},
      {UPGRADE("/ws", VERSION KEY "Content-Length: 1\r\n") "x", 400},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int status = client_once(server_port(*state), cases[i].text);
    if (status != cases[i].status) fail_msg("case %zu: %d, not %d", i, status, cases[i].status);
  }
  assert_int_equal(server_stats(*state).refused_origin, 5);
}

/* Frames behind a refused handshake are not requests. */
static void ends_after_a_refused_handshake(void **state) {
  int fd = client_connect(server_port(*state));
  client_text(fd, UPGRADE("/other", VERSION KEY) "GET /hello HTTP/1.1\r\nHost: t\r\n\r\n");
  assert_int_equal(client_status(fd, ""), 404);
  assert_int_equal(client_response(fd, false).status, 0);
  close(fd);
}

static void echoes_messages_of_every_length_form(void **state) {
  static const size_t lengths[] = {0, 1, 125, 126, 127, 4096, 65535, 65536, 100000};
  int fd = client_websocket(server_port(*state));
  char *text = calloc(1, 100001);
  memset(text, 'm', 100000);
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    client_frame(fd, 0x81, text, lengths[i]);
    struct client_frame *frame = client_read_frame(fd);
    assert_int_equal(frame->first, 0x81);
    assert_int_equal(frame->length, lengths[i]);
    assert_memory_equal(frame->data, text, lengths[i]);
    free(frame);
  }
  free(text);
  close(fd);
}

static void reads_frames_sent_with_the_handshake(void **state) {
  int fd = client_connect(server_port(*state));
  static const char text[] = UPGRADE("/ws", VERSION KEY) "\x81\x82\0\0\0\0hi\x81\x83\0\0\0\0you";
  client_send(fd, text, sizeof text - 1);
  assert_int_equal(client_response(fd, false).status, 101);
  assert_true(client_gets_text(fd, "hi"));
  assert_true(client_gets_text(fd, "you"));
  close(fd);
}

static void reads_frames_byte_by_byte(void **state) {
  static const char frames[] = "\x81\x85\1\2\3\4\x69\x67\x6f\x68\x6e\x81\x80\1\2\3\4"
                               "\x81\x82\0\0\0\0ok";
  int fd = client_websocket(server_port(*state));
  for (size_t i = 0; i < sizeof frames - 1; i++) {
    client_send(fd, frames + i, 1);
    usleep(500);
  }
  assert_true(client_gets_text(fd, "hello"));
  assert_true(client_gets_text(fd, ""));
  assert_true(client_gets_text(fd, "ok"));
  close(fd);
}

/* A character cut by the border of two fragments, and a ping between them. */
static void joins_fragments(void **state) {
  int fd = client_websocket(server_port(*state));
  client_frame(fd, 0x01, "ab\xe5\x86", 4);
  usleep(5000);
  client_frame(fd, 0x89, "p", 1);
  client_frame(fd, 0x00, "\x9b", 1);
  client_frame(fd, 0x00, "", 0);
  client_frame(fd, 0x80, "c", 1);
  struct client_frame *pong = client_read_frame(fd);
  assert_int_equal(pong->first, 0x8a);
  assert_int_equal(pong->length, 1);
  assert_int_equal(pong->data[0], 'p');
  free(pong);
  assert_true(client_gets_text(fd, "ab军c"));
  close(fd);
}

static void answers_pings_and_ignores_pongs(void **state) {
  int fd = client_websocket(server_port(*state));
  client_frame(fd, 0x8a, "unasked", 7);
  char body[125] = {7};
  client_frame(fd, 0x89, body, sizeof body);
  struct client_frame *pong = client_read_frame(fd);
  assert_int_equal(pong->first, 0x8a);
  assert_int_equal(pong->length, sizeof body);
  assert_memory_equal(pong->data, body, sizeof body);
  free(pong);
  close(fd);
}

static void sends_one_payload_to_many(void **state) {
  int fds[10];
  for (int i = 0; i < 10; i++)
    fds[i] = client_websocket(server_port(*state));
  client_frame(fds[0], 0x81, "all", 3);
  for (int i = 0; i < 10; i++) {
    assert_true(client_gets_text(fds[i], "to all"));
    close(fds[i]);
  }
}

static void answers_a_close(void **state) {
  static const struct {
    const char *body;
    size_t length;
    int code;
  } cases[] = {
      {"", 0, 1005},     {"\x03\xe8", 2, 1000}, {"\x03\xe9going", 7, 1001}, {"\x0f\xa0", 2, 4000},
      {"\x03", 1, 1002}, {"\x03\xed", 2, 1002}, {"\x03\xe8\xff", 3, 1007},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int fd = client_websocket(server_port(*state));
    client_frame(fd, 0x88, cases[i].body, cases[i].length);
    int code = client_close_code(fd);
    if (code != cases[i].code) fail_msg("case %zu: %d, not %d", i, code, cases[i].code);
    assert_true(client_ended(fd));
    close(fd);
  }
}

static void closes_when_the_caller_wants_to(void **state) {
  int fd = client_websocket(server_port(*state));
  client_frame(fd, 0x81, "close", 5);
  client_frame(fd, 0x81, "no echo", 7);
  struct client_frame *frame = client_read_frame(fd);
  assert_int_equal(frame->first, 0x88);
  assert_int_equal(frame->length, 5);
  assert_memory_equal(frame->data,
                      "\x0f\xa0"
                      "bye",
                      5);
  free(frame);
  client_frame(fd, 0x88, "\x0f\xa0", 2);
  assert_true(client_ended(fd));
  close(fd);
}

static void leaves_a_peer_that_does_not_close(void **state) {
  (void)state;
  struct junqi_net_config config = server_config();
  config.close_timeout = 300;
  struct test_server *server = server_start(&config);
  int fd = client_websocket(server_port(server));
  client_frame(fd, 0x81, "close", 5);
  assert_int_equal(client_close_code(fd), 4000);
  assert_true(client_ended(fd));
  close(fd);
  server_end(server, NULL);
}

/* Raw bytes that break the protocol, and the code they are closed with. */
static void closes_what_breaks_the_protocol(void **state) {
#define CASE(bytes, code)                                                                          \
  { bytes, sizeof bytes - 1, code }
  static const struct {
    const char *bytes;
    size_t length;
    int code;
  } cases[] = {
      CASE("\x82\x81\0\0\0\0b", 1003),                    /* binary */
      CASE("\x81\x01m", 1002),                            /* not masked */
      CASE("\xc1\x81\0\0\0\0m", 1002),                    /* a reserved bit */
      CASE("\x83\x81\0\0\0\0m", 1002),                    /* an unknown opcode */
      CASE("\x8b\x80\0\0\0\0", 1002),                     /* and an unknown control one */
      CASE("\x80\x81\0\0\0\0m", 1002),                    /* continues nothing */
      CASE("\x01\x81\0\0\0\0m\x81\x81\0\0\0\0m", 1002),   /* does not continue */
      CASE("\x09\x80\0\0\0\0", 1002),                     /* a fragmented ping */
      CASE("\x89\xfe\x00\x7e\0\0\0\0", 1002),             /* a ping of 126 bytes */
      CASE("\x81\xfe\x00\x7d\0\0\0\0", 1002),             /* a length not in its shortest form */
      CASE("\x81\xff\0\0\0\0\0\0\xff\xff\0\0\0\0", 1002), /* the same, 8 bytes */
      CASE("\x81\xff\x80\0\0\0\0\0\0\0\0\0\0\0", 1002),   /* the length's top bit */
      CASE("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0m", 1009), /* too long, by its word */
      CASE("\x81\xff\x40\0\0\0\0\0\0\0", 1009),             /* 2^62; nothing of it need come */
      CASE("\x01\xff\0\0\0\0\0\x01\x86\xa1\0\0\0\0", 1009), /* 100001 bytes */
      CASE("\x81\x82\0\0\0\0\xc3\x28", 1007),               /* not UTF-8 */
      CASE("\x81\x83\0\0\0\0\xed\xa0\x80", 1007),           /* a surrogate */
      CASE("\x81\x82\0\0\0\0\xc0\x80", 1007),               /* an overlong NUL */
      CASE("\x81\x84\0\0\0\0\xf4\x90\x80\x80", 1007),       /* beyond U+10FFFF */
      CASE("\x81\x81\0\0\0\0\xe5", 1007),                   /* a character cut short */
  };
#undef CASE
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int fd = client_websocket(server_port(*state));
    client_send(fd, cases[i].bytes, cases[i].length);
    int code = client_close_code(fd);
    if (code != cases[i].code) fail_msg("case %zu: %d, not %d", i, code, cases[i].code);
    assert_true(client_ended(fd));
    close(fd);
  }
  assert_true(server_stats(*state).dropped_protocol >= sizeof cases / sizeof *cases);
}

/* What came before is a message still; the longest one is none too long, however it is cut. */
static void refuses_a_length_when_it_is_read(void **state) {
  static const char good[] = "\x81\x82\0\0\0\0ok\x81\xff\x40\0\0\0\0\0\0\0";
  int fd = client_websocket(server_port(*state));
  client_send(fd, good, sizeof good - 1);
  assert_true(client_gets_text(fd, "ok"));
  assert_int_equal(client_close_code(fd), 1009);
  assert_true(client_ended(fd));
  close(fd);
  fd = client_websocket(server_port(*state));
  char *text = calloc(1, 100000);
  memset(text, 'm', 100000);
  client_send(fd, "\x81\xff\0\0\0", 5);
  usleep(5000);
  client_send(fd, "\0\0\x01\x86\xa0\0", 6);
  usleep(5000);
  client_send(fd, "\0\0\0", 3);
  usleep(5000);
  client_send(fd, text, 100000);
  struct client_frame *frame = client_read_frame(fd);
  assert_int_equal(frame->first, 0x81);
  assert_int_equal(frame->length, 100000);
  free(frame);
  free(text);
  close(fd);
}

static void bounds_the_sum_of_fragments(void **state) {
  int fd = client_websocket(server_port(*state));
  char *text = calloc(1, 60000);
  memset(text, 'm', 60000);
  client_frame(fd, 0x01, text, 60000);
  client_frame(fd, 0x80, text, 60000);
  free(text);
  assert_int_equal(client_close_code(fd), 1009);
  close(fd);
}

static void bounds_the_number_of_fragments(void **state) {
  for (int count = 8; count <= 9; count++) {
    int fd = client_websocket(server_port(*state));
    client_frame(fd, 0x01, "a", 1);
    for (int i = 2; i < count; i++)
      client_frame(fd, 0x00, "", 0);
    client_frame(fd, 0x80, "z", 1);
    if (count == 8)
      assert_true(client_gets_text(fd, "az"));
    else
      assert_int_equal(client_close_code(fd), 1009);
    close(fd);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(judges_the_handshake),
      cmocka_unit_test(ends_after_a_refused_handshake),
      cmocka_unit_test(echoes_messages_of_every_length_form),
      cmocka_unit_test(reads_frames_sent_with_the_handshake),
      cmocka_unit_test(reads_frames_byte_by_byte),
      cmocka_unit_test(joins_fragments),
      cmocka_unit_test(answers_pings_and_ignores_pongs),
      cmocka_unit_test(sends_one_payload_to_many),
      cmocka_unit_test(answers_a_close),
      cmocka_unit_test(closes_when_the_caller_wants_to),
      cmocka_unit_test(leaves_a_peer_that_does_not_close),
      cmocka_unit_test(closes_what_breaks_the_protocol),
      cmocka_unit_test(refuses_a_length_when_it_is_read),
      cmocka_unit_test(bounds_the_sum_of_fragments),
      cmocka_unit_test(bounds_the_number_of_fragments),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
