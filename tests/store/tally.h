/* A long contest of two accounts for tests that interrupt it: account 1 beats account 2 at one
 * table after the other. However it was interrupted, a finished table is one game in the index, one
 * point in each score and one line in each history. */
#ifndef STORE_TEST_TALLY_H
#define STORE_TEST_TALLY_H

#include "helpers.h"

/* Registers both. */
junqi_store_status tally_begin(junqi_store *store, uint64_t tag);
/* Makes table `number`, and finishes it with its game. */
junqi_store_status tally_make(junqi_store *store, uint64_t number, uint64_t tag);
junqi_store_status tally_finish(junqi_store *store, uint64_t number, uint64_t tag);

typedef struct tally_count {
  uint64_t games;      /* in the index */
  uint64_t unfinished; /* tables */
  uint64_t last_open;  /* the greatest number among them */
} tally_count;

/* Fails the test when anything disagrees; false when reading failed. */
bool tally_check(junqi_store *store, tally_count *count);

#endif
