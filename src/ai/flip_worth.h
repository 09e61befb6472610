/* Private to the ai room: what a position of flip chess is worth. */
#ifndef AI_FLIP_WORTH_H
#define AI_FLIP_WORTH_H

#include "junqi/position.h"

/* Plies between two points on an empty board, where a run along a rail is one. Made once a choice.
 */
typedef struct flip_map {
  uint8_t walk[60][60], fly[60][60]; /* all others, and engineers */
} flip_map;

void flip_map_make(flip_map *map);

/* Worth of a running position to `colour`, in 1/100. It depends on how many face-down pieces there
 * are of each kind, never on where they lie. */
int32_t flip_worth(const flip_map *map, const junqi_position *position, unsigned colour);

/* Worth of a single piece of `colour` as things stand, by type; for ordering. */
void flip_worths(const junqi_position *position, unsigned colour, int32_t worth[JUNQI_TYPES]);

#endif
