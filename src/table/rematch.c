/* After the end: who is still there, who wishes to play again, and whether all do. */
#include "state.h"

typedef junqi_table_event event;

/* Who comes next at the table: the next in the order of turns that wishes. */
static junqi_seat next_owner(const junqi_table *t) {
  unsigned seats = table_seats(t), step = 1;
  if (junqi_opt(&t->rules, JUNQI_OPT_TURN)) step = seats - 1;
  unsigned seat = t->owner;
  if (junqi_set(&t->settings, JUNQI_SET_REMATCH) == JUNQI_REMATCH_ROTATED)
    seat = (seat + step) % seats;
  while (!t->seat[seat].wishes)
    seat = (seat + step) % seats;
  return (junqi_seat)seat;
}

/* All people who are there wish it, and there is somebody to play against. */
static bool agreed(const junqi_table *t) {
  unsigned players = 0, people = 0;
  for (unsigned seat = 0; seat < table_seats(t); seat++) {
    const table_seat *s = &t->seat[seat];
    if (s->who == JUNQI_HUMAN && !s->cut && !s->wishes) return false;
    people += s->wishes;
    players += s->wishes || s->who == JUNQI_COMPUTER;
  }
  return people > 0 && players > 1;
}

junqi_code table_end_input(junqi_table *t, const junqi_table_input *in, junqi_table_events *events,
                           junqi_error *error) {
  bool wish = in->kind == JUNQI_DO_REMATCH;
  if (!table_set(t, JUNQI_SET_REMATCH))
    return junqi_fail(error, wish ? JUNQI_E_TABLE_NO_REMATCH : JUNQI_E_GAME_OVER);
  if (t->rematch || t->now > t->end_at + JUNQI_TABLE_REMATCH_SECONDS * 1000)
    return junqi_fail(error, wish ? JUNQI_E_TABLE_OVER : JUNQI_E_GAME_OVER);
  if (!table_holds(t, in)) return table_fail_seat(error, JUNQI_E_TABLE_NOT_YOUR_SEAT, in->seat);
  if (in->kind == JUNQI_DO_LEAVE)
    table_say(t, JUNQI_TABLE_SEAT, in->seat, events);
  else if (!wish)
    table_connection(t, in, events);
  else if (!t->seat[in->seat].wishes)
    table_say(t, JUNQI_TABLE_WISH, in->seat, events);
  if (agreed(t)) table_say(t, JUNQI_TABLE_REMATCH, next_owner(t), events);
  return JUNQI_E_OK;
}
