/* What one seat, or a spectator, may know of a game (RULES.md R-6). It is made by the rules alone;
 * the server sends nothing else and a computer player reads nothing else. A view follows the game
 * by public events, so it never needs the full game again. Inference from it is the reader's
 * (R-6.5). */
#ifndef JUNQI_VIEW_H
#define JUNQI_VIEW_H

#include "junqi/position.h"

/* Owner always known; type JUNQI_UNKNOWN where it was not shown; in `flip` JUNQI_FACE_DOWN. `rules`
 * is borrowed. Compares and copies byte for byte: unused bytes are zero. */
typedef struct junqi_view {
  const junqi_rules *rules;
  junqi_seat viewer; /* a seat or JUNQI_SPECTATOR */
  junqi_piece at[JUNQI_MAX_POINTS];
  junqi_seat turn;
  junqi_seat mover;               /* of the last ply; JUNQI_NO_SEAT before the first */
  uint8_t state, winners, reason; /* as in junqi_position */
  uint8_t outs, out_set;
  junqi_seat out[JUNQI_MAX_SEATS];
  uint8_t out_reason[JUNQI_MAX_SEATS];
  uint8_t timeouts[JUNQI_MAX_SEATS];
  uint8_t lost[JUNQI_MAX_SEATS]; /* pieces no longer on the board, per owner */
  uint8_t colour[2], last_colour, dug[2];
  junqi_point carrier[2];
  uint8_t gone[2][JUNQI_TYPES]; /* flip: removed pieces by colour and type */
  uint16_t quiet;
  uint32_t ply;
} junqi_view;

/* The view at the start of a game: own layout (partner's with partner=shown, all with open=yes;
 * null for layouts that this viewer must not see). `flip`: pass null for layouts. `first` moves
 * first. */
void junqi_view_start(junqi_view *view, const junqi_rules *rules, junqi_seat viewer,
                      const junqi_layout *const layouts[], junqi_seat first);

/* Folds one public event into the view. JUNQI_E_OK, or why the event cannot follow (the view is
 * then unchanged). Events come in the order in which the game gave them. What only the true game
 * can tell is not told: which face-down pieces leave with a colour that goes out (`flip`), and what
 * everything was after the end; for both see junqi_game_view. */
junqi_code junqi_view_apply(junqi_view *view, const junqi_event *event);

/* A world: a position with the view's unknown pieces given the types in `guess` by point (used only
 * where the view does not know; in `flip` owner and type of face-down pieces). With guess null
 * unknown pieces keep type JUNQI_UNKNOWN and count as mobile, and face-down pieces are any order of
 * what is missing: good for the legal moves of whoever knows their own pieces, no more. */
void junqi_view_world(const junqi_view *view, const junqi_piece guess[], junqi_position *world);

/* Everything that a position holds, as a view in which nothing is hidden: as it is after the end
 * and the stuff of which less open views are made. `mover` is unknown; `lost` and `gone`
 * are not filled in. */
void junqi_view_open(junqi_view *view, junqi_seat viewer, const junqi_position *position);

/* The other way: a position with the view's pieces, hidden ones as they are; not indexed. For
 * writers. */
void junqi_view_position(const junqi_view *view, junqi_position *position);

/* May this viewer see the pieces of `owner` from the start? */
bool junqi_view_sees(const junqi_rules *rules, junqi_seat viewer, unsigned owner);

#endif
