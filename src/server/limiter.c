/* See limiter.h. A keyed hash names a row of a few buckets; nobody can aim at another's row. */
#include "limiter.h"

#include "memory.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096, BUCKETS = 4 };

/* `spent_until`: the time at which the bucket will be full again, which is all there is to know. */
typedef struct bucket {
  uint64_t name;
  uint64_t spent_until;
} bucket;

struct limiter {
  unsigned char secret[crypto_shorthash_KEYBYTES];
  bucket row[ROWS][BUCKETS];
};

limiter *limiter_new(void) {
  limiter *l = server_new(sizeof *l);
  crypto_shorthash_keygen(l->secret);
  return l;
}

void limiter_free(limiter *l) {
  free(l);
}

static uint64_t name_of(const limiter *l, unsigned kind, const void *key, size_t size) {
  unsigned char text[128] = {(unsigned char)kind};
  unsigned char hash[crypto_shorthash_BYTES];
  uint64_t name;
  if (size > sizeof text - 1) size = sizeof text - 1;
  memcpy(text + 1, key, size);
  crypto_shorthash(hash, text, size + 1, l->secret);
  memcpy(&name, hash, sizeof name);
  return name;
}

/* The bucket of that name, or the one that is full again first. */
static bucket *find(limiter *l, uint64_t name) {
  bucket *row = l->row[name % ROWS], *best = row;
  for (size_t i = 0; i < BUCKETS; i++) {
    if (row[i].name == name) return &row[i];
    if (row[i].spent_until < best->spent_until) best = &row[i];
  }
  *best = (bucket){name, 0};
  return best;
}

uint32_t limiter_take(limiter *l, unsigned kind, const void *key, size_t size, junqi_rate rate,
                      uint64_t now) {
  bucket *b = find(l, name_of(l, kind, key, size));
  uint64_t from = b->spent_until > now ? b->spent_until : now;
  uint64_t until = from + rate.every_ms, most = now + (uint64_t)rate.burst * rate.every_ms;
  if (until > most) return (uint32_t)(until - most);
  b->spent_until = until;
  return 0;
}

void limiter_spend(limiter *l, unsigned kind, const void *key, size_t size, junqi_rate rate,
                   uint32_t count, uint64_t now) {
  bucket *b = find(l, name_of(l, kind, key, size));
  if (b->spent_until < now) b->spent_until = now;
  b->spent_until += (uint64_t)count * rate.every_ms;
}
