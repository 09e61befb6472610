/* What strangers try against the HTTP interface and the way in: requests from other sites, planted
 * and forged cookies, floods, bodies that are too large or not what they say. Frames that should
 * not come are in serve.c; the limits of plain HTTP in tests/net. */
#include "caller.h"
#include "house.h"

#include "net/client.h"
#include "store/faulty_memory.h"

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

static const char new_person[] = "{\"name\":\"Somebody\",\"password\":\"12345678\"}";
static house shared;

/* A proxy stands before it, so that a test can come from any address. */
static int start_shared(void **state) {
  (void)state;
  house_open(&shared, "10.0.0.1, 127.0.0.1");
  return 0;
}

static int stop_shared(void **state) {
  (void)state;
  return house_close(&shared);
}

static void other_sites(void **state) {
  static const struct {
    const char *origin, *headers;
  } bad[] = {
      {NULL, NULL},
      {"http://evil.example", NULL},
      {"https://t.evil.example", NULL},
      {"http://t:81", NULL},
      {"null", NULL},
      {"file://t", NULL},
      {"http://t", "Sec-Fetch-Site: cross-site\r\n"},
      {"http://t", "Sec-Fetch-Site: same-site\r\n"},
      {NULL, "Sec-Fetch-Site: none\r\n"},
  };
  caller c = caller_new(&shared);
  int fd;
  (void)state;
  caller_call(&c, "/api/session", NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    c.origin = bad[i].origin;
    c.headers = bad[i].headers;
    caller_call(&c, "/api/logout", "{}");
    caller_expect(&c, 403, "cross_site");
  }
  /* An image on another site makes no guests. */
  caller other = caller_new(&shared);
  other.headers = "Sec-Fetch-Site: cross-site\r\n";
  caller_call(&other, "/api/session", NULL);
  caller_expect(&other, 403, "cross_site");
  assert_string_equal(other.cookie, "");
  /* Nor does its script get a WebSocket, with the person's cookie or without. */
  assert_int_equal(house_knock(&shared, "Origin: http://evil.example\r\n", &fd), 403);
  assert_int_equal(house_knock(&shared, "Origin: http://t\r\n", &fd), 101);
  close(fd);
  c.origin = "https://t"; /* a proxy in front speaks TLS */
  c.headers = "Sec-Fetch-Site: same-origin\r\n";
  caller_call(&c, "/api/logout", "{}");
  caller_expect(&c, 200, "");
  caller_end(&c);
  caller_end(&other);
}

/* A cookie that somebody slipped in is not taken over, and one that was good before logging in is
 * worth nothing afterwards. */
static void planted_cookies(void **state) {
  static const char planted[] = "junqi=00000000000000000000000000000000";
  caller c = caller_new(&shared), thief = caller_new(&shared);
  char headers[128];
  int fd;
  (void)state;
  snprintf(headers, sizeof headers, "Cookie: %s\r\n", planted);
  assert_int_equal(house_knock(&shared, headers, &fd), 101);
  free(house_await(fd, "no_session"));
  assert_int_equal(client_close_code(fd), 4001);
  close(fd);
  strcpy(c.cookie, planted);
  caller_call(&c, "/api/session", NULL);
  assert_string_not_equal(c.cookie, planted);
  strcpy(thief.cookie, c.cookie); /* the thief's own guest session in the victim's browser */
  caller_call(&c, "/api/register", "{\"name\":\"Victim\",\"password\":\"12345678\"}");
  caller_expect(&c, 200, "");
  caller_call(&thief, "/api/sessions", NULL);
  caller_expect(&thief, 401, "no_session");
  strcpy(thief.cookie, planted);
  caller_call(&thief, "/api/sessions", NULL);
  caller_expect(&thief, 401, "no_session");
  /* Half a cookie, many cookies, an endless one. */
  strcpy(thief.cookie, "junqi=../../../../etc/passwd");
  caller_call(&thief, "/api/sessions", NULL);
  caller_expect(&thief, 401, "no_session");
  thief.headers = "Cookie: junqi=1; junqi=2; junqi; =; ;;\r\nCookie: junqi=3\r\n";
  caller_call(&thief, "/api/sessions", NULL);
  caller_expect(&thief, 401, "no_session");
  caller_end(&c);
  caller_end(&thief);
}

static void expect_body(caller *c, const char *type, const void *body, size_t length, int status,
                        const char *code) {
  caller_send(c, "POST", "/api/register", type, body, length);
  caller_expect(c, status, code);
}

static void bodies(void **state) {
  static const char json[] = "application/json";
  static char large[80000];
  caller c = caller_new(&shared);
  (void)state;
#define TEXT(text) text, sizeof text - 1
  expect_body(&c, "text/plain", TEXT("{}"), 415, "body_type");
  expect_body(&c, NULL, TEXT("{}"), 415, "body_type");
  expect_body(&c, "application/jsonp", TEXT("{}"), 415, "body_type");
  expect_body(&c, "application/x-www-form-urlencoded", TEXT("name=a&password=12345678"), 415,
              "body_type");
  expect_body(&c, json, TEXT(""), 400, "message_json");
  expect_body(&c, json, TEXT("{"), 400, "message_json");
  expect_body(&c, json, TEXT("[]"), 400, "message_object");
  expect_body(&c, json, TEXT("{\"name\":\"\xff\xfe\",\"password\":\"12345678\"}"), 400,
              "message_json");
  expect_body(&c, json, TEXT("{\"name\":\"\xc0\xaf\",\"password\":\"12345678\"}"), 400,
              "message_json");
  expect_body(&c, json, TEXT("{\"name\":\"\xed\xa0\x80\",\"password\":\"12345678\"}"), 400,
              "message_json");
  expect_body(&c, json, TEXT("{\"name\":\"a\\u0000b\",\"password\":\"12345678\"}"), 400,
              "message_json");
  expect_body(&c, json, TEXT("{\"name\":\"a\",\"name\":\"b\",\"password\":\"12345678\"}"), 400,
              "message_json");
  expect_body(&c, json, TEXT("{\"name\":\"Some\",\"password\":\"12345678\",\"admin\":true}"), 400,
              "message_extra");
  expect_body(&c, json, TEXT("{\"name\":{\"$ne\":1},\"password\":\"12345678\"}"), 400,
              "message_kind");
  expect_body(&c, json, TEXT("{\"name\":\"a\\r\\nSet-Cookie: x=y\",\"password\":\"12345678\"}"),
              400, "message_control");
  expect_body(&c, json, TEXT("{\"name\":\"<script>alert(1)</script>\",\"password\":\"12345678\"}"),
              400, "name_length");
#undef TEXT
  memset(large, '[', sizeof large);
  expect_body(&c, json, large, 4096, 400, "message_json"); /* deep */
  expect_body(&c, json, large, 4097, 413, "body_length");
  caller_send(&c, "POST", "/api/register", json, large, sizeof large);
  assert_int_equal(c.status, 413); /* it did not even come so far */
  caller_send(&c, "PUT", "/api/register", json, "{}", 2);
  caller_expect(&c, 405, "api_method");
  assert_non_null(strstr(c.head, "Allow: POST"));
  caller_send(&c, "DELETE", "/api/tokens", json, "{}", 2);
  caller_expect(&c, 405, "api_method");
  assert_non_null(strstr(c.head, "Allow: GET, POST"));
  caller_call(&c, "/api/../api/session", NULL);
  caller_expect(&c, 404, "api_path");
  caller_call(&c, "/api/register/../../../etc/passwd", new_person);
  caller_expect(&c, 404, "api_path");
  caller_end(&c);
}

/* The answer says when to try again, and its words name the same time. */
static void expect_later(const caller *c) {
  const char *at = strstr(c->head, "Retry-After: ");
  char words[32];
  assert_non_null(at);
  snprintf(words, sizeof words, " %ld seconds", strtol(at + 13, NULL, 10));
  assert_non_null(strstr(caller_text(c, "en"), words));
}

/* As many as there may be from one address, and no more; another address is not held up. */
static void floods(void **state) {
  caller c = caller_new(&shared), other = caller_new(&shared);
  char body[128];
  int made = 0, tries = 0;
  (void)state;
  c.address = "203.0.113.7";
  while (caller_call(&c, "/api/session", NULL) == 200 && made < 500) {
    *c.cookie = 0;
    made++;
  }
  caller_expect(&c, 429, "too_many");
  expect_later(&c);
  assert_in_range(made, 100, 200);
  /* Claims before the proxy's own are only claims. */
  c.address = "198.51.100.1, 203.0.113.7";
  caller_call(&c, "/api/session", NULL);
  caller_expect(&c, 429, "too_many");
  c.address = "203.0.113.7, 10.0.0.1";
  caller_call(&c, "/api/session", NULL);
  caller_expect(&c, 429, "too_many");
  other.address = "203.0.113.8";
  caller_call(&other, "/api/session", NULL);
  caller_expect(&other, 200, "");
  /* Names: one IPv6 customer has 2^64 addresses. */
  c.address = "2001:db8::1";
  for (tries = 0; tries < 40; tries++) {
    *c.cookie = 0;
    snprintf(body, sizeof body, "{\"name\":\"Flood %d\",\"password\":\"12345678\"}", tries);
    c.address = tries % 2 ? "2001:db8::1" : "2001:db8::2";
    if (caller_call(&c, "/api/register", body) == 429) break;
  }
  caller_expect(&c, 429, "too_many");
  assert_in_range(tries, 20, 25);
  caller_end(&c);
  caller_end(&other);
}

/* Guessing one person's password, from ever other addresses. */
static void guessing(void **state) {
  caller c = caller_new(&shared);
  char address[32];
  int tries;
  (void)state;
  caller_call(&c, "/api/register", "{\"name\":\"Guessed\",\"password\":\"12345678\"}");
  caller_expect(&c, 200, "");
  for (tries = 0; tries < 20; tries++) {
    snprintf(address, sizeof address, "198.51.100.%d", tries + 1);
    c.address = address;
    if (caller_call(&c, "/api/login", "{\"name\":\"guessed\",\"password\":\"00000000\"}") == 429)
      break;
    caller_expect(&c, 403, "login_wrong");
  }
  assert_in_range(tries, 10, 12);
  /* Whoever is in stays in. */
  caller_call(&c, "/api/sessions", NULL);
  caller_expect(&c, 200, "");
  /* Strangers' tries do not keep the owner from a new password; the owner's own are counted, too.
   */
  caller_call(&c, "/api/password", "{\"old\":\"12345678\",\"new\":\"123456789\"}");
  caller_expect(&c, 200, "");
  for (tries = 0; tries < 20; tries++) {
    if (caller_call(&c, "/api/delete", "{\"password\":\"00000000\"}") == 429) break;
    caller_expect(&c, 403, "password_wrong");
  }
  assert_in_range(tries, 9, 12);
  caller_end(&c);
}

/* The proxy says that the browser speaks TLS; nobody else is believed. */
static void behind_tls(void **state) {
  caller c = caller_new(&shared);
  house plain;
  (void)state;
  c.headers = "X-Forwarded-Proto: https\r\n";
  caller_call(&c, "/api/session", NULL);
  assert_non_null(strstr(c.head, "SameSite=Lax; Secure\r\n"));
  house_make(&plain);
  house_start(&plain, 0);
  caller direct = caller_new(&plain);
  direct.headers = c.headers;
  direct.address = "203.0.113.99";
  caller_call(&direct, "/api/session", NULL);
  assert_null(strstr(direct.head, "Secure"));
  caller_call(&direct, "/api/sessions", NULL);
  json_t *item = json_array_get(json_object_get(direct.answer, "items"), 0);
  assert_string_equal(json_string_value(json_object_get(item, "address")), "127.0.0.1");
  assert_int_equal(house_stop(&plain, SIGTERM), 0);
  house_remove(&plain);
  caller_end(&direct);
  caller_end(&c);
}

/* So many WebSockets from one address behind the proxy, and no more. */
static void sockets_of_one_address(void **state) {
  enum { MOST = 256 };
  static int fd[MOST];
  int extra;
  (void)state;
  for (int i = 0; i < MOST; i++)
    assert_int_equal(house_knock(&shared, "X-Forwarded-For: 203.0.113.50\r\n", &fd[i]), 101);
  assert_int_equal(house_knock(&shared, "X-Forwarded-For: 203.0.113.50\r\n", &extra), 503);
  caller program = caller_new(&shared);
  program.address = "203.0.113.50";
  program.headers = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  caller_call(&program, "/ws", NULL);
  caller_expect(&program, 503, "connections_full");
  assert_non_null(strstr(program.head, "Retry-After: 10\r\n"));
  caller_end(&program);
  assert_int_equal(house_knock(&shared, "X-Forwarded-For: 203.0.113.51\r\n", &extra), 101);
  close(extra);
  for (int i = 0; i < MOST; i++)
    close(fd[i]);
}

/* At the door, before anything is read: nobody asks what they want. */
static void full_house(void **state) {
  enum { MOST = 4 };
  junqi_server_limits limits = junqi_server_limits_default();
  int fd[MOST];
  house small;
  (void)state;
  limits.most[JUNQI_LIMIT_CONNECTIONS] = MOST;
  house_make(&small);
  small.limits = &limits;
  house_start(&small, 0);
  for (int i = 0; i < MOST; i++)
    assert_int_equal(house_knock(&small, "", &fd[i]), 101);
  caller c = caller_new(&small);
  caller_call(&c, "/api/session", NULL);
  caller_expect(&c, 503, "connections_full");
  assert_non_null(strstr(c.head, "Retry-After: 10\r\n"));
  for (int i = 0; i < MOST; i++)
    close(fd[i]);
  caller_end(&c);
  assert_int_equal(house_stop(&small, SIGTERM), 0);
  house_remove(&small);
}

/* A login of somebody, from an address of its own, sent and not waited for. */
static int begin_login(unsigned who) {
  char body[64], request[512];
  snprintf(body, sizeof body, "{\"name\":\"Crowd %u\",\"password\":\"12345678\"}", who);
  snprintf(request, sizeof request,
           "POST /api/login HTTP/1.1\r\nHost: t\r\nOrigin: http://t\r\nConnection: close\r\n"
           "X-Forwarded-For: 198.18.%u.%u\r\nContent-Type: application/json\r\n"
           "Content-Length: %zu\r\n\r\n%s",
           who / 250, who % 250, strlen(body), body);
  int fd = client_connect(shared.port);
  client_text(fd, request);
  return fd;
}

/* More people log in at once than passwords can wait: those too many are told so, the rest are
 * answered. What a password costs makes the queue longer than the crowd takes to come. */
static void crowded_passwords(void **state) {
  enum { CROWD = 160, ROUNDS = 20 };
  unsigned busy = 0;
  int fd[CROWD];
  (void)state;
  for (unsigned round = 0; round < ROUNDS && busy == 0; round++) {
    for (unsigned i = 0; i < CROWD; i++)
      fd[i] = begin_login(round * CROWD + i);
    for (unsigned i = 0; i < CROWD; i++) {
      struct client_response answer = client_response(fd[i], true);
      if (answer.status == 503) {
        assert_non_null(strstr(answer.head, "Retry-After: 5\r\n"));
        assert_non_null(strstr(answer.body, "\"passwords_busy\""));
        assert_non_null(strstr(answer.body, "\"zh\":\""));
        busy++;
      } else {
        assert_int_equal(answer.status, 403);
      }
      free(answer.body);
      close(fd[i]);
    }
  }
  assert_true(busy > 0);
}

/* A request to the house, sent and not waited for. */
static int begin_call(const house *h, const char *path, const char *cookie, const char *body) {
  char request[512];
  snprintf(request, sizeof request,
           "POST %s HTTP/1.1\r\nHost: t\r\nOrigin: http://t\r\nConnection: close\r\n"
           "Cookie: %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
           path, cookie, strlen(body), body);
  int fd = client_connect(h->port);
  client_text(fd, request);
  return fd;
}

/* Some logins that are never let rest: each that is answered is followed by another, until `until`
 * is answered. How many were refused. */
static unsigned keep_logging_in(const house *h, const char *body, int until) {
  enum { LOGINS = 8 };
  unsigned refused = 0, open = LOGINS;
  struct pollfd wait[LOGINS + 1] = {[LOGINS] = {.fd = until, .events = POLLIN}};
  for (unsigned i = 0; i < LOGINS; i++)
    wait[i] = (struct pollfd){.fd = begin_call(h, "/api/login", "", body), .events = POLLIN};
  while (open > 0) {
    assert_true(poll(wait, LOGINS + 1, 30000) > 0);
    if (wait[LOGINS].revents) wait[LOGINS].fd = -1;
    for (unsigned i = 0; i < LOGINS; i++) {
      if (wait[i].fd < 0 || !wait[i].revents) continue;
      struct client_response answer = client_response(wait[i].fd, true);
      refused += answer.status == 403;
      free(answer.body);
      close(wait[i].fd);
      bool more = wait[LOGINS].fd >= 0;
      wait[i].fd = more ? begin_call(h, "/api/login", "", body) : -1;
      open -= !more;
    }
  }
  return refused;
}

/* Who knows the old password logs in all the while that the owner sets a new one: however the two
 * overlap, no session is left that the old one opened. */
static void logins_while_the_password_changes(void **state) {
  static const char old[] = "{\"name\":\"Bernoulli\",\"password\":\"12345678\"}";
  junqi_server_limits limits = junqi_server_limits_default();
  house open;
  (void)state;
  limits.rate[JUNQI_RATE_ACCOUNT_LOGINS] = (junqi_rate){10000, 1};
  house_make(&open);
  open.limits = &limits;
  house_start(&open, 0);
  caller owner = caller_new(&open);
  assert_int_equal(caller_call(&owner, "/api/register", old), 200);
  int change = begin_call(&open, "/api/password", owner.cookie,
                          "{\"old\":\"12345678\",\"new\":\"87654321\"}");
  print_message("%u logins refused\n", keep_logging_in(&open, old, change));
  struct client_response answer = client_response(change, true);
  assert_int_equal(answer.status, 200);
  free(answer.body);
  close(change);
  caller_call(&owner, "/api/login", "{\"name\":\"Bernoulli\",\"password\":\"87654321\"}");
  caller_call(&owner, "/api/sessions", NULL);
  /* This one, and the one that the change gave to the owner's browser. */
  assert_int_equal(json_array_size(json_object_get(owner.answer, "items")), 2);
  caller_end(&owner);
  assert_int_equal(house_stop(&open, SIGTERM), 0);
  house_remove(&open);
}

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
    close(fd);
    caller_end(&c);
  }
}

/* A house behind a proxy, with limits that are soon reached. */
static void open_strict(house *strict, const junqi_server_limits *limits) {
  house_make(strict);
  strict->trusted_proxies = "127.0.0.1";
  strict->limits = limits;
  house_start(strict, 0);
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
  close(fd);
  close(other);
  close(far);
  caller_end(&a);
  caller_end(&b);
  caller_end(&c);
  assert_int_equal(house_stop(&strict, SIGTERM), 0);
  house_remove(&strict);
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
  close(fd);
  close(other);
  close(far);
  caller_end(&a);
  caller_end(&b);
  caller_end(&c);
  assert_int_equal(house_stop(&strict, SIGTERM), 0);
  house_remove(&strict);
}

/* Requests half sent, requests and frames that are refused, guests from ever other addresses. */
static void barrage(unsigned round) {
  static char junk[5000];
  char request[128], address[32];
  memset(junk, '{', sizeof junk);
  for (unsigned i = 0; i < 40; i++) {
    caller c = caller_new(&shared);
    int fd = client_connect(shared.port);
    client_text(fd, "GET /api/session HTTP/1.1\r\nHost: t\r\nX-Half: ");
    snprintf(address, sizeof address, "100.64.%u.%u", round, i);
    snprintf(request, sizeof request, "X-Forwarded-For: %s\r\n", address);
    c.address = address;
    caller_call(&c, "/api/session", NULL);
    caller_send(&c, "POST", "/api/register", "application/json", junk, sizeof junk);
    close(fd);
    assert_int_equal(house_knock(&shared, request, &fd), 101);
    client_frame(fd, i % 2 ? 0x81 : 0xff, junk, i % 2 ? sizeof junk : 10);
    close(fd);
    caller_end(&c);
  }
}

/* Pages of memory that the server holds. */
static long resident(void) {
  char path[64];
  long size, pages = 0;
  snprintf(path, sizeof path, "/proc/%ld/statm", (long)shared.process);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%ld %ld", &size, &pages), 2);
  fclose(file);
  return pages;
}

/* What was thrown at it leaves nothing in memory: after the same again and again it holds hardly
 * more than after the first times. */
static void memory_is_flat(void **state) {
  enum { WARM = 3, ROUNDS = 12, MOST = 512 /* pages, for 360 times as many strangers */ };
  long before = 0;
  (void)state;
  for (unsigned round = 0; round < ROUNDS; round++) {
    if (round == WARM) before = resident();
    barrage(round);
  }
  print_message("%ld pages, then %ld\n", before, resident());
#if !FAULTY_SANITIZED /* which keeps what is freed */
  assert_true(resident() - before < MOST);
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(other_sites),
      cmocka_unit_test(planted_cookies),
      cmocka_unit_test(bodies),
      cmocka_unit_test(floods),
      cmocka_unit_test(guessing),
      cmocka_unit_test(behind_tls),
      cmocka_unit_test(sockets_of_one_address),
      cmocka_unit_test(full_house),
      cmocka_unit_test(crowded_passwords),
      cmocka_unit_test(logins_while_the_password_changes),
      cmocka_unit_test(retellings),
      cmocka_unit_test(scribbling),
      cmocka_unit_test(memory_is_flat),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
