/* Private to the rules room: how flips decide the colours, for positions and views alike. */
#ifndef RULES_COLOURS_H
#define RULES_COLOURS_H

#include "junqi/options.h"

/* what the flip of `piece` by `seat` makes known. colour[] per seat and *last
 * (flip_colour=pair) hold JUNQI_NO_SEAT while unknown. */
void rules_decide_colours(const junqi_rules *rules, junqi_seat seat, junqi_piece piece,
                          uint8_t colour[2], uint8_t *last);

#endif
