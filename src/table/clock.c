/* The clocks of a table (RULES.md) and how long people may be away. All times are on
 * the table's own clock, which stands still while the server is down; a limit is passed in the
 * first millisecond after it. */
#include "state.h"

enum { NEVER_SEAT = JUNQI_MAX_SEATS };

/* A clock that counts from `since`: the first millisecond at which it is over. */
static uint64_t over(uint64_t since, uint64_t ms) {
  return since + ms + 1;
}

static uint64_t turn_due(const junqi_table *t) {
  if (t->state != JUNQI_TABLE_PLAYING) return UINT64_MAX;
  return over(t->turn_at, table_move_ms(t));
}

static uint64_t setup_due(const junqi_table *t) {
  if (!t->setup) return UINT64_MAX;
  return over(t->setup_at, junqi_opt(&t->rules, JUNQI_OPT_SETUP_SECONDS) * UINT64_C(1000));
}

static uint64_t countdown_due(const junqi_table *t) {
  if (!t->countdown) return UINT64_MAX;
  return over(t->countdown_at, junqi_set(&t->settings, JUNQI_SET_COUNTDOWN) * UINT64_C(1000));
}

/* Ms of one grace: in the game, else that of people who wait. */
static uint64_t one_grace(const junqi_table *t) {
  if (t->state != JUNQI_TABLE_PLAYING) return JUNQI_TABLE_WAIT_SECONDS * UINT64_C(1000);
  return junqi_opt(&t->rules, JUNQI_OPT_ESCAPE_SECONDS) * UINT64_C(1000);
}

uint64_t table_absence_all(const junqi_table *t) {
  return one_grace(t) * JUNQI_TABLE_GRACES;
}

uint64_t table_absence_least(const junqi_table *t) {
  return table_absence_all(t) / JUNQI_TABLE_CUTS;
}

/* Of this absence: a whole grace, or what former ones have left of all. A restart is nobody's
 * fault. */
static uint64_t grace_of(const junqi_table *t, const table_seat *seat) {
  uint64_t one = one_grace(t), all = table_absence_all(t);
  uint64_t left = all > seat->absent ? all - seat->absent : 0;
  if (!seat->restart) return left < one ? left : one;
  return one > JUNQI_TABLE_RESTART_SECONDS * 1000 ? one : JUNQI_TABLE_RESTART_SECONDS * 1000;
}

/* Only people have a grace, and only while there is something to lose. */
static uint64_t grace_due(const junqi_table *t, junqi_seat seat) {
  const table_seat *s = &t->seat[seat];
  if (s->who != JUNQI_HUMAN || !s->cut || s->substitute) return UINT64_MAX;
  if (t->state == JUNQI_TABLE_PLAYING && junqi_is_out(&t->game.position, seat)) return UINT64_MAX;
  if (t->state != JUNQI_TABLE_PLAYING && t->state != JUNQI_TABLE_WAITING) return UINT64_MAX;
  return over(s->cut_at, grace_of(t, s));
}

/* The seat whose grace ends first, the first of equals. */
static unsigned first_grace(const junqi_table *t) {
  unsigned first = NEVER_SEAT;
  uint64_t due = UINT64_MAX;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    if (grace_due(t, (junqi_seat)seat) >= due) continue;
    first = seat;
    due = grace_due(t, (junqi_seat)seat);
  }
  return first;
}

static uint64_t start_due(const junqi_table *t) {
  return setup_due(t) < countdown_due(t) ? setup_due(t) : countdown_due(t);
}

uint64_t table_due(const junqi_table *t) {
  unsigned seat = first_grace(t);
  uint64_t due = turn_due(t) < start_due(t) ? turn_due(t) : start_due(t);
  uint64_t grace = seat == NEVER_SEAT ? UINT64_MAX : grace_due(t, (junqi_seat)seat);
  return grace < due ? grace : due;
}

bool table_may_hand_over(const junqi_table *t, junqi_seat seat) {
  const table_seat *s = &t->seat[seat];
  return t->state == JUNQI_TABLE_PLAYING && table_set(t, JUNQI_SET_SUBSTITUTES) &&
         s->who == JUNQI_HUMAN && !s->substitute && s->handovers < JUNQI_TABLE_HANDOVERS &&
         !junqi_is_out(&t->game.position, seat);
}

static void hand_over(junqi_table *t, junqi_seat seat, junqi_table_events *events) {
  junqi_table_event e = {.kind = JUNQI_TABLE_HANDOVER, .seat = seat};
  e.level = t->settings.value[JUNQI_SET_SUBSTITUTES];
  table_emit(t, e, events, NULL);
}

static void say_line(junqi_table *t, junqi_event_kind kind, junqi_seat seat,
                     junqi_table_events *events) {
  junqi_table_event e = {.kind = JUNQI_TABLE_LINE, .line = {.kind = (uint8_t)kind, .seat = seat}};
  table_emit(t, e, events, NULL);
}

void table_grace_over(junqi_table *t, junqi_seat seat, junqi_table_events *events) {
  bool in = t->state == JUNQI_TABLE_PLAYING && !junqi_is_out(&t->game.position, seat);
  if (t->state == JUNQI_TABLE_WAITING)
    table_get_up(t, seat, JUNQI_WHY_LOST, events);
  else if (!in)
    table_emit(t,
               (junqi_table_event){.kind = JUNQI_TABLE_SEAT, .seat = seat, .why = JUNQI_WHY_LOST},
               events, NULL);
  else if (table_may_hand_over(t, seat))
    hand_over(t, seat, events);
  else if (!t->seat[seat].substitute)
    say_line(t, JUNQI_EV_ESCAPE, seat, events);
}

/* The turn is forfeited in any case; who is not there is then acted for. */
static void turn_over(junqi_table *t, junqi_table_events *events) {
  junqi_seat seat = t->game.position.turn;
  say_line(t, JUNQI_EV_TIMEOUT, seat, events);
  if (t->seat[seat].cut && table_may_hand_over(t, seat)) hand_over(t, seat, events);
}

/* What happens late (the server was busy) is dated now, so that the next player loses nothing by
 * it. */
void table_run_due(junqi_table *t, junqi_table_events *events) {
  uint64_t due;
  for (uint32_t done = t->seq - 1; done != t->seq && (due = table_due(t)) <= t->now;) {
    done = t->seq;
    if (due == turn_due(t))
      turn_over(t, events);
    else if (due == start_due(t))
      table_start(t, events);
    else
      table_grace_over(t, (junqi_seat)first_grace(t), events);
  }
}

uint32_t table_left(const junqi_table *t, uint64_t at) {
  if (t->state != JUNQI_TABLE_PLAYING) return 0;
  uint64_t spent = at - t->turn_at, whole = table_move_ms(t);
  return spent < whole ? (uint32_t)(whole - spent) : 0;
}

/* Ms until the last one that is still in time. */
static uint32_t until(uint64_t due, uint64_t time) {
  if (due == UINT64_MAX) return UINT32_MAX;
  return due > time + 1 ? (uint32_t)(due - 1 - time) : 0;
}

uint32_t table_wait(const junqi_table *t, const junqi_table_event *e) {
  uint64_t due = UINT64_MAX;
  if (e->kind == JUNQI_TABLE_SETUP) due = setup_due(t);
  if (e->kind == JUNQI_TABLE_COUNTDOWN) due = countdown_due(t);
  if (e->kind == JUNQI_TABLE_CUT) due = grace_due(t, e->seat);
  return due == UINT64_MAX ? 0 : until(due, e->at);
}

/* */
static void may_resign(const junqi_table *t, uint64_t at, junqi_table_talk *talk) {
  uint64_t due = t->start_at + junqi_opt(&t->rules, JUNQI_OPT_RESIGN_SECONDS) * UINT64_C(1000);
  unsigned plies = junqi_opt(&t->rules, JUNQI_OPT_RESIGN_PLY);
  talk->resign_left = UINT32_MAX;
  if (!junqi_opt(&t->rules, JUNQI_OPT_RESIGN)) return;
  talk->resign_left = due > at ? (uint32_t)(due - at) : 0;
  if (t->game.position.ply < plies) talk->resign_plies = (uint16_t)(plies - t->game.position.ply);
}

junqi_table_talk table_talk(const junqi_table *t, uint64_t at) {
  junqi_table_talk talk = {.proposer = JUNQI_NO_SEAT};
  if (t->state != JUNQI_TABLE_PLAYING) return talk;
  talk.proposer = t->game.proposer;
  talk.accepted = t->game.accepted;
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    if (!junqi_is_out(&t->game.position, seat))
      talk.offers[seat] = (uint8_t)(JUNQI_MAX_OFFERS - t->game.offers[seat]);
  may_resign(t, at, &talk);
  return talk;
}

uint64_t table_time(const junqi_table *t, uint64_t now) {
  uint64_t time = now - t->base;
  return (int64_t)time < (int64_t)t->now ? t->now : time;
}

void junqi_table_stand(junqi_table *t, uint64_t ms) {
  t->base += ms;
}

uint64_t junqi_table_next_due(const junqi_table *t) {
  uint64_t due = table_due(t);
  return due == UINT64_MAX ? due : t->base + due;
}

junqi_table_clock junqi_table_clocks(const junqi_table *t, uint64_t now) {
  uint64_t time = table_time(t, now);
  bool playing = t->state == JUNQI_TABLE_PLAYING;
  junqi_table_clock clock = {.turn = playing ? t->game.position.turn : JUNQI_NO_SEAT,
                             .left = until(turn_due(t), time),
                             .setup = until(setup_due(t), time),
                             .countdown = until(countdown_due(t), time),
                             .talk = table_talk(t, time)};
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    clock.grace[seat] = until(grace_due(t, (junqi_seat)seat), time);
    clock.timeouts[seat] = t->game.position.timeouts[seat];
  }
  return clock;
}
