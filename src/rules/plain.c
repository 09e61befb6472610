/* Making and unmaking plies, by the short way where it will do. It must be quick, so it asks first
 * for whatever could make the ply long (a flag, a last piece, a marshal whose flag shows, the quiet
 * limit …) and leaves such plies to make.c. What it changes is kept as words, so that unmake only
 * stores. Points go by size_t, which an address needs. */
#include "plain.h"

#include <string.h>

#include "fight.h"
#include "movegen.h"
#include "traits.h"

#define INLINE static inline __attribute__((always_inline))
/* Keeps the registers of what is rarely needed out of the quick way. */
#define APART static __attribute__((noinline))

/* A variant as the compiler should know it; on the board of two seats a set is one word. */
typedef struct shape {
  unsigned words;
  bool flip;
  const rules_sets *sets;
} shape;

static const shape dark = {1, false, &rules_sets_two};
static const shape flip = {1, true, &rules_sets_two};
static const shape three = {2, false, &rules_sets_three};
static const shape four = {3, false, &rules_sets_four};

/* The word of a set that holds a point; with one word the compiler is told so. */
INLINE size_t word_of(size_t point, unsigned words) {
  return words == 1 ? 0 : point >> 6;
}

INLINE uint64_t bit_of(size_t point) {
  return (uint64_t)1 << (point & 63);
}

/* Keeps what a ply without a fight changes. */
INLINE void keep(const junqi_position *restrict p, junqi_undo *restrict undo, size_t from,
                 size_t to, junqi_piece mover, junqi_piece target, unsigned words) {
  const uint64_t *own = p->bits[junqi_owner_of(mover)];
  undo->mover = mover;
  undo->target = target;
  undo->clock = p->clock;
  undo->own[0] = own[word_of(from, words)];
  undo->own[1] = own[word_of(to, words)];
}

/* And what a fight or a flip changes beyond, on the destination: points of `other`. */
INLINE void keep_other(const junqi_position *restrict p, junqi_undo *restrict undo, size_t to,
                       unsigned other, unsigned words) {
  undo->other = (uint8_t)other;
  undo->bits_other = p->bits[other][word_of(to, words)];
  undo->mobile = p->mobile[word_of(to, words)];
  memcpy(undo->living, p->living, sizeof undo->living);
}

/* Can one of these pieces step back or forth inside its arm onto an empty point? */
INLINE bool steps(uint64_t able, uint64_t all, uint64_t behind) {
  return (able | able >> 5) & (all ^ all >> 5) & behind;
}

/* Quickly: can the next seat surely move? Most often it can; when not, only rules_can_move knows.
 * With two seats from what the owner of `mine` and the other hold … */
INLINE bool other_surely_moves(const junqi_position *p, const shape k, uint64_t mine,
                               uint64_t theirs) {
  if (k.flip && p->bits[JUNQI_DOWN][0]) return true;
  return steps(theirs & p->mobile[0], mine | theirs, k.sets->behind[0]);
}

/* … with more seats from what is on the board. */
INLINE bool surely_moves(const junqi_position *p, const shape k, junqi_seat seat) {
  for (unsigned w = 0; w < k.words; w++) {
    uint64_t all = p->bits[0][w] | p->bits[1][w] | p->bits[2][w] | p->bits[3][w];
    if (steps(p->bits[seat][w] & p->mobile[w], all, k.sets->behind[w])) return true;
  }
  return false;
}

/* After a plain ply the next seat may be stuck, so that more follows: the whole position is
 * kept after all. */
APART junqi_outcome go_on(junqi_position *p, size_t from, size_t to, junqi_outcome outcome,
                          junqi_undo *undo, junqi_events *events) {
  if (rules_can_move(p, p->turn)) return outcome;
  if (undo) {
    undo->before = *p;
    junqi_unmake(&undo->before, (junqi_move){(junqi_point)from, (junqi_point)to}, undo);
    undo->target = RULES_WHOLE;
  }
  junqi_position_settle(p, events);
  return outcome;
}

/* The turn passes to the next seat. `mine` is the first word of what the owner that moved holds:
 * read anew right after it was written it would be slow. */
INLINE junqi_outcome pass(junqi_position *p, const shape k, unsigned owner, uint64_t mine,
                          size_t from, size_t to, junqi_outcome outcome, junqi_undo *undo,
                          junqi_events *events) {
  p->turn = k.words == 1 ? p->turn ^ 1 : p->after >> 2 * p->turn & 3;
  p->ply++;
  if (k.words == 1 ? other_surely_moves(p, k, mine, p->bits[owner ^ 1][0])
                   : surely_moves(p, k, p->turn))
    return outcome;
  return go_on(p, from, to, outcome, undo, events);
}

/* What no short way will do for. */
APART junqi_outcome make_long(junqi_position *p, size_t from, size_t to, junqi_outcome outcome,
                              junqi_undo *undo, junqi_events *events) {
  return rules_make_long(p, (junqi_move){(junqi_point)from, (junqi_point)to}, outcome, undo,
                         events);
}

/* A plain step: nobody is met. */
INLINE junqi_outcome step(junqi_position *p, const shape k, size_t from, size_t to,
                          junqi_undo *undo, junqi_events *events) {
  junqi_piece mover = p->at[from];
  unsigned owner = junqi_owner_of(mover);
  uint64_t *own = p->bits[owner], mine = own[0] ^ bit_of(from) ^ bit_of(to);
  if (p->quiet >= p->plain_below) return make_long(p, from, to, JUNQI_QUIET, undo, events);
  if (undo) keep(p, undo, from, to, mover, JUNQI_EMPTY, k.words);
  if (k.words == 1) {
    own[0] = mine;
  } else {
    own[from >> 6] ^= bit_of(from);
    own[to >> 6] ^= bit_of(to);
  }
  p->at[from] = JUNQI_EMPTY;
  p->at[to] = mover;
  p->quiet++;
  return pass(p, k, owner, mine, from, to, JUNQI_QUIET, undo, events);
}

/* Does the fight do no more than take pieces off the board, and is none of them a last one? */
INLINE bool plain_fight(const junqi_position *p, junqi_piece mover, junqi_piece target,
                        junqi_outcome outcome) {
  if (outcome != JUNQI_WON && outcome != JUNQI_LOST && outcome != JUNQI_BOTH) return false;
  unsigned attacker = outcome == JUNQI_WON ? 0 : p->grave[0] >> junqi_type_of(mover) & 1;
  unsigned attacked = outcome == JUNQI_LOST ? 0 : p->grave[1] >> junqi_type_of(target) & 1;
  return !(attacker | attacked) && p->living[junqi_owner_of(mover)] > 1 &&
         p->living[junqi_owner_of(target)] > 1;
}

/* What dies leaves the board, the survivor stands on the destination. */
INLINE junqi_outcome fight(junqi_position *p, const shape k, size_t from, size_t to,
                           junqi_undo *undo, junqi_events *events) {
  junqi_piece mover = p->at[from], target = p->at[to];
  unsigned owner = junqi_owner_of(mover), other = junqi_owner_of(target);
  junqi_outcome outcome = rules_fight(p->rules, junqi_type_of(mover), junqi_type_of(target));
  bool won = outcome == JUNQI_WON, held = outcome == JUNQI_LOST;
  if (!plain_fight(p, mover, target, outcome)) return make_long(p, from, to, outcome, undo, events);
  if (undo) {
    keep(p, undo, from, to, mover, target, k.words);
    keep_other(p, undo, to, other, k.words);
  }
  p->bits[owner][word_of(from, k.words)] ^= bit_of(from);
  p->bits[owner][word_of(to, k.words)] ^= (uint64_t)won << (to & 63);
  p->bits[other][word_of(to, k.words)] ^= (uint64_t)!held << (to & 63);
  p->at[from] = JUNQI_EMPTY;
  p->at[to] = won ? mover : held ? target : JUNQI_EMPTY;
  p->living[owner] = (uint8_t)(p->living[owner] - !won);
  if (!held && junqi_type_of(target) == JUNQI_MINE)
    rules_free(p, to);
  else
    p->living[other] = (uint8_t)(p->living[other] - !held);
  p->quiet = 0;
  return pass(p, k, owner, p->bits[owner][0], from, to, outcome, undo, events);
}

APART junqi_outcome fight_dark(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                               junqi_events *events) {
  return fight(p, dark, from, to, undo, events);
}

APART junqi_outcome fight_flip(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                               junqi_events *events) {
  return fight(p, flip, from, to, undo, events);
}

APART junqi_outcome fight_three(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                                junqi_events *events) {
  return fight(p, three, from, to, undo, events);
}

APART junqi_outcome fight_four(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                               junqi_events *events) {
  return fight(p, four, from, to, undo, events);
}

APART junqi_outcome make_dark(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                              junqi_events *events) {
  return p->at[to] ? fight_dark(p, from, to, undo, events) : step(p, dark, from, to, undo, events);
}

APART junqi_outcome make_three(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                               junqi_events *events) {
  return p->at[to] ? fight_three(p, from, to, undo, events)
                   : step(p, three, from, to, undo, events);
}

APART junqi_outcome make_four(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                              junqi_events *events) {
  return p->at[to] ? fight_four(p, from, to, undo, events) : step(p, four, from, to, undo, events);
}

/* Turns a piece up; colours are known, and a flag is long. What was face-down is kept as the
 * other's. */
INLINE junqi_outcome turn_up(junqi_position *p, size_t at, junqi_undo *undo, junqi_events *events) {
  junqi_piece piece = p->at[at];
  unsigned owner = junqi_owner_of(piece);
  if (p->plain_below == 0 || junqi_type_of(piece) == JUNQI_FLAG)
    return make_long(p, at, at, JUNQI_QUIET, undo, events);
  if (undo) {
    keep(p, undo, at, at, piece, piece, 1);
    keep_other(p, undo, at, JUNQI_DOWN, 1);
  }
  p->bits[JUNQI_DOWN][0] ^= bit_of(at);
  p->bits[owner][0] ^= bit_of(at);
  if (junqi_type_of(piece) > JUNQI_BOMB) rules_drop(p->mobile, (unsigned)at);
  p->at[at] = piece | JUNQI_PUBLIC;
  p->quiet = 0;
  p->turn ^= 1;
  p->ply++;
  owner = p->colour[p->turn];
  if (other_surely_moves(p, flip, p->bits[owner ^ 1][0], p->bits[owner][0])) return JUNQI_QUIET;
  return go_on(p, at, at, JUNQI_QUIET, undo, events);
}

/* A move of `flip`. What concerns a carried flag, or one's own, is long. */
APART junqi_outcome make_flip(junqi_position *p, size_t from, size_t to, junqi_undo *undo,
                              junqi_events *events) {
  junqi_piece mover = p->at[from], target = p->at[to];
  unsigned owner = junqi_owner_of(mover), other = junqi_owner_of(target);
  if (from == to) return turn_up(p, from, undo, events);
  if (target && owner == other) return make_long(p, from, to, JUNQI_QUIET, undo, events);
  if (p->carrier[owner] == from || p->carrier[owner ^ 1] == to) {
    junqi_outcome outcome = rules_fight(p->rules, junqi_type_of(mover), junqi_type_of(target));
    return make_long(p, from, to, outcome, undo, events);
  }
  return target ? fight_flip(p, from, to, undo, events) : step(p, flip, from, to, undo, events);
}

junqi_outcome junqi_make(junqi_position *p, junqi_move move, junqi_undo *undo,
                         junqi_events *events) {
  switch (p->rules->variant) {
  case JUNQI_FLIP: return make_flip(p, move.from, move.to, undo, events);
  case JUNQI_DARK: return make_dark(p, move.from, move.to, undo, events);
  case JUNQI_THREE: return make_three(p, move.from, move.to, undo, events);
  default: return make_four(p, move.from, move.to, undo, events);
  }
}

APART void restore_all(junqi_position *p, const junqi_undo *undo) {
  *p = undo->before;
}

void junqi_unmake(junqi_position *p, junqi_move move, const junqi_undo *undo) {
  if (undo->target == RULES_WHOLE) {
    restore_all(p, undo);
    return;
  }
  size_t from = move.from, to = move.to;
  uint64_t *own = p->bits[junqi_owner_of(undo->mover)];
  p->clock = undo->clock;
  own[from >> 6] = undo->own[0];
  own[to >> 6] = undo->own[1];
  p->at[from] = undo->mover;
  p->at[to] = undo->target;
  if (!undo->target) return;
  p->bits[undo->other][to >> 6] = undo->bits_other;
  p->mobile[to >> 6] = undo->mobile;
  memcpy(p->living, undo->living, sizeof undo->living);
}
