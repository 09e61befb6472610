/* See alarm.h. */
#define _POSIX_C_SOURCE 200809L
#include "alarm.h"

#include <time.h>

/* Sleeps what is left on the clock. One that stands still while its thread waits is looked at again
 * then; it is never late by more than that. */
static void doze(arena_alarm *a, int64_t left) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  int64_t ns = until.tv_nsec + left % 1000 * 1000000;
  until.tv_sec += left / 1000 + ns / 1000000000;
  until.tv_nsec = ns % 1000000000;
  pthread_cond_timedwait(&a->changed, &a->lock, &until);
}

static void *watch(void *argument) {
  arena_alarm *a = argument;
  pthread_mutex_lock(&a->lock);
  while (!a->quit) {
    int64_t left = a->at ? a->at - arena_clock_now(a->clock) : 0;
    if (a->at == 0) {
      pthread_cond_wait(&a->changed, &a->lock);
    } else if (left <= 0) {
      atomic_store(&a->rung, true);
      a->at = 0;
    } else {
      doze(a, left);
    }
  }
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

bool arena_alarm_start(arena_alarm *a, const arena_clock *clock) {
  pthread_condattr_t attributes;
  a->clock = clock;
  a->at = 0;
  a->quit = false;
  atomic_init(&a->rung, false);
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&a->lock, NULL);
  pthread_cond_init(&a->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  if (pthread_create(&a->thread, NULL, watch, a) == 0) return true;
  pthread_cond_destroy(&a->changed);
  pthread_mutex_destroy(&a->lock);
  return false;
}

/* The flag falls while nobody can raise it: neither an old time nor a very short new one is lost.
 */
static void change(arena_alarm *a, int64_t at, bool quit) {
  pthread_mutex_lock(&a->lock);
  a->at = at;
  atomic_store(&a->rung, false);
  a->quit = quit;
  pthread_cond_signal(&a->changed);
  pthread_mutex_unlock(&a->lock);
}

void arena_alarm_set(arena_alarm *a, int64_t ms) {
  change(a, ms ? arena_clock_now(a->clock) + ms : 0, false);
}

void arena_alarm_ring(arena_alarm *a) {
  atomic_store(&a->rung, true);
}

void arena_alarm_end(arena_alarm *a) {
  change(a, 0, true);
  pthread_join(a->thread, NULL);
  pthread_cond_destroy(&a->changed);
  pthread_mutex_destroy(&a->lock);
}
