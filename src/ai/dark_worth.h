/* Private to the ai room: what pieces and places of the two-seat game are worth at the root of a
 * search. All of it becomes tables, so that in the search a worth is a sum kept up to date. */
#ifndef AI_DARK_WORTH_H
#define AI_DARK_WORTH_H

#include "dark_node.h"

enum { DARK_WIN = 12000 }; /* of the flag, more than all else together */

/* Fills in ground->value and ground->place from ground->weight and what stands where. */
void dark_worth_start(dark_ground *ground, const junqi_knowledge *know);

/* What the seat on turn may expect without looking further. The nearer the quiet limit, the
 * less an advantage counts. */
int32_t dark_evaluate(const dark_ground *ground, const dark_node *node);

/* The same for a position that has this score, turn and quiet plies. */
int32_t dark_worth_of(const dark_ground *ground, int32_t score, unsigned turn, int32_t quiet);

#endif
