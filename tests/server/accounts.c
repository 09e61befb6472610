/* Accounts over HTTP, against the real server: registering, logging in, sessions, tokens, the end
 * of an account. What should not come is in abuse.c. */
#include "caller.h"
#include "house.h"

#include "net/client.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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

static int post(caller *c, const char *path, const char *format, ...) {
  char body[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(body, sizeof body, format, arguments);
  va_end(arguments);
  return caller_call(c, path, body);
}

/* One who has registered. */
static caller person(const char *name) {
  caller c = caller_new(&shared);
  assert_int_equal(caller_call(&c, "/api/session", NULL), 200);
  assert_int_equal(
      post(&c, "/api/register", "{\"name\":\"%s\",\"password\":\"secret of %s\"}", name, name),
      200);
  return c;
}

static size_t count_items(const caller *c) {
  return json_array_size(json_object_get(c->answer, "items"));
}

/* -- Who one is ----------------------------------------------------------------------------------
 */

static void a_guest_stays_the_same(void **state) {
  (void)state;
  char first[64];
  caller c = caller_new(&shared);
  assert_int_equal(caller_call(&c, "/api/session", NULL), 200);
  assert_true(json_is_null(json_object_get(c.answer, "name")));
  assert_true(json_is_false(json_object_get(c.answer, "admin")));
  assert_non_null(strstr(c.head, "HttpOnly; SameSite=Lax"));
  assert_non_null(strstr(c.head, "Path=/"));
  assert_null(strstr(c.head, "Secure"));
  assert_non_null(strstr(c.head, "Set-Cookie: junqi_device="));
  strcpy(first, c.cookie);
  assert_int_equal(caller_call(&c, "/api/session", NULL), 200);
  assert_null(strstr(c.head, "Set-Cookie: junqi="));
  assert_string_equal(first, c.cookie);
  close(caller_enter(&c));
  caller_end(&c);
}

/* All that the guest had belongs to the name now; the old secret is worth nothing any more. */
static void a_guest_registers(void **state) {
  (void)state;
  caller c = caller_new(&shared), old;
  caller_call(&c, "/api/session", NULL);
  int fd = caller_enter(&c);
  house_say(fd, "{\"type\":\"layout-save\",\"name\":\"mine\",\"layout\":"
                "\"95137/7.2.6/81.35/B.4.4/3M2MB/6FM12\"}");
  free(house_await(fd, "done"));
  old = c;
  old.answer = NULL;
  assert_int_equal(post(&c, "/api/register", "{\"name\":\"王 五\",\"password\":\"12345678\"}"),
                   200);
  assert_string_equal(caller_text(&c, "name"), "王 五");
  assert_string_not_equal(old.cookie, c.cookie);
  assert_int_equal(caller_closed(fd), 4001);
  close(fd);
  fd = caller_enter(&c);
  house_say(fd, "{\"type\":\"layouts\"}");
  free(house_await(fd, "mine"));
  close(fd);
  caller_call(&c, "/api/session", NULL);
  assert_string_equal(caller_text(&c, "name"), "王 五");
  assert_int_equal(caller_call(&old, "/api/sessions", NULL), 401);
  post(&c, "/api/register", "{\"name\":\"another\",\"password\":\"12345678\"}");
  caller_expect(&c, 409, "registered");
  caller_end(&c);
  caller_end(&old);
}

static void names_and_passwords_are_checked(void **state) {
  (void)state;
  caller first = person("Ada Lovelace"), c = caller_new(&shared);
  post(&c, "/api/register", "{\"name\":\"ada Iovelace\",\"password\":\"12345678\"}");
  caller_expect(&c, 409, "name_taken"); /* it looks the same */
  post(&c, "/api/register", "{\"name\":\"x\",\"password\":\"12345678\"}");
  caller_expect(&c, 400, "name_length");
  post(&c, "/api/register", "{\"name\":\"xX  y\",\"password\":\"12345678\"}");
  caller_expect(&c, 400, "name_spaces");
  assert_string_equal(caller_text(&c, "where"), "name");
  assert_non_null(strstr(caller_text(&c, "en"), "the name “xX  y” begins"));
  post(&c, "/api/register", "{\"name\":\"Ａdm1n 2\",\"password\":\"12345678\"}");
  caller_expect(&c, 400, "name_official");
  assert_string_equal(caller_text(&c, "where"), "name");
  assert_non_null(strstr(caller_text(&c, "en"), "“Ａdm1n 2” would pass for"));
  post(&first, "/api/rename", "{\"name\":\"系统管理员\"}");
  caller_expect(&first, 400, "name_official");
  post(&c, "/api/register", "{\"name\":\"someone\",\"password\":\"1234567\"}");
  caller_expect(&c, 400, "message_length");
  assert_string_equal(caller_text(&c, "where"), "password");
  post(&c, "/api/register", "{\"name\":\"someone\"}");
  caller_expect(&c, 400, "message_missing");
  assert_int_equal(post(&c, "/api/register", "{\"name\":\"someone\",\"password\":\"12345678\"}"),
                   200); /* without a session before, too */
  caller_end(&first);
  caller_end(&c);
}

static void logging_in_and_out(void **state) {
  (void)state;
  caller home = person("Zuse"), away = caller_new(&shared);
  char guest[64], text[1024];
  caller_call(&away, "/api/session", NULL);
  strcpy(guest, away.cookie);
  int fd = caller_enter(&away);
  post(&away, "/api/login", "{\"name\":\"Zuse\",\"password\":\"secret of Ada\"}");
  caller_expect(&away, 403, "login_wrong");
  snprintf(text, sizeof text, "%s", caller_text(&away, "en"));
  post(&away, "/api/login", "{\"name\":\"Nobody\",\"password\":\"secret of Ada\"}");
  caller_expect(&away, 403, "login_wrong");
  assert_string_equal(caller_text(&away, "en"), text);
  assert_string_equal(guest, away.cookie);
  assert_int_equal(post(&away, "/api/login", "{\"name\":\"zuse\",\"password\":\"secret of Zuse\"}"),
                   200);
  assert_string_equal(caller_text(&away, "name"), "Zuse");
  assert_string_not_equal(guest, away.cookie);
  assert_int_equal(caller_closed(fd), 4001);
  close(fd);
  strcpy(guest, away.cookie);
  assert_int_equal(post(&away, "/api/logout", "{}"), 200);
  assert_true(json_is_null(json_object_get(away.answer, "name")));
  assert_string_not_equal(guest, away.cookie);
  strcpy(away.cookie, guest);
  assert_int_equal(caller_call(&away, "/api/tokens", NULL), 401);
  assert_int_equal(caller_call(&home, "/api/tokens", NULL), 200);
  caller_end(&home);
  caller_end(&away);
}

/* What was answered is on the disk. */
static void killed(void **state) {
  (void)state;
  caller c = person("Turing");
  assert_int_equal(house_stop(&shared, SIGKILL), -SIGKILL);
  house_start(&shared, 1);
  assert_int_equal(caller_call(&c, "/api/session", NULL), 200);
  assert_string_equal(caller_text(&c, "name"), "Turing");
  caller_end(&c);
}

/* -- Changes -------------------------------------------------------------------------------------
 */

static void renaming(void **state) {
  (void)state;
  caller c = person("Hopper"), other = person("Bartik"), guest = caller_new(&shared);
  post(&c, "/api/rename", "{\"name\":\"BARTIK\"}");
  caller_expect(&c, 409, "name_taken");
  assert_int_equal(post(&c, "/api/rename", "{\"name\":\"HOPPER\"}"), 200); /* its own, larger */
  for (int i = 0; i < 4; i++) /* no change is none of the three */
    assert_int_equal(post(&c, "/api/rename", "{\"name\":\"HOPPER\"}"), 200);
  assert_int_equal(post(&c, "/api/rename", "{\"name\":\"Grace\"}"), 200);
  assert_string_equal(caller_text(&c, "name"), "Grace");
  assert_int_equal(post(&c, "/api/rename", "{\"name\":\"Grace H\"}"), 200);
  post(&c, "/api/rename", "{\"name\":\"Grace M H\"}");
  caller_expect(&c, 429, "too_many");
  post(&guest, "/api/rename", "{\"name\":\"Nobody\"}");
  caller_expect(&guest, 401, "no_session");
  caller_call(&guest, "/api/session", NULL);
  post(&guest, "/api/rename", "{\"name\":\"Nobody\"}");
  caller_expect(&guest, 403, "guest");
  /* Nobody slips into a name that its owner has just left. */
  post(&other, "/api/rename", "{\"name\":\"Hopper\"}");
  caller_expect(&other, 409, "name_taken");
  post(&guest, "/api/register", "{\"name\":\"Grace\",\"password\":\"12345678\"}");
  caller_expect(&guest, 409, "name_taken");
  caller_end(&c);
  caller_end(&other);
  caller_end(&guest);
}

/* A program of the account, with a token; *headers gets what it shows. */
static int enter_bot(caller *c, char headers[128]) {
  int fd;
  post(c, "/api/tokens", "{\"label\":\"my bot\"}");
  caller_expect(c, 200, "");
  snprintf(headers, 128, "Authorization: Bearer %s\r\n", caller_text(c, "token"));
  assert_int_equal(house_knock(&shared, headers, &fd), 101);
  house_say(fd, "{\"type\":\"hello\",\"version\":1}");
  free(house_await(fd, "\"welcome\""));
  return fd;
}

static void a_new_password_ends_sessions_and_tokens(void **state) {
  (void)state;
  char headers[128];
  caller c = person("Noether"), other = caller_new(&shared);
  int bot = enter_bot(&c, headers), again;
  post(&other, "/api/login", "{\"name\":\"Noether\",\"password\":\"secret of Noether\"}");
  caller_expect(&other, 200, "");
  int fd = caller_enter(&other);
  post(&c, "/api/password", "{\"old\":\"wrong\",\"new\":\"another secret\"}");
  caller_expect(&c, 403, "password_wrong");
  post(&c, "/api/password", "{\"old\":\"secret of Noether\",\"new\":\"short\"}");
  caller_expect(&c, 400, "message_length");
  post(&c, "/api/password", "{\"old\":\"secret of Noether\",\"new\":\"another secret\"}");
  caller_expect(&c, 200, "");
  assert_int_equal(caller_closed(fd), 4001);
  assert_int_equal(caller_closed(bot), 4001);
  close(fd);
  close(bot);
  assert_int_equal(house_knock(&shared, headers, &again), 401);
  assert_int_equal(caller_call(&other, "/api/sessions", NULL), 401);
  assert_int_equal(caller_call(&c, "/api/sessions", NULL), 200);
  assert_int_equal(count_items(&c), 1);
  post(&other, "/api/login", "{\"name\":\"Noether\",\"password\":\"secret of Noether\"}");
  caller_expect(&other, 403, "login_wrong");
  post(&other, "/api/login", "{\"name\":\"Noether\",\"password\":\"another secret\"}");
  caller_expect(&other, 200, "");
  caller_end(&c);
  caller_end(&other);
}

static void the_end_of_an_account(void **state) {
  (void)state;
  caller c = person("Galois"), again = caller_new(&shared), guest = caller_new(&shared);
  int fd = caller_enter(&c);
  post(&c, "/api/delete", "{\"password\":\"wrong\"}");
  caller_expect(&c, 403, "password_wrong");
  post(&c, "/api/delete", "{\"password\":\"secret of Galois\"}");
  caller_expect(&c, 200, "");
  assert_non_null(strstr(c.head, "Max-Age=0"));
  assert_int_equal(caller_closed(fd), 4001);
  close(fd);
  post(&again, "/api/login", "{\"name\":\"Galois\",\"password\":\"secret of Galois\"}");
  caller_expect(&again, 403, "login_wrong");
  /* Nobody slips into the name. */
  post(&again, "/api/register", "{\"name\":\"gaLois\",\"password\":\"a new secret\"}");
  caller_expect(&again, 409, "name_taken");
  caller_call(&guest, "/api/session", NULL);
  post(&guest, "/api/delete", "{\"password\":\"\"}");
  caller_expect(&guest, 200, "");
  caller_end(&c);
  caller_end(&again);
  caller_end(&guest);
}

static void ones_own_data(void **state) {
  (void)state;
  caller c = person("Gauss");
  int fd = caller_enter(&c);
  house_say(fd, "{\"type\":\"layout-save\",\"name\":\"\\\"mine\\\"\",\"layout\":"
                "\"95137/7.2.6/81.35/B.4.4/3M2MB/6FM12\"}");
  free(house_await(fd, "done"));
  close(fd);
  assert_int_equal(caller_call(&c, "/api/export", NULL), 200);
  assert_non_null(strstr(c.head, "attachment"));
  assert_string_equal(caller_text(&c, "name"), "Gauss");
  json_t *layout = json_array_get(json_object_get(c.answer, "layouts"), 0);
  assert_string_equal(json_string_value(json_object_get(layout, "name")), "\"mine\"");
  json_t *session = json_array_get(json_object_get(c.answer, "sessions"), 0);
  assert_string_equal(json_string_value(json_object_get(session, "address")), "127.0.0.1");
  char *all = json_dumps(c.answer, 0);
  assert_null(strstr(all, "argon2"));
  assert_null(strstr(all, c.cookie + 6));
  free(all);
  caller_end(&c);
}

/* -- Sessions and tokens -------------------------------------------------------------------------
 */

static void several_devices(void **state) {
  (void)state;
  caller c = person("Euler"), phone = caller_new(&shared), desk = caller_new(&shared);
  char id[32] = "", headers[128];
  size_t i;
  json_t *item;
  int bot = enter_bot(&c, headers);
  phone.headers = "User-Agent: phone\r\n";
  post(&phone, "/api/login", "{\"name\":\"Euler\",\"password\":\"secret of Euler\"}");
  post(&desk, "/api/login", "{\"name\":\"Euler\",\"password\":\"secret of Euler\"}");
  int fd = caller_enter(&phone), other = caller_enter(&desk);
  caller_call(&c, "/api/sessions", NULL);
  assert_int_equal(count_items(&c), 3);
  json_array_foreach(json_object_get(c.answer, "items"), i, item) {
    if (strcmp(json_string_value(json_object_get(item, "device")), "phone") == 0)
      strcpy(id, json_string_value(json_object_get(item, "id")));
  }
  post(&c, "/api/sessions/end", "{\"id\":\"%s\"}", id);
  caller_expect(&c, 200, "");
  assert_int_equal(caller_closed(fd), 4001);
  post(&c, "/api/sessions/end", "{\"id\":\"%s\"}", id);
  caller_expect(&c, 404, "session_unknown");
  post(&c, "/api/sessions/end", "{\"others\":true}");
  caller_expect(&c, 200, "");
  assert_int_equal(caller_closed(other), 4001);
  house_say(bot, "{\"type\":\"ping\"}"); /* a program is no device */
  free(house_await(bot, "\"pong\""));
  close(bot);
  caller_call(&c, "/api/sessions", NULL);
  assert_int_equal(count_items(&c), 1);
  close(fd);
  close(other);
  caller_end(&c);
  caller_end(&phone);
  caller_end(&desk);
}

static void tokens(void **state) {
  (void)state;
  caller c = person("Shannon");
  char headers[128], id[32];
  int fd = enter_bot(&c, headers);
  /* It plays, and does not manage the account. */
  caller bot = caller_new(&shared);
  bot.headers = headers;
  post(&bot, "/api/rename", "{\"name\":\"Another\"}");
  caller_expect(&bot, 403, "token_plays");
  static const char *const own[] = {"/api/session", "/api/sessions", "/api/tokens", "/api/export"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    caller_call(&bot, own[i], NULL);
    caller_expect(&bot, 403, "token_plays");
  }
  caller_call(&c, "/api/tokens", NULL);
  json_t *item = json_array_get(json_object_get(c.answer, "items"), 0);
  assert_string_equal(json_string_value(json_object_get(item, "label")), "my bot");
  strcpy(id, json_string_value(json_object_get(item, "id")));
  post(&c, "/api/tokens/revoke", "{\"id\":\"%s\"}", id);
  caller_expect(&c, 200, "");
  assert_int_equal(caller_closed(fd), 4001);
  close(fd);
  assert_int_equal(house_knock(&shared, headers, &fd), 401);
  caller_call(&c, "/api/tokens", NULL);
  assert_int_equal(count_items(&c), 0);
  post(&c, "/api/tokens/revoke", "{\"id\":\"%s\"}", id);
  caller_expect(&c, 404, "token_wrong");
  for (int i = 0; i < 16; i++)
    post(&c, "/api/tokens", "{\"label\":\"number %d\"}", i);
  caller_expect(&c, 200, "");
  post(&c, "/api/tokens", "{\"label\":\"one more\"}");
  caller_expect(&c, 409, "tokens_full");
  caller_end(&c);
  caller_end(&bot);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_guest_stays_the_same),
      cmocka_unit_test(a_guest_registers),
      cmocka_unit_test(names_and_passwords_are_checked),
      cmocka_unit_test(logging_in_and_out),
      cmocka_unit_test(killed),
      cmocka_unit_test(renaming),
      cmocka_unit_test(a_new_password_ends_sessions_and_tokens),
      cmocka_unit_test(the_end_of_an_account),
      cmocka_unit_test(ones_own_data),
      cmocka_unit_test(several_devices),
      cmocka_unit_test(tokens),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
