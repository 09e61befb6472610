/* Private to the rules room: plies that change a few bits and pass the turn, which most do. */
#ifndef RULES_PLAIN_H
#define RULES_PLAIN_H

#include "sets.h"

typedef struct rules_plain {
  bool made; /* false: the ply may bring about more than its fight; nothing was changed */
  junqi_outcome outcome;
} rules_plain;

/* The outcome of a ply; and when nothing can follow from it but the other's turn, the ply itself,
 * what it changed kept in *undo. The caller still asks whether the next seat can move. */
rules_plain rules_make_plain(junqi_position *position, junqi_move move, junqi_undo *undo);

/* Takes such a ply back. */
void rules_unmake_plain(junqi_position *position, junqi_move move, const junqi_undo *undo);

/* Sums up options and state in position->traits. To be called when a seat went out or a position
 * was set. */
void rules_set_traits(junqi_position *position);

#endif
