/* Private to the arena room: a thread that raises a player's stop flag when its time is up, by
 * whatever clock. */
#ifndef ARENA_ALARM_H
#define ARENA_ALARM_H

#include <pthread.h>
#include <stdatomic.h>

#include "clock.h"

typedef struct arena_alarm {
  const arena_clock *clock;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int64_t at; /* guarded by lock; 0: not set */
  bool quit;  /* guarded by lock */
  atomic_bool rung;
} arena_alarm;

/* The clock is read as long as the alarm lives. */
bool arena_alarm_start(arena_alarm *alarm, const arena_clock *clock);

/* Clears the flag and raises it after `ms` milliseconds; 0: never. */
void arena_alarm_set(arena_alarm *alarm, int64_t ms);

/* Raises the flag now. */
void arena_alarm_ring(arena_alarm *alarm);

void arena_alarm_end(arena_alarm *alarm);

#endif
