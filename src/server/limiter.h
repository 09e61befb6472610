/* How often somebody may do a thing: token buckets by key, in a table of fixed size. It counts; it
 * does not know what is counted. */
#ifndef SERVER_LIMITER_H
#define SERVER_LIMITER_H

#include "junqi/server.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct limiter limiter;

/* libsodium must have been started. */
limiter *limiter_new(void);
void limiter_free(limiter *l); /* NULL is allowed */

/* Takes one token of the bucket `kind` (any small number: each has one rule) of `key`. 0: taken.
 * Else there was none, and it is the ms until there will be. When the table is full a bucket that
 * has been left alone for long gives way, so that an attack with many keys forgives at most what
 * was forgiven soon anyway. `now` in ms, never less than before. */
uint32_t limiter_take(limiter *l, unsigned kind, const void *key, size_t size, junqi_rate rate,
                      uint64_t now);

/* Takes `count` more whether there are so many or not: what a thing costs is known once it is done,
 * and the next one waits the longer. */
void limiter_spend(limiter *l, unsigned kind, const void *key, size_t size, junqi_rate rate,
                   uint32_t count, uint64_t now);

#endif
