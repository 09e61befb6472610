/* Private to the arena room: the yardstick of flip chess. */
#ifndef ARENA_YARDEXPECT_H
#define ARENA_YARDEXPECT_H

#include "yardsearch.h"

/* Worth to search->owner of playing `move`, `depth` plies deep, on the average over what a flip may
 * turn up. `world` is any order of the face-down pieces and comes back as it was. */
int32_t yard_expect_move(yard_search *search, junqi_position *world, junqi_move move,
                         unsigned depth);

#endif
