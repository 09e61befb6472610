/* Private to the notation room: the piece bytes that QQ's layout and replay files share (FORMATS.md
 * F-2). */
#ifndef NOTATION_QQ_H
#define NOTATION_QQ_H

#include "junqi/types.h"

/* The type of a piece byte; JUNQI_UNKNOWN for 01 (face down) and for every byte that is no piece.
 */
junqi_type notation_qq_type(uint8_t byte);

#endif
