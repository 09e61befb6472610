/* Private to the ai room: what a position is worth to a side. */
#ifndef AI_WORLDS_WORTH_H
#define AI_WORLDS_WORTH_H

#include "junqi/position.h"

enum { AI_WIN = 1000000 };

/* Distances on an empty board to each owner's flag, in steps where a run along a rail counts as one
 * more than its straight pieces; made once a world. */
typedef struct ai_map {
  uint8_t to_flag[JUNQI_MAX_SEATS][JUNQI_MAX_POINTS];
} ai_map;

void ai_map_make(ai_map *map, const junqi_position *world);

/* Worth of a piece, by type, in 1/100. */
extern const int16_t ai_worth[JUNQI_TYPES];

/* Worth of a running position to `owner` (in `flip` a colour) and its friends. */
int32_t ai_evaluate(const junqi_position *position, const ai_map *map, unsigned owner);

#endif
