/* Private to `junqi bench`: what is measured, and Stockfish to measure it against. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "junqi/position.h"

/* One thing to measure on one variant. `level` is depth or number of games, found once so that a
 * run takes long enough to be measured, `repeats` how often that is done in a run. */
typedef struct bench_case {
  const char *topic; /* "playout", "perft", "make", "search", "worlds", "views" */
  junqi_variant variant;
  uint64_t (*work)(const struct bench_case *bench); /* does it once; what it counted */
  junqi_rules rules;
  junqi_position start, middle; /* the positions to begin from */
  unsigned level, repeats;
  double best; /* per second of CPU time */
} bench_case;

/* All there is to measure. */
enum { BENCH_CASES = 15 }; /* the last three of `dark` alone */
void bench_prepare(bench_case cases[BENCH_CASES]);

/* bench_think.c: positions searched, worlds imagined, events folded into a view and its knowledge.
 */
uint64_t bench_search(const bench_case *bench);
uint64_t bench_worlds(const bench_case *bench);
uint64_t bench_views(const bench_case *bench);

/* A number that changes only when the player of the two-seat game plays or searches differently. */
uint64_t bench_signature(void);

/* Finds level and repeats; some tenths of a second. */
void bench_calibrate(bench_case *bench);

/* One round: keeps the best. */
void bench_round(bench_case *bench);

/* Stockfish as a child process. */
typedef struct bench_stockfish {
  int pid, in, out;
  double best; /* nodes per second of its CPU time */
} bench_stockfish;

/* Starts it and waits until it is ready; false with *wanted naming the answer that did not come. */
bool bench_stockfish_start(bench_stockfish *fish, const char *path, const char **wanted);

/* One `go perft 6` from its starting position: keeps the best. False as above. */
bool bench_stockfish_round(bench_stockfish *fish, const char **wanted);

void bench_stockfish_end(bench_stockfish *fish);

#endif
