/* Private to the rules room: the two ways of a ply. */
#ifndef RULES_PLAIN_H
#define RULES_PLAIN_H

#include "sets.h"

/* Sums up options and state in position->traits and ->after. To be called when a seat went out or a
 * position was set. */
void rules_set_traits(junqi_position *position);

/* The long way (make.c): a ply from which more may follow than the other's turn. Its outcome is
 * known, nothing has been done. *undo may be null. */
void rules_make_long(junqi_position *position, junqi_move move, junqi_outcome outcome,
                     junqi_undo *undo, junqi_events *events);

#endif
