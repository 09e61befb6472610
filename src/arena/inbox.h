/* Private to the arena room: what an engine was told and has not done yet. A thread of its own
 * reads, so that `stop` and `quit` are heard whatever else waits. */
#ifndef ARENA_INBOX_H
#define ARENA_INBOX_H

#include "engine_think.h"

enum { INBOX_MOST = 64 }; /* lines that wait; one more, and the `go` that is worked on is due */

typedef struct arena_inbox {
  FILE *in, *out;
  arena_alarm *alarm;
  pthread_t reader;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  /* Guarded by lock: */
  char line[INBOX_MOST][ENGINE_LINE]; /* a ring */
  unsigned first, count;
  bool end;      /* nothing comes any more */
  bool quitting; /* since it was told so */
  bool thinking; /* a `go` was taken out, and the next line was not yet */
  bool due;      /* its answer is wanted now */
} arena_inbox;

/* Begins to read. The alarm, running, is the thinker's. False without a thread. */
bool arena_inbox_start(arena_inbox *inbox, FILE *in, FILE *out, arena_alarm *alarm);

/* The next line; waits for it. False when there will be none. */
bool arena_inbox_next(arena_inbox *inbox, char line[ENGINE_LINE]);

/* Sets the alarm for the `go` taken out last; it rings at once if that is due already. */
void arena_inbox_clock(arena_inbox *inbox, int64_t ms);

/* After the last line. */
void arena_inbox_end(arena_inbox *inbox);

#endif
