/* Private to the arena room: names of F-6. Every engine sees itself in rows G..L. */
#ifndef ARENA_CCGC_H
#define ARENA_CCGC_H

#include "junqi/board.h"
#include "junqi/layout.h"

/* Two characters and a zero: the point as `seat` sees it. */
void ccgc_put_point(junqi_seat seat, junqi_point point, char text[3]);

/* The point of two characters, or JUNQI_NO_POINT. */
junqi_point ccgc_point(junqi_seat seat, const char *text);

/* Four characters exactly; false when it is no move at all. */
bool ccgc_move(junqi_seat seat, const char *text, junqi_move *move);

/* 25 letters and a zero. */
void ccgc_put_layout(const junqi_layout *layout, char text[JUNQI_ARM_PIECES + 1]);

/* 25 letters exactly; only the form is checked. */
bool ccgc_layout(const char *text, junqi_layout *layout);

/* The digit of F-6 for an outcome, and back; a captured flag is told as any capture. */
char ccgc_result(junqi_outcome outcome);
bool ccgc_outcome(char digit, junqi_outcome *outcome);

#endif
