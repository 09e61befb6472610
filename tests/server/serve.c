/* The server from outside: a child process, plain sockets, a directory on the disk. */
#include "house.h"
#include "player.h"

#include "net/client.h"
#include "wire_table.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char create[] =
    "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":1}],"
    "\"options\":{\"quiet_limit\":\"8\"}}";

static house shared;

static int start_shared(void **state) {
  (void)state;
  house_open(&shared, NULL);
  return 0;
}

static int stop_shared(void **state) {
  (void)state;
  return house_close(&shared);
}

/* -- HTTP ----------------------------------------------------------------------------------------
 */

static struct client_response get(const char *line, const char *headers) {
  char request[4096];
  int fd = client_connect(shared.port);
  snprintf(request, sizeof request, "%s HTTP/1.1\r\nHost: t\r\n%sConnection: close\r\n\r\n", line,
           headers);
  client_text(fd, request);
  struct client_response response = client_response(fd, strncmp(line, "HEAD", 4) != 0);
  close(fd);
  return response;
}

static void expect_status(const char *line, int status) {
  struct client_response response = get(line, "");
  if (response.status != status) fail_msg("%s: %d", line, response.status);
  assert_non_null(strstr(response.head, "X-Content-Type-Options: nosniff"));
  assert_non_null(strstr(response.head, "frame-ancestors 'none'"));
  free(response.body);
}

static void addresses(void **state) {
  (void)state;
  expect_status("GET /", 200);
  expect_status("HEAD /", 200);
  expect_status("GET /index.html", 200);
  expect_status("GET /%69ndex.html?x=1", 200);
  expect_status("GET /healthz", 200);
  expect_status("GET /api/session", 200);
  expect_status("GET /api/nothing", 404);
  expect_status("HEAD /api/session", 405);
  expect_status("GET /t/abc", 200); /* a screen of the page */
  expect_status("GET /leaders/", 200);
  expect_status("GET /people/..%20", 200);
  expect_status("GET /people/a%2Fb%3Fc%23d%25%5C", 200);
  expect_status("GET /nothing", 404);
  expect_status("GET /../../etc/passwd", 404);
  expect_status("GET /%2e%2e/%2e%2e/etc/passwd", 404);
  expect_status("GET //etc/passwd", 404);
  expect_status("GET /index.html%00.png", 400);
  expect_status("GET /%", 400);
  expect_status("GET /%zz", 400);
  expect_status("GET /record/nosuchtable.jg", 404);
  expect_status("GET /record/.jg", 404);
  expect_status("GET /record/..%2f..%2fetc.jg", 404);
  expect_status("GET /record/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.jg", 404);
  expect_status("GET /ws", 404);
  expect_status("POST /", 405);
  expect_status("DELETE /record/x.jg", 405);
  expect_status("OPTIONS /ws", 405);
}

static void page_headers(void **state) {
  (void)state;
  struct client_response response = get("GET /", "Accept-Encoding: gzip, br\r\n");
  char tag[64], again[128];
  const char *at = strstr(response.head, "ETag: ");
  assert_non_null(at);
  assert_non_null(strstr(response.head, "Content-Encoding: "));
  assert_non_null(strstr(response.head, "Vary: Accept-Encoding"));
  assert_non_null(strstr(response.head, "Cache-Control: no-cache"));
  assert_null(strstr(response.head, "Set-Cookie")); /* whoever only looks leaves nothing behind */
  snprintf(tag, sizeof tag, "%.*s", (int)strcspn(at + 6, "\r"), at + 6);
  free(response.body);
  snprintf(again, sizeof again, "If-None-Match: W/%s\r\n", tag);
  response = get("GET /", again);
  assert_int_equal(response.status, 304);
  free(response.body);
}

/* -- A game over the wire ------------------------------------------------------------------------
 */

/* Joins from the player's last number on; false when the server went away. */
static bool rejoin(int fd, player *p) {
  p->live = false;
  house_say(fd, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", p->table, p->seq);
  for (char *text; !p->live && (text = house_hear(fd)); free(text))
    player_hear(p, text);
  return p->live;
}

static int begin(player *p, char cookie[64]) {
  int fd = house_enter(&shared, cookie);
  player_start(p, 21);
  house_say(fd, "%s", create);
  char *text = house_await(fd, "\"created\"");
  player_hear(p, text);
  free(text);
  assert_true(rejoin(fd, p));
  house_say(fd, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", p->table,
            "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12");
  while (!p->started) {
    assert_non_null(text = house_hear(fd));
    player_hear(p, text);
    free(text);
  }
  return fd;
}

/* What came of the other's ply was still on its way when this one was sent. */
static bool is_hasty(const char *text) {
  return strstr(text, "\"table_stale\"") || strstr(text, "\"table_over\"") ||
         strstr(text, "\"game_over\"");
}

/* Plays until the game is over or `lines` have been told. */
static void play(int fd, player *p, unsigned lines) {
  uint32_t asked = 0;
  while (!p->revealed && p->lines < lines) {
    char ply[9];
    if (player_on_turn(p) && asked != p->seq && player_ply(p, ply)) {
      asked = p->seq;
      house_say(fd, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}", p->table,
                p->seq, ply);
    }
    char *text = house_hear(fd);
    assert_non_null(text);
    if (strcmp(player_hear(p, text), "error") == 0 && !is_hasty(text)) fail_msg("%s", text);
    free(text);
  }
}

static void whole_game(void **state) {
  (void)state;
  player p;
  char cookie[64] = "", line[64];
  int fd = begin(&p, cookie);
  /* Not before its end. */
  snprintf(line, sizeof line, "GET /record/%s.jg", p.table);
  expect_status(line, 404);
  play(fd, &p, UINT32_MAX);
  assert_true(p.revealed);
  struct client_response response = get(line, "");
  assert_int_equal(response.status, 200);
  assert_memory_equal(response.body, "junqi 1\nvariant dark\n", 21);
  assert_non_null(strstr(response.body, "\nend "));
  free(response.body);
  house_say(fd, "{\"type\":\"record\",\"table\":\"%s\"}", p.table);
  free(house_await(fd, "\"text\":\"junqi 1"));
  close(fd);
}

/* kill -9 in the middle; on the same port again; the page connects and the game goes on. What the
 * clocks do is tested in hub.c, where time is the test's. */
static void killed(void **state) {
  (void)state;
  player p;
  char cookie[64] = "";
  int fd = begin(&p, cookie);
  play(fd, &p, 4);
  for (unsigned round = 1; round <= 2; round++) {
    uint32_t told = p.seq;
    assert_int_equal(house_stop(&shared, SIGKILL), -SIGKILL);
    close(fd);
    house_start(&shared, 1);
    fd = house_enter(&shared, cookie);
    assert_true(rejoin(fd, &p));
    assert_true(p.seq >= told); /* all that was told is there */
    play(fd, &p, p.lines + 4);
  }
  play(fd, &p, UINT32_MAX);
  assert_true(p.revealed);
  close(fd);
}

/* -- What should not come ------------------------------------------------------------------------
 */

static void bad_frames(void **state) {
  (void)state;
  char cookie[64] = "", *big = calloc(1, 20000);
  int fd = house_enter(&shared, cookie);
  house_say(fd, "nonsense");
  free(house_await(fd, "message_json")); /* the connection stays */
  house_say(fd, "{\"type\":\"ping\",\"re\":9}");
  free(house_await(fd, "{\"type\":\"pong\",\"re\":9}"));
  client_frame(fd, 0x82, "binary", 6);
  assert_int_equal(client_close_code(fd), 1003);
  close(fd);
  fd = house_enter(&shared, cookie);
  client_frame(fd, 0x81, "\xff\xfe", 2);
  assert_int_equal(client_close_code(fd), 1007);
  close(fd);
  fd = house_enter(&shared, cookie);
  memset(big, 'x', 20000);
  client_frame(fd, 0x81, big, 20000);
  assert_int_equal(client_close_code(fd), 1009);
  close(fd);
  free(big);
  /* Half a frame, then silence: others are not held up. */
  fd = house_enter(&shared, cookie);
  client_send(fd, "\x81\xfe\x10", 3);
  int other = house_enter(&shared, cookie);
  house_say(other, "{\"type\":\"ping\"}");
  free(house_await(other, "pong"));
  close(other);
  close(fd);
}

static void flood(void **state) {
  (void)state;
  static const char ping[] = "\x81\x8f\0\0\0\0{\"type\":\"ping\"}";
  char cookie[64] = "", pings[200 * (sizeof ping - 1)];
  int fd = house_enter(&shared, cookie), code = 0;
  /* At once: a busy machine would make a steady rate of them. */
  for (size_t i = 0; i < sizeof pings; i += sizeof ping - 1)
    memcpy(pings + i, ping, sizeof ping - 1);
  client_send(fd, pings, sizeof pings);
  for (unsigned i = 0; i < 200 && !code; i++) {
    struct client_frame *frame = client_read_frame(fd);
    if (frame->first == 0x88)
      code = (unsigned char)frame->data[0] << 8 | (unsigned char)frame->data[1];
    free(frame);
  }
  assert_int_equal(code, 1008);
  close(fd);
}

static void no_session(void **state) {
  (void)state;
  int fd = client_websocket(shared.port);
  free(house_await(fd, "no_session"));
  assert_int_equal(client_close_code(fd), 4001);
  close(fd);
}

/* A thousand connections that say nothing: the next one is served as if they were not there. */
static void silent_crowd(void **state) {
  enum { CROWD = 1000 };
  (void)state;
  static int fd[CROWD];
  struct rlimit files;
  char cookie[64] = "";
  getrlimit(RLIMIT_NOFILE, &files);
  size_t count = files.rlim_cur > CROWD + 64 ? CROWD : (size_t)files.rlim_cur - 64;
  for (size_t i = 0; i < count; i++)
    fd[i] = client_connect(shared.port);
  int one = house_enter(&shared, cookie);
  house_say(one, "{\"type\":\"ping\"}");
  free(house_await(one, "pong"));
  close(one);
  for (size_t i = 0; i < count; i++)
    close(fd[i]);
}

/* -- Life ----------------------------------------------------------------------------------------
 */

static void expect_refusal(const char *directory, int port, const char *told) {
  char command[512];
  snprintf(command, sizeof command,
           "timeout 60 '%s' serve --port %d --data '%s' 2>&1 | grep -q -- '%s'", JUNQI_PROGRAM,
           port, directory, told);
  assert_int_equal(system(command), 0);
}

/* The port is taken, or the data directory: said, and the first server is not disturbed. */
static void second_server(void **state) {
  (void)state;
  house other;
  house_make(&other);
  expect_refusal(shared.directory, 0, "another process uses this data directory");
  expect_refusal(other.directory, shared.port, "choose another port with --port");
  house_remove(&other);
}

/* The disk is full in the middle of it all: the server tells its people that it ends and says why;
 * what it promised before is there when there is room again. */
static void disk_full(void **state) {
  static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";
  house full;
  struct rlimit size, small;
  char cookie[64] = "", last[32];
  int code = 0, kept = 0;
  (void)state;
  getrlimit(RLIMIT_FSIZE, &size);
  small = (struct rlimit){200 * 1024, size.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  house_make(&full);
  house_start(&full, 0);
  setrlimit(RLIMIT_FSIZE, &size);
  int fd = house_enter(&full, cookie);
  while (!code) {
    house_say(fd, "{\"type\":\"layout-save\",\"name\":\"<%d>\",\"layout\":\"%s\"}", kept, layout);
    struct client_frame *frame = client_read_frame(fd);
    assert_int_not_equal(frame->first, 0);
    if (frame->first == 0x88)
      code = (unsigned char)frame->data[0] << 8 | (unsigned char)frame->data[1];
    else if (strstr(frame->data, "\"done\""))
      kept++;
    free(frame);
  }
  close(fd);
  assert_int_equal(code, 1001);
  assert_int_equal(house_stop(&full, SIGTERM), 1);
  assert_in_range(kept, 1, 60);
  house_start(&full, 0);
  fd = house_enter(&full, cookie);
  snprintf(last, sizeof last, "<%d>", kept - 1);
  house_say(fd, "{\"type\":\"layouts\"}");
  free(house_await(fd, last));
  close(fd);
  house_stop(&full, SIGTERM);
  house_remove(&full);
}

/* SIGTERM with people connected: they are told, it ends by itself, and nobody counts as cut. */
static void graceful(void **state) {
  (void)state;
  player p;
  char cookie[64] = "";
  int fd = begin(&p, cookie);
  assert_int_equal(kill(shared.process, SIGTERM), 0);
  int code = 0;
  while (!code) {
    struct client_frame *frame = client_read_frame(fd);
    assert_int_not_equal(frame->first, 0);
    if (frame->first == 0x88)
      code = (unsigned char)frame->data[0] << 8 | (unsigned char)frame->data[1];
    free(frame);
  }
  assert_int_equal(code, 1001);
  client_frame(fd, 0x88, "\x03\xe9", 2);
  close(fd);
  assert_int_equal(house_stop(&shared, SIGTERM), 0);
  house_start(&shared, 1);
  fd = house_enter(&shared, cookie);
  assert_true(rejoin(fd, &p));
  house_say(fd, "{\"type\":\"leave\",\"table\":\"%s\"}", p.table);
  play(fd, &p, UINT32_MAX);
  assert_int_equal(p.view.reason, JUNQI_BY_ESCAPE);
  close(fd);
}

static int64_t ms_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* What the next `live` says is left for the move. */
static int64_t await_left(int fd) {
  char *text = house_await(fd, "\"live\"");
  const char *at = strstr(text, "\"left\":");
  assert_non_null(at);
  int64_t left = strtoll(at + 7, NULL, 10);
  free(text);
  return left;
}

/* Ms for which the server is stopped for certain. */
static int64_t stop_for(int64_t ms) {
  int status;
  assert_int_equal(kill(shared.process, SIGSTOP), 0);
  assert_int_equal(waitpid(shared.process, &status, WUNTRACED), shared.process);
  assert_true(WIFSTOPPED(status));
  int64_t since = ms_now();
  usleep((useconds_t)(ms * 1000));
  int64_t took = ms_now() - since;
  assert_int_equal(kill(shared.process, SIGCONT), 0);
  return took;
}

/* The process is stopped during somebody's turn: the turn costs no more than the time around that
 * and what lies between two looks at the clock; and who follows is told without asking. */
static void stopped(void **state) {
  enum { STOP_MS = 4000, BETWEEN_LOOKS_MS = 600 };
  char cookie[64] = "";
  player p;
  (void)state;
  int fd = begin(&p, cookie);
  int64_t since = ms_now();
  house_say(fd, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", p.table, p.seq);
  int64_t before = await_left(fd);
  int64_t still = stop_for(STOP_MS);
  int64_t after = await_left(fd), awake = ms_now() - since - still;
  assert_in_range(before, 1, 30000);
  if (before - after > awake + BETWEEN_LOOKS_MS)
    fail_msg("%lld ms of a turn are gone, %lld passed", (long long)(before - after),
             (long long)awake);
  house_say(fd, "{\"type\":\"leave\",\"table\":\"%s\"}", p.table);
  close(fd);
}

int main(void) {
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max < 8192 ? files.rlim_max : 8192;
  setrlimit(RLIMIT_NOFILE, &files);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(addresses),  cmocka_unit_test(page_headers),  cmocka_unit_test(bad_frames),
      cmocka_unit_test(flood),      cmocka_unit_test(no_session),    cmocka_unit_test(silent_crowd),
      cmocka_unit_test(killed),     cmocka_unit_test(second_server), cmocka_unit_test(graceful),
      cmocka_unit_test(whole_game), cmocka_unit_test(disk_full),     cmocka_unit_test(stopped),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
