/* Private to the ai room: what the other seat's plies say about its hidden pieces. */
#ifndef AI_DARK_MANNER_H
#define AI_DARK_MANNER_H

#include "junqi/ai.h"

/* Judges a ply of the other seat in the two-seat game; to be called before the event is folded. */
void dark_observe(junqi_player *player, const junqi_event *event);

#endif
