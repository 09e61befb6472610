/* The one place where a table's state changes: an event, live or from the log, is checked and
 * folded in. Checks here keep the state sound whatever the log says; what a person did wrong is
 * found, and explained, before (input.c). This file has the game; fold_wait.c and fold_people.c the
 * rest. */
#include "state.h"

#include <string.h>

/* Who was cut before the start has the whole grace of the game from now on. */
static bool fold_start(junqi_table *t, const junqi_table_event *e, junqi_events *lines) {
  junqi_code code = table_flip(t)
                        ? junqi_game_deal(&t->game, &t->rules, e->deal, e->seat, lines, NULL)
                        : junqi_game_start(&t->game, &t->rules, e->layout, e->seat, lines, NULL);
  if (code != JUNQI_E_OK || e->dealt != table_flip(t)) return false;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    if (!table_flip(t)) t->layout[seat] = e->layout[seat];
    t->seat[seat].cut_at = e->at;
    t->seat[seat].absent = 0;
    t->player[seat] = t->seat[seat].person;
    t->computer |= t->seat[seat].who == JUNQI_COMPUTER;
  }
  t->state = JUNQI_TABLE_PLAYING;
  t->setup = t->countdown = false;
  t->start_at = t->turn_at = e->at;
  t->turn_seq = e->seq;
  junqi_score_start(&t->score, &t->rules);
  return true;
}

/* The end: people have come and gone for this game; for the next one they begin anew. */
static void finish(junqi_table *t, const junqi_table_event *e) {
  t->state = JUNQI_TABLE_FINISHED;
  t->end_at = e->at;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    t->seat[seat].substitute = 0;
    t->seat[seat].absent = 0;
    t->seat[seat].cut_at = e->at;
  }
}

/* What a line says, without what only one side of reading and writing fills in. */
static uint64_t hash_line(uint64_t hash, const junqi_event *e) {
  uint8_t says[] = {e->kind,      e->kind == JUNQI_EV_SHOW ? 0 : e->seat,
                    e->move.from, e->kind == JUNQI_EV_SHOW ? 0 : e->move.to,
                    e->outcome,   e->piece & (uint8_t)~JUNQI_PUBLIC,
                    e->reason,    e->winners};
  return table_hash(hash, says, sizeof says);
}

static void owe(junqi_table *t, const junqi_events *lines, unsigned from) {
  t->owed = lines->count - from;
  t->owed_hash = t->paid_hash = TABLE_HASH;
  for (unsigned i = from; i < lines->count; i++)
    t->owed_hash = hash_line(t->owed_hash, &lines->item[i]);
}

/* A line that the rules brought about: one of those owed, and with the last one all of them. */
static bool fold_automatic(junqi_table *t, const junqi_table_event *e) {
  uint64_t paid = hash_line(t->paid_hash, &e->line);
  if (t->owed == 0 || (t->owed == 1 && paid != t->owed_hash)) return false;
  t->paid_hash = paid;
  junqi_score_fold(&t->score, &e->line);
  if (--t->owed == 0 && t->game.position.state != JUNQI_RUNNING) finish(t, e);
  return true;
}

static junqi_code ask_rules(junqi_table *t, const junqi_table_event *e, junqi_events *lines,
                            junqi_error *error) {
  const junqi_event *line = &e->line;
  switch (line->kind) {
  case JUNQI_EV_PLY: return junqi_game_play(&t->game, line->seat, line->move, lines, error);
  case JUNQI_EV_TIMEOUT:
  case JUNQI_EV_RESIGN:
  case JUNQI_EV_ESCAPE:
  case JUNQI_EV_OFFER:
  case JUNQI_EV_ACCEPT:
  case JUNQI_EV_REFUSE: {
    uint64_t seconds = (e->at - t->start_at) / 1000;
    uint32_t passed = seconds < UINT32_MAX ? (uint32_t)seconds : UINT32_MAX;
    return junqi_game_event(&t->game, (junqi_event_kind)line->kind, line->seat, passed, lines,
                            error);
  }
  default: return junqi_fail(error, JUNQI_E_TABLE_LOG);
  }
}

/* The line's own text is made by the rules: an outcome is never taken from outside. */
static junqi_code fold_cause(junqi_table *t, junqi_table_event *e, junqi_events *lines,
                             junqi_error *error) {
  if (t->owed || e->line.seat >= table_seats(t)) return junqi_fail(error, JUNQI_E_TABLE_LOG);
  junqi_seat turn = t->game.position.turn;
  junqi_code code = ask_rules(t, e, lines, error);
  if (code != JUNQI_E_OK) return code;
  e->line = lines->item[0];
  junqi_score_fold(&t->score, &e->line);
  if (e->line.kind == JUNQI_EV_PLY || e->line.kind == JUNQI_EV_TIMEOUT ||
      turn != t->game.position.turn) {
    t->turn_at = e->at;
    t->turn_seq = e->seq;
  }
  if (e->line.kind == JUNQI_EV_OFFER) t->offer_seq = e->seq;
  owe(t, lines, 1);
  return JUNQI_E_OK;
}

static bool fold_reveal(junqi_table *t, const junqi_table_event *e) {
  bool same = table_flip(t)
                  ? e->dealt && memcmp(e->deal, t->game.deal, sizeof e->deal) == 0
                  : memcmp(e->layout, t->game.layout, table_seats(t) * sizeof *e->layout) == 0;
  t->revealed |= same;
  return same;
}

/* In which state of the table an event may happen. */
static bool timely(const junqi_table *t, uint8_t kind) {
  bool waiting = t->state == JUNQI_TABLE_WAITING;
  bool playing = t->state == JUNQI_TABLE_PLAYING && !t->owed;
  bool after = t->revealed && !t->rematch && table_set(t, JUNQI_SET_REMATCH);
  switch (kind) {
  case JUNQI_TABLE_CREATED: return t->state == JUNQI_TABLE_NEW;
  case JUNQI_TABLE_SEAT:
  case JUNQI_TABLE_CUT:
  case JUNQI_TABLE_BACK: return waiting || playing || after;
  case JUNQI_TABLE_LINE: return t->state == JUNQI_TABLE_PLAYING;
  case JUNQI_TABLE_HANDOVER:
  case JUNQI_TABLE_RETURN: return playing;
  case JUNQI_TABLE_REVEAL: return t->state == JUNQI_TABLE_FINISHED && !t->revealed;
  case JUNQI_TABLE_WISH:
  case JUNQI_TABLE_REMATCH: return after;
  default: return waiting;
  }
}

static bool fold_plain(junqi_table *t, junqi_table_event *e, junqi_events *lines) {
  switch (e->kind) {
  case JUNQI_TABLE_SEAT:
  case JUNQI_TABLE_CUT:
  case JUNQI_TABLE_BACK:
  case JUNQI_TABLE_HANDOVER:
  case JUNQI_TABLE_RETURN:
  case JUNQI_TABLE_WISH:
  case JUNQI_TABLE_REMATCH: return table_fold_people(t, e);
  case JUNQI_TABLE_START:
    if (!fold_start(t, e, lines)) return false;
    owe(t, lines, 0);
    return true;
  case JUNQI_TABLE_REVEAL: return fold_reveal(t, e);
  default: return table_fold_wait(t, e);
  }
}

junqi_code table_fold(junqi_table *t, junqi_table_event *e, junqi_events *lines,
                      junqi_error *error) {
  bool seated = e->kind != JUNQI_TABLE_CREATED && e->kind != JUNQI_TABLE_LINE;
  if (e->kind >= JUNQI_TABLE_EVENT_KINDS || !timely(t, e->kind) ||
      (seated && e->seat >= table_seats(t)))
    return junqi_fail(error, JUNQI_E_TABLE_LOG);
  if (e->kind != JUNQI_TABLE_LINE) {
    if (!fold_plain(t, e, lines)) return junqi_fail(error, JUNQI_E_TABLE_LOG);
  } else if (e->line.kind >= JUNQI_EV_SHOW) {
    if (!fold_automatic(t, e)) return junqi_fail(error, JUNQI_E_TABLE_LOG);
  } else {
    junqi_code code = fold_cause(t, e, lines, error);
    if (code != JUNQI_E_OK) return code;
  }
  t->seq = e->seq;
  t->at = e->at;
  e->turn = t->state == JUNQI_TABLE_PLAYING ? t->game.position.turn : JUNQI_NO_SEAT;
  e->left = table_left(t, e->at);
  e->wait = table_wait(t, e);
  e->talk = table_talk(t, e->at);
  return JUNQI_E_OK;
}
