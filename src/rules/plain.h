/* Private to the rules room: the long way of a ply, for the short one (plain.c) to fall back on. */
#ifndef RULES_PLAIN_H
#define RULES_PLAIN_H

#include "sets.h"

/* As undo->target, which no piece is: the whole position was kept. */
enum { RULES_WHOLE = JUNQI_TYPES };

/* The long way (make.c): a ply from which more may follow than the other's turn. Its outcome is
 * known, nothing has been done. *undo may be null. Returns the outcome. */
junqi_outcome rules_make_long(junqi_position *position, junqi_move move, junqi_outcome outcome,
                              junqi_undo *undo, junqi_events *events);

#endif
