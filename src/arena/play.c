/* See play.h. The referee here is junqi_game; this file carries questions and answers. */
#include "play.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_BEFORE_DRAW = 20000 }; /* where no quiet limit ends a game */

typedef struct writer {
  junqi_record record;
  junqi_events events;
  bool failed; /* out of memory */
} writer;

/* `comment` is behind the event in the record, unless it is empty; it must outlive the writing. */
static void keep(writer *w, const junqi_event *event, int64_t ms, const char *comment) {
  junqi_record *r = &w->record;
  if (event->kind == JUNQI_EV_SHOW || w->failed) return;
  if (r->count == r->capacity) {
    size_t capacity = r->capacity ? r->capacity * 2 : 512;
    junqi_record_line *lines = realloc(r->lines, capacity * sizeof *lines);
    w->failed = !lines;
    if (!lines) return;
    r->lines = lines;
    r->capacity = capacity;
  }
  junqi_record_line *line = &r->lines[r->count++];
  *line = (junqi_record_line){.kind = JUNQI_RECORD_EVENT, .line = {.event = *event, .ms = ms}};
  if (*comment) line->line.comment = (junqi_slice){comment, strlen(comment)};
}

/* Writes down the events and tells them to all. `ms` belongs to the first of them; it is left out
 * where games are to be the same on every run. */
static void publish(arena_game *g, writer *w, int64_t ms) {
  unsigned seats = junqi_seats((junqi_variant)g->match->rules.variant);
  for (unsigned i = 0; i < w->events.count; i++) {
    const junqi_event *event = &w->events.item[i];
    const char *comment = event->kind == JUNQI_EV_ILLEGAL ? g->player[event->seat]->said : "";
    keep(w, event, i == 0 && g->match->movetime ? ms : -1, comment);
  }
  for (unsigned seat = 0; seat < seats; seat++)
    arena_player_tell(g->player[seat], &w->events);
}

static void start(arena_game *g, writer *w, junqi_game *truth) {
  junqi_header *h = &w->record.header;
  unsigned seats = junqi_seats((junqi_variant)g->match->rules.variant);
  h->rules = g->match->rules;
  h->first = g->first;
  if (g->match->preset)
    junqi_error_put(h->preset, sizeof h->preset, g->match->preset, strlen(g->match->preset));
  for (unsigned seat = 0; seat < seats; seat++) {
    const char *name = g->player[seat]->entrant->text;
    junqi_error_put(h->name[seat], sizeof h->name[seat], name, strlen(name));
  }
  memcpy(h->layout, g->layout, sizeof h->layout);
  memcpy(h->deal, g->deal, sizeof h->deal);
  if (h->rules.variant == JUNQI_FLIP)
    junqi_game_deal(truth, &g->match->rules, g->deal, g->first, &w->events, NULL);
  else
    junqi_game_start(truth, &g->match->rules, g->layout, g->first, &w->events, NULL);
  for (unsigned seat = 0; seat < seats; seat++)
    arena_player_begin(g->player[seat], g->layout);
  publish(g, w, -1);
}

static void turn(arena_game *g, writer *w, junqi_game *truth) {
  junqi_seat seat = truth->position.turn;
  arena_player *player = g->player[seat];
  const junqi_match *m = g->match;
  junqi_move move = {JUNQI_NO_POINT, JUNQI_NO_POINT};
  int64_t begun = arena_player_now(player);
  arena_fault fault = arena_player_choose(player, truth, &move);
  int64_t ms = arena_player_now(player) - begun;
  if (fault == ARENA_FINE && m->movetime && player->entrant->brain != JUNQI_BRAIN_CCGC &&
      ms > (int64_t)m->movetime + m->margin)
    fault = ARENA_LATE_ANSWER;
  junqi_error error;
  if (fault == ARENA_FINE && junqi_game_play(truth, seat, move, &w->events, &error) != JUNQI_E_OK) {
    arena_player_refused(player, &error);
    fault = ARENA_ILLEGAL;
  }
  if (fault != ARENA_FINE)
    junqi_game_event(truth, fault == ARENA_ILLEGAL ? JUNQI_EV_ILLEGAL : JUNQI_EV_TIME, seat, 0,
                     &w->events, NULL);
  if (fault == ARENA_ILLEGAL) g->illegal |= (uint8_t)(1u << seat);
  if (fault == ARENA_LATE_ANSWER) g->late |= (uint8_t)(1u << seat);
  publish(g, w, ms);
}

static void write_record(arena_game *g, writer *w) {
  g->record = NULL;
  g->length = junqi_record_write(&w->record, false, NULL, 0);
  if (!w->failed) g->record = malloc(g->length + 1);
  if (g->record) junqi_record_write(&w->record, false, g->record, g->length + 1);
  free(w->record.lines);
}

bool arena_stopped(const junqi_match *match) {
  return match->stop && atomic_load(match->stop);
}

void arena_play(arena_game *g) {
  junqi_game truth;
  writer w = {.failed = false};
  g->late = g->illegal = 0;
  start(g, &w, &truth);
  while (truth.position.state == JUNQI_RUNNING && !arena_stopped(g->match)) {
    if (truth.position.ply < PLIES_BEFORE_DRAW) {
      turn(g, &w, &truth);
    } else {
      junqi_game_stop(&truth, JUNQI_BY_AGREED, &w.events, NULL);
      publish(g, &w, -1);
    }
  }
  unsigned seats = junqi_seats((junqi_variant)g->match->rules.variant);
  g->state = truth.position.state;
  g->winners = truth.position.winners;
  g->reason = truth.position.reason;
  g->standing = (uint8_t)(((1u << seats) - 1) & ~(unsigned)truth.position.out_set);
  g->plies = truth.position.ply;
  write_record(g, &w);
}
