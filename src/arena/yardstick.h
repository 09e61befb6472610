/* Private to the arena room: how the yardsticks choose a ply. Pure functions of what they are
 * given.
 */
#ifndef ARENA_YARDSTICK_H
#define ARENA_YARDSTICK_H

#include <stdatomic.h>

#include "junqi/game.h"
#include "junqi/knowledge.h"

typedef struct yard_limit {
  unsigned depth, worlds;
  uint64_t nodes;          /* 0: none */
  const atomic_bool *stop; /* may be null */
} yard_limit;

typedef struct yard_choice {
  junqi_move move;
  int32_t score;
  uint64_t nodes;
} yard_choice;

/* `know` at rest, its viewer on turn with a legal ply. */
yard_choice yard_random(const junqi_knowledge *know, junqi_random *random);
yard_choice yard_greedy(const junqi_knowledge *know, junqi_random *random);
yard_choice yard_pimc(const junqi_knowledge *know, const yard_limit *limit, junqi_random *random);

/* As yard_pimc by best-reply search. */
yard_choice yard_brs(const junqi_knowledge *know, const yard_limit *limit, junqi_random *random);

yard_choice yard_expectimax(const junqi_knowledge *know, const yard_limit *limit,
                            junqi_random *random); /* `flip` only */

/* Sees everything. */
yard_choice yard_cheat(const junqi_game *truth, const yard_limit *limit, junqi_random *random);

#endif
