/* Computer players. A player is fed a seat's own layout and the public events, nothing else: what
 * it knows is a junqi_knowledge. It imagines worlds that agree with that, searches each a few plies
 * deep, and plays what is best on the average. Deterministic for the same events, seed and node
 * budget; no clock, no threads. */
#ifndef JUNQI_AI_H
#define JUNQI_AI_H

#include <stdatomic.h>

#include "junqi/knowledge.h"

enum {
  JUNQI_AI_LEVELS = 5,  /* levels 1 (a beginner) to 5 */
  JUNQI_AI_MEMORY = 24, /* own plies remembered, to not walk to and fro */
};

/* Plain data: copies by assignment. */
typedef struct junqi_player {
  junqi_knowledge know;
  uint8_t level;
  uint64_t seed;
  junqi_move own[JUNQI_AI_MEMORY]; /* ring of the latest own plies */
  uint32_t plies;                  /* own plies so far */
} junqi_player;

/* A layout for a computer player: one of many strong set-ups, drawn by the seed. Complete and
 * legal. */
junqi_layout junqi_ai_layout(const junqi_rules *rules, uint64_t seed);

/* A player for `seat` before the first event. `layouts` as for junqi_view_start; `rules` is
 * borrowed. Level 1..JUNQI_AI_LEVELS, others are taken as the nearest. */
void junqi_player_start(junqi_player *player, const junqi_rules *rules, junqi_seat seat,
                        const junqi_layout *const layouts[], junqi_seat first, unsigned level,
                        uint64_t seed);

/* Folds one public event, with the errors of junqi_view_apply. */
junqi_code junqi_player_apply(junqi_player *player, const junqi_event *event);

typedef struct junqi_thought {
  junqi_move move;
  int32_t score;  /* what the player expects, in 1/100 of a platoon-sized unit, for itself */
  uint64_t nodes; /* positions searched */
  uint32_t worlds;
} junqi_thought;

/* The ply this player wants when its seat is on turn and has a legal one. *stop (may be null) set
 * to true from another thread ends the search early with the best so far. `nodes` bounds the
 * search; 0 takes the level's own budget, which a slow machine works through within a second. */
junqi_thought junqi_player_choose(const junqi_player *player, uint64_t nodes,
                                  const atomic_bool *stop);

/* Would it accept a draw now? Judged from what it knows, without search. */
bool junqi_player_accepts_draw(const junqi_player *player);

#endif
