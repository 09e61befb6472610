/* The event log of one table in memory: texts as they are in the store, and folding them again. It
 * serves reconnecting, watching, records and what computer players are told. */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include "junqi/store.h"
#include "junqi/table.h"

/* Event number n is text[start[n - 1]] up to start[n]. Zero-initialise. */
typedef struct hub_log {
  char *text;
  size_t used, capacity;
  size_t *start;
  size_t count, starts;
  int64_t created; /* ms since 1970 */
} hub_log;

void hub_log_free(hub_log *log);
void hub_log_add(hub_log *log, const char *text, size_t length);

/* Reads a table, finished or not, from the store. ABSENT, FAILED. */
junqi_store_status hub_log_load(hub_log *log, junqi_store *store, const char *id);

typedef void hub_log_fold_fn(void *context, const junqi_table *table,
                             const junqi_table_event *event);

/* Folds all events into a table and calls `each` (may be NULL) after each of them. The table, the
 * caller's to free, is as after the last event; NULL when the log is damaged: *error says why. */
junqi_table *hub_log_fold(const hub_log *log, hub_log_fold_fn *each, void *context,
                          junqi_error *error);

#endif
