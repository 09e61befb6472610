/* Losing, winning, drawing and the passing of the turn (RULES.md ). The
 * combat is over when this file begins; it never looks at ranks. */
#include "order.h"

#include "movegen.h"
#include "traits.h"

void rules_tell(junqi_events *events, junqi_event event) {
  if (events && events->count < JUNQI_MAX_AUTOMATIC) events->item[events->count++] = event;
}

static unsigned seats_of(const junqi_position *p) {
  return junqi_seats((junqi_variant)p->rules->variant);
}

junqi_seat rules_seat_of_owner(const junqi_position *p, unsigned owner) {
  if (p->rules->variant != JUNQI_FLIP) return (junqi_seat)owner;
  if (p->colour[0] == JUNQI_NO_SEAT) return JUNQI_NO_SEAT;
  return p->colour[0] == owner ? 0 : 1;
}

junqi_seat junqi_next_seat(const junqi_position *p, junqi_seat seat) {
  unsigned seats = seats_of(p), step = junqi_opt(p->rules, JUNQI_OPT_TURN) ? seats - 1 : 1;
  unsigned next = seat;
  for (unsigned i = 0; i < seats; i++) {
    next += step;
    if (next >= seats) next -= seats;
    if (!junqi_is_out(p, (junqi_seat)next)) return (junqi_seat)next;
  }
  return seat;
}

/* the seats of a seat's side, and how many sides still stand. */
static unsigned side_of(const junqi_position *p, unsigned seat) {
  return p->rules->variant == JUNQI_FOUR ? 5u << (seat & 1) : 1u << seat;
}

static unsigned sides_standing(const junqi_position *p) {
  unsigned in = ((1u << seats_of(p)) - 1) & ~(unsigned)p->out_set, sides = 0;
  for (; in; sides++)
    in &= ~side_of(p, (unsigned)__builtin_ctz(in));
  return sides;
}

static bool colours_unknown(const junqi_position *p) {
  return p->rules->variant == JUNQI_FLIP && p->colour[0] == JUNQI_NO_SEAT;
}

/* in `flip` face-down pieces of the colour go too. */
static void clear_pieces(junqi_position *p, unsigned owner) {
  unsigned points = junqi_board_of((junqi_variant)p->rules->variant)->points;
  bool flip = p->rules->variant == JUNQI_FLIP;
  for (unsigned q = 0; q < points; q++) {
    if (!p->at[q] || junqi_owner_of(p->at[q]) != owner) continue;
    if (flip) {
      p->dug[owner] += junqi_type_of(p->at[q]) == JUNQI_MINE;
      rules_drop(p->bits[JUNQI_DOWN], q);
    }
    rules_drop(p->bits[owner], q);
    rules_free(p, q);
    p->at[q] = JUNQI_EMPTY;
  }
  p->living[owner] = 0;
  p->flag[owner] = JUNQI_NO_POINT;
  if (flip) p->carrier[owner] = JUNQI_NO_POINT;
}

static void go_out(junqi_position *p, junqi_seat seat, junqi_reason reason, junqi_events *events) {
  p->out[p->outs++] = seat;
  p->out_set |= (uint8_t)(1u << seat);
  p->out_reason[seat] = (uint8_t)reason;
  if (!colours_unknown(p)) clear_pieces(p, junqi_owner_played(p, seat));
  rules_set_traits(p);
  rules_tell(events, (junqi_event){.kind = JUNQI_EV_OUT, .seat = seat, .reason = (uint8_t)reason});
}

static void finish(junqi_position *p, junqi_state state, unsigned winners, junqi_reason reason,
                   junqi_events *events) {
  p->state = (uint8_t)state;
  p->winners = (uint8_t)winners;
  p->reason = (uint8_t)reason;
  rules_tell(events, (junqi_event){.kind = JUNQI_EV_END,
                                   .seat = JUNQI_NO_SEAT,
                                   .reason = (uint8_t)reason,
                                   .winners = (uint8_t)winners});
}

void junqi_end_draw(junqi_position *p, junqi_reason reason, junqi_events *events) {
  finish(p, JUNQI_DRAW, 0, reason, events);
}

/* The reason of a win is that of the losing side's last `out`. */
static junqi_reason losing_reason(const junqi_position *p, unsigned winners) {
  for (unsigned i = p->outs; i-- > 0;)
    if (!(winners >> p->out[i] & 1)) return (junqi_reason)p->out_reason[p->out[i]];
  return JUNQI_NO_REASON;
}

/* true when the game has ended. */
static bool decide(junqi_position *p, junqi_seat mover, junqi_events *events) {
  if (sides_standing(p) > 1) return false;
  unsigned in = ((1u << seats_of(p)) - 1) & ~(unsigned)p->out_set;
  if (!in && junqi_opt(p->rules, JUNQI_OPT_STUCK) == JUNQI_STUCK_MUTUAL) {
    junqi_end_draw(p, JUNQI_BY_STUCK, events);
    return true;
  }
  unsigned winners = side_of(p, in ? (unsigned)__builtin_ctz(in) : mover);
  finish(p, JUNQI_WIN, winners, losing_reason(p, winners), events);
  return true;
}

/* The order in which puts seats out: defender, mover, the others in turn order from the
 * mover. */
static unsigned out_order(const junqi_position *p, junqi_seat mover, junqi_seat defender,
                          junqi_seat order[JUNQI_MAX_SEATS]) {
  unsigned n = 0, seats = seats_of(p), step = junqi_opt(p->rules, JUNQI_OPT_TURN) ? seats - 1 : 1;
  if (defender != JUNQI_NO_SEAT && defender != mover) order[n++] = defender;
  order[n++] = mover;
  for (unsigned i = 1; i < seats; i++) {
    junqi_seat seat = (junqi_seat)((mover + i * step) % seats);
    if (seat != defender) order[n++] = seat;
  }
  return n;
}

static bool lacks_pieces(const junqi_position *p, junqi_seat seat) {
  return !colours_unknown(p) && p->living[junqi_owner_played(p, seat)] == 0;
}

static unsigned stuck_seats(const junqi_position *p) {
  unsigned stuck = 0;
  for (unsigned seat = 0; seat < seats_of(p); seat++)
    if (!junqi_is_out(p, (junqi_seat)seat) && !rules_can_move(p, (junqi_seat)seat))
      stuck |= 1u << seat;
  return stuck;
}

/* R-7.6 (1) and (2). */
static void outs_after_ply(junqi_position *p, junqi_seat mover, junqi_seat defender,
                           unsigned flagged, junqi_events *events) {
  junqi_seat order[JUNQI_MAX_SEATS];
  unsigned seats = out_order(p, mover, defender, order), lost = 0;
  for (unsigned i = 0; i < seats; i++)
    if (!junqi_is_out(p, order[i]) && (flagged >> order[i] & 1 || lacks_pieces(p, order[i])))
      lost |= 1u << order[i];
  for (unsigned i = 0; i < seats; i++)
    if (lost >> order[i] & 1)
      go_out(p, order[i], flagged >> order[i] & 1 ? JUNQI_BY_FLAG : JUNQI_BY_PIECES, events);
  if (junqi_opt(p->rules, JUNQI_OPT_STUCK) != JUNQI_STUCK_AT_ONCE || sides_standing(p) < 2) return;
  unsigned stuck = stuck_seats(p);
  for (unsigned i = 0; i < seats; i++)
    if (stuck >> order[i] & 1) go_out(p, order[i], JUNQI_BY_STUCK, events);
}

/* true when the limit has ended the game. */
static bool quiet_end(junqi_position *p, junqi_events *events) {
  unsigned limit = junqi_opt(p->rules, JUNQI_OPT_QUIET_LIMIT);
  if (limit == 0 || p->quiet < limit) return false;
  if (junqi_opt(p->rules, JUNQI_OPT_QUIET_LOSES))
    finish(p, JUNQI_WIN, 1u << (p->turn ^ 1), JUNQI_BY_QUIET, events);
  else
    junqi_end_draw(p, JUNQI_BY_QUIET, events);
  return true;
}

void rules_after_ply(junqi_position *p, junqi_seat mover, junqi_seat defender, unsigned flagged,
                     junqi_events *events) {
  outs_after_ply(p, mover, defender, flagged, events);
  p->turn = junqi_next_seat(p, mover);
  if (decide(p, mover, events) || quiet_end(p, events)) return;
  junqi_position_settle(p, events);
}

/* A forfeited turn of the seat on turn; the last one allowed puts it out. */
static void count_timeout(junqi_position *p, junqi_events *events) {
  junqi_seat seat = p->turn;
  if (++p->timeouts[seat] >= junqi_opt(p->rules, JUNQI_OPT_TIMEOUT_LIMIT))
    go_out(p, seat, JUNQI_BY_TIMEOUTS, events);
}

/* for a seat on turn without a legal ply; true when the game has ended. */
static bool work_stuck(junqi_position *p, junqi_events *events) {
  junqi_seat seat = p->turn;
  unsigned rule = junqi_opt(p->rules, JUNQI_OPT_STUCK);
  unsigned in = ((1u << seats_of(p)) - 1) & ~(unsigned)p->out_set;
  if (lacks_pieces(p, seat)) {
    go_out(p, seat, JUNQI_BY_PIECES, events); /* only in a position read from text */
  } else if (rule == JUNQI_STUCK_MUTUAL && stuck_seats(p) == in) {
    junqi_end_draw(p, JUNQI_BY_STUCK, events);
    return true;
  } else if (rule == JUNQI_STUCK_SKIP) {
    rules_tell(events, (junqi_event){.kind = JUNQI_EV_SKIP, .seat = seat});
    count_timeout(p, events);
  } else {
    go_out(p, seat, JUNQI_BY_STUCK, events);
  }
  p->turn = junqi_next_seat(p, seat);
  return decide(p, seat, events);
}

void junqi_position_settle(junqi_position *p, junqi_events *events) {
  while (p->state == JUNQI_RUNNING && !rules_can_move(p, p->turn))
    if (work_stuck(p, events)) return;
}

void junqi_forfeit(junqi_position *p, junqi_events *events) {
  junqi_seat seat = p->turn;
  count_timeout(p, events);
  p->turn = junqi_next_seat(p, seat);
  if (!decide(p, seat, events)) junqi_position_settle(p, events);
}

void junqi_put_out(junqi_position *p, junqi_seat seat, junqi_reason reason, junqi_events *events) {
  go_out(p, seat, reason, events);
  if (p->turn == seat) p->turn = junqi_next_seat(p, seat);
  bool partner_plays = p->rules->variant == JUNQI_FOUR && !junqi_is_out(p, seat ^ 2);
  if (reason == JUNQI_BY_ESCAPE && partner_plays) /* */
    junqi_end_draw(p, JUNQI_BY_ESCAPE, events);
  else if (!decide(p, seat, events))
    junqi_position_settle(p, events);
}
