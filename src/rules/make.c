/* The long way of a ply (RULES.md ): flips, flags, what a fight shows, and
 * whatever may put a seat out. The short way is in plain.c. */
#include <string.h>

#include "colours.h"
#include "fight.h"
#include "movegen.h"
#include "order.h"
#include "plain.h"
#include "traits.h"

static inline bool can_ever_move(junqi_type type) {
  return type != JUNQI_NONE && type <= JUNQI_BOMB;
}

static inline bool attacker_dies(junqi_outcome outcome) {
  return outcome == JUNQI_LOST || outcome == JUNQI_BOTH;
}

static inline bool defender_dies(junqi_outcome outcome) {
  return outcome == JUNQI_WON || outcome == JUNQI_BOTH || outcome == JUNQI_FLAG_TAKEN;
}

/* Stands a face-up or known piece on an empty point. */
static inline void put(junqi_position *p, unsigned point, junqi_piece piece) {
  p->at[point] = piece;
  rules_add(p->bits[junqi_owner_of(piece)], point);
  if (junqi_type_of(piece) == JUNQI_FLAG) p->flag[junqi_owner_of(piece)] = (junqi_point)point;
  if (!can_ever_move(junqi_type_of(piece))) rules_drop(p->mobile, point);
}

static inline void lift(junqi_position *p, unsigned point) {
  unsigned owner = junqi_owner_of(p->at[point]);
  rules_drop(p->bits[owner], point);
  rules_free(p, point);
  if (p->flag[owner] == point) p->flag[owner] = JUNQI_NO_POINT;
  p->at[point] = JUNQI_EMPTY;
}

/* Counts a piece as dead or, on the way back, as living again. */
static inline void count_living(junqi_position *p, junqi_piece piece, int change) {
  if (can_ever_move(junqi_type_of(piece)))
    p->living[junqi_owner_of(piece)] = (uint8_t)(p->living[junqi_owner_of(piece)] + change);
}

/* The board after the fight; nothing else changes. */
static inline void fight_on_board(junqi_position *p, junqi_move move, junqi_outcome outcome) {
  junqi_piece mover = p->at[move.from], target = p->at[move.to];
  if (outcome == JUNQI_BOUNCED) return;
  lift(p, move.from);
  if (defender_dies(outcome)) {
    lift(p, move.to);
    count_living(p, target, -1);
  }
  if (attacker_dies(outcome))
    count_living(p, mover, -1);
  else
    put(p, move.to, mover);
}

static inline uint16_t quiet_after(const junqi_position *p, junqi_outcome outcome) {
  bool removal = attacker_dies(outcome) || defender_dies(outcome);
  return removal ? 0 : p->quiet == UINT16_MAX ? p->quiet : (uint16_t)(p->quiet + 1);
}

/* public from now on. */
static void reveal(junqi_position *p, unsigned point, junqi_events *events) {
  if (p->at[point] & JUNQI_PUBLIC) return;
  p->at[point] |= JUNQI_PUBLIC;
  rules_tell(events, (junqi_event){.kind = JUNQI_EV_SHOW,
                                   .seat = (junqi_seat)junqi_owner_of(p->at[point]),
                                   .move = {(junqi_point)point, (junqi_point)point},
                                   .piece = p->at[point]});
}

static void reveal_flag(junqi_position *p, unsigned owner, junqi_events *events) {
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (junqi_type_of(p->at[q]) == JUNQI_FLAG && junqi_owner_of(p->at[q]) == owner)
      reveal(p, q, events);
}

/* bounce, R-5.6, R-5.7: what a fight shows to all. */
static void reveal_after(junqi_position *p, junqi_move move, junqi_piece mover, junqi_piece target,
                         junqi_outcome outcome, junqi_events *events) {
  if (outcome == JUNQI_BOUNCED) reveal(p, move.to, events);
  if (p->rules->variant == JUNQI_FLIP) return;
  if (outcome == JUNQI_LOST && junqi_type_of(mover) == JUNQI_ENGINEER &&
      junqi_type_of(target) <= JUNQI_MARSHAL && junqi_opt(p->rules, JUNQI_OPT_ENGINEER_SCOUT))
    reveal(p, move.to, events);
  if (!junqi_opt(p->rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG)) return;
  if (defender_dies(outcome) && junqi_type_of(target) == JUNQI_MARSHAL)
    reveal_flag(p, junqi_owner_of(target), events);
  if (attacker_dies(outcome) && junqi_type_of(mover) == JUNQI_MARSHAL)
    reveal_flag(p, junqi_owner_of(mover), events);
}

/* R-7.14 `carry`: where the carriers are now; returns the seats that lose their flag by this ply.
 */
static unsigned move_carriers(junqi_position *p, junqi_move move, junqi_piece mover,
                              junqi_piece target, junqi_outcome outcome) {
  unsigned colour = junqi_owner_of(mover), flagged = 0;
  junqi_seat seat = rules_seat_of_owner(p, colour), other = seat ^ 1;
  const junqi_board *board = junqi_board_of(JUNQI_FLIP);
  if (defender_dies(outcome) && p->carrier[junqi_owner_of(target)] == move.to)
    flagged |= 1u << other;
  bool carries = p->carrier[colour] == move.from;
  if (carries && attacker_dies(outcome)) flagged |= 1u << seat;
  if (flagged >> other & 1) p->carrier[colour ^ 1] = JUNQI_NO_POINT;
  if (flagged >> seat & 1) p->carrier[colour] = JUNQI_NO_POINT;
  bool picked = target && junqi_owner_of(target) == colour;
  if (outcome == JUNQI_BOUNCED || attacker_dies(outcome) || !(carries || picked)) return flagged;
  p->carrier[colour] = move.to;
  if (board->kind[move.to] == JUNQI_HQ && board->seat[move.to] == other) flagged |= 1u << other;
  return flagged;
}

/* A move with all its consequences. A step onto one's own flag is no attack. */
static void move_long(junqi_position *p, junqi_move move, junqi_outcome outcome,
                      junqi_events *events) {
  junqi_piece mover = p->at[move.from], target = p->at[move.to];
  junqi_seat seat = p->turn, defender = JUNQI_NO_SEAT;
  unsigned flagged = 0;
  bool flip = p->rules->variant == JUNQI_FLIP;
  bool own_flag = target && junqi_owner_of(target) == junqi_owner_of(mover);
  p->quiet = quiet_after(p, outcome);
  if (own_flag) lift(p, move.to);
  fight_on_board(p, move, outcome);
  if (target && !own_flag) {
    defender = rules_seat_of_owner(p, junqi_owner_of(target));
    if (defender_dies(outcome) && junqi_type_of(target) == JUNQI_FLAG) flagged |= 1u << defender;
    if (flip && defender_dies(outcome) && junqi_type_of(target) == JUNQI_MINE)
      p->dug[junqi_owner_of(target)]++;
    reveal_after(p, move, mover, target, outcome, events);
  }
  if (flip) flagged |= move_carriers(p, move, mover, target, outcome);
  rules_after_ply(p, seat, defender, flagged, events);
}

void rules_decide_colours(const junqi_rules *rules, junqi_seat seat, junqi_piece piece,
                          uint8_t colour[2], uint8_t *last) {
  unsigned rule = junqi_opt(rules, JUNQI_OPT_FLIP_COLOUR), shown = junqi_owner_of(piece);
  if (colour[0] != JUNQI_NO_SEAT) return;
  bool decided = rule == JUNQI_COLOUR_FIRST ||
                 (rule == JUNQI_COLOUR_ENGINEER && junqi_type_of(piece) == JUNQI_ENGINEER) ||
                 (rule == JUNQI_COLOUR_PAIR && *last == shown);
  if (decided) {
    colour[seat] = (uint8_t)shown;
    colour[seat ^ 1] = (uint8_t)(shown ^ 1);
    *last = JUNQI_NO_SEAT;
  } else if (rule == JUNQI_COLOUR_PAIR) {
    *last = (uint8_t)shown;
  }
}

static void flip_piece(junqi_position *p, junqi_point at, junqi_events *events) {
  junqi_piece piece = p->at[at] | JUNQI_PUBLIC;
  rules_drop(p->bits[JUNQI_DOWN], at);
  put(p, at, piece);
  p->quiet = 0;
  rules_decide_colours(p->rules, p->turn, piece, p->colour, &p->last_colour);
  rules_set_traits(p);
  rules_after_ply(p, p->turn, JUNQI_NO_SEAT, 0, events);
}

junqi_outcome rules_make_long(junqi_position *p, junqi_move move, junqi_outcome outcome,
                              junqi_undo *undo, junqi_events *events) {
  if (undo) {
    undo->target = RULES_WHOLE;
    undo->before = *p;
  }
  p->ply++;
  if (move.from == move.to)
    flip_piece(p, move.from, events);
  else
    move_long(p, move, outcome, events);
  return outcome;
}
