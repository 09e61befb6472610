/* What a table answers and tells: its seats, a viewer's share of an event, a digest of its state.
 * Nothing here changes a table. */
#include "state.h"

#include <string.h>

junqi_table_state junqi_table_state_of(const junqi_table *t) {
  return (junqi_table_state)t->state;
}

const junqi_rules *junqi_table_rules(const junqi_table *t) {
  return &t->rules;
}

const junqi_settings *junqi_table_settings(const junqi_table *t) {
  return &t->settings;
}

uint32_t junqi_table_seq(const junqi_table *t) {
  return t->seq;
}

junqi_seat junqi_table_owner(const junqi_table *t) {
  return t->owner;
}

junqi_seat junqi_table_seat_of(const junqi_table *t, junqi_person person) {
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS && person != JUNQI_NOBODY; seat++)
    if (t->seat[seat].person == person) return (junqi_seat)seat;
  return JUNQI_NO_SEAT;
}

junqi_seat junqi_table_proposer(const junqi_table *t) {
  return t->state == JUNQI_TABLE_PLAYING ? t->game.proposer : JUNQI_NO_SEAT;
}

junqi_table_seat junqi_table_about(const junqi_table *t, junqi_seat seat) {
  const table_seat *s = &t->seat[seat];
  return (junqi_table_seat){.who = s->who,
                            .level = s->level,
                            .ready = s->ready,
                            .connected = s->who != JUNQI_FREE && !s->cut,
                            .out = junqi_is_out(&t->game.position, seat),
                            .accepted = t->game.accepted >> seat & 1,
                            .substitute = s->substitute,
                            .wishes = s->wishes,
                            .person = s->person};
}

junqi_layout junqi_table_layout(const junqi_table *t, junqi_seat seat) {
  return t->layout[seat];
}

uint8_t junqi_table_acting(const junqi_table *t, junqi_seat seat) {
  const table_seat *s = &t->seat[seat];
  return s->who == JUNQI_COMPUTER ? s->level : s->substitute;
}

uint32_t junqi_table_wants_layout(const junqi_table *t, junqi_seat seat) {
  const table_seat *s = &t->seat[seat];
  bool waits = t->state == JUNQI_TABLE_WAITING && s->who == JUNQI_COMPUTER && !s->ready;
  return waits && !table_flip(t) ? s->asked_at : 0;
}

bool junqi_table_names_open(const junqi_table *t) {
  return !table_set(t, JUNQI_SET_ANTICHEAT) || t->state == JUNQI_TABLE_FINISHED;
}

/* While names are hidden, who talks could say theirs: so both open together. */
bool junqi_table_chat_open(const junqi_table *t) {
  return junqi_table_names_open(t);
}

bool junqi_table_view(const junqi_table *t, junqi_seat viewer, junqi_view *view) {
  if (t->state != JUNQI_TABLE_PLAYING && t->state != JUNQI_TABLE_FINISHED) return false;
  junqi_game_view(&t->game, viewer, view);
  return true;
}

bool junqi_table_event_alike(const junqi_table_event *event) {
  return event->kind != JUNQI_TABLE_LAYOUT && event->kind != JUNQI_TABLE_START;
}

void junqi_table_event_for(const junqi_table *t, const junqi_table_event *event, junqi_seat viewer,
                           junqi_table_event *told) {
  *told = *event;
  told->person = JUNQI_NOBODY;
  told->seed = 0;
  if (event->kind == JUNQI_TABLE_START && event->dealt) {
    told->dealt = false;
    memset(told->deal, 0, sizeof told->deal);
  }
  if (junqi_table_event_alike(event)) return;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    bool sees = event->kind == JUNQI_TABLE_LAYOUT ? seat == viewer
                                                  : junqi_view_sees(&t->rules, viewer, seat);
    if (sees || !(event->shown >> seat & 1)) continue;
    told->shown &= (uint8_t) ~(1u << seat);
    told->layout[seat] = (junqi_layout){{0}};
  }
}

uint64_t table_hash(uint64_t hash, const void *bytes, size_t length) {
  const uint8_t *at = bytes;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ at[i]) * UINT64_C(1099511628211);
  return hash;
}

/* Field by field: structs have gaps, and a pointer to the rules. */
#define MIX(hash, field) ((hash) = table_hash(hash, &(field), sizeof(field)))

static uint64_t hash_position(uint64_t h, const junqi_position *p) {
  MIX(h, p->bits), MIX(h, p->mobile), MIX(h, p->at);
  MIX(h, p->turn), MIX(h, p->state), MIX(h, p->winners), MIX(h, p->reason);
  MIX(h, p->outs), MIX(h, p->out_set), MIX(h, p->out), MIX(h, p->out_reason);
  MIX(h, p->timeouts), MIX(h, p->living), MIX(h, p->colour), MIX(h, p->last_colour);
  MIX(h, p->dug), MIX(h, p->carrier), MIX(h, p->quiet), MIX(h, p->ply);
  return h;
}

static uint64_t hash_game(uint64_t h, const junqi_game *g) {
  h = hash_position(h, &g->position);
  MIX(h, g->layout), MIX(h, g->deal), MIX(h, g->first), MIX(h, g->mover);
  MIX(h, g->proposer), MIX(h, g->accepted), MIX(h, g->offers);
  return h;
}

static uint64_t hash_seat(uint64_t h, const table_seat *s) {
  MIX(h, s->who), MIX(h, s->level), MIX(h, s->ready), MIX(h, s->cut), MIX(h, s->restart);
  MIX(h, s->substitute), MIX(h, s->handovers), MIX(h, s->wishes), MIX(h, s->person);
  MIX(h, s->cut_at), MIX(h, s->absent), MIX(h, s->asked_at);
  return h;
}

static uint64_t hash_score(uint64_t h, const junqi_score_track *score) {
  MIX(h, score->mover), MIX(h, score->defender), MIX(h, score->group), MIX(h, score->owner);
  MIX(h, score->outs), MIX(h, score->out), MIX(h, score->plies), MIX(h, score->over);
  MIX(h, score->winners), MIX(h, score->reason);
  return h;
}

uint64_t junqi_table_digest(const junqi_table *t) {
  uint64_t h = TABLE_HASH;
  MIX(h, t->seq), MIX(h, t->at), MIX(h, t->state), MIX(h, t->owner), MIX(h, t->setup);
  MIX(h, t->countdown), MIX(h, t->revealed), MIX(h, t->rematch), MIX(h, t->computer);
  MIX(h, t->rules.variant), MIX(h, t->rules.value), MIX(h, t->settings), MIX(h, t->seed);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    h = hash_seat(h, &t->seat[seat]);
  MIX(h, t->player), MIX(h, t->kicked), MIX(h, t->layout);
  MIX(h, t->setup_at), MIX(h, t->countdown_at), MIX(h, t->start_at), MIX(h, t->turn_at);
  MIX(h, t->end_at), MIX(h, t->turn_seq), MIX(h, t->offer_seq), MIX(h, t->owed);
  MIX(h, t->owed_hash), MIX(h, t->paid_hash);
  h = hash_game(h, &t->game);
  return hash_score(h, &t->score);
}
