/* See log.h. */
#include "log.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

void hub_log_free(hub_log *log) {
  free(log->text);
  free(log->start);
  *log = (hub_log){0};
}

void hub_log_add(hub_log *log, const char *text, size_t length) {
  log->start = server_grow(log->start, &log->starts, log->count + 2, sizeof *log->start);
  log->text = server_grow(log->text, &log->capacity, log->used + length, 1);
  memcpy(log->text + log->used, text, length);
  log->start[log->count++] = log->used;
  log->used += length;
  log->start[log->count] = log->used;
}

static bool take_table(void *context, const junqi_store_table *table) {
  ((hub_log *)context)->created = table->created;
  return true;
}

static bool take_event(void *context, const junqi_store_event *event) {
  hub_log_add(context, event->body.data, event->body.size);
  return true;
}

junqi_store_status hub_log_load(hub_log *log, junqi_store *store, const char *id) {
  const junqi_store_reader reader = {take_table, take_event, log};
  return junqi_store_load(store, id, 0, &reader);
}

junqi_table *hub_log_fold(const hub_log *log, hub_log_fold_fn *each, void *context,
                          junqi_error *error) {
  junqi_table *table = junqi_table_new();
  junqi_table_event event;
  if (!table) abort();
  for (size_t i = 0; i < log->count; i++) {
    junqi_code code = junqi_table_event_read(table, (uint32_t)i + 1, log->text + log->start[i],
                                             log->start[i + 1] - log->start[i], &event, error);
    if (!code) code = junqi_table_replay(table, &event, error);
    if (code) {
      junqi_table_free(table);
      return NULL;
    }
    if (each) each(context, table, &event);
  }
  return table;
}
