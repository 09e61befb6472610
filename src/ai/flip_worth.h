/* Private to the ai room: what a position of flip chess is worth. */
#ifndef AI_FLIP_WORTH_H
#define AI_FLIP_WORTH_H

#include "junqi/position.h"

enum { FLIP_NEAR = 8 }; /* plies from which a hunter still counts */

/* The board as hunters see it, when it is empty and a run along a rail is one ply. Made once a
 * choice. */
typedef struct flip_map {
  uint64_t ring[2][60][FLIP_NEAR]; /* points so many plies (from 1) away; [1] for engineers */
  uint64_t camps;
} flip_map;

void flip_map_make(flip_map *map);

typedef struct flip_army {
  int32_t worth[JUNQI_TYPES]; /* of a single piece */
  int32_t sum;                /* of all that live */
  uint8_t smallest;           /* rank that lives, BOMB for none */
} flip_army;

/* What pieces are worth, by colour: it depends on nothing but which live, face down or not. */
typedef struct flip_scales {
  flip_army army[2];
} flip_scales;

void flip_scales_make(flip_scales *scales, const junqi_position *position);

/* Worth of a running position to `colour`, in 1/100, with the scales of its pieces. It depends on
 * how many face-down pieces there are of each kind, never on where they lie. */
int32_t flip_worth(const flip_map *map, const flip_scales *scales, const junqi_position *position,
                   unsigned colour);

#endif
