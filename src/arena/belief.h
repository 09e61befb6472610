/* Private to the arena room: worlds that agree with what a seat knows, all equally likely. */
#ifndef ARENA_BELIEF_H
#define ARENA_BELIEF_H

#include "junqi/knowledge.h"

typedef struct arena_belief {
  const junqi_knowledge *know; /* borrowed; at rest */
  uint8_t type[JUNQI_SLOTS];   /* the present world, fallen pieces included */
  junqi_piece down[60];        /* `flip`: the same for face-down points */
} arena_belief;

/* Some world that agrees; false when there is none, which true events never bring about. */
bool arena_belief_start(arena_belief *belief, const junqi_knowledge *know);

/* Goes on to another one, and sets up *world (may be null). */
void arena_belief_draw(arena_belief *belief, junqi_random *random, junqi_position *world);

#endif
