/* Private to the rules room: what options and state mean for a ply, summed up so that a plain one
 * is soon told from a long one (from which more follows than the other's turn). In the position:
 * - plain_below: a ply without a fight is plain while quiet is less; 0 when every ply is long
 *   (stuck=at_once, somebody lacks pieces, colours unknown);
 * - grave[]: bit sets of the types whose death, as attacker [0] or attacked [1], makes a ply long;
 * - after: who is next, two bits a seat. */
#ifndef RULES_TRAITS_H
#define RULES_TRAITS_H

#include "junqi/position.h"

/* Sums up. To be called when a seat went out, colours became known, or a position was set by hand.
 */
void rules_set_traits(junqi_position *position);

#endif
