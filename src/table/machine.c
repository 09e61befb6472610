/* The life of a table: made, fed with inputs and time, replayed, resumed. Each change is an event
 * that goes through the one fold; this file numbers and dates them and lets follow what must
 * follow. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

junqi_table *junqi_table_new(void) {
  junqi_table *t = calloc(1, sizeof *t);
  if (t) t->owner = JUNQI_NO_SEAT;
  return t;
}

void junqi_table_free(junqi_table *table) {
  free(table);
}

static void append(junqi_table_events *events, const junqi_table_event *event) {
  if (events->count < JUNQI_TABLE_EVENTS_MAX) events->item[events->count++] = *event;
}

/* One event, and no more. */
static junqi_code happen(junqi_table *t, junqi_table_event *event, junqi_events *lines,
                         junqi_table_events *events, junqi_error *error) {
  event->seq = t->seq + 1;
  event->at = t->now;
  if (event->kind == JUNQI_TABLE_LINE &&
      (event->line.kind == JUNQI_EV_PLY || event->line.kind == JUNQI_EV_TIMEOUT)) {
    uint64_t spent = t->now - t->turn_at, whole = table_move_ms(t);
    event->used = (uint32_t)(spent < whole ? spent : whole);
  }
  junqi_code code = table_fold(t, event, lines, error);
  if (code == JUNQI_E_OK) append(events, event);
  return code;
}

/* after the end everything is open. */
static void reveal(junqi_table *t, junqi_table_events *events) {
  junqi_table_event event = {.kind = JUNQI_TABLE_REVEAL};
  if (table_flip(t)) {
    event.dealt = true;
    memcpy(event.deal, t->game.deal, sizeof event.deal);
  } else {
    event.shown = (uint8_t)((1u << table_seats(t)) - 1);
    memcpy(event.layout, t->game.layout, sizeof event.layout);
  }
  happen(t, &event, NULL, events, NULL);
}

junqi_code table_emit(junqi_table *t, junqi_table_event event, junqi_table_events *events,
                      junqi_error *error) {
  junqi_events lines;
  lines.count = 0;
  junqi_code code = happen(t, &event, &lines, events, error);
  if (code != JUNQI_E_OK) return code;
  for (unsigned i = event.kind == JUNQI_TABLE_START ? 0 : 1; i < lines.count; i++) {
    junqi_table_event line = {.kind = JUNQI_TABLE_LINE, .line = lines.item[i]};
    happen(t, &line, NULL, events, NULL);
  }
  if (t->state == JUNQI_TABLE_FINISHED) reveal(t, events);
  return JUNQI_E_OK;
}

void table_say(junqi_table *t, junqi_table_event_kind kind, junqi_seat seat,
               junqi_table_events *events) {
  table_emit(t, (junqi_table_event){.kind = (uint8_t)kind, .seat = seat}, events, NULL);
}

void table_get_up(junqi_table *t, junqi_seat seat, junqi_table_why why,
                  junqi_table_events *events) {
  junqi_table_event gone = {.kind = JUNQI_TABLE_SEAT, .seat = seat, .why = (uint8_t)why};
  table_emit(t, gone, events, NULL);
  if (t->owner != JUNQI_NO_SEAT) return;
  for (unsigned next = 0; next < table_seats(t); next++) {
    if (t->seat[next].who != JUNQI_HUMAN) continue;
    table_say(t, JUNQI_TABLE_OWNER, (junqi_seat)next, events);
    return;
  }
  table_say(t, JUNQI_TABLE_CLOSE, 0, events);
}

/* A source of its own for each seat, so that no seat's layout tells of another's. */
static junqi_random source(const junqi_table *t, unsigned seat) {
  junqi_random random = {t->seed + seat};
  random.state = junqi_random_next(&random);
  return random;
}

void table_start(junqi_table *t, junqi_table_events *events) {
  junqi_table_event event = {.kind = JUNQI_TABLE_START, .seat = t->owner};
  if (table_flip(t)) {
    junqi_random random = source(t, 0);
    event.dealt = true;
    junqi_random_deal(&random, event.deal);
  }
  for (unsigned seat = 0; seat < table_seats(t) && !table_flip(t); seat++) {
    junqi_random random = source(t, seat);
    event.shown |= (uint8_t)(1u << seat);
    event.layout[seat] = junqi_layout_complete(&t->rules, &t->layout[seat], &random);
  }
  table_emit(t, event, events, NULL);
}

static void seat_person(junqi_table *t, junqi_seat seat, junqi_person person,
                        junqi_table_events *events) {
  junqi_table_event e = {.kind = JUNQI_TABLE_SEAT, .seat = seat, .who = JUNQI_HUMAN};
  e.person = person;
  table_emit(t, e, events, NULL);
}

junqi_code junqi_table_create(junqi_table *t, const junqi_rules *rules, junqi_person owner,
                              junqi_seat seat, uint64_t seed, uint64_t now,
                              junqi_table_events *events, junqi_error *error) {
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  events->count = 0;
  if (t->state != JUNQI_TABLE_NEW || owner == JUNQI_NOBODY)
    return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  if (seat >= seats) {
    junqi_fail(error, JUNQI_E_TABLE_SEAT_UNKNOWN);
    if (error) memcpy(error->wanted, (char[]){'a', '-', (char)('a' + seats - 1), '\0'}, 4);
    return JUNQI_E_TABLE_SEAT_UNKNOWN;
  }
  t->base = now;
  junqi_table_event created = {.kind = JUNQI_TABLE_CREATED, .seed = seed};
  created.rules = *rules;
  junqi_code code = table_emit(t, created, events, error);
  if (code != JUNQI_E_OK) return junqi_fail(error, JUNQI_E_TABLE_INPUT);
  seat_person(t, seat, owner, events);
  table_say(t, JUNQI_TABLE_OWNER, seat, events);
  return junqi_fail(error, JUNQI_E_OK);
}

/* for a rematch: the same people and computer players on their seats. */
static void seat_again(junqi_table *t, const junqi_table *old, junqi_table_events *events) {
  junqi_table_event settings = {.kind = JUNQI_TABLE_SETTINGS, .settings = old->settings};
  table_emit(t, settings, events, NULL);
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    const table_seat *s = &old->seat[seat];
    junqi_table_event computer = {.kind = JUNQI_TABLE_SEAT, .seat = (junqi_seat)seat};
    computer.who = s->who;
    computer.level = s->level;
    if (s->who == JUNQI_COMPUTER) table_emit(t, computer, events, NULL);
    if (s->wishes && seat != t->owner) seat_person(t, (junqi_seat)seat, s->person, events);
  }
  table_computers_ready(t, events);
}

junqi_code junqi_table_create_again(junqi_table *t, const junqi_table *old, uint64_t seed,
                                    uint64_t now, junqi_table_events *events, junqi_error *error) {
  events->count = 0;
  if (!old->rematch) return junqi_fail(error, JUNQI_E_TABLE_NO_REMATCH);
  junqi_code code = junqi_table_create(t, &old->rules, old->seat[old->owner].person, old->owner,
                                       seed, now, events, error);
  if (code == JUNQI_E_OK) seat_again(t, old, events);
  return code;
}

/* People who sit down, get up and change their minds for ever must not fill the store. */
static void close_table(junqi_table *t, junqi_table_events *events) {
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    if (t->seat[seat].who == JUNQI_HUMAN)
      table_get_up(t, (junqi_seat)seat, JUNQI_WHY_CLOSED, events);
}

junqi_code junqi_table_apply(junqi_table *t, const junqi_table_input *input, uint64_t now,
                             junqi_table_events *events, junqi_error *error) {
  events->count = 0;
  junqi_fail(error, JUNQI_E_OK);
  t->now = table_time(t, now);
  table_run_due(t, events);
  junqi_code code = table_input(t, input, events, error);
  if (t->state == JUNQI_TABLE_WAITING && t->seq >= JUNQI_TABLE_WAIT_EVENTS) close_table(t, events);
  return code;
}

junqi_code junqi_table_replay(junqi_table *t, junqi_table_event *event, junqi_error *error) {
  junqi_events lines;
  lines.count = 0;
  if (event->seq == t->seq + 1 && event->at >= t->at &&
      table_fold(t, event, &lines, NULL) == JUNQI_E_OK) {
    t->now = t->at;
    return junqi_fail(error, JUNQI_E_OK);
  }
  junqi_fail(error, JUNQI_E_TABLE_LOG);
  for (uint32_t n = event->seq, i = 0; error && (n || !i); n /= 10, i++) {
    memmove(error->found + 1, error->found, i + 1);
    error->found[0] = (char)('0' + n % 10);
  }
  return JUNQI_E_TABLE_LOG;
}

junqi_code junqi_table_resume(junqi_table *t, uint64_t now, junqi_table_events *events) {
  events->count = 0;
  if (t->owed) return JUNQI_E_TABLE_LOG;
  t->now = t->at;
  t->base = now - t->at;
  if (t->state != JUNQI_TABLE_WAITING && t->state != JUNQI_TABLE_PLAYING) return JUNQI_E_OK;
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    if (t->seat[seat].who == JUNQI_HUMAN && !t->seat[seat].cut)
      table_emit(t,
                 (junqi_table_event){
                     .kind = JUNQI_TABLE_CUT, .seat = (junqi_seat)seat, .why = JUNQI_WHY_RESTART},
                 events, NULL);
  return JUNQI_E_OK;
}
