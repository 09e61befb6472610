/* See due.h. */
#include "due.h"

#include "memory.h"

#include <stdlib.h>

void due_free(due_queue *queue) {
  free(queue->item);
  *queue = (due_queue){0};
}

static void put(due_queue *queue, size_t index, due_entry *entry) {
  queue->item[index] = entry;
  entry->place = index + 1;
}

static void rise(due_queue *queue, size_t index) {
  due_entry *entry = queue->item[index];
  for (; index > 0 && queue->item[(index - 1) / 2]->at > entry->at; index = (index - 1) / 2)
    put(queue, index, queue->item[(index - 1) / 2]);
  put(queue, index, entry);
}

static void sink(due_queue *queue, size_t index) {
  due_entry *entry = queue->item[index];
  for (;;) {
    size_t child = 2 * index + 1;
    if (child >= queue->count) break;
    if (child + 1 < queue->count && queue->item[child + 1]->at < queue->item[child]->at) child++;
    if (queue->item[child]->at >= entry->at) break;
    put(queue, index, queue->item[child]);
    index = child;
  }
  put(queue, index, entry);
}

static void take_out(due_queue *queue, due_entry *entry) {
  size_t index = entry->place - 1;
  due_entry *last = queue->item[--queue->count];
  entry->place = 0;
  if (last == entry) return;
  put(queue, index, last);
  rise(queue, index);
  sink(queue, last->place - 1);
}

void due_set(due_queue *queue, due_entry *entry, uint64_t at) {
  if (at == UINT64_MAX) {
    if (entry->place) take_out(queue, entry);
    return;
  }
  entry->at = at;
  if (!entry->place) {
    queue->item = server_grow(queue->item, &queue->capacity, queue->count + 1, sizeof(due_entry *));
    put(queue, queue->count++, entry);
  }
  rise(queue, entry->place - 1);
  sink(queue, entry->place - 1);
}

due_entry *due_first(const due_queue *queue) {
  return queue->count ? queue->item[0] : NULL;
}
