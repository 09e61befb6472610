/* Private to the ai room: a two-seat position in which hidden pieces are sets of types with weights
 * (a belief), its plies and its fights. One's own pieces are sets of one type, so a position of
 * known pieces is the special case in which all are. It knows what a fight can bring and how
 * likely, not what that is worth: values come from dark_worth.h. */
#ifndef AI_DARK_NODE_H
#define AI_DARK_NODE_H

#include <string.h>

#include "junqi/knowledge.h"

enum {
  DARK_POINTS = 60,
  DARK_PIECES = 2 * JUNQI_ARM_PIECES, /* pieces are slots of the knowledge */
  DARK_NOBODY = 255,
  DARK_MOVES = 512, /* more than any position has */
  DARK_SURE = 1024, /* shares of chance are in 1/1024 */
  DARK_MOVABLE = (1 << (JUNQI_BOMB + 1)) - 2
};

/* Where rails lead from a point, as sets of points. A set is entered from its near end: the lowest
 * point of `up`, the highest of `down`. `on` goes on where the last of `down` ends: a line that
 * crosses the border counts down in one arm and up in the other. */
typedef struct dark_rails {
  uint64_t up[3], down[2], on;
} dark_rails;

/* What stays the same throughout a search. */
typedef struct dark_ground {
  const junqi_board *board;
  uint64_t edge[DARK_POINTS], rail_edge[DARK_POINTS];
  dark_rails rails[DARK_POINTS];
  uint64_t camp, hq, rail, junction; /* junctions are on two lines */
  bool lock;                         /* */
  uint16_t limit;                    /* 0 none */
  bool limit_loses;
  uint8_t viewer; /* the seat that thinks: its pieces are known to it */
  uint16_t outcome[JUNQI_OUTCOMES][JUNQI_TYPES]; /* [o][a]: types that a attacks with outcome o */
  uint16_t against[JUNQI_OUTCOMES][JUNQI_TYPES]; /* [o][d]: types that attack d with outcome o */
  uint8_t fight[JUNQI_TYPES][JUNQI_TYPES];       /* [a][d]: the outcome of a known fight */
  uint16_t weight[DARK_PIECES][JUNQI_TYPES];     /* how likely a piece is of a type, among all */
  int16_t value[2][JUNQI_TYPES];                 /* worth by seat and type */
  int16_t place[DARK_PIECES][DARK_POINTS];       /* worth of standing there */
  uint64_t random[DARK_PIECES][DARK_POINTS];
} dark_ground;

/* Copied by dark_copy: where all is known, `faced` has no meaning. */
typedef struct dark_node {
  uint64_t own[2];   /* points held by seat */
  uint64_t fixed;    /* pieces that do not move: mines, flags, locked, or most likely so */
  uint64_t engineer; /* known engineers */
  uint64_t key;
  int32_t score; /* seat 0's worth less seat 1's */
  uint16_t size; /* bytes that have a meaning */
  uint16_t quiet;
  uint8_t turn;
  uint8_t at[DARK_POINTS];          /* slot or DARK_NOBODY */
  uint16_t may[DARK_PIECES];        /* types, as in the knowledge */
  uint32_t faced[JUNQI_ARM_PIECES]; /* by piece of the other seat: own pieces it could have
                                       attacked, and did not (bits) */
} dark_node;

/* How an attack can go: shares of DARK_SURE by outcome, and what each leaves of the two sets. What
 * is missing from DARK_SURE is that the attacker cannot move at all. */
typedef struct dark_odds {
  uint8_t sure; /* the outcome that is certain, or JUNQI_QUIET */
  uint16_t share[JUNQI_OUTCOMES];
  uint16_t attacker[JUNQI_OUTCOMES], defender[JUNQI_OUTCOMES];
} dark_odds;

/* Board and rules; weights and values are the caller's to fill in. */
void dark_ground_start(dark_ground *ground, const junqi_rules *rules, unsigned viewer);

/* The position of a view at rest. Pieces of the viewer have their types; `types` (by slot, may be
 * null) makes every piece known. Ground must be filled in. */
void dark_node_start(const dark_ground *ground, const junqi_knowledge *know, const uint8_t *types,
                     dark_node *node);

/* Plies of the seat on turn: attacks, and steps where `steps`. Returns their number; attacks come
 * first, *attacks of them. */
unsigned dark_moves(const dark_ground *ground, const dark_node *node, bool steps,
                    junqi_move list[DARK_MOVES], unsigned *attacks);

/* The points that a piece can go to. */
uint64_t dark_targets(const dark_ground *ground, const dark_node *node, unsigned from);

/* Mean worth of a piece that is one of `types`. */
int32_t dark_worth(const dark_ground *ground, unsigned slot, unsigned types);

void dark_odds_of(const dark_ground *ground, const dark_node *node, junqi_move move,
                  dark_odds *odds);

/* The key of the position after a step, as long as the piece is known to be movable. */
uint64_t dark_key_after(const dark_ground *ground, const dark_node *node, junqi_move step);

/* The position after a step, or after an attack that went so (not FLAG_TAKEN: that is the end). */
void dark_step(const dark_ground *ground, const dark_node *node, junqi_move move, dark_node *next);
void dark_fight(const dark_ground *ground, const dark_node *node, junqi_move move,
                const dark_odds *odds, junqi_outcome outcome, dark_node *next);

/* The other seat is on turn. */
void dark_pass(dark_node *node);

/* Notes that the attack was possible for a seat that knows its pieces, and was left. */
void dark_leave(dark_node *node, junqi_move move);

static inline void dark_copy(dark_node *to, const dark_node *from) {
  memcpy(to, from, from->size);
}

static inline bool dark_was_left(const dark_node *node, junqi_move move) {
  return node->faced[node->at[move.from] % JUNQI_ARM_PIECES] >>
             (node->at[move.to] % JUNQI_ARM_PIECES) &
         1;
}

static inline uint64_t dark_bit(unsigned point) {
  return (uint64_t)1 << point;
}
static inline bool dark_single(unsigned types) {
  return !(types & (types - 1));
}

#endif
