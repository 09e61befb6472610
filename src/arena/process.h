/* Private to the arena room: a child process that is talked to in lines, and trusted in nothing. */
#ifndef ARENA_PROCESS_H
#define ARENA_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "clock.h"

enum { ARENA_LINE = 4096 }; /* no line of either protocol comes near it; longer ones are dropped */

typedef struct arena_process {
  pid_t pid;               /* 0: none */
  int in, out;             /* its stdin and stdout, our ends */
  bool skipping;           /* inside a line that is dropped */
  const atomic_bool *stop; /* once true nothing is waited for; may be null */
  size_t used;
  char buffer[ARENA_LINE];
} arena_process;

typedef enum arena_heard {
  ARENA_HEARD, /* a line */
  ARENA_LATE,  /* nothing in time */
  ARENA_GONE   /* it has closed its stdout, or cannot be read */
} arena_heard;

/* Starts a shell command in a process group of its own, its stderr thrown away. Once *stop is true
 * (may be null) it is late with everything. */
bool arena_process_start(arena_process *process, const char *command, const atomic_bool *stop);

/* Sends a line (a line end is added); false when it is not taken before `deadline`. */
bool arena_process_say(arena_process *process, const char *line, int64_t deadline);

/* The next line without its end, control characters and all. */
arena_heard arena_process_hear(arena_process *process, char line[ARENA_LINE], int64_t deadline);

/* What follows a line's first word or words; null where it begins otherwise. */
const char *arena_line_after(const char *line, const char *words);

/* Forgets what it has said unasked. */
void arena_process_drain(arena_process *process);

/* Closes both streams, waits `grace` milliseconds, then kills it and its whole group. Leaves no
 * zombie. */
void arena_process_end(arena_process *process, int64_t grace);

#endif
