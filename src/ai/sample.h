/* Private to the ai room: what a player takes hidden pieces for. Certain knowledge says what is
 * possible; where people set things up and how the pieces behaved says how likely; worlds are drawn
 * by that. */
#ifndef AI_SAMPLE_H
#define AI_SAMPLE_H

#include "junqi/ai.h"
#include "layout.h"

/* Kinds of set-up: each of our own, as it is and mirrored, and the stranger's, of whom only the
 * habits of all are known. */
enum { AI_KINDS = 2 * AI_MOST_LAYOUTS + 1 };

/* The worlds of one knowledge, which must outlive it. All variants; in `flip`, where face-down
 * pieces are nobody's, every order of them is as likely as any other. */
typedef struct ai_belief {
  const junqi_player *player;
  const junqi_knowledge *know;
  uint16_t habit[JUNQI_SLOTS][JUNQI_TYPES];  /* what behaviour says, in 1/16; 0: impossible */
  uint32_t share[JUNQI_MAX_SEATS][AI_KINDS]; /* how likely each kind of set-up is, added up */
  unsigned kinds;
  uint32_t next[JUNQI_MAX_SEATS];            /* decides of what kind the next world is */
  uint8_t kind[JUNQI_MAX_SEATS];             /* the one that the weights are for */
  uint16_t weight[JUNQI_SLOTS][JUNQI_TYPES]; /* of a type for a piece, 1..10000; 0: impossible */
  uint8_t type[JUNQI_SLOTS];                 /* the world drawn last, fallen pieces included */
} ai_belief;

/* Weights from the player's knowledge (at rest) and what it saw; a first world. */
void ai_belief_start(ai_belief *belief, const junqi_player *player, const junqi_knowledge *know,
                     junqi_random *random);

/* The next world, into belief->type. */
void ai_belief_draw(ai_belief *belief, junqi_random *random);

/* The last world as a position; in `flip` a fresh one. */
void ai_belief_world(const ai_belief *belief, junqi_random *random, junqi_position *world);

/* How often each hidden piece of a seat is of each type, in `draws` worlds: share[25][type]. */
void ai_belief_shares(ai_belief *belief, unsigned seat, unsigned draws, junqi_random *random,
                      uint16_t share[JUNQI_ARM_PIECES][JUNQI_TYPES]);

/* Where pieces tend to be set up: counts over drawn layouts, by index and type. */
void ai_prior(const junqi_rules *rules, uint8_t prior[JUNQI_ARM_POINTS][JUNQI_TYPES]);

#endif
