/* Private to the ai room: how long a search may go on. No clock is read here: who wants time kept
 * raises *stop. */
#ifndef AI_BUDGET_H
#define AI_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ai_budget {
  uint64_t nodes, limit;   /* seen so far, and how many may be */
  const atomic_bool *stop; /* may be null */
  bool over;
} ai_budget;

/* Counts a position; false when it is one too many. *stop is looked at every 256. */
static inline bool ai_spend(ai_budget *budget) {
  if (budget->over) return false;
  if (budget->nodes >= budget->limit ||
      (budget->stop && (budget->nodes & 255) == 0 &&
       atomic_load_explicit(budget->stop, memory_order_relaxed))) {
    budget->over = true;
    return false;
  }
  budget->nodes++;
  return true;
}

#endif
