/* Where a piece may go (RULES.md) and which plies a seat has. It reads a position and
 * changes nothing. Sets of points are words; the number of words is a constant in each instance, so
 * the loops over words unroll. */
#include "movegen.h"

#include <string.h>

/* What is the same for all pieces of the side to move. */
typedef struct side {
  const junqi_position *p;
  const junqi_board *board;
  const rules_sets *sets;
  uint64_t
      allowed[JUNQI_WORDS]; /* neither a friend nor a piece in a camp stands there */
  uint64_t from[JUNQI_WORDS];
  unsigned owner;
} side;

#define INLINE static inline __attribute__((always_inline))

INLINE bool is_flip(const junqi_position *p) {
  return p->rules->variant == JUNQI_FLIP;
}

INLINE void occupied(const junqi_position *p, uint64_t set[], unsigned words) {
  for (unsigned w = 0; w < words; w++)
    set[w] = p->bits[0][w] | p->bits[1][w] | p->bits[2][w] | p->bits[3][w];
}

INLINE void open_side(side *s, const junqi_position *p, unsigned owner, unsigned words) {
  uint64_t all[JUNQI_WORDS];
  unsigned variant = p->rules->variant;
  unsigned partner = variant == JUNQI_FOUR ? owner ^ 2 : variant == JUNQI_FLIP ? JUNQI_DOWN : owner;
  s->p = p;
  s->board = junqi_board_of((junqi_variant)variant);
  s->sets = rules_sets_of(variant);
  s->owner = owner;
  occupied(p, all, words);
  for (unsigned w = 0; w < words; w++) {
    s->allowed[w] = ~(p->bits[owner][w] | p->bits[partner][w] | (all[w] & s->sets->camp[w]));
    s->from[w] = p->bits[owner][w] & p->mobile[w];
  }
}

/* over rail edges through empty points, turning freely. */
INLINE void flood(const side *s, unsigned from, uint64_t reach[], unsigned words) {
  uint64_t all[JUNQI_WORDS], frontier[JUNQI_WORDS];
  occupied(s->p, all, words);
  for (unsigned w = 0; w < words; w++)
    frontier[w] = s->sets->rail_edge[from][w];
  for (unsigned w = 0; w < words; w++)
    reach[w] |= frontier[w];
  for (unsigned w = 0; w < words; w++)
    frontier[w] &= ~all[w];
  for (unsigned w = 0; w < words;) {
    if (!frontier[w]) {
      w++;
      continue;
    }
    unsigned at = w * 64 + (unsigned)__builtin_ctzll(frontier[w]);
    frontier[w] &= frontier[w] - 1;
    unsigned lowest = w;
    for (unsigned v = words; v-- > 0;) {
      uint64_t fresh = s->sets->rail_edge[at][v] & ~reach[v];
      reach[v] |= fresh;
      frontier[v] |= fresh & ~all[v];
      if (frontier[v]) lowest = v < lowest ? v : lowest;
    }
    w = lowest;
  }
  rules_drop(reach, from);
}

/* along each line until something stands in the way; what stands there is reached too. */
INLINE void slide(const side *s, unsigned from, uint64_t reach[]) {
  for (unsigned r = 0; r < s->board->rays[from]; r++)
    for (const junqi_point *q = s->board->ray[from][r]; *q != JUNQI_NO_POINT; q++) {
      rules_add(reach, *q);
      if (s->p->at[*q]) break;
    }
}

/* Everything a piece could reach, whoever stands there. */
INLINE void reach_of(const side *s, unsigned from, uint64_t reach[], unsigned words) {
  for (unsigned w = 0; w < words; w++)
    reach[w] = s->sets->edge[from][w];
  if (!s->board->rail[from]) return;
  if (rules_has(s->p->engineer, from))
    flood(s, from, reach, words);
  else
    slide(s, from, reach);
}

/* the types that may deal with a flag: the smallest living rank, or bombs when no ranked
 * piece of that colour lives (face-down pieces count: ). */
junqi_type rules_smallest(const junqi_position *p, unsigned colour) {
  junqi_type smallest = JUNQI_BOMB;
  for (unsigned q = 0; q < 60; q++) {
    junqi_type type = junqi_type_of(p->at[q]);
    if (type != JUNQI_NONE && junqi_owner_of(p->at[q]) == colour && type < smallest)
      smallest = type;
  }
  return smallest;
}

junqi_code rules_flip_refusal(const junqi_position *p, junqi_piece mover, junqi_piece target) {
  unsigned colour = junqi_owner_of(mover), owner = junqi_owner_of(target);
  junqi_type type = junqi_type_of(mover);
  unsigned rule = junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG);
  if (junqi_type_of(target) == JUNQI_MINE && owner != colour) {
    bool forbidden = junqi_opt(p->rules, JUNQI_OPT_MINE_HIT) == JUNQI_MINE_FORBIDDEN;
    return forbidden && type != JUNQI_ENGINEER && type != JUNQI_BOMB ? JUNQI_E_MINE_FORBIDDEN
                                                                     : JUNQI_E_OK;
  }
  if (junqi_type_of(target) != JUNQI_FLAG) return JUNQI_E_OK;
  if (rule == JUNQI_FLAG_CARRY) {
    if (owner != colour) return JUNQI_E_FLAG_CARRY;
    if (p->dug[colour ^ 1] < 3) return JUNQI_E_FLAG_MINES;
    return type == rules_smallest(p, colour) ? JUNQI_E_OK : JUNQI_E_FLAG_SMALLEST;
  }
  if (owner == colour) return JUNQI_E_OWN_PIECE;
  if (rule == JUNQI_FLAG_ANY) return JUNQI_E_OK;
  if (p->dug[owner] < 3) return JUNQI_E_FLAG_MINES;
  if (rule == JUNQI_FLAG_MINES) return JUNQI_E_OK;
  return type == rules_smallest(p, colour) ? JUNQI_E_OK : JUNQI_E_FLAG_SMALLEST;
}

/* Flip chess adds conditions on mines and flags (R-5.4 forbidden, R-7.14): mends the targets of one
 * piece. */
static void mend_for_flip(const side *s, unsigned from, uint64_t reach, uint64_t *targets) {
  const junqi_position *p = s->p;
  uint64_t standing = (p->bits[0][0] | p->bits[1][0]) & ~p->mobile[0] & reach;
  for (; standing; standing &= standing - 1) {
    unsigned at = (unsigned)__builtin_ctzll(standing);
    junqi_type type = junqi_type_of(p->at[at]);
    if (type != JUNQI_FLAG && type != JUNQI_MINE) continue;
    bool own = junqi_owner_of(p->at[at]) == s->owner;
    bool camp = rules_has(s->sets->camp, at);
    bool carry = junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG) == JUNQI_FLAG_CARRY;
    bool fine = rules_flip_refusal(p, p->at[from], p->at[at]) == JUNQI_E_OK;
    uint64_t bit = (uint64_t)1 << at;
    if (own ? type == JUNQI_FLAG && carry && fine : fine && !camp)
      *targets |= bit;
    else
      *targets &= ~bit;
  }
}

INLINE void targets_of(const side *s, unsigned from, uint64_t targets[], unsigned words,
                       bool flip) {
  uint64_t reach[JUNQI_WORDS];
  reach_of(s, from, reach, words);
  for (unsigned w = 0; w < words; w++)
    targets[w] = reach[w] & s->allowed[w];
  if (flip) mend_for_flip(s, from, reach[0], targets);
}

INLINE unsigned count_side(const side *s, unsigned words, bool flip) {
  unsigned count = 0;
  for (unsigned w = 0; w < words; w++)
    for (uint64_t from = s->from[w]; from; from &= from - 1) {
      uint64_t targets[JUNQI_WORDS];
      targets_of(s, w * 64 + (unsigned)__builtin_ctzll(from), targets, words, flip);
      for (unsigned v = 0; v < words; v++)
        count += (unsigned)__builtin_popcountll(targets[v]);
    }
  return count;
}

INLINE unsigned list_side(const side *s, junqi_move list[], unsigned words, bool flip) {
  unsigned count = 0;
  for (unsigned w = 0; w < words; w++)
    for (uint64_t set = s->from[w]; set; set &= set - 1) {
      unsigned from = w * 64 + (unsigned)__builtin_ctzll(set);
      uint64_t targets[JUNQI_WORDS];
      targets_of(s, from, targets, words, flip);
      for (unsigned v = 0; v < words; v++)
        for (uint64_t to = targets[v]; to; to &= to - 1)
          list[count++] = (junqi_move){(junqi_point)from,
                                       (junqi_point)(v * 64 + (unsigned)__builtin_ctzll(to))};
    }
  return count;
}

/* flips and moves, by from-point. */
static unsigned list_flip(const junqi_position *p, junqi_seat seat, junqi_move list[]) {
  unsigned count = 0, colour = p->colour[seat];
  uint64_t down = p->bits[JUNQI_DOWN][0], from = down;
  side s;
  if (colour != JUNQI_NO_SEAT) {
    open_side(&s, p, colour, 1);
    from |= s.from[0];
  }
  for (; from; from &= from - 1) {
    unsigned at = (unsigned)__builtin_ctzll(from);
    uint64_t targets[JUNQI_WORDS] = {(uint64_t)1 << at};
    if (!(down >> at & 1)) targets_of(&s, at, targets, 1, true);
    for (uint64_t to = targets[0]; to; to &= to - 1)
      list[count++] = (junqi_move){(junqi_point)at, (junqi_point)__builtin_ctzll(to)};
  }
  return count;
}

static unsigned count_flip(const junqi_position *p, junqi_seat seat) {
  unsigned count = (unsigned)__builtin_popcountll(p->bits[JUNQI_DOWN][0]);
  side s;
  if (p->colour[seat] == JUNQI_NO_SEAT) return count;
  open_side(&s, p, p->colour[seat], 1);
  return count + count_side(&s, 1, true);
}

unsigned rules_count_seat(const junqi_position *p, junqi_seat seat) {
  side s;
  switch (p->rules->variant) {
  case JUNQI_FLIP: return count_flip(p, seat);
  case JUNQI_DARK: open_side(&s, p, seat, 1); return count_side(&s, 1, false);
  case JUNQI_THREE: open_side(&s, p, seat, 2); return count_side(&s, 2, false);
  default: open_side(&s, p, seat, 3); return count_side(&s, 3, false);
  }
}

/* A seat that can move at all can move to a neighbour: whatever blocks the neighbours blocks the
 * rail. */
INLINE bool side_can_step(const side *s, unsigned words) {
  for (unsigned w = 0; w < words; w++)
    for (uint64_t from = s->from[w]; from; from &= from - 1) {
      const uint64_t *edge = s->sets->edge[w * 64 + (unsigned)__builtin_ctzll(from)];
      uint64_t any = 0;
      for (unsigned v = 0; v < words; v++)
        any |= edge[v] & s->allowed[v];
      if (any) return true;
    }
  return false;
}

bool rules_can_move(const junqi_position *p, junqi_seat seat) {
  side s;
  switch (p->rules->variant) {
  case JUNQI_FLIP: return p->bits[JUNQI_DOWN][0] || count_flip(p, seat) > 0;
  case JUNQI_DARK: open_side(&s, p, seat, 1); return side_can_step(&s, 1);
  case JUNQI_THREE: open_side(&s, p, seat, 2); return side_can_step(&s, 2);
  default: open_side(&s, p, seat, 3); return side_can_step(&s, 3);
  }
}

unsigned junqi_moves(const junqi_position *p, junqi_move list[]) {
  side s;
  if (p->state != JUNQI_RUNNING) return 0;
  switch (p->rules->variant) {
  case JUNQI_FLIP: return list_flip(p, p->turn, list);
  case JUNQI_DARK: open_side(&s, p, p->turn, 1); return list_side(&s, list, 1, false);
  case JUNQI_THREE: open_side(&s, p, p->turn, 2); return list_side(&s, list, 2, false);
  default: open_side(&s, p, p->turn, 3); return list_side(&s, list, 3, false);
  }
}

unsigned junqi_count_moves(const junqi_position *p) {
  return p->state == JUNQI_RUNNING ? rules_count_seat(p, p->turn) : 0;
}

void junqi_targets(const junqi_position *p, junqi_point from, uint64_t targets[JUNQI_WORDS]) {
  unsigned owner = junqi_owner_played(p, p->turn);
  side s;
  memset(targets, 0, JUNQI_WORDS * sizeof *targets);
  if (p->state != JUNQI_RUNNING || from >= JUNQI_MAX_POINTS) return;
  if (is_flip(p) && rules_has(p->bits[JUNQI_DOWN], from)) {
    rules_add(targets, from);
    return;
  }
  if (owner == JUNQI_NO_SEAT) return;
  open_side(&s, p, owner, JUNQI_WORDS);
  if (rules_has(s.from, from)) targets_of(&s, from, targets, JUNQI_WORDS, is_flip(p));
}
