/* Private to the ai room: the set-ups that computer players start from. */
#ifndef AI_LAYOUT_H
#define AI_LAYOUT_H

#include "junqi/layout.h"

enum { AI_MOST_LAYOUTS = 32 };

/* How many set-ups a computer player knows others by, those of its own first; at most
 * AI_MOST_LAYOUTS. */
unsigned ai_known_layouts(void);

const junqi_layout *ai_layout(const junqi_rules *rules, unsigned index);

/* The index of an arm's point seen in a mirror. */
static inline unsigned ai_mirrored(unsigned index) {
  return index + 4 - 2 * (index % 5);
}

#endif
