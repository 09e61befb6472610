/* The worth of a position: material, and how near movable pieces stand to the enemy's flag. Deeper
 * wisdom is the search's part. */
#include "worlds_worth.h"

#include <string.h>

const int16_t ai_worth[JUNQI_TYPES] = {
    [JUNQI_ENGINEER] = 140, [JUNQI_PLATOON] = 60,  [JUNQI_COMPANY] = 90,   [JUNQI_BATTALION] = 130,
    [JUNQI_REGIMENT] = 190, [JUNQI_BRIGADE] = 280, [JUNQI_DIVISION] = 420, [JUNQI_GENERAL] = 640,
    [JUNQI_MARSHAL] = 900,  [JUNQI_BOMB] = 330,    [JUNQI_MINE] = 130,     [JUNQI_FLAG] = 2000,
};

/* A piece at this distance from the enemy's flag. */
static const int16_t nearness[] = {0, 90, 60, 42, 30, 22, 16, 11, 7, 4, 2, 1};
enum { NEAR = sizeof nearness / sizeof nearness[0], FAR = 60 };

static void spread_from(const junqi_board *board, junqi_point flag, uint8_t distance[]) {
  junqi_point queue[JUNQI_MAX_POINTS];
  unsigned head = 0, tail = 0;
  memset(distance, FAR, JUNQI_MAX_POINTS);
  if (flag == JUNQI_NO_POINT) return;
  distance[flag] = 0;
  queue[tail++] = flag;
  while (head < tail) {
    junqi_point at = queue[head++];
    for (const junqi_point *q = board->edge[at]; *q != JUNQI_NO_POINT; q++) {
      if (distance[*q] != FAR) continue;
      distance[*q] = (uint8_t)(distance[at] + 1);
      queue[tail++] = *q;
    }
  }
}

void ai_map_make(ai_map *map, const junqi_position *world) {
  const junqi_board *board = junqi_board_of((junqi_variant)world->rules->variant);
  for (unsigned owner = 0; owner < JUNQI_MAX_SEATS; owner++) {
    junqi_point flag = JUNQI_NO_POINT;
    for (unsigned q = 0; q < board->points; q++)
      if (world->at[q] && junqi_type_of(world->at[q]) == JUNQI_FLAG &&
          junqi_owner_of(world->at[q]) == owner)
        flag = (junqi_point)q;
    spread_from(board, flag, map->to_flag[owner]);
  }
}

/* How near a piece is to the nearest flag that is not a friend's. */
static int32_t pressure(const junqi_position *p, const ai_map *map, unsigned owner, unsigned at) {
  unsigned nearest = FAR;
  for (unsigned other = 0; other < junqi_seats((junqi_variant)p->rules->variant); other++)
    if (!junqi_friends(p->rules, owner, other) && map->to_flag[other][at] < nearest)
      nearest = map->to_flag[other][at];
  return nearest < NEAR ? nearness[nearest] : 0;
}

int32_t ai_evaluate(const junqi_position *p, const ai_map *map, unsigned owner) {
  int32_t sum = 0, mine = 0;
  unsigned points = junqi_board_of((junqi_variant)p->rules->variant)->points;
  bool flip = p->rules->variant == JUNQI_FLIP;
  for (unsigned q = 0; q < points; q++) {
    junqi_piece piece = p->at[q];
    if (!piece) continue;
    unsigned holder = junqi_owner_of(piece);
    junqi_type type = junqi_type_of(piece);
    int32_t worth = ai_worth[type];
    bool shown = !flip || piece & JUNQI_PUBLIC;
    if (type <= JUNQI_BOMB && shown) worth += pressure(p, map, holder, q);
    if (junqi_friends(p->rules, holder, owner))
      mine += worth;
    else
      sum -= worth;
  }
  /* Alone against two, one's own pieces count as much as all of theirs together. */
  return p->rules->variant == JUNQI_THREE ? sum + 2 * mine : sum + mine;
}
