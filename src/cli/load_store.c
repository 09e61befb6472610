/* Games made long at once: a store that no server has open gets the events that it would have
 * written, had the people played on. So a restart is measured with games as they are in the
 * evening, without playing till then. See load.h. */
#include "load.h"

#include "junqi/store.h"
#include "junqi/table.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 256, PLY_MS = 1000, KEPT = 1024 };

/* A table being read. */
typedef struct folding {
  junqi_table *table;
  bool good;
} folding;

/* Events to be written: their texts lie one behind the other. */
typedef struct writing {
  junqi_store_event event[KEPT];
  size_t count;
  char text[KEPT * 128];
  size_t used;
} writing;

static bool take_table(void *context, const junqi_store_table *table) {
  (void)table;
  return ((folding *)context)->good;
}

static bool take_event(void *context, const junqi_store_event *stored) {
  folding *f = context;
  junqi_table_event event;
  f->good = !junqi_table_event_read(f->table, (uint32_t)stored->seq, stored->body.data,
                                    stored->body.size, &event, NULL) &&
            !junqi_table_replay(f->table, &event, NULL);
  return f->good;
}

static void keep(writing *w, const junqi_table *table, const junqi_table_events *events) {
  for (unsigned i = 0; i < events->count; i++) {
    const junqi_table_event *event = &events->item[i];
    char *text = w->text + w->used;
    w->used += junqi_table_event_write(table, event, text, sizeof w->text - w->used);
    w->event[w->count++] =
        (junqi_store_event){.seq = event->seq,
                            .time = (int64_t)event->at,
                            .kind = junqi_table_event_word((junqi_table_event_kind)event->kind),
                            .body = {text, (size_t)(w->text + w->used - text)}};
  }
}

/* A ply that does not end the game, for one that has ended is none in progress. */
static bool choose(load_crowd *crowd, const load_game *game, junqi_move *move,
                   junqi_position *after) {
  for (int tries = 0; tries < 8; tries++) {
    *after = game->position;
    if (!junqi_random_move(after, &crowd->random, move)) return false;
    junqi_make(after, *move, NULL, NULL);
    if (after->state == JUNQI_RUNNING) return true;
  }
  return false;
}

static void play(load_crowd *crowd, load_game *game, junqi_table *table, unsigned plies,
                 junqi_table_events *events, writing *w) {
  junqi_position after;
  junqi_table_input input = {.kind = JUNQI_DO_PLY};
  for (unsigned ply = 1; ply <= plies && w->count + JUNQI_MAX_AUTOMATIC + 2 < KEPT; ply++) {
    if (w->used + JUNQI_MAX_AUTOMATIC * 128 > sizeof w->text) return;
    if (!choose(crowd, game, &input.move, &after)) return;
    input.seat = game->position.turn;
    input.person = junqi_table_about(table, input.seat).person;
    input.seen = junqi_table_seq(table);
    if (junqi_table_apply(table, &input, (uint64_t)ply * PLY_MS, events, NULL)) return;
    keep(w, table, events);
    game->position = after;
  }
}

/* All come back first, as after any restart. */
static void come_back(junqi_table *table, junqi_table_events *events, writing *w) {
  junqi_table_resume(table, 0, events);
  keep(w, table, events);
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    junqi_table_input back = {.kind = JUNQI_DO_CONNECTED, .seat = seat};
    back.person = junqi_table_about(table, seat).person;
    if (back.person == JUNQI_NOBODY) continue;
    junqi_table_apply(table, &back, 0, events, NULL);
    keep(w, table, events);
  }
}

static void count_written(void *context, const junqi_store_completion *completion) {
  junqi_store_status *worst = context;
  if (completion->status) *worst = completion->status;
}

static junqi_store_status lengthen(load_crowd *crowd, junqi_store *store, load_game *game,
                                   unsigned plies, junqi_table_events *events, writing *w) {
  folding f = {junqi_table_new(), true};
  const junqi_store_reader reader = {take_table, take_event, &f};
  if (!f.table) abort();
  junqi_store_status status = junqi_store_load(store, game->id, 0, &reader);
  w->count = w->used = 0;
  if (!status && f.good) {
    come_back(f.table, events, w);
    play(crowd, game, f.table, plies, events, w);
    const junqi_store_batch batch = {
        .table = game->id, .events = w->event, .event_count = w->count};
    status = junqi_store_append(store, &batch, 0);
    for (unsigned seat = 0; seat < game->seats; seat++)
      game->seat[seat].seq = junqi_table_seq(f.table);
  }
  junqi_table_free(f.table);
  return f.good ? status : JUNQI_STORE_DAMAGED;
}

junqi_code load_lengthen(load_crowd *crowd, const char *directory, unsigned plies, uint64_t *total,
                         junqi_error *error) {
  const junqi_store_options options = {.directory = directory};
  junqi_store *store;
  junqi_store_status status = junqi_store_open(&options, &store, NULL), worst = JUNQI_STORE_OK;
  if (status) return junqi_fail(error, junqi_store_code(status));
  writing *w = malloc(sizeof *w);
  junqi_table_events *events = malloc(sizeof *events);
  if (!w || !events) abort();
  *total = 0;
  for (size_t g = 0; g < crowd->games && !status; g++) {
    status = lengthen(crowd, store, &crowd->game[g], plies, events, w);
    *total += crowd->game[g].seat[0].seq;
    if (g % BATCH == BATCH - 1) junqi_store_drain(store, count_written, &worst);
  }
  junqi_store_drain(store, count_written, &worst);
  free(events);
  free(w);
  junqi_store_close(store);
  return junqi_fail(error, junqi_store_code(status ? status : worst));
}
