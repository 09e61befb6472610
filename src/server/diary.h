/* What the server writes about itself on stderr: one line an event, as `key=value` pairs. Never
 * names, passwords, tokens or cookies: numbers of accounts, addresses and words of this program. */
#ifndef SERVER_DIARY_H
#define SERVER_DIARY_H

#include "junqi/server.h"

#include <stdint.h>
#include <stdio.h>

typedef struct diary {
  junqi_log_level level; /* lines above it are left out */
  FILE *file;            /* NULL: nothing is written */
  double allowance;      /* lines that may be written now, so that nobody fills a disk */
  uint64_t filled;       /* ms, on a clock that does not jump: when that was true */
  uint64_t skipped;      /* lines left out since the last one that was written */
} diary;

/* A line: the time, the level, the event and what the format makes. Every text in it must be free
 * of blanks, quotes and line ends. `date` in ms since 1970, `now` in ms as in the diary. */
void diary_note(diary *d, junqi_log_level level, int64_t date, uint64_t now, const char *event,
                const char *format, ...) __attribute__((format(printf, 6, 7)));

#endif
