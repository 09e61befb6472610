/* Private to the arena room: what both engine protocols share on the engine's side. */
#ifndef ARENA_ENGINE_THINK_H
#define ARENA_ENGINE_THINK_H

#include <stdio.h>

#include "alarm.h"
#include "junqi/ai.h"

enum { ENGINE_LINE = 4096 };

/* The next line without its end; a longer one is dropped whole. False at the end of the stream. */
bool engine_read_line(FILE *in, char line[ENGINE_LINE]);

/* A player in the middle of a game, from what its seat sees there and nothing of what went before
 * (analysis). False when no world agrees with the view. */
bool engine_join(junqi_player *player, const junqi_view *view, unsigned level, uint64_t seed);

/* Is there a legal ply for the player's seat, on turn, in a world that agrees with all it was told?
 * A stranger's events need not make sense. */
bool engine_can_choose(const junqi_player *player);

#endif
