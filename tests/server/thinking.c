/* The threads on which computer players think: tables share them evenly, what nobody waits for is
 * dropped, and every question is answered in its time. The players here wait for the test. */
#include "bots.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { MOST = 64, ALONE = 50 /* a table that nobody follows */ };

/* What happens between the test and the threads. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t begun, woken;
  bool open; /* the gate at which GATE waits */
} scene = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* How a question is thought about: its level. */
enum { QUICK = 1, HEAVY, GATE, FOREVER };

/* Of this thread's processor time. */
static int64_t worked_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void work_a_little(void) {
  for (int64_t until = worked_us() + 2000; worked_us() < until;) {
  }
}

static void note_begun(void) {
  pthread_mutex_lock(&scene.lock);
  scene.begun++;
  pthread_cond_broadcast(&scene.changed);
  pthread_mutex_unlock(&scene.lock);
}

static void pass_gate(void) {
  pthread_mutex_lock(&scene.lock);
  while (!scene.open)
    pthread_cond_wait(&scene.changed, &scene.lock);
  pthread_mutex_unlock(&scene.lock);
}

static hub_answer think(const hub_question *question, const atomic_bool *stop) {
  hub_answer answer = {.token = question->token, .good = true};
  note_begun();
  if (question->level == HEAVY) work_a_little();
  if (question->level == GATE) pass_gate();
  while (question->level == FOREVER && !atomic_load(stop))
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return answer;
}

static void wake(void *context) {
  (void)context;
  pthread_mutex_lock(&scene.lock);
  scene.woken++;
  pthread_cond_broadcast(&scene.changed);
  pthread_mutex_unlock(&scene.lock);
}

static void wait_for(const size_t *count, size_t wanted) {
  pthread_mutex_lock(&scene.lock);
  while (*count < wanted)
    pthread_cond_wait(&scene.changed, &scene.lock);
  pthread_mutex_unlock(&scene.lock);
}

static void set_gate(bool open) {
  pthread_mutex_lock(&scene.lock);
  scene.open = open;
  pthread_cond_broadcast(&scene.changed);
  pthread_mutex_unlock(&scene.lock);
}

static server_bots *start(unsigned threads) {
  scene.begun = scene.woken = 0;
  scene.open = false;
  server_bots *b = server_bots_new(threads, think, wake, NULL);
  assert_non_null(b);
  return b;
}

static void ask(server_bots *b, unsigned table, uint64_t token, uint8_t how, uint32_t left) {
  hub_question *question = calloc(1, sizeof *question);
  assert_non_null(question);
  snprintf(question->table, sizeof question->table, "table%u", table);
  question->token = token;
  question->level = how;
  question->left = left;
  question->followed = table != ALONE;
  server_bots_ask(b, question);
}

typedef struct heard {
  uint64_t token[MOST];
  size_t count;
} heard;

static void take(void *context, const hub_answer *answer) {
  heard *all = context;
  assert_true(all->count < MOST);
  all->token[all->count++] = answer->token;
}

static void hear_all(server_bots *b, heard *all, size_t count) {
  *all = (heard){.count = 0};
  wait_for(&scene.woken, count);
  server_bots_collect(b, take, all);
  assert_int_equal(all->count, count);
  scene.woken = 0; /* nobody thinks now */
}

/* Tables that have been thought for much wait for one that has not. */
static void even_shares(void **state) {
  enum { TABLES = 8 };
  (void)state;
  server_bots *b = start(1);
  heard all;
  for (unsigned i = 0; i < TABLES; i++)
    ask(b, i, 1 + i, HEAVY, UINT32_MAX);
  hear_all(b, &all, TABLES);
  ask(b, 99, 100, GATE, UINT32_MAX);
  wait_for(&scene.begun, TABLES + 1);
  for (unsigned i = 0; i < TABLES; i++)
    ask(b, i, 1 + i, HEAVY, UINT32_MAX);
  ask(b, 98, 101, QUICK, UINT32_MAX);
  set_gate(true);
  hear_all(b, &all, TABLES + 2);
  assert_int_equal(all.token[0], 100);
  assert_int_equal(all.token[1], 101);
  server_bots_free(b);
}

/* Tables that nobody follows are not forgotten, but wait. */
static void nobody_there(void **state) {
  (void)state;
  server_bots *b = start(1);
  heard all;
  ask(b, ALONE, 1, HEAVY, UINT32_MAX);
  ask(b, 2, 2, HEAVY, UINT32_MAX);
  hear_all(b, &all, 2);
  ask(b, 99, 100, GATE, UINT32_MAX);
  wait_for(&scene.begun, 3);
  ask(b, ALONE, 1, HEAVY, UINT32_MAX);
  ask(b, 2, 2, HEAVY, UINT32_MAX);
  set_gate(true);
  hear_all(b, &all, 3);
  assert_int_equal(all.token[1], 2);
  assert_int_equal(all.token[2], 1);
  server_bots_free(b);
}

/* Among equals the first that came is the first that is served. */
static void in_order(void **state) {
  (void)state;
  server_bots *b = start(1);
  heard all;
  ask(b, 99, 100, GATE, UINT32_MAX);
  wait_for(&scene.begun, 1);
  for (unsigned i = 0; i < 20; i++)
    ask(b, i, i, QUICK, UINT32_MAX);
  set_gate(true);
  hear_all(b, &all, 21);
  for (unsigned i = 0; i < 20; i++)
    assert_int_equal(all.token[1 + i], i);
  server_bots_free(b);
}

/* Whether it waits, is thought about or answered: it is gone, and others are not. */
static void forgotten(void **state) {
  (void)state;
  server_bots *b = start(1);
  heard all;
  ask(b, 1, 1, FOREVER, UINT32_MAX);
  wait_for(&scene.begun, 1);
  for (unsigned i = 2; i <= 5; i++)
    ask(b, i, i, QUICK, UINT32_MAX);
  server_bots_forget(b, 5);
  server_bots_forget(b, 3);
  server_bots_forget(b, 77);
  server_bots_forget(b, 1);
  wait_for(&scene.woken, 2);
  assert_int_equal(server_bots_pending(b), 2);
  server_bots_forget(b, 4);
  assert_int_equal(server_bots_pending(b), 1);
  server_bots_collect(b, take, &(heard){.count = 0});
  assert_int_equal(server_bots_pending(b), 0);
  scene.woken = 0;
  ask(b, 6, 6, QUICK, UINT32_MAX);
  hear_all(b, &all, 1);
  assert_int_equal(all.token[0], 6);
  assert_int_equal(scene.begun, 4); /* 1, 2, 4 and 6 */
  server_bots_free(b);
}

/* Players that never come to an end are ended: by the seat's time, or because others wait. */
static void in_time(void **state) {
  (void)state;
  server_bots *b = start(2);
  heard all;
  ask(b, 1, 1, FOREVER, 100);
  hear_all(b, &all, 1);
  for (unsigned i = 0; i < MOST; i++)
    ask(b, i, i, FOREVER, UINT32_MAX);
  hear_all(b, &all, MOST);
  server_bots_free(b);
}

/* The end comes while some think and some wait. */
static void ending(void **state) {
  (void)state;
  server_bots *b = start(2);
  for (unsigned i = 0; i < 5; i++)
    ask(b, i, i, FOREVER, UINT32_MAX);
  wait_for(&scene.begun, 2);
  server_bots_free(b);
  server_bots_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(even_shares), cmocka_unit_test(nobody_there), cmocka_unit_test(in_order),
      cmocka_unit_test(forgotten),   cmocka_unit_test(in_time),      cmocka_unit_test(ending),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
