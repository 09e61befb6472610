/* What the store's tests share: scratch directories, and a ledger that remembers what was written
 * and acknowledged and compares it with what a store gives back. */
#ifndef STORE_TEST_HELPERS_H
#define STORE_TEST_HELPERS_H

#include "junqi/store_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SCRATCH_MAX = 256, LEDGER_TABLES = 8 };

/* A new empty directory, to be removed with all in it by scratch_remove(). */
void scratch_make(char path[SCRATCH_MAX]);
void scratch_remove(const char *path);
/* `directory`/`name`, in a buffer of the caller's. */
const char *scratch_path(char path[SCRATCH_MAX], const char *directory, const char *name);
void scratch_copy(const char *from, const char *to);

/* cmocka's fixtures: *state is a scratch directory. */
int scratch_set_up(void **state);
int scratch_tear_down(void **state);

/* Without a thread: what is asked is done at the next poll. Fails the test if it can't. */
junqi_store *store_open_inline(const char *directory);
/* The result of a write: how its queuing ended or, when it was queued, its completion. */
junqi_store_status store_settle(junqi_store *store, junqi_store_status queued);

junqi_store_bytes bytes_of(const char *text);

uint32_t random_below(uint64_t *seed, uint32_t bound);

/* Per table: the numbers of the last event submitted and of the last one acknowledged. */
typedef struct store_ledger {
  uint64_t submitted[LEDGER_TABLES];
  uint64_t acknowledged[LEDGER_TABLES];
  uint64_t stored[LEDGER_TABLES]; /* found by the last ledger_check() */
  size_t refusals;                /* completions that were not OK */
} store_ledger;

/* Submits the next `count` events of a table as one batch, which makes the table when it is the
 * first. Each body says where in its batch the event stands. */
junqi_store_status ledger_submit(store_ledger *ledger, junqi_store *store, unsigned table,
                                 unsigned count);
junqi_store_sink ledger_sink; /* its context is the ledger */

/* Reads everything back: every acknowledged event is there, in order, without gaps, with its own
 * body; nothing was stored that was not submitted; every batch is whole. False when reading failed;
 * anything else wrong fails the test. */
bool ledger_check(store_ledger *ledger, junqi_store *store);
/* Continues from what is stored, as a restarted server does. */
void ledger_resume(store_ledger *ledger);

#endif
