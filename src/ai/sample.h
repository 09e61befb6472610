/* Private to the ai room: worlds that agree with what a player knows. */
#ifndef AI_SAMPLE_H
#define AI_SAMPLE_H

#include "junqi/knowledge.h"

/* Draws one world at random. Every hidden piece gets a type that its knowledge allows and the
 * numbers of hold; a consistent one is always found. */
void ai_sample(const junqi_knowledge *know, junqi_random *random, junqi_position *world);

#endif
