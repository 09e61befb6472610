/* Private to the rules room: who goes out, in which order, and whose turn it is then (RULES.md
 * */
#ifndef RULES_ORDER_H
#define RULES_ORDER_H

#include "sets.h"

/* Appends an event when somebody listens; further ones than fit are impossible (R-7 bounds them).
 */
void rules_tell(junqi_events *events, junqi_event event);

/* in full, on the board right after the combat of `mover`'s ply. `defender` is the seat
 * attacked or JUNQI_NO_SEAT, `flagged` the seats that this ply makes lose by `flag`. Passes the
 * turn. */
void rules_after_ply(junqi_position *position, junqi_seat mover, junqi_seat defender,
                     unsigned flagged, junqi_events *events);

/* The seat that plays an owner's pieces; JUNQI_NO_SEAT while colours are unknown. */
junqi_seat rules_seat_of_owner(const junqi_position *position, unsigned owner);

#endif
