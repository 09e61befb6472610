/* Private to the arena room: what thinking is timed by. Wall time is what people feel and what
 * processes are held to; a thread's processor time leaves out what the machine did meanwhile, so
 * that a figure means the same on a busy one. */
#ifndef ARENA_CLOCK_H
#define ARENA_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Never runs ahead of the wall: so much as is left on it may be slept. Tests bring their own. */
typedef struct arena_clock {
  int64_t (*now)(const struct arena_clock *clock); /* milliseconds; never goes back */
  clockid_t id;
} arena_clock;

arena_clock arena_clock_wall(void);

/* Processor time of the thread that calls; any thread may read it while that one lives. Where the
 * system keeps none it is wall time. */
arena_clock arena_clock_thread(void);

static inline int64_t arena_clock_now(const arena_clock *clock) {
  return clock->now(clock);
}

/* Wall time in milliseconds. */
int64_t arena_now(void);

#endif
