/* Certain conclusions about hidden pieces (RULES.md ). Three sources: where a piece stood at
 * set-up, how it moved, and what its fights did; then the numbers of spread each conclusion
 * over a seat's pieces. */
#include "junqi/knowledge.h"

#include <string.h>

#include "fight.h"
#include "sets.h"

enum {
  MOVABLE = (1 << (JUNQI_BOMB + 1)) - 2,
  MARSHAL = 1 << JUNQI_MARSHAL,
  ENGINEER = 1 << JUNQI_ENGINEER
};

static bool tracks(const junqi_knowledge *k) {
  return k->view.rules->variant != JUNQI_FLIP;
}

/* the types that may be set up on a point. */
static uint16_t may_start(const junqi_rules *rules, unsigned index) {
  uint16_t may = 0;
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
    if (junqi_layout_spot(rules, index, (junqi_type)type) == JUNQI_E_OK)
      may |= (uint16_t)(1u << type);
  return may;
}

static bool single(unsigned set) {
  return set && !(set & (set - 1));
}

/* Strikes `types` from the other pieces of a seat; true when something changed. */
static bool strike(junqi_knowledge *k, unsigned seat, unsigned type) {
  bool changed = false;
  for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++) {
    if (k->may[s] == 1u << type || !(k->may[s] >> type & 1)) continue;
    k->may[s] &= (uint16_t) ~(1u << type);
    changed = true;
  }
  return changed;
}

/* When only as many pieces can be of a type as there are, they are. */
static bool claim(junqi_knowledge *k, unsigned seat, unsigned type) {
  bool changed = false;
  for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++) {
    if (!(k->may[s] >> type & 1) || single(k->may[s])) continue;
    k->may[s] = (uint16_t)(1u << type);
    changed = true;
  }
  return changed;
}

/* R-1.1's numbers, until they say nothing new. */
static void spread(junqi_knowledge *k, unsigned seat) {
  for (bool changed = true; changed;) {
    unsigned sure[JUNQI_TYPES] = {0}, possible[JUNQI_TYPES] = {0};
    changed = false;
    for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++)
      for (unsigned set = k->may[s]; set; set &= set - 1) {
        unsigned type = (unsigned)__builtin_ctz(set);
        possible[type]++;
        sure[type] += single(k->may[s]);
      }
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++) {
      unsigned count = junqi_type_count[type];
      if (sure[type] == count && possible[type] > count) changed |= strike(k, seat, type);
      if (possible[type] == count && sure[type] < count) changed |= claim(k, seat, type);
    }
  }
}

/* Narrows one piece; an empty result would mean events that cannot be, and is not taken over. */
static void narrow(junqi_knowledge *k, unsigned slot, unsigned types) {
  if (slot >= JUNQI_SLOTS) return;
  unsigned left = k->may[slot] & types;
  if (left == 0 || left == k->may[slot]) return;
  k->may[slot] = (uint16_t)left;
  spread(k, slot / JUNQI_ARM_PIECES);
}

void junqi_knowledge_start(junqi_knowledge *k, const junqi_rules *rules, junqi_seat viewer,
                           const junqi_layout *const layouts[], junqi_seat first) {
  memset(k, 0, sizeof *k);
  memset(k->slot, JUNQI_NO_SLOT, sizeof k->slot);
  memset(k->where, JUNQI_NO_POINT, sizeof k->where);
  memset(k->fallen, JUNQI_NO_SLOT, sizeof k->fallen);
  junqi_view_start(&k->view, rules, viewer, layouts, first);
  if (!tracks(k)) return;
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++) {
    unsigned slot = seat * JUNQI_ARM_PIECES;
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
      unsigned point = seat * JUNQI_ARM_POINTS + i;
      junqi_type type = junqi_type_of(k->view.at[point]);
      if (type == JUNQI_NONE) continue;
      k->slot[point] = (uint8_t)slot;
      k->where[slot] = k->home[slot] = (junqi_point)point;
      k->may[slot++] =
          type == JUNQI_UNKNOWN ? may_start(rules, i) : (uint16_t)(1u << (unsigned)type);
    }
    spread(k, seat);
  }
}

/* Could any piece but an engineer have run this way? */
static bool straight_way(const junqi_view *v, junqi_move move) {
  const junqi_board *board = junqi_board_of((junqi_variant)v->rules->variant);
  if (junqi_adjacent(board, move.from, move.to)) return true;
  for (unsigned r = 0; r < board->rays[move.from]; r++)
    for (const junqi_point *q = board->ray[move.from][r]; *q != JUNQI_NO_POINT; q++) {
      if (*q == move.to) return true;
      if (v->at[*q]) break;
    }
  return false;
}

/* The types on each side for which the attack can have gone as it did. */
static void conclude_fight(junqi_knowledge *k, unsigned attacker, unsigned defender,
                           junqi_outcome outcome) {
  unsigned attackers = 0, defenders = 0;
  for (unsigned a = k->may[attacker]; a; a &= a - 1)
    for (unsigned d = k->may[defender]; d; d &= d - 1) {
      unsigned at = (unsigned)__builtin_ctz(a), dt = (unsigned)__builtin_ctz(d);
      if (rules_fight(k->view.rules, (junqi_type)at, (junqi_type)dt) != outcome) continue;
      attackers |= 1u << at;
      defenders |= 1u << dt;
    }
  narrow(k, attacker, attackers);
  narrow(k, defender, defenders);
}

static bool flag_is_public(const junqi_view *v, unsigned owner) {
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (junqi_type_of(v->at[q]) == JUNQI_FLAG && junqi_owner_of(v->at[q]) == owner &&
        v->at[q] & JUNQI_PUBLIC)
      return true;
  return false;
}

/* What a ply's silence proves: a dead piece whose owner's flag was not shown was no
 * marshal; a piece that died alone attacking and showed nothing was no engineer. */
void junqi_knowledge_rest(junqi_knowledge *k) {
  const junqi_rules *rules = k->view.rules;
  for (unsigned i = 0; i < 2; i++) {
    unsigned slot = k->fallen[i];
    k->fallen[i] = JUNQI_NO_SLOT;
    if (slot == JUNQI_NO_SLOT) continue;
    bool scouts = junqi_opt(rules, JUNQI_OPT_ENGINEER_SCOUT) && k->survivor != JUNQI_NO_POINT;
    if (junqi_opt(rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG) &&
        !flag_is_public(&k->view, slot / JUNQI_ARM_PIECES))
      narrow(k, slot, ~(unsigned)MARSHAL);
    if (i == 0 && scouts && !(k->view.at[k->survivor] & JUNQI_PUBLIC))
      narrow(k, slot, ~(unsigned)ENGINEER);
  }
}

/* A flag shown right after a death says that a marshal died; another piece, that an engineer
 * scouted it. */
static void conclude_show(junqi_knowledge *k, const junqi_event *event) {
  junqi_type type = junqi_type_of(event->piece);
  narrow(k, k->slot[event->move.from], 1u << (unsigned)type);
  for (unsigned i = 0; i < 2; i++) {
    unsigned slot = k->fallen[i];
    if (slot == JUNQI_NO_SLOT) continue;
    bool marshal = type == JUNQI_FLAG && slot / JUNQI_ARM_PIECES == junqi_owner_of(event->piece);
    bool scout = i == 0 && k->survivor == event->move.from && type <= JUNQI_MARSHAL;
    if (marshal) narrow(k, slot, MARSHAL);
    if (scout) narrow(k, slot, ENGINEER);
    if (marshal || scout) k->fallen[i] = JUNQI_NO_SLOT;
  }
}

static void fall(junqi_knowledge *k, junqi_point at, unsigned order) {
  unsigned slot = k->slot[at];
  if (slot == JUNQI_NO_SLOT) return;
  if (order < 2) k->fallen[order] = (uint8_t)slot;
  k->where[slot] = JUNQI_NO_POINT;
  k->slot[at] = JUNQI_NO_SLOT;
}

/* A ply: that the piece moves, how it ran, how the fight went. Reads the view as it was before the
 * ply. */
static void conclude_ply(junqi_knowledge *k, const junqi_event *event) {
  unsigned mover = k->slot[event->move.from], target = k->slot[event->move.to];
  junqi_outcome outcome = (junqi_outcome)event->outcome;
  if (mover == JUNQI_NO_SLOT) return;
  narrow(k, mover, MOVABLE);
  if (!straight_way(&k->view, event->move)) narrow(k, mover, ENGINEER);
  if (target != JUNQI_NO_SLOT) conclude_fight(k, mover, target, outcome);
  k->moved[mover] = true;
}

static void carry_out(junqi_knowledge *k, const junqi_event *event) {
  junqi_outcome outcome = (junqi_outcome)event->outcome;
  junqi_point from = event->move.from, to = event->move.to;
  unsigned mover = k->slot[from];
  if (mover == JUNQI_NO_SLOT || outcome == JUNQI_BOUNCED) return;
  k->survivor = outcome == JUNQI_LOST ? to : JUNQI_NO_POINT;
  if (outcome == JUNQI_WON || outcome == JUNQI_BOTH || outcome == JUNQI_FLAG_TAKEN) fall(k, to, 1);
  if (outcome == JUNQI_LOST || outcome == JUNQI_BOTH) {
    fall(k, from, 0);
    return;
  }
  k->slot[from] = JUNQI_NO_SLOT;
  k->slot[to] = (uint8_t)mover;
  k->where[mover] = to;
}

/* Pieces that left with their seat fell in no fight. */
static void leave_with_seat(junqi_knowledge *k) {
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (!k->view.at[q]) fall(k, (junqi_point)q, 2);
}

junqi_code junqi_knowledge_apply(junqi_knowledge *k, const junqi_event *event) {
  junqi_view after = k->view;
  junqi_code code = junqi_view_apply(&after, event);
  if (code != JUNQI_E_OK) return code;
  if (tracks(k) && event->kind != JUNQI_EV_SHOW) junqi_knowledge_rest(k);
  if (tracks(k) && event->kind == JUNQI_EV_PLY) conclude_ply(k, event);
  k->view = after;
  if (!tracks(k)) return JUNQI_E_OK;
  if (event->kind == JUNQI_EV_SHOW) conclude_show(k, event);
  if (event->kind == JUNQI_EV_PLY) carry_out(k, event);
  if (event->kind == JUNQI_EV_OUT) leave_with_seat(k);
  return JUNQI_E_OK;
}

uint16_t junqi_may_be(const junqi_knowledge *k, junqi_point point) {
  if (point >= JUNQI_MAX_POINTS || !k->view.at[point]) return 0;
  if (k->slot[point] != JUNQI_NO_SLOT) return k->may[k->slot[point]];
  if (k->view.at[point] == JUNQI_FACE_DOWN) return JUNQI_ANY_TYPE;
  return (uint16_t)(1u << (unsigned)junqi_type_of(k->view.at[point]));
}
