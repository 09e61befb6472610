/* Making and unmaking plies, by the short way where it will do. It must be quick, so it asks first
 * for whatever could make the ply long (a flag, a last piece, a marshal whose flag shows, the quiet
 * limit …) and leaves such plies to make.c. What it changes is kept as words, so that unmake only
 * stores. */
#include "plain.h"

#include <string.h>

#include "fight.h"
#include "movegen.h"
#include "traits.h"

/* A death that only takes a piece off the board. */
static inline bool plain_death(const junqi_position *p, junqi_piece piece) {
  junqi_type type = junqi_type_of(piece);
  /* In `flip` a mine that goes is counted. */
  if (type >= JUNQI_MINE) return type == JUNQI_MINE && p->rules->variant != JUNQI_FLIP;
  if (type == JUNQI_MARSHAL && p->traits & RULES_TRAIT_MARSHAL) return false;
  return p->living[junqi_owner_of(piece)] > 1;
}

static bool plain_fight(const junqi_position *p, junqi_piece mover, junqi_piece target,
                        junqi_outcome outcome) {
  switch (outcome) {
  case JUNQI_WON: return plain_death(p, target);
  case JUNQI_LOST:
    return !(p->traits & RULES_TRAIT_SCOUT && junqi_type_of(mover) == JUNQI_ENGINEER) &&
           plain_death(p, mover);
  case JUNQI_BOTH: return plain_death(p, mover) && plain_death(p, target);
  default: return false;
  }
}

#define INLINE static inline __attribute__((always_inline))

/* The word of a set that holds a point; with one word the compiler is told so. */
INLINE unsigned word_of(unsigned point, unsigned words) {
  return words == 1 ? 0 : point >> 6;
}

/* A ply touches one word of a set or two: those of its points. */
INLINE void save_set(const uint64_t set[], uint64_t kept[2], junqi_move move, unsigned words) {
  kept[0] = set[word_of(move.from, words)];
  if (words > 1) kept[1] = set[word_of(move.to, words)];
}

INLINE void restore_set(uint64_t set[], const uint64_t kept[2], junqi_move move, unsigned words) {
  set[word_of(move.from, words)] = kept[0];
  if (words > 1) set[word_of(move.to, words)] = kept[1];
}

INLINE void save(const junqi_position *restrict p, junqi_undo *restrict undo, junqi_move move,
                 unsigned words) {
  undo->whole = false;
  undo->turn = p->turn;
  undo->quiet = p->quiet;
  save_set(p->bits[junqi_owner_of(undo->mover)], undo->own, move, words);
  save_set(p->mobile, undo->mobile, move, words);
  save_set(p->engineer, undo->engineer, move, words);
  if (!undo->target) return;
  save_set(p->bits[junqi_owner_of(undo->target)], undo->other, move, words);
  memcpy(undo->living, p->living, sizeof undo->living);
}

INLINE void restore(junqi_position *restrict p, const junqi_undo *restrict undo, junqi_move move,
                    unsigned words) {
  restore_set(p->bits[junqi_owner_of(undo->mover)], undo->own, move, words);
  restore_set(p->mobile, undo->mobile, move, words);
  restore_set(p->engineer, undo->engineer, move, words);
  if (!undo->target) return;
  restore_set(p->bits[junqi_owner_of(undo->target)], undo->other, move, words);
  memcpy(p->living, undo->living, sizeof undo->living);
}

/* Takes both points out of a set, then puts the destination in where `stays`. */
INLINE void shift_set(uint64_t set[], junqi_move move, bool stays, unsigned words) {
  unsigned from = word_of(move.from, words), to = word_of(move.to, words);
  uint64_t out = (uint64_t)1 << (move.from & 63), in = (uint64_t)stays << (move.to & 63);
  if (words == 1) {
    set[0] = (set[0] & ~(out | (uint64_t)1 << (move.to & 63))) | in;
    return;
  }
  set[from] &= ~out;
  set[to] = (set[to] & ~((uint64_t)1 << (move.to & 63))) | in;
}

/* A plain step: nobody is met. */
INLINE void step(junqi_position *restrict p, const rules_sets *sets, junqi_move move,
                 junqi_piece mover, unsigned words) {
  bool moves_on = !(p->traits & RULES_TRAIT_LOCK && rules_has(sets->hq, move.to));
  shift_set(p->bits[junqi_owner_of(mover)], move, true, words);
  shift_set(p->mobile, move, moves_on, words);
  if (junqi_type_of(mover) == JUNQI_ENGINEER) shift_set(p->engineer, move, moves_on, words);
  p->at[move.from] = JUNQI_EMPTY;
  p->at[move.to] = mover;
}

/* What dies leaves the board, the survivor stands on the destination. */
INLINE void fight(junqi_position *restrict p, const rules_sets *sets, junqi_move move,
                  const junqi_undo *undo, junqi_outcome outcome, unsigned words) {
  junqi_piece mover = undo->mover, target = undo->target;
  unsigned owner = junqi_owner_of(mover), other = junqi_owner_of(target);
  bool won = outcome == JUNQI_WON, held = outcome == JUNQI_LOST;
  bool locked = p->traits & RULES_TRAIT_LOCK && rules_has(sets->hq, move.to);
  junqi_piece left = won ? mover : held ? target : JUNQI_EMPTY;
  bool moves_on = left && junqi_type_of(left) <= JUNQI_BOMB && !locked;
  shift_set(p->bits[owner], move, won, words);
  if (!held) rules_drop(p->bits[other], move.to);
  shift_set(p->mobile, move, moves_on, words);
  shift_set(p->engineer, move, moves_on && junqi_type_of(left) == JUNQI_ENGINEER, words);
  p->living[owner] = (uint8_t)(p->living[owner] - !won);
  p->living[other] = (uint8_t)(p->living[other] - (!held && junqi_type_of(target) <= JUNQI_BOMB));
  p->at[move.from] = JUNQI_EMPTY;
  p->at[move.to] = left;
}

/* Quickly: has the seat on turn a piece with somewhere to step inside its arm? Most often it has;
 * when not, only rules_can_move knows. */
INLINE bool can_surely_step(const junqi_position *p, const rules_sets *sets, bool partners,
                            unsigned words) {
  for (unsigned w = 0; w < words; w++) {
    uint64_t own = p->bits[p->turn][w], all = p->bits[0][w] | p->bits[1][w];
    if (words > 1) all |= p->bits[2][w] | p->bits[3][w];
    uint64_t friends = partners ? own | p->bits[p->turn ^ 2][w] : own;
    uint64_t open = ~(friends | (all & sets->camp[w]));
    uint64_t able = own & p->mobile[w];
    if (able & ((open >> 5 & sets->behind[w]) | (open & sets->behind[w]) << 5)) return true;
    if (able & ((open >> 1 & sets->beside[w]) | (open & sets->beside[w]) << 1)) return true;
  }
  return false;
}

/* May the ply go the short way? Also says how its fight ends. */
INLINE bool is_plain(const junqi_position *p, junqi_piece mover, junqi_piece target,
                     junqi_outcome *outcome) {
  unsigned limit = junqi_opt(p->rules, JUNQI_OPT_QUIET_LIMIT);
  *outcome = JUNQI_QUIET;
  if (!target) return !(p->traits & RULES_TRAIT_LONG) && (limit == 0 || p->quiet + 1u < limit);
  *outcome = rules_fight(p->rules, junqi_type_of(mover), junqi_type_of(target));
  return !(p->traits & RULES_TRAIT_LONG) && plain_fight(p, mover, target, *outcome);
}

/* After a plain ply the next seat is stuck, so more follows: the whole position is kept
 * after all. */
static void go_on_stuck(junqi_position *p, junqi_move move, junqi_undo *undo,
                        junqi_events *events) {
  if (undo) {
    undo->before = *p;
    junqi_unmake(&undo->before, move, undo);
    undo->whole = true;
  }
  junqi_position_settle(p, events);
}

INLINE junqi_outcome make(junqi_position *p, const rules_sets *sets, junqi_move move,
                          junqi_undo *undo, junqi_events *events, unsigned words) {
  junqi_undo own;
  junqi_undo *kept = undo ? undo : &own;
  junqi_outcome outcome;
  kept->mover = p->at[move.from];
  kept->target = p->at[move.to];
  if (!is_plain(p, kept->mover, kept->target, &outcome)) {
    rules_make_long(p, move, outcome, undo, events);
    return outcome;
  }
  save(p, kept, move, words);
  if (outcome == JUNQI_QUIET) {
    step(p, sets, move, kept->mover, words);
    p->quiet = (uint16_t)(p->quiet + (p->quiet != UINT16_MAX));
  } else {
    fight(p, sets, move, kept, outcome, words);
    p->quiet = 0;
  }
  p->ply++;
  p->turn = words == 1 ? p->turn ^ 1 : p->after >> 2 * p->turn & 3;
  if (can_surely_step(p, sets, words == 3, words) || rules_can_move(p, p->turn)) return outcome;
  go_on_stuck(p, move, undo, events);
  return outcome;
}

/* After a plain ply of `flip`: a face-down piece can be flipped, and an empty neighbour can be
 * stepped on. What else may be legal there only rules_can_move knows. */
INLINE bool flip_can_surely_go(const junqi_position *p) {
  uint64_t open = ~(p->bits[0][0] | p->bits[1][0]);
  uint64_t able = p->bits[p->colour[p->turn]][0] & p->mobile[0];
  if (p->bits[JUNQI_DOWN][0]) return true;
  return able & ((open >> 5 & rules_sets_two.behind[0]) | (open & rules_sets_two.behind[0]) << 5);
}

/* Turns a piece up; colours are known. What it changed in bits[JUNQI_DOWN] is kept as the other's.
 */
INLINE void turn_up(junqi_position *p, junqi_point at, junqi_undo *undo) {
  junqi_move here = {at, at};
  junqi_type type = junqi_type_of(undo->mover);
  bool moves_on =
      type <= JUNQI_BOMB && !(p->traits & RULES_TRAIT_LOCK && rules_has(rules_sets_two.hq, at));
  undo->other[0] = p->bits[JUNQI_DOWN][0];
  shift_set(p->bits[JUNQI_DOWN], here, false, 1);
  shift_set(p->bits[junqi_owner_of(undo->mover)], here, true, 1);
  shift_set(p->mobile, here, moves_on, 1);
  shift_set(p->engineer, here, moves_on && type == JUNQI_ENGINEER, 1);
  p->at[at] = undo->mover | JUNQI_PUBLIC;
  p->quiet = 0;
}

/* How a ply of `flip` ends: one's own flag is no enemy. */
INLINE junqi_outcome outcome_of_flip(const junqi_position *p, junqi_piece mover,
                                     junqi_piece target) {
  if (target && junqi_owner_of(mover) == junqi_owner_of(target)) return JUNQI_QUIET;
  return rules_fight(p->rules, junqi_type_of(mover), junqi_type_of(target));
}

INLINE bool flip_is_plain(const junqi_position *p, junqi_move move, junqi_piece mover,
                          junqi_piece target, junqi_outcome outcome) {
  unsigned limit = junqi_opt(p->rules, JUNQI_OPT_QUIET_LIMIT);
  if (p->traits & RULES_TRAIT_LONG) return false;
  if (move.from == move.to) return true;
  if (p->carrier[junqi_owner_of(mover)] == move.from) return false;
  if (!target) return limit == 0 || p->quiet + 1u < limit;
  return junqi_owner_of(mover) != junqi_owner_of(target) &&
         p->carrier[junqi_owner_of(target)] != move.to && plain_fight(p, mover, target, outcome);
}

static junqi_outcome make_flip(junqi_position *p, junqi_move move, junqi_undo *undo,
                               junqi_events *events) {
  junqi_undo own;
  junqi_undo *kept = undo ? undo : &own;
  kept->mover = p->at[move.from];
  kept->target = p->at[move.to];
  junqi_outcome outcome = outcome_of_flip(p, kept->mover, kept->target);
  if (!flip_is_plain(p, move, kept->mover, kept->target, outcome)) {
    rules_make_long(p, move, outcome, undo, events);
    return outcome;
  }
  save(p, kept, move, 1);
  if (move.from == move.to) {
    turn_up(p, move.from, kept);
  } else if (outcome == JUNQI_QUIET) {
    step(p, &rules_sets_two, move, kept->mover, 1);
    p->quiet = (uint16_t)(p->quiet + (p->quiet != UINT16_MAX));
  } else {
    fight(p, &rules_sets_two, move, kept, outcome, 1);
    p->quiet = 0;
  }
  p->ply++;
  p->turn ^= 1;
  if (!flip_can_surely_go(p) && !rules_can_move(p, p->turn)) go_on_stuck(p, move, undo, events);
  return outcome;
}

junqi_outcome junqi_make(junqi_position *p, junqi_move move, junqi_undo *undo,
                         junqi_events *events) {
  switch (p->rules->variant) {
  case JUNQI_FLIP: return make_flip(p, move, undo, events);
  case JUNQI_DARK: return make(p, &rules_sets_two, move, undo, events, 1);
  case JUNQI_THREE: return make(p, &rules_sets_three, move, undo, events, 2);
  default: return make(p, &rules_sets_four, move, undo, events, 3);
  }
}

void junqi_unmake(junqi_position *p, junqi_move move, const junqi_undo *undo) {
  if (undo->whole) {
    *p = undo->before;
    return;
  }
  switch (p->rules->variant) {
  case JUNQI_FLIP:
    restore(p, undo, move, 1);
    if (move.from == move.to) { /* `other` was that of the face-down points */
      p->bits[JUNQI_DOWN][0] = undo->other[0];
      p->bits[junqi_owner_of(undo->mover)][0] = undo->own[0];
    }
    break;
  case JUNQI_DARK: restore(p, undo, move, 1); break;
  case JUNQI_THREE: restore(p, undo, move, 2); break;
  default: restore(p, undo, move, 3); break;
  }
  p->at[move.from] = undo->mover;
  p->at[move.to] = undo->target;
  p->quiet = undo->quiet;
  p->turn = undo->turn;
  p->ply--;
}
