/* The clocks of a table (RULES.md ). All times are on the table's own clock, which
 * stands still while the server is down; a limit is passed in the first millisecond after it. */
#include "state.h"

enum { NEVER_SEAT = JUNQI_MAX_SEATS };

/* A clock that counts from `since`: the first millisecond at which it is over. */
static uint64_t over(uint64_t since, uint64_t seconds) {
  return since + seconds * 1000 + 1;
}

static uint64_t turn_due(const junqi_table *t) {
  if (t->state != JUNQI_TABLE_PLAYING) return UINT64_MAX;
  return over(t->turn_at, junqi_opt(&t->rules, JUNQI_OPT_MOVE_SECONDS));
}

static uint64_t setup_due(const junqi_table *t) {
  if (!t->setup) return UINT64_MAX;
  return over(t->setup_at, junqi_opt(&t->rules, JUNQI_OPT_SETUP_SECONDS));
}

/* Only people have a grace, and only while there is something to lose. */
static uint64_t grace_due(const junqi_table *t, junqi_seat seat) {
  const table_seat *s = &t->seat[seat];
  if (s->who != JUNQI_HUMAN || !s->cut) return UINT64_MAX;
  if (t->state == JUNQI_TABLE_WAITING) return over(s->cut_at, JUNQI_TABLE_WAIT_SECONDS);
  if (t->state != JUNQI_TABLE_PLAYING || junqi_is_out(&t->game.position, seat)) return UINT64_MAX;
  return over(s->cut_at, junqi_opt(&t->rules, JUNQI_OPT_ESCAPE_SECONDS));
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

uint64_t table_due(const junqi_table *t) {
  unsigned seat = first_grace(t);
  uint64_t due = turn_due(t) < setup_due(t) ? turn_due(t) : setup_due(t);
  uint64_t grace = seat == NEVER_SEAT ? UINT64_MAX : grace_due(t, (junqi_seat)seat);
  return grace < due ? grace : due;
}

static void grace_over(junqi_table *t, junqi_seat seat, junqi_table_events *events) {
  if (t->state == JUNQI_TABLE_WAITING) {
    table_get_up(t, seat, events);
    return;
  }
  table_emit(t,
             (junqi_table_event){.kind = JUNQI_TABLE_LINE,
                                 .line = {.kind = JUNQI_EV_ESCAPE, .seat = seat}},
             events, NULL);
}

/* What happens late (the server was busy) is dated now, so that the next player loses nothing by
 * it. */
void table_run_due(junqi_table *t, junqi_table_events *events) {
  uint64_t due;
  for (uint32_t done = t->seq - 1; done != t->seq && (due = table_due(t)) <= t->now;) {
    done = t->seq;
    if (due == turn_due(t))
      table_emit(
          t,
          (junqi_table_event){.kind = JUNQI_TABLE_LINE,
                              .line = {.kind = JUNQI_EV_TIMEOUT, .seat = t->game.position.turn}},
          events, NULL);
    else if (due == setup_due(t))
      table_start(t, events);
    else
      grace_over(t, (junqi_seat)first_grace(t), events);
  }
}

uint32_t table_left(const junqi_table *t, uint64_t at) {
  if (t->state != JUNQI_TABLE_PLAYING) return 0;
  uint64_t spent = at - t->turn_at, whole = table_move_ms(t);
  return spent < whole ? (uint32_t)(whole - spent) : 0;
}

uint64_t table_time(const junqi_table *t, uint64_t now) {
  uint64_t time = now - t->base;
  return (int64_t)time < (int64_t)t->now ? t->now : time;
}

uint64_t junqi_table_next_due(const junqi_table *t) {
  uint64_t due = table_due(t);
  return due == UINT64_MAX ? due : t->base + due;
}

/* Ms until the last one that is still in time. */
static uint32_t until(uint64_t due, uint64_t time) {
  if (due == UINT64_MAX) return UINT32_MAX;
  return due > time + 1 ? (uint32_t)(due - 1 - time) : 0;
}

junqi_table_clock junqi_table_clocks(const junqi_table *t, uint64_t now) {
  uint64_t time = table_time(t, now);
  bool playing = t->state == JUNQI_TABLE_PLAYING;
  junqi_table_clock clock = {.turn = playing ? t->game.position.turn : JUNQI_NO_SEAT,
                             .left = until(turn_due(t), time),
                             .setup = until(setup_due(t), time)};
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    clock.grace[seat] = until(grace_due(t, (junqi_seat)seat), time);
    clock.timeouts[seat] = t->game.position.timeouts[seat];
  }
  return clock;
}
