/* What strangers try against passwords: guesses, crowds, logins while a password changes. What
 * accounts can do with the right ones is in accounts.c. */
#include "caller.h"
#include "house.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guessing),
      cmocka_unit_test(crowded_passwords),
      cmocka_unit_test(logins_while_the_password_changes),
  };
  return cmocka_run_group_tests(tests, start_shared, stop_shared);
}
