/* The record (FORMATS.md F-5) of a finished game, made from its log. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "hall.h"
#include "memory.h"

#include "junqi/record.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A record being gathered, and how the table stands at its end. */
typedef struct gathering {
  junqi_record record;
  size_t capacity;
} gathering;

static void put_date(char date[JUNQI_DATE_SIZE], int64_t ms) {
  time_t seconds = (time_t)(ms / 1000);
  struct tm parts;
  if (!gmtime_r(&seconds, &parts) || !strftime(date, JUNQI_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts))
    date[0] = 0;
}

static void take_start(junqi_header *header, const junqi_table *table,
                       const junqi_table_event *event) {
  header->rules = *junqi_table_rules(table);
  header->first = event->seat;
  if (event->dealt)
    memcpy(header->deal, event->deal, sizeof header->deal);
  else
    memcpy(header->layout, event->layout, sizeof header->layout);
}

static void take_line(gathering *g, const junqi_table_event *event) {
  junqi_record *record = &g->record;
  bool timed = event->line.kind == JUNQI_EV_PLY || event->line.kind == JUNQI_EV_TIMEOUT;
  record->lines =
      server_grow(record->lines, &g->capacity, record->count + 1, sizeof *record->lines);
  record->lines[record->count++] =
      (junqi_record_line){.kind = JUNQI_RECORD_EVENT,
                          .number = (uint32_t)record->count,
                          .line = {.event = event->line, .ms = timed ? (int64_t)event->used : -1}};
}

static void take(void *context, const junqi_table *table, const junqi_table_event *event) {
  gathering *g = context;
  if (event->kind == JUNQI_TABLE_START) take_start(&g->record.header, table, event);
  if (event->kind == JUNQI_TABLE_LINE) take_line(g, event);
}

static void write_record(gathering *g, int64_t created, out *text) {
  g->record.capacity = g->record.count;
  put_date(g->record.header.date, created);
  size_t size = junqi_record_write(&g->record, false, NULL, 0);
  char *buffer = server_new(size + 1);
  junqi_record_write(&g->record, false, buffer, size + 1);
  out_raw(text, buffer, size);
  free(buffer);
}

bool hub_record(hub *h, const char *id, out *text, size_t *events, junqi_error *error) {
  hub_log log = {0};
  gathering g = {0};
  bool good = false;
  junqi_store_status status = hub_log_load(&log, h->store, id);
  *events = log.count;
  junqi_table *table = status ? NULL : hub_log_fold(&log, take, &g, error);
  if (status)
    junqi_fail(error, status == JUNQI_STORE_ABSENT || status == JUNQI_STORE_INVALID
                          ? JUNQI_E_TABLE_UNKNOWN
                          : junqi_store_code(status));
  else if (table && junqi_table_state_of(table) != JUNQI_TABLE_FINISHED)
    junqi_fail(error, JUNQI_E_RECORD_RUNNING);
  else if (table) {
    write_record(&g, log.created, text);
    good = true;
  }
  junqi_table_free(table);
  free(g.record.lines);
  hub_log_free(&log);
  return good;
}
