/* Private to the rules room: what options and state mean for a ply, summed up in position->traits,
 * and who is next, in position->after (two bits a seat). */
#ifndef RULES_TRAITS_H
#define RULES_TRAITS_H

#include "junqi/position.h"

enum {
  RULES_TRAIT_LONG =
      1, /* every ply is a long one: stuck=at_once, somebody lacks pieces, colours unknown */
  RULES_TRAIT_LOCK = 2,   /* */
  RULES_TRAIT_SCOUT = 4,  /* */
  RULES_TRAIT_MARSHAL = 8 /* */
};

/* Sums up. To be called when a seat went out, colours became known, or a position was set by hand.
 */
void rules_set_traits(junqi_position *position);

#endif
