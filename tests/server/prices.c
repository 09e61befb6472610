/* What costs the server much, asked for again and again: tables retold, places and games looked up,
 * everything that is saved. Sockets and requests as such are in abuse.c. */
#include "caller.h"
#include "house.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A new guest's WebSocket from an address. */
static int enter_from(caller *c, const char *address) {
  char headers[192];
  int fd;
  c->address = address;
  assert_int_equal(caller_call(c, "/api/session", NULL), 200);
  snprintf(headers, sizeof headers, "Cookie: %s\r\nX-Forwarded-For: %s\r\n", c->cookie, address);
  assert_int_equal(house_knock(c->house, headers, &fd), 101);
  house_say(fd, "{\"type\":\"hello\",\"version\":1}");
  free(house_await(fd, "\"welcome\""));
  return fd;
}

static void leave(caller *c, int fd) {
  close(fd);
  caller_end(c);
}

/* Asks so often; of as many answers how many are refusals. */
static unsigned asks(int fd, const char *fields, unsigned count) {
  unsigned refused = 0;
  for (unsigned i = 0; i < count; i++) {
    house_say(fd, "{%s,\"re\":7}", fields);
    char *text = house_await(fd, "\"re\":7");
    if (strstr(text, "\"error\"")) {
      assert_non_null(strstr(text, "\"too_many\""));
      assert_non_null(strstr(text, "\"zh\":\""));
      refused++;
    }
    free(text);
  }
  return refused;
}

static void create_table(int fd, char table[33]) {
  house_say(fd, "{\"type\":\"create\",\"variant\":\"dark\",\"opponents\":[{\"level\":null}]}");
  char *text = house_await(fd, "\"created\""), *at = strstr(text, "\"table\":\"");
  assert_non_null(at);
  snprintf(table, 33, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
  free(text);
}

/* Joins from the start. */
static unsigned joins(int fd, const char *table, unsigned count) {
  char fields[96];
  snprintf(fields, sizeof fields, "\"type\":\"join\",\"table\":\"%s\",\"after\":0", table);
  return asks(fd, fields, count);
}

/* What has to be looked up has the same price. */
static void expect_questions_priced(house *strict) {
  static const char *const questions[] = {
      "\"type\":\"finished\",\"outcome\":\"won\"",
      "\"type\":\"standing\"",
      "\"type\":\"changes\"",
      "\"type\":\"leaders\",\"variant\":\"dark\",\"by\":\"score\"",
      "\"type\":\"lobby\"",
      "\"type\":\"layouts\"",
  };
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
    char address[32];
    snprintf(address, sizeof address, "203.0.113.%zu", 100 + i);
    caller c = caller_new(strict);
    int fd = enter_from(&c, address);
    assert_in_range(asks(fd, questions[i], 6), 1, 3);
    assert_int_equal(asks(fd, "\"type\":\"ping\"", 6), 0);
    leave(&c, fd);
  }
}

/* A house behind a proxy, with limits that are soon reached. */
static void open_strict(house *strict, const junqi_server_limits *limits) {
  house_make(strict);
  strict->trusted_proxies = "127.0.0.1";
  strict->limits = limits;
  house_start(strict, 0);
}

static void close_strict(house *strict) {
  assert_int_equal(house_stop(strict, SIGTERM), 0);
  house_remove(strict);
}

/* A table told from its start again and again: so often to one account, so often to one address,
 * and whoever has all of it may still come back to it. */
static void retellings(void **state) {
  junqi_server_limits limits = junqi_server_limits_default();
  char table[33] = "", words[128];
  house strict;
  (void)state;
  limits.rate[JUNQI_RATE_ACCOUNT_RETOLD] = (junqi_rate){5, 3600000};
  limits.rate[JUNQI_RATE_RETOLD] = (junqi_rate){8, 3600000};
  open_strict(&strict, &limits);
  caller a = caller_new(&strict), b = caller_new(&strict), c = caller_new(&strict);
  int fd = enter_from(&a, "203.0.113.60");
  create_table(fd, table);
  assert_int_equal(joins(fd, table, 8), 3);
  int other = enter_from(&b, "203.0.113.60"), far = enter_from(&c, "203.0.113.61");
  assert_int_equal(joins(other, table, 5), 2); /* three are left for the address */
  assert_int_equal(joins(far, table, 5), 0);
  house_say(fd, "{\"type\":\"join\",\"table\":\"%s\",\"after\":3,\"re\":8}", table);
  free(house_await(fd, "\"re\":8"));
  snprintf(words, sizeof words, "/record/%s.jg", table);
  caller_call(&a, words, NULL);
  assert_int_equal(a.status, 429);
  caller_call(&c, words, NULL);
  assert_int_equal(c.status, 404); /* it has not ended */
  expect_questions_priced(&strict);
  leave(&a, fd);
  leave(&b, other);
  leave(&c, far);
  close_strict(&strict);
}

/* Changes a layout so many times, never twice to the same; how many changes were refused. */
static unsigned changes(int fd, const char *table, unsigned count) {
  static const char *const layouts[] = {"9", "8"};
  unsigned refused = 0;
  for (unsigned i = 0; i < count; i++) {
    house_say(fd,
              "{\"type\":\"layout\",\"table\":\"%s\",\"re\":7,\"layout\":"
              "\"%s..../...../...../...../...../.....\"}",
              table, layouts[i % 2]);
    char *text = house_await(fd, "\"re\":7");
    if (strstr(text, "\"error\"")) {
      assert_non_null(strstr(text, "\"too_many\""));
      refused++;
    }
    free(text);
  }
  return refused;
}

/* The disk is filled neither by one account nor by many from one address; whoever may do nothing
 * more may still go. */
static void scribbling(void **state) {
  junqi_server_limits limits = junqi_server_limits_default();
  char table[33], second[33];
  house strict;
  (void)state;
  limits.rate[JUNQI_RATE_ACCOUNT_WRITTEN] = (junqi_rate){30, 3600000};
  limits.rate[JUNQI_RATE_WRITTEN] = (junqi_rate){50, 3600000};
  open_strict(&strict, &limits);
  caller a = caller_new(&strict), b = caller_new(&strict), c = caller_new(&strict);
  int fd = enter_from(&a, "203.0.113.70"), other = enter_from(&b, "203.0.113.70");
  int far = enter_from(&c, "203.0.113.71");
  create_table(fd, table);
  unsigned refused = changes(fd, table, 40);
  assert_in_range(refused, 10, 20); /* the table itself took some of the 30 */
  house_say(fd, "{\"type\":\"layout-save\",\"name\":\"x\",\"layout\":\"9\",\"re\":8}");
  free(house_await(fd, "\"re\":8,\"code\":\"too_many\""));
  house_say(fd, "{\"type\":\"match\",\"variant\":\"dark\",\"re\":9}");
  free(house_await(fd, "\"re\":9,\"code\":\"too_many\""));
  house_say(fd, "{\"type\":\"leave\",\"table\":\"%s\",\"re\":10}", table);
  free(house_await(fd, "{\"type\":\"done\",\"re\":10}"));
  create_table(other, table);
  assert_in_range(changes(other, table, 30), 10, 25); /* what is left to the address */
  create_table(far, second);
  assert_int_equal(changes(far, second, 10), 0);
  leave(&a, fd);
  leave(&b, other);
  leave(&c, far);
  close_strict(&strict);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(retellings),
      cmocka_unit_test(scribbling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
