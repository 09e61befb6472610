/* Where a piece may go (RULES.md) and which plies a seat has. It reads a position and
 * changes nothing. Included by two files: once for any processor, once for those with quicker bit
 * instructions; INSTANCE gives the functions of each their names. Sets of points are words; the
 * number of words is a constant in each function that is called from outside, so the loops over
 * words unroll. */
#include <string.h>

#include "movegen.h"

#define INLINE static inline __attribute__((always_inline))

/* A variant as the compiler should know it. */
typedef struct shape {
  unsigned variant, words;
  const junqi_board *board;
  const rules_sets *sets;
} shape;

INLINE shape shape_of(unsigned variant) {
  switch (variant) {
  case JUNQI_FLIP: return (shape){JUNQI_FLIP, 1, &rules_board_two, &rules_sets_two};
  case JUNQI_THREE: return (shape){JUNQI_THREE, 2, &rules_board_three, &rules_sets_three};
  case JUNQI_FOUR: return (shape){JUNQI_FOUR, 3, &rules_board_four, &rules_sets_four};
  default: return (shape){JUNQI_DARK, 1, &rules_board_two, &rules_sets_two};
  }
}

/* What is the same for all pieces of the side to move. */
typedef struct side {
  const junqi_position *p;
  uint64_t all[JUNQI_WORDS]; /* every piece */
  uint64_t
      allowed[JUNQI_WORDS]; /* neither a friend nor a piece in a camp stands there */
  uint64_t from[JUNQI_WORDS];
  unsigned owner;
  uint64_t mines, flag; /* flip: mines that may be forbidden; the flag that may be taken */
} side;

/* A colour's flag if it lies face up. */
INLINE uint64_t flag_of(const junqi_position *p, unsigned colour) {
  return p->flag[colour] == JUNQI_NO_POINT ? 0 : (uint64_t)1 << p->flag[colour];
}

/* A colour's face-up mines. */
static uint64_t mines_of(const junqi_position *p, unsigned colour) {
  uint64_t mines = 0;
  for (uint64_t set = p->bits[colour][0] & ~p->mobile[0]; set; set &= set - 1)
    if (junqi_type_of(p->at[__builtin_ctzll(set)]) == JUNQI_MINE) mines |= set & -set;
  return mines;
}

/* What flip chess adds (R-5.4 forbidden, R-7.14). */
INLINE void open_flip(side *s) {
  const junqi_position *p = s->p;
  bool carry = junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG) == JUNQI_FLAG_CARRY;
  bool forbidden = junqi_opt(p->rules, JUNQI_OPT_MINE_HIT) == JUNQI_MINE_FORBIDDEN;
  uint64_t theirs = flag_of(p, s->owner ^ 1);
  /* A camp keeps from attacks; to fetch one's own flag is none. */
  s->flag = carry ? flag_of(p, s->owner) : theirs & ~rules_sets_two.camp[0];
  s->mines = forbidden ? mines_of(p, s->owner ^ 1) : 0;
  s->allowed[0] &= ~theirs;
}

INLINE void open_side(side *s, const shape *k, const junqi_position *p, unsigned owner) {
  unsigned partner = k->variant == JUNQI_FOUR   ? owner ^ 2
                     : k->variant == JUNQI_FLIP ? (unsigned)JUNQI_DOWN
                                                : owner;
  s->p = p;
  s->owner = owner;
  for (unsigned w = 0; w < k->words; w++) {
    s->all[w] = p->bits[0][w] | p->bits[1][w] | p->bits[2][w] | p->bits[3][w];
    s->allowed[w] = ~(p->bits[owner][w] | p->bits[partner][w] | (s->all[w] & k->sets->camp[w]));
    s->from[w] = p->bits[owner][w] & p->mobile[w];
  }
  if (k->variant == JUNQI_FLIP) open_flip(s);
}

/* over rail edges through empty points, turning freely. */
INLINE void flood(const side *s, const shape *k, unsigned from, uint64_t reach[]) {
  uint64_t frontier[JUNQI_WORDS];
  for (unsigned w = 0; w < k->words; w++)
    frontier[w] = k->sets->rail_edge[from][w] & ~s->all[w];
  for (unsigned w = 0; w < k->words;) {
    if (!frontier[w]) {
      w++;
      continue;
    }
    unsigned at = w * 64 + (unsigned)__builtin_ctzll(frontier[w]);
    frontier[w] &= frontier[w] - 1;
    for (unsigned v = 0; v < k->words; v++) {
      uint64_t fresh = k->sets->rail_edge[at][v] & ~reach[v];
      reach[v] |= fresh;
      frontier[v] |= fresh & ~s->all[v];
    }
    if (k->words > 1) w = frontier[0] ? 0 : 1;
  }
  rules_drop(reach, from);
}

/* along each line until something stands in the way; what stands there is reached too. The
 * first point of a ray is a neighbour and in `reach` already. */
INLINE void slide(const side *s, const shape *k, unsigned from, uint64_t reach[]) {
  for (unsigned r = 0; r < k->board->rays[from]; r++) {
    const junqi_point *q = k->board->ray[from][r];
    while (!s->p->at[*q] && *++q != JUNQI_NO_POINT)
      rules_add(reach, *q);
  }
}

/* The part of a run that a piece sees: up to the first piece in the way and onto it. */
INLINE uint64_t see_up(uint64_t run, uint64_t all) {
  uint64_t block = run & all;
  return run & (block ^ (block - 1));
}

INLINE uint64_t see_down(uint64_t run, uint64_t all) {
  return run & ~(uint64_t)0 << (63 - __builtin_clzll((run & all) | 1));
}

/* The same as slide, for the two-seat board, without a branch. */
INLINE uint64_t slide_two(uint64_t all, unsigned from) {
  const rules_runs *runs = &rules_runs_two[from];
  uint64_t across = runs->down[1] & all ? 0 : runs->beyond;
  return see_up(runs->up[0], all) | see_up(runs->up[1], all) | see_down(runs->down[0], all) |
         see_down(runs->down[1], all) | see_up(across, all);
}

/* The neighbours of a point, whoever stands there. False if none by rail is empty: then rail leads
 * no further. */
INLINE bool step_of(const side *s, const shape *k, unsigned from, uint64_t reach[]) {
  uint64_t open = 0;
  for (unsigned w = 0; w < k->words; w++) {
    reach[w] = k->sets->edge[from][w];
    open |= k->sets->rail_edge[from][w] & ~s->all[w];
  }
  return open != 0;
}

/* Adds what the rails beyond the neighbours lead to. */
INLINE void run_of(const side *s, const shape *k, unsigned from, uint64_t reach[]) {
  if (junqi_type_of(s->p->at[from]) == JUNQI_ENGINEER)
    flood(s, k, from, reach);
  else if (k->words == 1)
    reach[0] |= slide_two(s->all[0], from);
  else
    slide(s, k, from, reach);
}

/* In flip chess an ordinary piece may have to keep off mines, and a flag is for some
 * (R-7.14). */
INLINE void mend_for_flip(const side *s, unsigned from, uint64_t reach, uint64_t *targets) {
  const junqi_position *p = s->p;
  junqi_type type = junqi_type_of(p->at[from]);
  if (s->mines && type != JUNQI_ENGINEER && type != JUNQI_BOMB) *targets &= ~s->mines;
  if (!(reach & s->flag)) return;
  junqi_piece flag = p->at[__builtin_ctzll(s->flag)];
  if (rules_flip_refusal(p, p->at[from], flag) == JUNQI_E_OK) *targets |= s->flag;
}

/* Of what can be reached, what may be. */
INLINE void permit(const side *s, const shape *k, unsigned from, const uint64_t reach[],
                   uint64_t targets[]) {
  for (unsigned w = 0; w < k->words; w++)
    targets[w] = reach[w] & s->allowed[w];
  if (k->variant == JUNQI_FLIP) mend_for_flip(s, from, reach[0], targets);
}

INLINE void targets_of(const side *s, const shape *k, unsigned from, uint64_t targets[]) {
  uint64_t reach[JUNQI_WORDS];
  if (step_of(s, k, from, reach)) run_of(s, k, from, reach);
  permit(s, k, from, reach, targets);
}

INLINE unsigned count_points(const shape *k, const uint64_t set[]) {
  unsigned count = 0;
  for (unsigned w = 0; w < k->words; w++)
    count += (unsigned)__builtin_popcountll(set[w]);
  return count;
}

/* A word of the most that a piece could reach if nothing stood in its way. */
INLINE uint64_t at_most(const shape *k, unsigned from, bool engineer, unsigned w) {
  return k->sets->far[from][w] | (engineer ? k->sets->rail[w] : 0);
}

/* No fewer than a piece has targets; exactly as many if rail leads it nowhere, at least one if it
 * does. Much quicker than to count them. */
INLINE unsigned most_targets(const side *s, const shape *k, unsigned from) {
  uint64_t reach[JUNQI_WORDS], targets[JUNQI_WORDS];
  if (!step_of(s, k, from, reach)) {
    permit(s, k, from, reach, targets);
    return count_points(k, targets);
  }
  bool engineer = junqi_type_of(s->p->at[from]) == JUNQI_ENGINEER;
  for (unsigned w = 0; w < k->words; w++)
    targets[w] = at_most(k, from, engineer, w) & s->allowed[w];
  /* A flag that may be taken is not among those allowed. */
  return count_points(k, targets) + (k->variant == JUNQI_FLIP && s->flag);
}

INLINE unsigned count_side(const side *s, const shape *k) {
  unsigned count = 0;
  for (unsigned w = 0; w < k->words; w++)
    for (uint64_t from = s->from[w]; from; from &= from - 1) {
      uint64_t targets[JUNQI_WORDS];
      targets_of(s, k, w * 64 + (unsigned)__builtin_ctzll(from), targets);
      count += count_points(k, targets);
    }
  return count;
}

INLINE junqi_move *list_targets(junqi_move *next, unsigned from, const uint64_t targets[],
                                unsigned words) {
  for (unsigned v = 0; v < words; v++)
    for (uint64_t to = targets[v]; to; to &= to - 1)
      *next++ =
          (junqi_move){(junqi_point)from, (junqi_point)(v * 64 + (unsigned)__builtin_ctzll(to))};
  return next;
}

INLINE unsigned list_side(const side *s, const shape *k, junqi_move list[]) {
  junqi_move *next = list;
  for (unsigned w = 0; w < k->words; w++)
    for (uint64_t set = s->from[w]; set; set &= set - 1) {
      unsigned from = w * 64 + (unsigned)__builtin_ctzll(set);
      uint64_t targets[JUNQI_WORDS];
      targets_of(s, k, from, targets);
      next = list_targets(next, from, targets, k->words);
    }
  return (unsigned)(next - list);
}

/* Only where something stands. Most pieces are far from all that they may take; those are not
 * looked at closely. */
INLINE unsigned list_attacks(const side *s, const shape *k, junqi_move list[]) {
  junqi_move *next = list;
  uint64_t prey[JUNQI_WORDS];
  for (unsigned w = 0; w < k->words; w++)
    prey[w] = s->all[w] & s->allowed[w];
  if (k->variant == JUNQI_FLIP) prey[0] |= s->flag;
  for (unsigned w = 0; w < k->words; w++)
    for (uint64_t set = s->from[w]; set; set &= set - 1) {
      unsigned from = w * 64 + (unsigned)__builtin_ctzll(set);
      bool engineer = junqi_type_of(s->p->at[from]) == JUNQI_ENGINEER;
      uint64_t targets[JUNQI_WORDS], near = 0;
      for (unsigned v = 0; v < k->words; v++)
        near |= at_most(k, from, engineer, v) & prey[v];
      if (!near) continue;
      targets_of(s, k, from, targets);
      for (unsigned v = 0; v < k->words; v++)
        targets[v] &= prey[v];
      next = list_targets(next, from, targets, k->words);
    }
  return (unsigned)(next - list);
}

INLINE unsigned count_seat(const shape k, const junqi_position *p, junqi_seat seat) {
  side s;
  open_side(&s, &k, p, seat);
  return count_side(&s, &k);
}

INLINE unsigned list_seat(const shape k, const junqi_position *p, junqi_seat seat,
                          junqi_move list[]) {
  side s;
  open_side(&s, &k, p, seat);
  return list_side(&s, &k, list);
}

INLINE unsigned attacks_of(const shape k, const junqi_position *p, unsigned owner,
                           junqi_move list[]) {
  side s;
  open_side(&s, &k, p, owner);
  return list_attacks(&s, &k, list);
}

/* The n-th bit of a set, from the lowest. */
INLINE unsigned nth_bit(uint64_t set, unsigned n) {
#ifdef __BMI2__
  return (unsigned)__builtin_ctzll(__builtin_ia32_pdep_di((uint64_t)1 << n, set));
#else
  while (n--)
    set &= set - 1;
  return (unsigned)__builtin_ctzll(set);
#endif
}

/* The n-th point of a set, from the lowest. */
INLINE unsigned nth_point(const shape *k, const uint64_t set[], unsigned n) {
  unsigned w = 0;
  if (k->words > 1)
    for (unsigned here; n >= (here = (unsigned)__builtin_popcountll(set[w])); w++)
      n -= here;
  return w * 64 + nth_bit(set[w], n);
}

/* Draws among as many lots as each piece has targets at most; a lot that turns out to be none is
 * drawn again. So all plies are equally likely, and few pieces have to be looked at closely.
 * `flips` are plies too. */
INLINE bool pick_owner(const shape k, const junqi_position *p, unsigned owner, uint64_t flips,
                       junqi_random *random, junqi_move *move) {
  unsigned flipped = (unsigned)__builtin_popcountll(flips), pieces = 0, lots = flipped;
  uint16_t upto[JUNQI_ARM_PIECES]; /* lots of this piece and those before it */
  uint8_t from[JUNQI_ARM_PIECES];
  side s;
  open_side(&s, &k, p, owner);
  for (unsigned w = 0; w < k.words; w++)
    for (uint64_t set = s.from[w]; set; set &= set - 1) {
      from[pieces] = (uint8_t)(w * 64 + (unsigned)__builtin_ctzll(set));
      lots += most_targets(&s, &k, from[pieces]);
      upto[pieces++] = (uint16_t)lots;
    }
  while (lots) {
    uint64_t targets[JUNQI_WORDS];
    unsigned n = junqi_random_below(random, lots), i = 0;
    if (n < flipped) {
      move->from = move->to = (junqi_point)nth_bit(flips, n);
      return true;
    }
    while (upto[i] <= n)
      i++;
    n -= i ? upto[i - 1] : flipped;
    targets_of(&s, &k, from[i], targets);
    if (n >= count_points(&k, targets)) continue;
    *move = (junqi_move){from[i], (junqi_point)nth_point(&k, targets, n)};
    return true;
  }
  return false;
}

/* A seat that can move at all can move to a neighbour: whatever blocks the neighbours blocks the
 * rail. */
INLINE bool can_step(const shape k, const junqi_position *p, junqi_seat seat) {
  side s;
  open_side(&s, &k, p, seat);
  for (unsigned w = 0; w < k.words; w++)
    for (uint64_t from = s.from[w]; from; from &= from - 1) {
      const uint64_t *edge = k.sets->edge[w * 64 + (unsigned)__builtin_ctzll(from)];
      uint64_t any = 0;
      for (unsigned v = 0; v < k.words; v++)
        any |= edge[v] & s.allowed[v];
      if (any) return true;
    }
  return false;
}

/* flips and moves, by from-point. */
static unsigned list_flip(const junqi_position *p, junqi_seat seat, junqi_move list[]) {
  const shape k = shape_of(JUNQI_FLIP);
  junqi_move *next = list;
  uint64_t down = p->bits[JUNQI_DOWN][0], from = down;
  side s = {.p = p};
  if (p->colour[seat] != JUNQI_NO_SEAT) {
    open_side(&s, &k, p, p->colour[seat]);
    from |= s.from[0];
  }
  for (; from; from &= from - 1) {
    unsigned at = (unsigned)__builtin_ctzll(from);
    uint64_t targets[JUNQI_WORDS] = {(uint64_t)1 << at};
    if (!(down >> at & 1)) targets_of(&s, &k, at, targets);
    next = list_targets(next, at, targets, 1);
  }
  return (unsigned)(next - list);
}

static unsigned count_flip(const junqi_position *p, junqi_seat seat) {
  unsigned count = (unsigned)__builtin_popcountll(p->bits[JUNQI_DOWN][0]);
  if (p->colour[seat] == JUNQI_NO_SEAT) return count;
  return count + count_seat(shape_of(JUNQI_FLIP), p, p->colour[seat]);
}

static unsigned list_any(const junqi_position *p, junqi_seat seat, junqi_move list[]) {
  switch (p->rules->variant) {
  case JUNQI_FLIP: return list_flip(p, seat, list);
  case JUNQI_DARK: return list_seat(shape_of(JUNQI_DARK), p, seat, list);
  case JUNQI_THREE: return list_seat(shape_of(JUNQI_THREE), p, seat, list);
  default: return list_seat(shape_of(JUNQI_FOUR), p, seat, list);
  }
}

static unsigned attacks_any(const junqi_position *p, junqi_seat seat, junqi_move list[]) {
  switch (p->rules->variant) {
  case JUNQI_FLIP:
    if (p->colour[seat] == JUNQI_NO_SEAT) return 0;
    return attacks_of(shape_of(JUNQI_FLIP), p, p->colour[seat], list);
  case JUNQI_DARK: return attacks_of(shape_of(JUNQI_DARK), p, seat, list);
  case JUNQI_THREE: return attacks_of(shape_of(JUNQI_THREE), p, seat, list);
  default: return attacks_of(shape_of(JUNQI_FOUR), p, seat, list);
  }
}

static unsigned count_any(const junqi_position *p, junqi_seat seat) {
  switch (p->rules->variant) {
  case JUNQI_FLIP: return count_flip(p, seat);
  case JUNQI_DARK: return count_seat(shape_of(JUNQI_DARK), p, seat);
  case JUNQI_THREE: return count_seat(shape_of(JUNQI_THREE), p, seat);
  default: return count_seat(shape_of(JUNQI_FOUR), p, seat);
  }
}

static bool pick_flip(const junqi_position *p, junqi_seat seat, junqi_random *random,
                      junqi_move *move) {
  uint64_t down = p->bits[JUNQI_DOWN][0];
  if (p->colour[seat] != JUNQI_NO_SEAT)
    return pick_owner(shape_of(JUNQI_FLIP), p, p->colour[seat], down, random, move);
  if (!down) return false;
  unsigned count = (unsigned)__builtin_popcountll(down);
  move->from = move->to = (junqi_point)nth_bit(down, junqi_random_below(random, count));
  return true;
}

static bool pick_any(const junqi_position *p, junqi_seat seat, junqi_random *random,
                     junqi_move *move) {
  switch (p->rules->variant) {
  case JUNQI_FLIP: return pick_flip(p, seat, random, move);
  case JUNQI_DARK: return pick_owner(shape_of(JUNQI_DARK), p, seat, 0, random, move);
  case JUNQI_THREE: return pick_owner(shape_of(JUNQI_THREE), p, seat, 0, random, move);
  default: return pick_owner(shape_of(JUNQI_FOUR), p, seat, 0, random, move);
  }
}

static bool can_move_any(const junqi_position *p, junqi_seat seat) {
  switch (p->rules->variant) {
  case JUNQI_FLIP: return p->bits[JUNQI_DOWN][0] || count_flip(p, seat) > 0;
  case JUNQI_DARK: return can_step(shape_of(JUNQI_DARK), p, seat);
  case JUNQI_THREE: return can_step(shape_of(JUNQI_THREE), p, seat);
  default: return can_step(shape_of(JUNQI_FOUR), p, seat);
  }
}

static void targets_any(const junqi_position *p, unsigned owner, junqi_point from,
                        uint64_t targets[]) {
  const shape known = shape_of(p->rules->variant);
  const shape k = {known.variant, JUNQI_WORDS, known.board, known.sets};
  side s;
  open_side(&s, &k, p, owner);
  if (rules_has(s.from, from)) targets_of(&s, &k, from, targets);
}

const rules_generator INSTANCE(rules_generator) = {list_any, attacks_any,  count_any,
                                                   pick_any, can_move_any, targets_any};
