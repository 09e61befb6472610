/* A table under test with a copy that lives on its events alone. After each input the copy, fed
 * from the events' texts, must equal the table, and a refused input must have changed nothing. */
#ifndef TABLE_HARNESS_H
#define TABLE_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "junqi/table.h"

enum { ANN = 1001, BOB, CAT, DAN, EVE }; /* persons; the first four sit at a..d */

typedef struct harness {
  junqi_table *table, *copy;
  uint64_t now;
  junqi_table_events *out; /* of the last call */
  junqi_table_event *log;  /* of all calls */
  unsigned logged, room, ends;
  junqi_error error;
} harness;

/* A table of ANN's at seat a, created at a time far from 0. */
void harness_open(harness *h, const junqi_rules *rules, uint64_t seed);
void harness_close(harness *h);

/* One input at h->now, with all checks. */
junqi_code harness_apply(harness *h, const junqi_table_input *input);

/* Shorter: what seat's person does; a seat's person is ANN + seat. PLY and answers name the last
 * event. */
junqi_code harness_do(harness *h, junqi_table_input_kind kind, junqi_seat seat);
junqi_code harness_ply(harness *h, junqi_seat seat, const char *text);
junqi_code harness_tick(harness *h, uint64_t ms);

/* Everybody sits down with a layout of `seed` and is ready: the game runs. */
void harness_start(harness *h, const junqi_rules *rules, uint64_t seed);

/* The same for a table that is open already. */
void harness_fill(harness *h, uint64_t seed);

/* "friendly=yes substitutes=3": the rest as in a table that has been told nothing; and told to a
 * table by a person or, as JUNQI_NOBODY, the caller. */
junqi_settings harness_settings(const char *words);
junqi_code harness_set(harness *h, junqi_person person, const char *words);

/* A layout by chance. */
junqi_layout harness_layout(const junqi_rules *rules, uint64_t seed);

/* Some legal ply of the seat on turn, chosen by its view alone; false when it has none. */
bool harness_choose(harness *h, junqi_random *random, junqi_move *move);

/* One ply of whoever is on turn, accepted. */
void harness_play_on(harness *h, junqi_random *random);

/* Throws the table away and builds it from the log's texts, as after a crash; then resumes. */
void harness_crash(harness *h, uint64_t down);

/* How many events of a kind (LINE: of a line's kind) the last call brought; any: the kind of the
 * last one. */
unsigned harness_count(const harness *h, junqi_table_event_kind kind);
unsigned harness_lines(const harness *h, junqi_event_kind kind);

#endif
