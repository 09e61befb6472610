/* See clock.h. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <pthread.h>
#include <time.h>

static int64_t read_clock(const arena_clock *clock) {
  struct timespec now;
  clock_gettime(clock->id, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

arena_clock arena_clock_wall(void) {
  return (arena_clock){read_clock, CLOCK_MONOTONIC};
}

arena_clock arena_clock_thread(void) {
  arena_clock clock = arena_clock_wall();
  clockid_t id;
  if (pthread_getcpuclockid(pthread_self(), &id) == 0) clock.id = id;
  return clock;
}

int64_t arena_now(void) {
  const arena_clock wall = arena_clock_wall();
  return arena_clock_now(&wall);
}
