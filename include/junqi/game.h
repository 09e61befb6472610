/* The true game, as the referee holds it: position, layouts, draw offers (RULES.md ),
 * resigning, events in, events out. Whoever includes this header can see every hidden
 * piece: the table and the notation of full records do; computer players must not. */
#ifndef JUNQI_GAME_H
#define JUNQI_GAME_H

#include "junqi/view.h"

enum { JUNQI_MAX_OFFERS = 3 }; /* draw offers of a seat in a game */

typedef struct junqi_game {
  junqi_position position;
  junqi_layout layout[JUNQI_MAX_SEATS]; /* as set up; all but `flip` */
  junqi_piece deal[60];                 /* `flip`: as dealt */
  junqi_seat first;
  junqi_seat mover;                /* of the last ply, JUNQI_NO_SEAT before the first */
  junqi_seat proposer;             /* of the open draw offer, JUNQI_NO_SEAT if none */
  uint8_t accepted;                /* bit set of seats that have accepted it */
  uint8_t offers[JUNQI_MAX_SEATS]; /* made so far */
} junqi_game;

/* Starts a game; layouts must be complete and legal (checked: the code of R-3 and the seat's point
 * on an error, nothing is started). Automatic lines at the very start are appended to *events. */
junqi_code junqi_game_start(junqi_game *game, const junqi_rules *rules,
                            const junqi_layout layouts[], junqi_seat first, junqi_events *events,
                            junqi_error *error);

/* The same for `flip` from a deal of R-3.5 (checked: 25 of each colour, camps empty). */
junqi_code junqi_game_deal(junqi_game *game, const junqi_rules *rules, const junqi_piece deal[60],
                           junqi_seat first, junqi_events *events, junqi_error *error);

/* One ply of `seat`. On success events holds (from 0) the ply, what it showed, and all automatic
 * lines. */
junqi_code junqi_game_play(junqi_game *game, junqi_seat seat, junqi_move move, junqi_events *events,
                           junqi_error *error);

/* One event that is no ply: TIMEOUT, ILLEGAL, TIME (seat must be on turn), RESIGN, ESCAPE, OFFER,
 * ACCEPT, REFUSE. `seconds` since the start, for R-7.10 (a reader of a record passes UINT32_MAX).
 */
junqi_code junqi_game_event(junqi_game *game, junqi_event_kind kind, junqi_seat seat,
                            uint32_t seconds, junqi_events *events, junqi_error *error);

/* Ends a game without a winner outside the referee's rules: `end draw reason agreed|quit` of an
 * imported record. */
junqi_code junqi_game_stop(junqi_game *game, junqi_reason reason, junqi_events *events,
                           junqi_error *error);

/* What `viewer` may know now. After the end everything is shown. */
void junqi_game_view(const junqi_game *game, junqi_seat viewer, junqi_view *view);

#endif
