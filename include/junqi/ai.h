/* Computer players. A player is fed a seat's own layout and the public events, nothing else: what
 * it knows is a junqi_knowledge. How it thinks is told in docs/players.md. Deterministic for the
 * same events, seed and number of positions; no clock, no threads, no memory of its own. */
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
  junqi_move own[JUNQI_AI_MEMORY];         /* ring of the latest own plies */
  uint32_t plies;                          /* own plies so far */
  uint8_t attacks[JUNQI_SLOTS];            /* by slot of the knowledge: fights that it began */
  int8_t manner[JUNQI_SLOTS][JUNQI_TYPES]; /* what its plies say for a type, in 1/8 of a factor e */
  uint8_t prior[JUNQI_ARM_POINTS][JUNQI_TYPES]; /* where pieces tend to be set up */
  bool stranger;                                /* of set-ups it knows no more than `prior` */
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

/* Room for what a search has already seen; contents are the search's own. */
typedef struct junqi_ai_slot {
  uint64_t key, word;
} junqi_ai_slot;

/* How long to think, and with what. */
typedef struct junqi_budget {
  uint64_t nodes; /* positions at most; 0: the level's own, worked through within about a second.
                     UINT64_MAX leaves it to `stop`. */
  const atomic_bool *stop; /* set to true from another thread: answer at once with the best so far;
                              may be null. Who wants time kept raises it. */
  junqi_ai_slot *memory;   /* the caller's, overwritten; may be null, which is slower */
  size_t slots;
} junqi_budget;

enum { JUNQI_AI_SLOTS = 1 << 17 }; /* of memory that are worth having: 2 MiB */

typedef struct junqi_thought {
  junqi_move move;
  int32_t score;  /* what the player expects for itself; with two seats a regiment is worth about
                     100 when a game begins */
  uint64_t nodes; /* positions searched */
  uint32_t worlds, depth; /* imagined worlds, plies looked ahead */
} junqi_thought;

/* The ply this player wants when its seat is on turn and has a legal one. */
junqi_thought junqi_player_choose(const junqi_player *player, const junqi_budget *budget);

/* A legal ply of the player's seat and what it expects of it, as junqi_thought.score. */
typedef struct junqi_rated {
  junqi_move move;
  int32_t score;
} junqi_rated;

enum { JUNQI_AI_RATED = 4 }; /* plies that are rated at once */

/* What the player thinks of single plies of its own when its seat is on turn: it looks at these
 * alone, at all equally deep, and writes their scores. `count` is 1..JUNQI_AI_RATED. The best of
 * them is the thought's. A player that misjudges (levels below 5) misjudges here as well. */
junqi_thought junqi_player_rate(const junqi_player *player, const junqi_budget *budget,
                                junqi_rated list[], unsigned count);

/* What the player takes every piece for: how often each is of each type, by slot of the knowledge,
 * in `draws` imagined worlds (1..65535). Not in `flip`: all zero. */
void junqi_player_beliefs(const junqi_player *player, unsigned draws,
                          uint16_t share[JUNQI_SLOTS][JUNQI_TYPES]);

/* Would it accept a draw now? Judged from what it knows, without search. */
bool junqi_player_accepts_draw(const junqi_player *player);

#endif
