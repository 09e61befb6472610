/* Tables by the time at which they are due: a binary heap whose entries know their place, so that
 * their time can be changed. It holds no clock and never looks into a table. */
#ifndef SERVER_DUE_H
#define SERVER_DUE_H

#include <stddef.h>
#include <stdint.h>

/* Part of a table. With only the table set it is in no queue. */
typedef struct due_entry {
  struct hub_table *table;
  uint64_t at;
  size_t place; /* 0: in no queue; else 1 + its index */
} due_entry;

/* Zero-initialise. */
typedef struct due_queue {
  due_entry **item;
  size_t count, capacity;
} due_queue;

void due_free(due_queue *queue);

/* Puts the entry in, moves it, or takes it out (`at` UINT64_MAX). */
void due_set(due_queue *queue, due_entry *entry, uint64_t at);

/* The entry due first, or NULL. */
due_entry *due_first(const due_queue *queue);

#endif
