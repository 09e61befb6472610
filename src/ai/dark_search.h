/* Private to the ai room: alpha-beta over beliefs (dark_node.h). A fight with a hidden piece is a
 * chance node: each outcome counts by its share. The viewer decides by shares alone; the other seat
 * is taken to know its own pieces, so it attacks where that is good and does not where it is bad.
 */
#ifndef AI_DARK_SEARCH_H
#define AI_DARK_SEARCH_H

#include "budget.h"
#include "dark_worth.h"
#include "table.h"

enum { DARK_DEEPEST = 60 };

typedef struct dark_search {
  const dark_ground *ground;
  ai_budget budget;
  ai_table table;
  junqi_move killer[DARK_DEEPEST + 1][2];
  uint16_t history[DARK_PIECES][DARK_POINTS];
} dark_search;

/* What the seat on turn at `node` gets by `move`, looking `depth` plies on after it; between alpha
 * and beta exact. Meaningless once the budget is over. */
int32_t dark_search_move(dark_search *search, const dark_node *node, junqi_move move, int depth,
                         int32_t alpha, int32_t beta);

#endif
