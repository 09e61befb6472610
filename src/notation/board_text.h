/* Private to the notation room: the board part of a position text (FORMATS.md F-4), which `deal`
 * lines share. */
#ifndef NOTATION_BOARD_TEXT_H
#define NOTATION_BOARD_TEXT_H

#include "text.h"

/* Reads a whole board into at[]. With `view`, `b?` and (in `flip`) `??` are pieces too. `base` is
 * where the text that offsets count from begins. */
junqi_code notation_board_read(junqi_slice text, const char *base, junqi_variant variant, bool view,
                               junqi_piece at[], junqi_error *error);

void notation_board_put(notation_text *text, junqi_variant variant, const junqi_piece at[]);

#endif
