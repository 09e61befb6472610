/* The one place where a table's state changes: an event, live or from the log, is checked and
 * folded in. Checks here keep the state sound whatever the log says; what a person did wrong is
 * found, and explained, before (input.c). */
#include "state.h"

#include <string.h>

static bool rules_fit(const junqi_rules *rules) {
  if (rules->variant >= JUNQI_VARIANTS) return false;
  junqi_rules same = junqi_rules_default((junqi_variant)rules->variant);
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    const junqi_option_info *info = junqi_option_about((junqi_option)i);
    char text[32];
    if (info->fallback[rules->variant] < 0) {
      if (rules->value[i]) return false;
      continue;
    }
    size_t length = junqi_option_text(rules, (junqi_option)i, text, sizeof text);
    if (junqi_rules_set(&same, info->name, strlen(info->name), text, length, NULL) != JUNQI_E_OK ||
        same.value[i] != rules->value[i])
      return false;
  }
  return true;
}

static bool fold_created(junqi_table *t, const junqi_table_event *e) {
  if (t->state != JUNQI_TABLE_NEW || !rules_fit(&e->rules)) return false;
  t->state = JUNQI_TABLE_WAITING;
  t->owner = JUNQI_NO_SEAT;
  t->rules = e->rules;
  t->seed = e->seed;
  t->game.position.rules = &t->rules;
  t->game.proposer = JUNQI_NO_SEAT;
  return true;
}

static bool fold_options(junqi_table *t, const junqi_table_event *e) {
  if (!rules_fit(&e->rules)) return false;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    if (seat >= junqi_seats((junqi_variant)e->rules.variant) && t->seat[seat].who) return false;
    t->seat[seat].ready = false;
  }
  t->rules = e->rules;
  return true;
}

/* A seat changes hands: what its former holder did there is forgotten. */
static bool fold_seat(junqi_table *t, const junqi_table_event *e) {
  bool human = e->who == JUNQI_HUMAN, playing = t->state == JUNQI_TABLE_PLAYING;
  if (playing && (e->who != JUNQI_FREE || !junqi_is_out(&t->game.position, e->seat))) return false;
  if (e->who > JUNQI_COMPUTER || human != (e->person != JUNQI_NOBODY)) return false;
  if ((e->who != JUNQI_FREE) == (t->seat[e->seat].who != JUNQI_FREE)) return false;
  t->seat[e->seat] = (table_seat){.who = e->who, .level = e->level, .person = e->person};
  if (e->seat == t->owner && !playing) t->owner = JUNQI_NO_SEAT;
  if (playing) return true;
  t->layout[e->seat] = (junqi_layout){{0}};
  t->setup = false;
  return true;
}

static bool fold_layout(junqi_table *t, const junqi_table_event *e) {
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (e->layout[e->seat].at[i] >= JUNQI_UNKNOWN) return false;
  t->layout[e->seat] = e->layout[e->seat];
  return true;
}

static bool fold_ready(junqi_table *t, const junqi_table_event *e) {
  bool ready = e->kind == JUNQI_TABLE_READY;
  if (t->seat[e->seat].who == JUNQI_FREE || t->seat[e->seat].ready == ready) return false;
  t->seat[e->seat].ready = ready;
  return true;
}

static bool fold_setup(junqi_table *t, const junqi_table_event *e) {
  if (t->setup || table_flip(t)) return false;
  t->setup = true;
  t->setup_at = e->at;
  return true;
}

/* Who was cut before the start has the whole grace of the game from now on. */
static bool fold_start(junqi_table *t, const junqi_table_event *e, junqi_events *lines) {
  junqi_code code = table_flip(t)
                        ? junqi_game_deal(&t->game, &t->rules, e->deal, e->seat, lines, NULL)
                        : junqi_game_start(&t->game, &t->rules, e->layout, e->seat, lines, NULL);
  if (code != JUNQI_E_OK || e->dealt != table_flip(t)) return false;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    if (!table_flip(t)) t->layout[seat] = e->layout[seat];
    t->seat[seat].cut_at = e->at;
  }
  t->state = JUNQI_TABLE_PLAYING;
  t->setup = false;
  t->start_at = t->turn_at = e->at;
  t->turn_seq = e->seq;
  return true;
}

static bool fold_connection(junqi_table *t, const junqi_table_event *e) {
  bool cut = e->kind == JUNQI_TABLE_CUT;
  table_seat *seat = &t->seat[e->seat];
  if (seat->who != JUNQI_HUMAN || seat->cut == cut) return false;
  seat->cut = cut;
  seat->cut_at = e->at;
  return true;
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
  if (--t->owed == 0 && t->game.position.state != JUNQI_RUNNING) t->state = JUNQI_TABLE_FINISHED;
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
  if (e->line.kind == JUNQI_EV_PLY || e->line.kind == JUNQI_EV_TIMEOUT ||
      turn != t->game.position.turn) {
    t->turn_at = e->at;
    t->turn_seq = e->seq;
  }
  if (e->line.kind == JUNQI_EV_OFFER) t->offer_seq = e->seq;
  owe(t, lines, 1);
  return JUNQI_E_OK;
}

static bool fold_reveal(const junqi_table *t, const junqi_table_event *e) {
  if (table_flip(t)) return e->dealt && memcmp(e->deal, t->game.deal, sizeof e->deal) == 0;
  return memcmp(e->layout, t->game.layout, table_seats(t) * sizeof *e->layout) == 0;
}

static bool fold_close(junqi_table *t) {
  if (t->owner != JUNQI_NO_SEAT) return false;
  t->state = JUNQI_TABLE_CLOSED;
  t->setup = false;
  return true;
}

/* In which state of the table an event may happen. */
static bool timely(const junqi_table *t, uint8_t kind) {
  switch (kind) {
  case JUNQI_TABLE_CREATED: return t->state == JUNQI_TABLE_NEW;
  case JUNQI_TABLE_SEAT:
  case JUNQI_TABLE_CUT:
  case JUNQI_TABLE_BACK:
    return t->state == JUNQI_TABLE_WAITING || (t->state == JUNQI_TABLE_PLAYING && !t->owed);
  case JUNQI_TABLE_LINE: return t->state == JUNQI_TABLE_PLAYING;
  case JUNQI_TABLE_REVEAL: return t->state == JUNQI_TABLE_FINISHED;
  default: return t->state == JUNQI_TABLE_WAITING;
  }
}

static bool fold_plain(junqi_table *t, junqi_table_event *e, junqi_events *lines) {
  switch (e->kind) {
  case JUNQI_TABLE_CREATED: return fold_created(t, e);
  case JUNQI_TABLE_OPTIONS: return fold_options(t, e);
  case JUNQI_TABLE_SEAT: return fold_seat(t, e);
  case JUNQI_TABLE_OWNER:
    if (t->seat[e->seat].who != JUNQI_HUMAN) return false;
    t->owner = e->seat;
    return true;
  case JUNQI_TABLE_LAYOUT: return fold_layout(t, e);
  case JUNQI_TABLE_READY:
  case JUNQI_TABLE_UNREADY: return fold_ready(t, e);
  case JUNQI_TABLE_SETUP: return fold_setup(t, e);
  case JUNQI_TABLE_START:
    if (!fold_start(t, e, lines)) return false;
    owe(t, lines, 0);
    return true;
  case JUNQI_TABLE_CUT:
  case JUNQI_TABLE_BACK: return fold_connection(t, e);
  case JUNQI_TABLE_REVEAL: return fold_reveal(t, e);
  case JUNQI_TABLE_CLOSE: return fold_close(t);
  default: return false;
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
  return JUNQI_E_OK;
}
