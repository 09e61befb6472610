/* Private to the ai room: alpha-beta in one imagined world. */
#ifndef AI_WORLDS_SEARCH_H
#define AI_WORLDS_SEARCH_H

#include <stdatomic.h>

#include "worlds_worth.h"

typedef struct ai_search {
  ai_map map;
  unsigned owner;          /* whose good is sought */
  uint64_t nodes, budget;  /* positions seen; stops when the budget is used up */
  const atomic_bool *stop; /* may be null */
} ai_search;

/* Worth to search->owner of `world` after `move`, looking `depth` plies further and then on along
 * exchanges. */
int32_t ai_search_move(ai_search *search, junqi_position *world, junqi_move move, unsigned depth);

/* True when the search should end. */
bool ai_search_over(const ai_search *search);

#endif
