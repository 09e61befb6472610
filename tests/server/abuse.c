/* What strangers try against the HTTP interface and the way in: requests from other sites, planted
 * and forged cookies, floods, bodies that are too large or not what they say. Logging in is in
 * passwords.c, what costs the server much in prices.c, frames that should not come are in serve.c;
 * the limits of plain HTTP in tests/net. */
#include "caller.h"
#include "house.h"

#include "net/client.h"
#include "store/faulty_memory.h"

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
      cmocka_unit_test(other_sites), cmocka_unit_test(planted_cookies),
      cmocka_unit_test(bodies),      cmocka_unit_test(floods),
      cmocka_unit_test(behind_tls),  cmocka_unit_test(sockets_of_one_address),
      cmocka_unit_test(full_house),  cmocka_unit_test(memory_is_flat),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
