/* Memory that tests can take away: an allocator for SQLite, which the store uses as well, that
 * counts allocations and fails those it is told to. */
#ifndef STORE_FAULTY_MEMORY_H
#define STORE_FAULTY_MEMORY_H

#include <stdbool.h>

typedef struct faulty_memory {
  long allocations; /* so far */
  long fail_at;     /* the allocation, from 1, that fails; 0: none */
  bool for_good;    /* and all after it as well */
  bool failed;      /* it came to that */
} faulty_memory;

#ifdef __has_feature
#define FAULTY_SANITIZED __has_feature(address_sanitizer)
#else
#define FAULTY_SANITIZED 0
#endif

/* Which allocations fail, each in a run of its own: all of them; every fifth with AddressSanitizer,
 * under which a run takes three times as long and any call of SQLite makes more than five. */
enum { FAULTY_MEMORY_STEP = FAULTY_SANITIZED ? 5 : 1 };

/* Replaces SQLite's allocator, once and before anything else is asked of SQLite; `memory` directs
 * it from then on. One thread at a time. */
void faulty_memory_use(faulty_memory *memory);

#endif
