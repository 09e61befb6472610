/* See faulty_memory.h. */
#include "faulty_memory.h"

#include <sqlite3.h>
#include <stddef.h>

/* The allocator's methods get no context. */
static faulty_memory *memory;
static sqlite3_mem_methods real;

static bool fails(void) {
  memory->allocations++;
  bool now = memory->fail_at > 0 && (memory->for_good ? memory->allocations >= memory->fail_at
                                                      : memory->allocations == memory->fail_at);
  memory->failed = memory->failed || now;
  return now;
}

static void *faulty_malloc(int size) {
  return fails() ? NULL : real.xMalloc(size);
}

static void *faulty_realloc(void *old, int size) {
  return fails() ? NULL : real.xRealloc(old, size);
}

void faulty_memory_use(faulty_memory *used) {
  memory = used;
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  sqlite3_mem_methods faulty = real;
  faulty.xMalloc = faulty_malloc;
  faulty.xRealloc = faulty_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty);
  sqlite3_initialize();
}
