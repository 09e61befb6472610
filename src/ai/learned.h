/* Private to the ai room: set-ups of the two-seat game that were found by play (learned.c). */
#ifndef AI_LEARNED_H
#define AI_LEARNED_H

#include "junqi/layout.h"

enum { AI_LEARNED = 24 };

extern const junqi_layout ai_learned[AI_LEARNED];

#endif
