/* Private to the rules room: the generated boards, as point lists and as bit sets, and a few
 * operations on sets of points. */
#ifndef RULES_SETS_H
#define RULES_SETS_H

#include "junqi/board.h"
#include "junqi/position.h"

typedef struct rules_sets {
  uint64_t edge[JUNQI_MAX_POINTS][JUNQI_WORDS];      /* neighbours by road or rail */
  uint64_t rail_edge[JUNQI_MAX_POINTS][JUNQI_WORDS]; /* neighbours by rail */
  uint64_t far[JUNQI_MAX_POINTS][JUNQI_WORDS];       /* on a board without pieces: reached by … */
  uint64_t rail[JUNQI_WORDS];                        /* … other pieces, and by engineers */
  uint64_t camp[JUNQI_WORDS], hq[JUNQI_WORDS];
  /* Points p for which p + 5 (behind) or p + 1 (beside) is a neighbour in the same arm and word. */
  uint64_t behind[JUNQI_WORDS], beside[JUNQI_WORDS];
} rules_sets;

/* The rays of a point of the two-seat board as bit sets: two with ascending ids; two with
 * descending ones, of which the second goes on in `beyond`, with ascending ids across the border.
 * Unused ones are empty. */
typedef struct rules_runs {
  uint64_t up[2], down[2], beyond;
} rules_runs;

extern const rules_runs rules_runs_two[60];
extern const junqi_board rules_board_two, rules_board_three, rules_board_four;
extern const rules_sets rules_sets_two, rules_sets_three, rules_sets_four;

/* The bit sets of a variant's board. */
static inline const rules_sets *rules_sets_of(unsigned variant) {
  return variant == JUNQI_FOUR    ? &rules_sets_four
         : variant == JUNQI_THREE ? &rules_sets_three
                                  : &rules_sets_two;
}

static inline bool rules_has(const uint64_t set[], unsigned point) {
  return set[point >> 6] >> (point & 63) & 1;
}
static inline void rules_add(uint64_t set[], unsigned point) {
  set[point >> 6] |= (uint64_t)1 << (point & 63);
}
static inline void rules_drop(uint64_t set[], unsigned point) {
  set[point >> 6] &= ~((uint64_t)1 << (point & 63));
}

/* A point without mine or flag: what stands there may move unless locks it. */
static inline void rules_free(junqi_position *position, unsigned point) {
  const rules_sets *sets = rules_sets_of(position->rules->variant);
  if (junqi_opt(position->rules, JUNQI_OPT_HQ_LOCK) && rules_has(sets->hq, point)) return;
  rules_add(position->mobile, point);
}

#endif
