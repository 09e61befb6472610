/* `junqi admin`: what an administrator does, beside a server that runs and without one. */
#include "caller.h"
#include "control.h"
#include "house.h"

#include "junqi/server.h"
#include "net/client.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

static house shared;
static char told[65536];

static int start_shared(void **state) {
  (void)state;
  house_open(&shared, NULL);
  return 0;
}

static int stop_shared(void **state) {
  (void)state;
  return house_close(&shared);
}

static void keep(void *context, const char *text, size_t length) {
  (void)context;
  snprintf(told + strlen(told), sizeof told - strlen(told), "%.*s", (int)length, text);
}

/* Runs a command; its words are separated by `|`. The name of the code. */
static const char *run(const char *line) {
  char text[512];
  const char *words[8];
  size_t count = 0;
  junqi_error error;
  snprintf(text, sizeof text, "%s", line);
  for (char *word = strtok(text, "|"); word; word = strtok(NULL, "|"))
    words[count++] = word;
  told[0] = 0;
  return junqi_code_name(junqi_admin(shared.directory, words, count, keep, NULL, &error));
}

static caller person(const char *name) {
  char body[128];
  caller c = caller_new(&shared);
  snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"12345678\"}", name);
  assert_int_equal(caller_call(&c, "/api/register", body), 200);
  return c;
}

static void expect_told(const char *part) {
  if (!strstr(told, part)) fail_msg("no %s in: %s", part, told);
}

static void what_is_wrong_is_said(void **state) {
  (void)state;
  caller c = person("Wrong Words");
  assert_string_equal(run("fly"), "admin_command");
  assert_string_equal(run("show"), "admin_usage");
  assert_string_equal(run("show|Nobody"), "admin_name");
  assert_string_equal(run("show|#12x"), "admin_name");
  assert_string_equal(run("mute|Wrong Words|soon"), "admin_duration");
  assert_string_equal(run("mute|Wrong Words|0d"), "admin_duration");
  assert_string_equal(run("ban|Wrong Words|-1d|why"), "admin_duration");
  assert_string_equal(run("role|Wrong Words|king"), "admin_role");
  assert_string_equal(run("rename|Wrong Words|x"), "name_length");
  assert_string_equal(run("password|Wrong Words|$argon2id$mine"), "admin_usage");
  assert_string_equal(told, "");
  caller_end(&c);
}

static void a_ban_is_felt_at_once(void **state) {
  (void)state;
  caller c = person("Cheater"), again = caller_new(&shared);
  int fd = caller_enter(&c);
  assert_string_equal(run("ban|cheater|7d|looked at the other board"), "ok");
  char *text = house_await(fd, "\"banned\"");
  assert_non_null(strstr(text, "looked at the other board"));
  free(text);
  assert_int_equal(caller_closed(fd), 4003);
  close(fd);
  /* Neither the old session nor the password lets the person in. */
  char headers[128];
  snprintf(headers, sizeof headers, "Cookie: %s\r\n", c.cookie);
  assert_int_equal(house_knock(&shared, headers, &fd), 101);
  free(house_await(fd, "\"banned\""));
  assert_int_equal(caller_closed(fd), 4003);
  close(fd);
  caller_call(&again, "/api/login", "{\"name\":\"Cheater\",\"password\":\"12345678\"}");
  assert_int_equal(again.status, 403);
  assert_string_equal(caller_text(&again, "code"), "banned");
  assert_non_null(strstr(caller_text(&again, "en"), "looked at the other board"));
  assert_string_equal(run("show|Cheater"), "ok");
  expect_told("looked at the other board");
  assert_string_equal(run("list"), "ok");
  expect_told("\tCheater\t");
  expect_told("player,banned");
  assert_string_equal(run("unban|Cheater"), "ok");
  caller_call(&again, "/api/login", "{\"name\":\"Cheater\",\"password\":\"12345678\"}");
  assert_int_equal(again.status, 200);
  close(caller_enter(&again));
  caller_end(&c);
  caller_end(&again);
}

/* Whoever is muted may not talk, from the moment on. */
static void a_mute_is_felt_at_once(void **state) {
  (void)state;
  caller c = person("Talker");
  char say[128];
  int fd = caller_enter(&c);
  house_say(fd, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]}");
  char *text = house_await(fd, "\"created\"");
  const char *at = strstr(text, "\"table\":\"") + 9;
  int length = (int)strcspn(at, "\"");
  house_say(fd, "{\"type\":\"join\",\"table\":\"%.*s\",\"after\":0}", length, at);
  free(house_await(fd, "\"live\""));
  snprintf(say, sizeof say, "{\"type\":\"say\",\"table\":\"%.*s\",\"text\":\"hello\"}", length, at);
  house_say(fd, "%s", say);
  free(house_await(fd, "\"said\""));
  assert_string_equal(run("mute|Talker|1h"), "ok");
  house_say(fd, "%s", say);
  free(house_await(fd, "\"code\":\"muted\""));
  assert_string_equal(run("unmute|Talker"), "ok");
  house_say(fd, "%s", say);
  free(house_await(fd, "\"said\""));
  free(text);
  close(fd);
  caller_end(&c);
}

static void names_roles_and_passwords(void **state) {
  (void)state;
  caller c = person("Admiral"), again = caller_new(&shared);
  char body[128], headers[128];
  int bot;
  assert_string_equal(run("role|Admiral|admin"), "ok");
  caller_call(&c, "/api/session", NULL);
  assert_true(json_is_true(json_object_get(c.answer, "admin")));
  assert_string_equal(run("rename|Admiral|General"), "ok");
  caller_call(&c, "/api/session", NULL);
  assert_string_equal(caller_text(&c, "name"), "General");
  caller_call(&c, "/api/tokens", "{\"label\":\"bot\"}");
  snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", caller_text(&c, "token"));
  assert_int_equal(house_knock(&shared, headers, &bot), 101);
  int fd = caller_enter(&c);
  assert_string_equal(run("password|General"), "ok");
  told[strcspn(told, "\n")] = 0;
  assert_int_equal(strlen(told), 14);
  /* Whoever was in with the old one is out. */
  assert_int_equal(caller_closed(fd), 4001);
  assert_int_equal(caller_closed(bot), 4001);
  close(fd);
  close(bot);
  assert_int_equal(house_knock(&shared, headers, &bot), 401);
  caller_call(&c, "/api/session", NULL);
  assert_true(json_is_null(json_object_get(c.answer, "name")));
  snprintf(body, sizeof body, "{\"name\":\"General\",\"password\":\"%.40s\"}", told);
  caller_call(&again, "/api/login", body);
  assert_int_equal(again.status, 200);
  caller_call(&c, "/api/login", "{\"name\":\"General\",\"password\":\"12345678\"}");
  assert_int_equal(c.status, 403);
  assert_string_equal(run("mute|General|90m"), "ok");
  assert_string_equal(run("show|General"), "ok");
  expect_told("role\tadmin");
  expect_told("former\tAdmiral");
  assert_string_equal(run("unmute|General"), "ok");
  assert_string_equal(run("marks"), "ok");
  assert_string_equal(told, "");
  fd = caller_enter(&again);
  assert_string_equal(run("delete|General"), "ok");
  assert_int_equal(caller_closed(fd), 4001);
  close(fd);
  assert_string_equal(run("show|General"), "admin_name");
  caller_end(&c);
  caller_end(&again);
}

/* The operator may give a name that nobody may take, and its owner keeps it. */
static void official_names_are_given(void **state) {
  (void)state;
  caller c = person("Warden");
  assert_string_equal(run("rename|Warden|Admin"), "ok");
  caller_call(&c, "/api/session", NULL);
  assert_string_equal(caller_text(&c, "name"), "Admin");
  caller_call(&c, "/api/rename", "{\"name\":\"ADMIN\"}");
  assert_int_equal(c.status, 200);
  caller_call(&c, "/api/login", "{\"name\":\"admin\",\"password\":\"12345678\"}");
  assert_string_equal(caller_text(&c, "name"), "ADMIN");
  caller_call(&c, "/api/rename", "{\"name\":\"Moderator\"}");
  assert_int_equal(c.status, 400);
  assert_string_equal(caller_text(&c, "code"), "name_official");
  caller_end(&c);
}

/* A name may look like a number. */
static void somebody_called_like_a_number(void **state) {
  (void)state;
  caller c = person("#1"), other = person("#1st");
  assert_string_equal(run("mute|#1|1h"), "ok");
  assert_string_equal(run("show|#1"), "ok");
  expect_told("name\t#1\n");
  assert_string_equal(run("show|#1st"), "ok");
  expect_told("name\t#1st\n");
  assert_string_equal(run("show|#2"), "admin_name");
  caller_end(&c);
  caller_end(&other);
}

/* No server runs: the same, on the store itself. */
static void without_a_server(void **state) {
  (void)state;
  caller c = person("Sleeper");
  assert_int_equal(house_stop(&shared, SIGTERM), 0);
  assert_string_equal(run("role|Sleeper|admin"), "ok");
  assert_string_equal(run("role|Nobody|admin"), "admin_name");
  assert_string_equal(run("rename|Sleeper|Wide Awake"), "ok");
  house_start(&shared, 1);
  caller_call(&c, "/api/session", NULL);
  assert_string_equal(caller_text(&c, "name"), "Wide Awake");
  assert_true(json_is_true(json_object_get(c.answer, "admin")));
  caller_end(&c);
  junqi_error error;
  const char *const list[] = {"list"};
  assert_int_equal(junqi_admin("/tmp/no-such-directory", list, 1, keep, NULL, &error),
                   JUNQI_E_ADMIN_NO_DATA);
}

/* -- The socket itself ---------------------------------------------------------------------------
 */

static int reach(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  const struct timeval patience = {.tv_sec = 30};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  snprintf(address.sun_path, sizeof address.sun_path, "%s/control.sock", shared.directory);
  assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
  return fd;
}

/* Is for its owner alone, and what is no request is not answered; the next one is. */
static void nonsense_on_the_socket(void **state) {
  static const char *const bad[] = {"\n",
                                    "{}\n",
                                    "[]\n",
                                    "[1]\n",
                                    "[\"a\",[]]\n",
                                    "\xff\n",
                                    "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]\n"};
  char path[128], byte;
  struct stat info;
  (void)state;
  snprintf(path, sizeof path, "%s/control.sock", shared.directory);
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int fd = reach();
    assert_int_equal(send(fd, bad[i], strlen(bad[i]), MSG_NOSIGNAL), strlen(bad[i]));
    assert_int_equal(recv(fd, &byte, 1, 0), 0);
    close(fd);
  }
  close(reach()); /* comes and goes */
  assert_string_equal(run("list"), "ok");
  /* A server that was killed leaves its socket behind: the next one takes the place. */
  assert_int_equal(house_stop(&shared, SIGKILL), -SIGKILL);
  house_start(&shared, 1);
  assert_string_equal(run("list"), "ok");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_wrong_is_said),    cmocka_unit_test(a_ban_is_felt_at_once),
      cmocka_unit_test(a_mute_is_felt_at_once),   cmocka_unit_test(names_roles_and_passwords),
      cmocka_unit_test(official_names_are_given), cmocka_unit_test(somebody_called_like_a_number),
      cmocka_unit_test(without_a_server),         cmocka_unit_test(nonsense_on_the_socket),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
