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

#endif
