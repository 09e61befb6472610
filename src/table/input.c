/* What people and computer players ask of a table: found right or refused with the reason, before
 * anything changes. The rules of the game itself answer for plies, draw proposals and resigning. */
#include "state.h"

#include <stdio.h>
#include <string.h>

typedef junqi_table_event event;

static junqi_code fail_seat(junqi_error *error, junqi_code code, junqi_seat seat) {
  junqi_fail(error, code);
  if (!error || seat >= JUNQI_MAX_SEATS) return code;
  error->where[0] = error->wanted[0] = (char)('a' + seat);
  return code;
}

static junqi_code fail_unknown_seat(const junqi_table *t, junqi_error *error, junqi_seat seat) {
  junqi_fail(error, JUNQI_E_TABLE_SEAT_UNKNOWN);
  if (!error) return JUNQI_E_TABLE_SEAT_UNKNOWN;
  if (seat < 26) error->found[0] = (char)('a' + seat);
  snprintf(error->wanted, sizeof error->wanted, "a-%c", 'a' + (int)table_seats(t) - 1);
  return JUNQI_E_TABLE_SEAT_UNKNOWN;
}

static bool is_owner(const junqi_table *t, junqi_person person) {
  return t->owner != JUNQI_NO_SEAT && person != JUNQI_NOBODY && t->seat[t->owner].person == person;
}

/* The sender holds the seat: a person its own, the caller (nobody) that of a computer player. */
static bool holds(const junqi_table *t, const junqi_table_input *in) {
  const table_seat *seat = &t->seat[in->seat];
  if (seat->who == JUNQI_FREE) return false;
  return seat->who == JUNQI_COMPUTER ? in->person == JUNQI_NOBODY : in->person == seat->person;
}

/* the first person who is ready freezes the options, for as long as somebody counts on
 * them. */
static bool frozen(const junqi_table *t) {
  bool ready = t->setup;
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    ready |= t->seat[seat].who == JUNQI_HUMAN && t->seat[seat].ready;
  return ready;
}

/* Starts what the seats are waiting for. The set-up clock is for people who wait: it runs once
 * every seat is taken and a person is ready; a person alone against the computer has all the time
 * in the world. */
static void go_on(junqi_table *t, junqi_table_events *events) {
  bool all_ready = true;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    if (t->seat[seat].who == JUNQI_FREE) return;
    all_ready &= t->seat[seat].ready;
  }
  if (all_ready)
    table_start(t, events);
  else if (frozen(t) && !t->setup && !table_flip(t))
    table_emit(t, (event){.kind = JUNQI_TABLE_SETUP}, events, NULL);
}

static junqi_code sit(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                      junqi_error *error) {
  junqi_seat own = junqi_table_seat_of(t, in->person);
  if (in->person == JUNQI_NOBODY) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (in->level > JUNQI_TABLE_LEVELS) {
    junqi_fail(error, JUNQI_E_TABLE_LEVEL);
    if (error) {
      snprintf(error->found, sizeof error->found, "%u", in->level);
      snprintf(error->wanted, sizeof error->wanted, "1-%d", JUNQI_TABLE_LEVELS);
    }
    return JUNQI_E_TABLE_LEVEL;
  }
  if (in->level && !is_owner(t, in->person))
    return fail_seat(error, JUNQI_E_TABLE_NOT_OWNER, t->owner);
  if (!in->level && own != JUNQI_NO_SEAT) return fail_seat(error, JUNQI_E_TABLE_SEATED, own);
  if (t->seat[in->seat].who) return fail_seat(error, JUNQI_E_TABLE_SEAT_TAKEN, in->seat);
  event e = {.kind = JUNQI_TABLE_SEAT, .seat = in->seat, .level = in->level};
  e.who = in->level ? JUNQI_COMPUTER : JUNQI_HUMAN;
  e.person = in->level ? JUNQI_NOBODY : in->person;
  table_emit(t, e, events, NULL);
  go_on(t, events);
  return JUNQI_E_OK;
}

static junqi_code leave(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                        junqi_error *error) {
  bool waiting = t->state == JUNQI_TABLE_WAITING;
  bool sends_away = waiting && t->seat[in->seat].who == JUNQI_COMPUTER && is_owner(t, in->person);
  if (!holds(t, in) && !sends_away) return fail_seat(error, JUNQI_E_TABLE_NOT_YOUR_SEAT, in->seat);
  if (waiting) {
    table_get_up(t, in->seat, events);
    return JUNQI_E_OK;
  }
  if (junqi_is_out(&t->game.position, in->seat)) /* may leave freely */
    return table_emit(t, (event){.kind = JUNQI_TABLE_SEAT, .seat = in->seat}, events, error);
  event escape = {.kind = JUNQI_TABLE_LINE, .line = {.kind = JUNQI_EV_ESCAPE, .seat = in->seat}};
  return table_emit(t, escape, events, error);
}

static junqi_code set_options(junqi_table *t, const junqi_table_input *in,
                              junqi_table_events *events, junqi_error *error) {
  if (!is_owner(t, in->person)) return fail_seat(error, JUNQI_E_TABLE_NOT_OWNER, t->owner);
  if (frozen(t)) return junqi_fail(error, JUNQI_E_TABLE_FROZEN);
  if (in->rules.variant >= JUNQI_VARIANTS) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  for (unsigned seat = junqi_seats((junqi_variant)in->rules.variant); seat < table_seats(t); seat++)
    if (t->seat[seat].who) return fail_seat(error, JUNQI_E_TABLE_SEAT_TAKEN, (junqi_seat)seat);
  event e = {.kind = JUNQI_TABLE_OPTIONS};
  e.rules = in->rules;
  if (table_emit(t, e, events, NULL) != JUNQI_E_OK) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  return JUNQI_E_OK;
}

static junqi_code set_layout(junqi_table *t, const junqi_table_input *in,
                             junqi_table_events *events, junqi_error *error) {
  if (table_flip(t)) return junqi_fail(error, JUNQI_E_TABLE_NO_LAYOUTS);
  if (t->seat[in->seat].ready) return junqi_fail(error, JUNQI_E_TABLE_READY);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    if (in->layout.at[i] < JUNQI_UNKNOWN) continue;
    junqi_fail(error, JUNQI_E_TABLE_PIECE);
    if (error)
      snprintf(error->where, sizeof error->where, "%c%u%u", 'a' + in->seat, i / 5 + 1, i % 5 + 1);
    return JUNQI_E_TABLE_PIECE;
  }
  if (memcmp(&t->layout[in->seat], &in->layout, sizeof in->layout) == 0) return JUNQI_E_OK;
  event e = {.kind = JUNQI_TABLE_LAYOUT, .seat = in->seat, .shown = (uint8_t)(1u << in->seat)};
  e.layout[in->seat] = in->layout;
  return table_emit(t, e, events, error);
}

static junqi_code get_ready(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  if (t->seat[in->seat].ready) return JUNQI_E_OK;
  if (!table_flip(t)) {
    junqi_code code = junqi_layout_check(&t->rules, &t->layout[in->seat], in->seat, error);
    if (code != JUNQI_E_OK) return code;
  }
  table_emit(t, (event){.kind = JUNQI_TABLE_READY, .seat = in->seat}, events, NULL);
  go_on(t, events);
  return JUNQI_E_OK;
}

static junqi_code not_ready(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  if (!t->seat[in->seat].ready) return junqi_fail(error, JUNQI_E_TABLE_NOT_READY);
  return table_emit(t, (event){.kind = JUNQI_TABLE_UNREADY, .seat = in->seat}, events, error);
}

static junqi_code connection(junqi_table *t, const junqi_table_input *in,
                             junqi_table_events *events, junqi_error *error) {
  bool cut = in->kind == JUNQI_DO_DISCONNECTED;
  if (t->seat[in->seat].who != JUNQI_HUMAN || t->seat[in->seat].cut == cut) return JUNQI_E_OK;
  event e = {.kind = cut ? JUNQI_TABLE_CUT : JUNQI_TABLE_BACK, .seat = in->seat};
  return table_emit(t, e, events, error);
}

/* The oldest event that the sender must have been told for this input to mean what it means now. */
static uint32_t must_have_seen(const junqi_table *t, uint8_t kind) {
  switch (kind) {
  case JUNQI_DO_PLY:
  case JUNQI_DO_SKIP: return t->turn_seq;
  case JUNQI_DO_ACCEPT:
  case JUNQI_DO_REFUSE: return t->game.proposer == JUNQI_NO_SEAT ? 0 : t->offer_seq;
  default: return 0;
  }
}

static uint8_t line_of(uint8_t kind) {
  switch (kind) {
  case JUNQI_DO_PLY: return JUNQI_EV_PLY;
  case JUNQI_DO_SKIP: return JUNQI_EV_TIMEOUT;
  case JUNQI_DO_RESIGN: return JUNQI_EV_RESIGN;
  case JUNQI_DO_OFFER: return JUNQI_EV_OFFER;
  case JUNQI_DO_ACCEPT: return JUNQI_EV_ACCEPT;
  default: return JUNQI_EV_REFUSE;
  }
}

static junqi_code play(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                       junqi_error *error) {
  uint32_t least = must_have_seen(t, in->kind);
  if (least && (in->seen < least || in->seen > t->seq)) {
    junqi_fail(error, JUNQI_E_TABLE_STALE);
    if (error) {
      snprintf(error->found, sizeof error->found, "%lu", (unsigned long)in->seen);
      snprintf(error->wanted, sizeof error->wanted, "%lu", (unsigned long)t->seq);
    }
    return JUNQI_E_TABLE_STALE;
  }
  event e = {.kind = JUNQI_TABLE_LINE, .line = {.kind = line_of(in->kind), .seat = in->seat}};
  if (in->kind == JUNQI_DO_PLY) e.line.move = in->move;
  return table_emit(t, e, events, error);
}

static junqi_code before_start(junqi_table *t, const junqi_table_input *in,
                               junqi_table_events *events, junqi_error *error) {
  switch (in->kind) {
  case JUNQI_DO_OPTIONS: return set_options(t, in, events, error);
  case JUNQI_DO_LAYOUT: return set_layout(t, in, events, error);
  case JUNQI_DO_READY: return get_ready(t, in, events, error);
  default: return not_ready(t, in, events, error);
  }
}

junqi_code table_input(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                       junqi_error *error) {
  bool early = in->kind <= JUNQI_DO_UNREADY && in->kind != JUNQI_DO_LEAVE;
  bool anytime = in->kind == JUNQI_DO_LEAVE || in->kind >= JUNQI_DO_CONNECTED;
  if (in->kind >= JUNQI_TABLE_INPUTS) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (in->kind == JUNQI_DO_TICK) return JUNQI_E_OK;
  if (t->state == JUNQI_TABLE_NEW) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (t->state == JUNQI_TABLE_CLOSED) return junqi_fail(error, JUNQI_E_TABLE_OVER);
  if (t->state == JUNQI_TABLE_FINISHED) return junqi_fail(error, JUNQI_E_GAME_OVER);
  if (in->seat >= table_seats(t)) return fail_unknown_seat(t, error, in->seat);
  bool needs_seat =
      in->kind != JUNQI_DO_SIT && in->kind != JUNQI_DO_OPTIONS && in->kind != JUNQI_DO_LEAVE;
  if (needs_seat && !holds(t, in)) return fail_seat(error, JUNQI_E_TABLE_NOT_YOUR_SEAT, in->seat);
  if (early && t->state == JUNQI_TABLE_PLAYING) return junqi_fail(error, JUNQI_E_TABLE_STARTED);
  if (!early && !anytime && t->state == JUNQI_TABLE_WAITING)
    return junqi_fail(error, JUNQI_E_TABLE_NOT_STARTED);
  if (in->kind == JUNQI_DO_SIT) return sit(t, in, events, error);
  if (in->kind == JUNQI_DO_LEAVE) return leave(t, in, events, error);
  if (anytime) return connection(t, in, events, error);
  return early ? before_start(t, in, events, error) : play(t, in, events, error);
}
