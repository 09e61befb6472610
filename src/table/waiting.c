/* What people ask of a table before the start: seats, owner, options, settings, layouts, readiness.
 */
#include "state.h"

#include <stdio.h>
#include <string.h>

typedef junqi_table_event event;

/* The first person who is ready, or JUNQI_NO_SEAT. */
static junqi_seat ready_person(const junqi_table *t) {
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    if (t->seat[seat].who == JUNQI_HUMAN && t->seat[seat].ready) return (junqi_seat)seat;
  return JUNQI_NO_SEAT;
}

/* the first person who is ready freezes the options, for as long as somebody counts on
 * them. Of the two ways out the one is told that helps. */
static junqi_code not_frozen(const junqi_table *t, junqi_error *error) {
  if (t->setup) return junqi_fail(error, JUNQI_E_TABLE_SETUP_RUNS);
  junqi_seat ready = ready_person(t);
  return ready == JUNQI_NO_SEAT ? JUNQI_E_OK : table_fail_seat(error, JUNQI_E_TABLE_FROZEN, ready);
}

/* The set-up clock is for people who wait; a person alone against the computer has all the time in
 * the world. */
void table_go_on(junqi_table *t, junqi_table_events *events) {
  bool all_ready = true;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    if (t->seat[seat].who == JUNQI_FREE) return;
    all_ready &= t->seat[seat].ready;
  }
  if (!all_ready && ready_person(t) != JUNQI_NO_SEAT && !t->setup && !table_flip(t))
    table_say(t, JUNQI_TABLE_SETUP, 0, events);
  if (!all_ready || t->countdown) return;
  if (table_set(t, JUNQI_SET_COUNTDOWN))
    table_say(t, JUNQI_TABLE_COUNTDOWN, 0, events);
  else
    table_start(t, events);
}

void table_computers_ready(junqi_table *t, junqi_table_events *events) {
  for (unsigned seat = 0; seat < table_seats(t) && table_flip(t); seat++)
    if (t->seat[seat].who == JUNQI_COMPUTER && !t->seat[seat].ready)
      table_say(t, JUNQI_TABLE_READY, (junqi_seat)seat, events);
}

static bool was_kicked(const junqi_table *t, junqi_person person) {
  for (unsigned i = 0; i < JUNQI_TABLE_KICKED; i++)
    if (t->kicked[i] == person) return true;
  return false;
}

static junqi_code fail_level(junqi_error *error, unsigned level) {
  junqi_fail(error, JUNQI_E_TABLE_LEVEL);
  if (!error) return JUNQI_E_TABLE_LEVEL;
  snprintf(error->found, sizeof error->found, "%u", level);
  snprintf(error->wanted, sizeof error->wanted, "1-%d", JUNQI_TABLE_LEVELS);
  return JUNQI_E_TABLE_LEVEL;
}

static junqi_code may_sit(const junqi_table *t, const junqi_table_input *in, junqi_error *error) {
  junqi_seat own = junqi_table_seat_of(t, in->person);
  if (in->person == JUNQI_NOBODY) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (in->level > JUNQI_TABLE_LEVELS) return fail_level(error, in->level);
  if (table_set(t, JUNQI_SET_ANTICHEAT) && !in->drawn)
    return junqi_fail(error, JUNQI_E_TABLE_DRAWN);
  if (in->level && !table_is_owner(t, in->person))
    return table_fail_seat(error, JUNQI_E_TABLE_NOT_OWNER, t->owner);
  if (!in->level && own != JUNQI_NO_SEAT && (t->seat[own].ready || own == in->seat))
    return table_fail_seat(error, own == in->seat ? JUNQI_E_TABLE_SEATED : JUNQI_E_TABLE_READY,
                           own);
  if (!in->level && was_kicked(t, in->person)) return junqi_fail(error, JUNQI_E_TABLE_KICKED);
  if (t->seat[in->seat].who) return table_fail_seat(error, JUNQI_E_TABLE_SEAT_TAKEN, in->seat);
  return JUNQI_E_OK;
}

/* Who has sat down on another seat leaves the one before; the table goes with its owner. */
static void move_over(junqi_table *t, junqi_seat from, junqi_seat to, junqi_table_events *events) {
  if (from == t->owner) table_say(t, JUNQI_TABLE_OWNER, to, events);
  table_say(t, JUNQI_TABLE_SEAT, from, events);
}

static junqi_code sit(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                      junqi_error *error) {
  junqi_seat own = junqi_table_seat_of(t, in->person);
  junqi_code code = may_sit(t, in, error);
  if (code != JUNQI_E_OK) return code;
  event e = {.kind = JUNQI_TABLE_SEAT, .seat = in->seat, .level = in->level};
  e.who = in->level ? JUNQI_COMPUTER : JUNQI_HUMAN;
  e.person = in->level ? JUNQI_NOBODY : in->person;
  table_emit(t, e, events, NULL);
  if (!in->level && own != JUNQI_NO_SEAT) move_over(t, own, in->seat, events);
  table_computers_ready(t, events);
  table_go_on(t, events);
  return JUNQI_E_OK;
}

/* What the owner of an ordinary room decides; in an anti-cheat room nobody does. */
static junqi_code may_decide(const junqi_table *t, const junqi_table_input *in,
                             junqi_error *error) {
  if (!table_is_owner(t, in->person))
    return table_fail_seat(error, JUNQI_E_TABLE_NOT_OWNER, t->owner);
  if (table_set(t, JUNQI_SET_ANTICHEAT)) return junqi_fail(error, JUNQI_E_TABLE_DRAWN);
  return JUNQI_E_OK;
}

static junqi_code leave(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                        junqi_error *error) {
  bool sends_away = t->seat[in->seat].who == JUNQI_COMPUTER && table_is_owner(t, in->person);
  if (sends_away && may_decide(t, in, error) != JUNQI_E_OK) return JUNQI_E_TABLE_DRAWN;
  if (!table_holds(t, in) && !sends_away)
    return table_fail_seat(error, JUNQI_E_TABLE_NOT_YOUR_SEAT, in->seat);
  table_get_up(t, in->seat, JUNQI_WHY_OWN, events);
  return JUNQI_E_OK;
}

static junqi_code kick(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                       junqi_error *error) {
  junqi_code code = may_decide(t, in, error);
  if (code != JUNQI_E_OK) return code;
  if (in->seat == t->owner) return table_fail_seat(error, JUNQI_E_TABLE_KICK_OWN, in->seat);
  if (t->seat[in->seat].who == JUNQI_FREE)
    return table_fail_seat(error, JUNQI_E_TABLE_NO_PERSON, in->seat);
  table_get_up(t, in->seat, JUNQI_WHY_KICKED, events);
  return JUNQI_E_OK;
}

/* Who moves first is part of what people are ready for. */
static junqi_code pass_on(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                          junqi_error *error) {
  junqi_code code = may_decide(t, in, error);
  if (code == JUNQI_E_OK) code = not_frozen(t, error);
  if (code != JUNQI_E_OK) return code;
  if (t->seat[in->seat].who != JUNQI_HUMAN)
    return table_fail_seat(error, JUNQI_E_TABLE_NO_PERSON, in->seat);
  if (in->seat != t->owner) table_say(t, JUNQI_TABLE_OWNER, in->seat, events);
  return JUNQI_E_OK;
}

static junqi_code set_options(junqi_table *t, const junqi_table_input *in,
                              junqi_table_events *events, junqi_error *error) {
  junqi_code code = may_decide(t, in, error);
  if (code == JUNQI_E_OK) code = not_frozen(t, error);
  if (code != JUNQI_E_OK) return code;
  if (in->rules.variant >= JUNQI_VARIANTS) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  for (unsigned seat = junqi_seats((junqi_variant)in->rules.variant); seat < table_seats(t); seat++)
    if (t->seat[seat].who)
      return table_fail_seat(error, JUNQI_E_TABLE_SEAT_TAKEN, (junqi_seat)seat);
  event e = {.kind = JUNQI_TABLE_OPTIONS};
  e.rules = in->rules;
  if (table_emit(t, e, events, NULL) != JUNQI_E_OK) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  table_computers_ready(t, events);
  return JUNQI_E_OK;
}

static junqi_code set_settings(junqi_table *t, const junqi_table_input *in,
                               junqi_table_events *events, junqi_error *error) {
  bool caller = in->person == JUNQI_NOBODY;
  junqi_code code = caller ? JUNQI_E_OK : may_decide(t, in, error);
  if (code == JUNQI_E_OK) code = not_frozen(t, error);
  if (code != JUNQI_E_OK) return code;
  if (!caller && junqi_set(&in->settings, JUNQI_SET_ANTICHEAT))
    return junqi_fail(error, JUNQI_E_TABLE_DRAWN);
  code = junqi_settings_check(&in->settings, error);
  if (code != JUNQI_E_OK) return code;
  if (memcmp(&t->settings, &in->settings, sizeof t->settings) == 0) return JUNQI_E_OK;
  event e = {.kind = JUNQI_TABLE_SETTINGS, .settings = in->settings};
  return table_emit(t, e, events, error);
}

static junqi_code fail_piece(junqi_error *error, junqi_seat seat, unsigned point) {
  junqi_fail(error, JUNQI_E_TABLE_PIECE);
  if (error)
    snprintf(error->where, sizeof error->where, "%c%u%u", 'a' + seat, point / 5 + 1, point % 5 + 1);
  return JUNQI_E_TABLE_PIECE;
}

/* A computer player says all with its layout. */
static void ready_with_it(junqi_table *t, junqi_seat seat, junqi_table_events *events) {
  if (t->seat[seat].who != JUNQI_COMPUTER ||
      junqi_layout_check(&t->rules, &t->layout[seat], seat, NULL) != JUNQI_E_OK)
    return;
  table_say(t, JUNQI_TABLE_READY, seat, events);
  table_go_on(t, events);
}

static junqi_code set_layout(junqi_table *t, const junqi_table_input *in,
                             junqi_table_events *events, junqi_error *error) {
  if (table_flip(t)) return junqi_fail(error, JUNQI_E_TABLE_NO_LAYOUTS);
  if (t->seat[in->seat].ready) return junqi_fail(error, JUNQI_E_TABLE_READY);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (in->layout.at[i] >= JUNQI_UNKNOWN) return fail_piece(error, in->seat, i);
  if (memcmp(&t->layout[in->seat], &in->layout, sizeof in->layout) != 0) {
    event e = {.kind = JUNQI_TABLE_LAYOUT, .seat = in->seat, .shown = (uint8_t)(1u << in->seat)};
    e.layout[in->seat] = in->layout;
    table_emit(t, e, events, NULL);
  }
  ready_with_it(t, in->seat, events);
  return JUNQI_E_OK;
}

static junqi_code get_ready(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  if (t->seat[in->seat].ready) return JUNQI_E_OK;
  if (!table_flip(t)) {
    junqi_code code = junqi_layout_check(&t->rules, &t->layout[in->seat], in->seat, error);
    if (code != JUNQI_E_OK) return code;
  }
  table_say(t, JUNQI_TABLE_READY, in->seat, events);
  table_go_on(t, events);
  return JUNQI_E_OK;
}

static junqi_code not_ready(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  if (!t->seat[in->seat].ready) return junqi_fail(error, JUNQI_E_TABLE_NOT_READY);
  table_say(t, JUNQI_TABLE_UNREADY, in->seat, events);
  return JUNQI_E_OK;
}

junqi_code table_wait_input(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                            junqi_error *error) {
  switch (in->kind) {
  case JUNQI_DO_SIT: return sit(t, in, events, error);
  case JUNQI_DO_LEAVE: return leave(t, in, events, error);
  case JUNQI_DO_KICK: return kick(t, in, events, error);
  case JUNQI_DO_OWNER: return pass_on(t, in, events, error);
  case JUNQI_DO_OPTIONS: return set_options(t, in, events, error);
  case JUNQI_DO_SETTINGS: return set_settings(t, in, events, error);
  case JUNQI_DO_LAYOUT: return set_layout(t, in, events, error);
  case JUNQI_DO_READY: return get_ready(t, in, events, error);
  default: return not_ready(t, in, events, error);
  }
}
