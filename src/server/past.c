/* Tables that are over and not in memory any more, read from the store. Whoever looks at a game of
 * yesterday looks at it from several seats, and a link to it is opened by many at once: so the last
 * ones that were asked for are kept for a while, folded. They never change. */
#include "hall.h"

#include <string.h>

enum {
  KEPT_BYTES = 4 << 20 /* the logs of all that are kept; the last one is, whatever it takes */
};

static void drop(hub *h, hub_past *past) {
  h->past_bytes -= past->log.used;
  junqi_table_free(past->table);
  hub_log_free(&past->log);
  *past = (hub_past){.used = 0};
}

void hub_past_free(hub *h) {
  for (size_t i = 0; i < HUB_PASTS; i++)
    drop(h, &h->past[i]);
}

/* The place that was asked for longest ago of those numbered `least` and up; free ones have 0. */
static hub_past *oldest(hub *h, uint64_t least) {
  hub_past *found = NULL;
  for (hub_past *past = h->past; past < h->past + HUB_PASTS; past++)
    if (past->used >= least && (!found || past->used < found->used)) found = past;
  return found;
}

static hub_past *make_room(hub *h, size_t bytes) {
  hub_past *place = oldest(h, 0), *more;
  drop(h, place);
  while (h->past_bytes + bytes > KEPT_BYTES && (more = oldest(h, 1)))
    drop(h, more);
  return place;
}

static const hub_past *keep(hub *h, const char *id, const hub_log *log, junqi_table *table) {
  hub_past *past = make_room(h, log->used);
  *past = (hub_past){.log = *log, .table = table, .used = ++h->pasts};
  memcpy(past->id, id, strlen(id) + 1);
  h->past_bytes += log->used;
  return past;
}

const hub_past *hub_past_find(hub *h, const char *id, junqi_error *error) {
  hub_log log = {0};
  for (size_t i = 0; i < HUB_PASTS; i++)
    if (h->past[i].used && strcmp(h->past[i].id, id) == 0) {
      h->past[i].used = ++h->pasts;
      return &h->past[i];
    }
  junqi_store_status status = hub_log_load(&log, h->store, id);
  junqi_table *table = NULL;
  if (status || strlen(id) >= HUB_ID_SIZE)
    junqi_fail(error, status && status != JUNQI_STORE_ABSENT && status != JUNQI_STORE_INVALID
                          ? junqi_store_code(status)
                          : JUNQI_E_TABLE_UNKNOWN);
  else
    table = hub_log_fold(&log, NULL, NULL, error);
  if (table) return keep(h, id, &log, table);
  hub_log_free(&log);
  return NULL;
}
