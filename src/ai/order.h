/* Private to the ai room: plies in the order in which a search looks at them. What makes a ply
 * promising is each search's own business. */
#ifndef AI_ORDER_H
#define AI_ORDER_H

#include <stdbool.h>

#include "junqi/types.h"

typedef struct ai_choice {
  junqi_move move;
  uint8_t seat; /* who plays it, where that is not clear */
  bool attack;
  int32_t order; /* the higher, the sooner */
} ai_choice;

static inline bool ai_same(junqi_move a, junqi_move b) {
  return (a.from << 8 | a.to) == (b.from << 8 | b.to);
}

/* Brings the most promising of the rest to place `at`. */
static inline ai_choice ai_next_choice(ai_choice list[], unsigned at, unsigned count) {
  unsigned best = at;
  for (unsigned i = at + 1; i < count; i++)
    if (list[i].order > list[best].order) best = i;
  ai_choice chosen = list[best];
  list[best] = list[at];
  list[at] = chosen;
  return chosen;
}

/* A ply at the root and what is thought of it so far. */
typedef struct ai_candidate {
  junqi_move move;
  int32_t cost;  /* of playing it whatever comes of it; taken off the score */
  int32_t score; /* of the last pass that judged it */
} ai_candidate;

/* Equal ones keep their order. */
static inline void ai_best_first(ai_candidate list[], unsigned count) {
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = i; j > 0 && list[j].score > list[j - 1].score; j--) {
      ai_candidate swap = list[j];
      list[j] = list[j - 1];
      list[j - 1] = swap;
    }
}

#endif
