/* Bots over plain HTTP, against the real server: two of them play a whole game; what they do twice
 * or too late does no harm. */
#include "caller.h"
#include "house.h"

#include "junqi/server.h"
#include "net/client.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";
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

/* A bot, with the header that bears its token. */
typedef struct bot {
  caller c;
  char header[128];
} bot;

static void bot_make(bot *b, const char *name) {
  char body[128];
  b->c = caller_new(&shared);
  snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"12345678\"}", name);
  assert_int_equal(caller_call(&b->c, "/api/register", body), 200);
  assert_int_equal(caller_call(&b->c, "/api/tokens", "{\"label\":\"bot\"}"), 200);
  snprintf(b->header, sizeof b->header, "Authorization: Bearer %s\r\n",
           caller_text(&b->c, "token"));
  *b->c.cookie = 0;
  b->c.origin = NULL;
  b->c.headers = b->header;
}

/* Calls as a well-behaved bot does: told that it asks too much, it waits a little and asks again.
 */
static int patiently(bot *b, const char *path, const char *body) {
  for (unsigned tries = 0; tries < 300; tries++) {
    int status = caller_call(&b->c, path, body);
    if (status != 429 || strcmp(caller_text(&b->c, "code"), "too_many") != 0) break;
    usleep(200000);
  }
  return b->c.status;
}

static int post(bot *b, const char *deed, const char *format, ...) {
  char path[64], body[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(body, sizeof body, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "/api/bot/%s", deed);
  return patiently(b, path, body);
}

static int look(bot *b, const char *table, const char *query) {
  char path[128];
  snprintf(path, sizeof path, "/api/bot/table/%s%s", table, query);
  return patiently(b, path, NULL);
}

static int number(const bot *b, const char *field) {
  return (int)json_integer_value(json_object_get(b->c.answer, field));
}

static bool is(const bot *b, const char *field, const char *value) {
  return strcmp(caller_text(&b->c, field), value) == 0;
}

/* A table that the first bot makes through its WebSocket, the other seat free. */
static void make_table(const bot *b, char id[40]) {
  int fd;
  assert_int_equal(house_knock(&shared, b->header, &fd), 101);
  house_say(fd, "{\"type\":\"hello\",\"version\":1}");
  house_say(fd, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}],"
                "\"options\":{\"quiet_limit\":\"20\"},\"settings\":{\"countdown\":\"0\"}}");
  char *text = house_await(fd, "\"created\"");
  const char *at = strstr(text, "\"table\":\"") + 9;
  snprintf(id, 40, "%.*s", (int)strcspn(at, "\""), at);
  free(text);
  close(fd);
}

/* A bot that has made a table and follows it. */
static void bot_make_table(bot *b, const char *name, char table[40]) {
  bot_make(b, name);
  make_table(b, table);
  assert_int_equal(look(b, table, ""), 200);
}

/* -- A game --------------------------------------------------------------------------------------
 */

/* The one on turn plays the move in the middle of its list, twice; the second time nothing happens.
 */
static void play(bot *b, const char *table, unsigned ply) {
  const json_t *moves = json_object_get(b->c.answer, "moves");
  size_t count = json_array_size(moves);
  int revision = number(b, "revision");
  char move[16], again[16];
  assert_true(count > 0);
  snprintf(move, sizeof move, "%s", json_string_value(json_array_get(moves, ply * 7 % count)));
  snprintf(again, sizeof again, "%s", json_string_value(json_array_get(moves, count - 1)));
  post(b, "play", "{\"table\":\"%s\",\"revision\":%d,\"ply\":\"%s\",\"request\":\"ply %u\"}", table,
       revision, move, ply);
  caller_expect(&b->c, 200, "");
  assert_string_equal(caller_text(&b->c, "table"), table);
  if (ply > 3) return;
  post(b, "play", "{\"table\":\"%s\",\"revision\":%d,\"ply\":\"%s\",\"request\":\"ply %u\"}", table,
       revision, again, ply);
  caller_expect(&b->c, 200, ""); /* the same request: the same answer */
  post(b, "play", "{\"table\":\"%s\",\"revision\":%d,\"ply\":\"%s\"}", table, revision, again);
  caller_expect(&b->c, 409, "table_stale"); /* another one, and too late */
}

static void a_whole_game(void **state) {
  (void)state;
  bot one, two;
  char table[40];
  bot_make(&one, "Bot One");
  bot_make(&two, "Bot Two");
  make_table(&one, table);
  assert_int_equal(caller_call(&one.c, "/api/bot/tables", NULL), 200);
  assert_int_equal(json_array_size(json_object_get(one.c.answer, "tables")), 1);
  look(&two, table, "");
  caller_expect(&two.c, 404, "table_unknown"); /* it does not sit there */
  post(&two, "join", "{\"table\":\"%s\",\"seat\":\"b\",\"request\":\"in\"}", table);
  caller_expect(&two.c, 200, "");
  post(&two, "join", "{\"table\":\"%s\",\"seat\":\"b\",\"request\":\"in\"}", table);
  caller_expect(&two.c, 200, "");
  post(&two, "join", "{\"table\":\"%s\"}", table); /* it sits there already */
  caller_expect(&two.c, 200, "");
  post(&two, "join", "{\"table\":\"%s\",\"seat\":\"a\"}", table); /* not on that seat */
  caller_expect(&two.c, 409, "table_seat_taken");
  assert_int_equal(look(&two, table, ""), 200);
  assert_string_equal(caller_text(&two.c, "seat"), "b");
  assert_string_equal(caller_text(&two.c, "state"), "waiting");
  assert_true(json_is_null(json_object_get(two.c.answer, "position")));
  assert_int_equal(look(&one, table, ""), 200);
  post(&two, "layout", "{\"table\":\"%s\",\"layout\":\"F\"}", table);
  assert_int_equal(two.c.status, 409);
  post(&one, "ready", "{\"table\":\"%s\",\"layout\":\"%s\"}", table, layout);
  caller_expect(&one.c, 200, "");
  post(&two, "ready", "{\"table\":\"%s\",\"layout\":\"%s\"}", table, layout);
  caller_expect(&two.c, 200, "");
  unsigned ply = 0;
  bot *mover = &one;
  char query[64] = "";
  while (look(mover, table, query) == 200 && !is(mover, "state", "finished")) {
    /* Until it has begun: whatever happens next. */
    snprintf(query, sizeof query, "?after=%d&wait=30", number(mover, "revision"));
    if (!is(mover, "state", "playing")) continue;
    *query = 0;
    /* A view: the opponent's pieces are not in it. */
    assert_non_null(strchr(caller_text(&mover->c, "position"), '?'));
    if (is(mover, "turn", caller_text(&mover->c, "seat"))) {
      play(mover, table, ++ply);
    } else {
      assert_int_equal(json_array_size(json_object_get(mover->c.answer, "moves")), 0);
      mover = mover == &one ? &two : &one;
    }
  }
  caller_expect(&mover->c, 200, "");
  assert_true(ply >= 20);
  post(mover, "play", "{\"table\":\"%s\",\"revision\":0,\"ply\":\"a11a12\"}", table);
  assert_int_equal(mover->c.status, 409);
  caller_end(&one.c);
  caller_end(&two.c);
}

/* -- What should not be --------------------------------------------------------------------------
 */

static void who_may(void **state) {
  (void)state;
  caller c = caller_new(&shared);
  assert_int_equal(caller_call(&c, "/api/session", NULL), 200);
  assert_int_equal(caller_call(&c, "/api/bot/tables", NULL), 401);
  assert_string_equal(caller_text(&c, "code"), "token_wrong");
  c.headers = "Authorization: Bearer junqi_0123456789abcdef0123456789abcdef\r\n";
  assert_int_equal(caller_call(&c, "/api/bot/tables", NULL), 401);
  caller_end(&c);
}

static void what_is_wrong_is_said(void **state) {
  (void)state;
  bot b;
  char table[40];
  bot_make(&b, "Clumsy Bot");
  make_table(&b, table);
  assert_int_equal(caller_call(&b.c, "/api/bot/nothing", NULL), 404);
  assert_int_equal(caller_call(&b.c, "/api/bot/play", NULL), 405);
  caller_send(&b.c, "PUT", "/api/bot/play", "application/json", "{}", 2);
  caller_expect(&b.c, 405, "api_method");
  assert_non_null(strstr(b.c.head, "Allow: POST\r\n"));
  caller_send(&b.c, "POST", "/api/bot/tables", "application/json", "{}", 2);
  caller_expect(&b.c, 405, "api_method");
  assert_non_null(strstr(b.c.head, "Allow: GET\r\n"));
  static const char *const queries[] = {"?after=",          "?after=-1", "?wait=soon",
                                        "?after=1&wait=2x", "?wait=1.5", "?after=0x10"};
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
    look(&b, table, queries[i]);
    caller_expect(&b.c, 400, "message_kind");
  }
  assert_int_equal(look(&b, table, "?x=y&after=0&wait=99999999999999999999"), 200);
  post(&b, "play", "{\"table\":\"x\"}");
  caller_expect(&b.c, 400, "message_missing");
  post(&b, "play", "{\"table\":\"x\",\"revision\":1,\"ply\":\"a11a12\",\"more\":1}");
  caller_expect(&b.c, 400, "message_extra");
  post(&b, "play", "{\"table\":\"x\",\"revision\":1,\"ply\":\"a11a12\"}");
  caller_expect(&b.c, 404, "table_unknown");
  post(&b, "join", "{\"table\":\"a\\\",\\\"b\"}");
  caller_expect(&b.c, 404, "table_unknown");
  post(&b, "join", "{\"table\":\"AAAAAA\"}");
  caller_expect(&b.c, 409, "code_unknown");
  post(&b, "act", "{\"table\":\"x\",\"revision\":1,\"what\":\"win\"}");
  caller_expect(&b.c, 400, "message_choice");
  look(&b, "..%2f..", "");
  caller_expect(&b.c, 404, "table_unknown");
  look(&b, "nosuchtable", "?after=99999999999999999999");
  caller_expect(&b.c, 404, "table_unknown");
  caller_end(&b.c);
}

/* A connection on which the bot waits for what does not come. */
static int wait_on(const bot *b, const char *table) {
  char request[512];
  int fd = client_connect(shared.port);
  snprintf(request, sizeof request,
           "GET /api/bot/table/%s?after=100000&wait=30 HTTP/1.1\r\nHost: t\r\n%s\r\n", table,
           b->header);
  client_text(fd, request);
  return fd;
}

/* What whoever waits there is told. */
static void expect_end(int fd, int status, const char *code) {
  struct client_response response = client_response(fd, true);
  assert_int_equal(response.status, status);
  assert_non_null(strstr(response.body, code));
  free(response.body);
  close(fd);
}

/* Nothing happens: the answer comes when the time is over, with what there is. */
static void waiting(void **state) {
  (void)state;
  bot b;
  char table[40], query[40];
  bot_make_table(&b, "Patient Bot", table);
  int revision = number(&b, "revision");
  snprintf(query, sizeof query, "?after=%d&wait=1", revision + 1000);
  assert_int_equal(look(&b, table, query), 200);
  assert_in_range(number(&b, "revision"), revision, revision + 2);
  /* A ban ends the line, too, and whoever waits there hears why. */
  const char *const ban[] = {"ban", "Patient Bot", "1d", "why"};
  junqi_error error;
  int fd = wait_on(&b, table);
  assert_int_equal(look(&b, table, ""), 200); /* the other has arrived by now, or comes too late */
  assert_int_equal(junqi_admin(shared.directory, ban, 4, NULL, NULL, &error), JUNQI_E_OK);
  expect_end(fd, 403, "\"banned\"");
  look(&b, table, "");
  caller_expect(&b.c, 403, "banned");
  caller_end(&b.c);
}

/* A token that is revoked, and an account that has ended, are told as such to who waits. */
static void tokens_end(void **state) {
  (void)state;
  bot b;
  char table[40];
  bot_make_table(&b, "Fired Bot", table);
  int fd = wait_on(&b, table);
  assert_int_equal(look(&b, table, ""), 200);
  const char *const end[] = {"delete", "Fired Bot"};
  junqi_error error;
  assert_int_equal(junqi_admin(shared.directory, end, 2, NULL, NULL, &error), JUNQI_E_OK);
  expect_end(fd, 401, "\"token_wrong\"");
  caller_end(&b.c);
}

/* Of too many that wait the oldest gives way: nobody is kept out by what a former run left behind.
 */
static void waits_left_behind(void **state) {
  (void)state;
  enum { MANY = 9 };
  bot b;
  char table[40];
  struct pollfd all[MANY];
  bot_make(&b, "Restless Bot");
  make_table(&b, table);
  for (int i = 0; i < MANY; i++)
    all[i] = (struct pollfd){.fd = wait_on(&b, table), .events = POLLIN};
  assert_int_equal(poll(all, MANY, 20000), 1);
  for (int i = 0; i < MANY; i++) {
    if (all[i].revents) {
      struct client_response response = client_response(all[i].fd, true);
      assert_int_equal(response.status, 200);
      free(response.body);
    }
    close(all[i].fd);
  }
  assert_int_equal(look(&b, table, ""), 200);
  caller_end(&b.c);
}

/* The server ends while a bot waits: it is answered. */
static void the_end(void **state) {
  (void)state;
  bot b;
  char table[40];
  bot_make_table(&b, "Last Bot", table);
  int fd = wait_on(&b, table);
  assert_int_equal(look(&b, table, ""), 200); /* the other has arrived by now, or comes too late */
  assert_int_equal(house_stop(&shared, SIGTERM), 0);
  struct client_response response = client_response(fd, true);
  assert_true(response.status == 503 || response.status == 0);
  if (response.status == 503) assert_non_null(strstr(response.body, "\"server_stops\""));
  free(response.body);
  close(fd);
  house_start(&shared, 1);
  caller_end(&b.c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_whole_game),
      cmocka_unit_test(who_may),
      cmocka_unit_test(what_is_wrong_is_said),
      cmocka_unit_test(waiting),
      cmocka_unit_test(waits_left_behind),
      cmocka_unit_test(tokens_end),
      cmocka_unit_test(the_end),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
