/* Tokens, passwords and limits, each by itself. */
#include "limiter.h"
#include "passwords.h"
#include "session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <pthread.h>
#include <sodium.h>

/* -- Tokens --------------------------------------------------------------------------------------
 */

static const char digits[] = "0123456789abcdef0123456789abcdef";

static void cookies_are_read(void **state) {
  static const char *const bad[] = {
      "",
      "junqi=",
      "junqi",
      "junqi=0123456789abcdef0123456789abcde",
      "junqi=0123456789abcdef0123456789abcdef0",
      "junqi=0123456789ABCDEF0123456789abcdef",
      "junqi=\"0123456789abcdef0123456789abcdef\"",
      "xjunqi=0123456789abcdef0123456789abcdef",
      "a=junqi=0123456789abcdef0123456789abcdef",
      "junqi =0123456789abcdef0123456789abcdef",
      "junqi_device=0123456789abcdef0123456789abcdef",
      ";;;;; ;;",
  };
  char token[SESSION_TOKEN_SIZE];
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (session_token_read(SESSION_BROWSER, bad[i], token)) fail_msg("%s", bad[i]);
  assert_false(session_token_read(SESSION_BROWSER, NULL, token));
  assert_true(session_token_read(
      SESSION_BROWSER, "a=b; junqi=short;junqi=0123456789abcdef0123456789abcdef; c=d", token));
  assert_string_equal(token, digits);
}

static void bearers_are_read(void **state) {
  static const char *const bad[] = {
      "junqi_0123456789abcdef0123456789abcdef",
      "Basic junqi_0123456789abcdef0123456789abcdef",
      "Bearer 0123456789abcdef0123456789abcdef",
      "Bearer junqi_0123456789abcdef0123456789abcde",
      "Bearer junqi_0123456789abcdef0123456789abcdef0",
      "Bearer",
      "Bearer ",
  };
  char token[SESSION_TOKEN_SIZE], other[SESSION_TOKEN_SIZE];
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (session_token_read(SESSION_BOT, bad[i], token)) fail_msg("%s", bad[i]);
  assert_true(
      session_token_read(SESSION_BOT, "bearer  junqi_0123456789abcdef0123456789abcdef", token));
  assert_string_equal(token, "junqi_0123456789abcdef0123456789abcdef");
  /* The same digits are another secret elsewhere. */
  session_hash bot = session_hashed(SESSION_BOT, digits);
  session_hash browser = session_hashed(SESSION_BROWSER, digits);
  assert_memory_not_equal(bot.bytes, browser.bytes, sizeof bot.bytes);
  session_token_new(SESSION_BOT, token);
  session_token_new(SESSION_BOT, other);
  assert_string_not_equal(token, other);
  assert_int_equal(strlen(token), 6 + SESSION_TOKEN);
}

static void cookies_are_written(void **state) {
  char cookie[SESSION_COOKIE];
  (void)state;
  session_cookie(digits, true, cookie);
  assert_string_equal(cookie, "junqi=0123456789abcdef0123456789abcdef; Path=/; Max-Age=15552000; "
                              "HttpOnly; SameSite=Lax; Secure");
  session_cookie("", false, cookie);
  assert_string_equal(cookie, "junqi=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  session_device_cookie(true, cookie);
  assert_non_null(strstr(cookie, "HttpOnly; SameSite=Lax; Secure"));
  assert_int_equal(session_device("junqi=0123456789abcdef0123456789abcdef"), 0);
  assert_int_not_equal(session_device("a=b; junqi_device=0123456789abcdef0123456789abcdef"), 0);
}

/* -- Limits --------------------------------------------------------------------------------------
 */

static void a_bucket_empties_and_fills(void **state) {
  const junqi_rate rule = {3, 1000};
  limiter *l = limiter_new();
  (void)state;
  for (int i = 0; i < 3; i++)
    assert_int_equal(limiter_take(l, 0, "key", 3, rule, 5000), 0);
  assert_int_equal(limiter_take(l, 0, "key", 3, rule, 5000), 1000);
  assert_int_equal(limiter_take(l, 0, "key", 3, rule, 5400), 600);
  assert_int_equal(limiter_take(l, 1, "key", 3, rule, 5400), 0); /* another kind */
  assert_int_equal(limiter_take(l, 0, "kez", 3, rule, 5400), 0);
  assert_int_equal(limiter_take(l, 0, "key", 3, rule, 6000), 0);
  assert_int_equal(limiter_take(l, 0, "key", 3, rule, 6000), 1000);
  /* What is spent without asking is owed. */
  limiter_spend(l, 2, "key", 3, rule, 10, 6000);
  assert_int_equal(limiter_take(l, 2, "key", 3, rule, 6000), 8000);
  assert_int_equal(limiter_take(l, 2, "key", 3, rule, 14000), 0);
  for (int i = 0; i < 3; i++)
    assert_int_equal(limiter_take(l, 0, "key", 3, rule, 99000), 0);
  assert_int_not_equal(limiter_take(l, 0, "key", 3, rule, 99000), 0);
  limiter_free(l);
}

/* Very many keys: memory is what it is, and newcomers are still counted. */
static void the_table_is_bounded(void **state) {
  const junqi_rate rule = {2, 1000};
  limiter *l = limiter_new();
  (void)state;
  for (uint32_t key = 0; key < 200000; key++)
    assert_int_equal(limiter_take(l, 0, &key, sizeof key, rule, 1000), 0);
  limiter_take(l, 0, "one", 3, rule, 1000);
  limiter_take(l, 0, "one", 3, rule, 1000);
  assert_int_not_equal(limiter_take(l, 0, "one", 3, rule, 1000), 0);
  limiter_free(l);
}

/* -- Passwords -----------------------------------------------------------------------------------
 */

/* Results, and a bell that threads ring. */
typedef struct desk {
  pthread_mutex_t lock;
  pthread_cond_t rung;
  unsigned rings;
  unsigned done, good;
  char hash[PASSWORD_HASH];
} desk;

static void ring(void *context) {
  desk *d = context;
  pthread_mutex_lock(&d->lock);
  d->rings++;
  pthread_cond_signal(&d->rung);
  pthread_mutex_unlock(&d->lock);
}

static void take(void *context, bool good, const char *hash) {
  desk *d = context;
  d->done++;
  d->good += good;
  if (hash) strcpy(d->hash, hash);
}

/* Until so many results have been taken; a ring that does not come is a fault, not a wait. */
static void collect(desk *d, passwords *p, unsigned done) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 60;
  for (unsigned seen = 0; d->done < done;) {
    pthread_mutex_lock(&d->lock);
    int late = 0;
    while (d->rings == seen && !late)
      late = pthread_cond_timedwait(&d->rung, &d->lock, &limit);
    seen = d->rings;
    pthread_mutex_unlock(&d->lock);
    assert_int_equal(late, 0);
    passwords_collect(p);
  }
}

static void passwords_are_hashed(void **state) {
  desk d = {.lock = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER};
  passwords *p = passwords_new(2, 3, ring, &d);
  char now[PASSWORD_HASH];
  (void)state;
  assert_non_null(p);
  assert_true(passwords_hash(p, "correct horse", take, &d));
  collect(&d, p, 1);
  assert_memory_equal(d.hash, "$argon2id$", 10);
  assert_true(passwords_check(p, "correct horse", d.hash, take, &d));
  collect(&d, p, 2);
  assert_int_equal(d.good, 2);
  assert_true(passwords_check(p, "correct horsf", d.hash, take, &d));
  assert_true(passwords_check(p, "", NULL, take, &d)); /* a name that nobody has */
  assert_true(passwords_check(p, "", "no hash at all", take, &d));
  assert_false(passwords_check(p, "one too many", d.hash, take, &d));
  collect(&d, p, 5);
  assert_int_equal(d.good, 2);
  assert_int_equal(passwords_pending(p), 0);
  assert_true(password_hash_now("correct horse", now));
  assert_string_not_equal(now, d.hash);
  assert_int_equal(crypto_pwhash_str_verify(now, "correct horse", 13), 0);
  passwords_free(p);
}

/* The process ends while people log in: nothing is called, nothing leaks. */
static void ending_with_work_left(void **state) {
  desk d = {.lock = PTHREAD_MUTEX_INITIALIZER, .rung = PTHREAD_COND_INITIALIZER};
  passwords *p = passwords_new(1, 8, ring, &d);
  (void)state;
  for (int i = 0; i < 8; i++)
    assert_true(passwords_hash(p, "some password", take, &d));
  passwords_free(p);
  assert_int_equal(d.done, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cookies_are_read),      cmocka_unit_test(bearers_are_read),
      cmocka_unit_test(cookies_are_written),   cmocka_unit_test(a_bucket_empties_and_fills),
      cmocka_unit_test(the_table_is_bounded),  cmocka_unit_test(passwords_are_hashed),
      cmocka_unit_test(ending_with_work_left),
  };
  return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
