/* Private to the ai room: set-ups that were found by play, by variant (learned_*.c). */
#ifndef AI_LEARNED_H
#define AI_LEARNED_H

#include "junqi/layout.h"

enum { AI_LEARNED = 24 };

extern const junqi_layout ai_learned_dark[AI_LEARNED], ai_learned_four[AI_LEARNED],
    ai_learned_three[AI_LEARNED];

#endif
