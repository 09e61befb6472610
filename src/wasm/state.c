/* What stands in a followed game, as its viewer knows it. */
#include "follow.h"

#include <string.h>

#include "json.h"

static bool flip(const junqi_view *view) {
  return view->rules->variant == JUNQI_FLIP;
}

/* --- pieces ------------------------------------------------------------------------------------
 */

/* What lies face down, where that is known after the end. */
static junqi_piece uncovered(const wasm_follow *follow, unsigned point) {
  junqi_piece piece = follow->know.view.at[point];
  if (piece != JUNQI_FACE_DOWN || !flip(&follow->know.view)) return piece;
  return follow->dealt && follow->deal[point] ? follow->deal[point] : piece;
}

void wasm_may(wasm_desk *desk, const wasm_follow *follow, unsigned point) {
  junqi_piece piece = uncovered(follow, point);
  junqi_type type = junqi_type_of(piece);
  bool sure = piece && piece != JUNQI_FACE_DOWN && type != JUNQI_UNKNOWN;
  unsigned set = sure ? 1u << (unsigned)type : junqi_may_be(&follow->know, (junqi_point)point);
  char letters[12];
  size_t length = 0;
  for (unsigned i = 0; i < sizeof junqi_type_order; i++)
    if (set >> junqi_type_order[i] & 1)
      letters[length++] = junqi_type_letter((junqi_type)junqi_type_order[i]);
  wasm_bytes(desk, letters, length);
}

void wasm_piece(wasm_desk *desk, const wasm_follow *follow, unsigned point) {
  const junqi_view *view = &follow->know.view;
  junqi_piece seen = view->at[point], piece = uncovered(follow, point);
  bool down = flip(view) && seen == JUNQI_FACE_DOWN;
  bool hidden = piece == JUNQI_FACE_DOWN && down;
  char letter = hidden ? '?' : junqi_type_letter(junqi_type_of(piece));
  wasm_open(desk, '{');
  wasm_key(desk, "point");
  wasm_point(desk, junqi_board_of((junqi_variant)view->rules->variant), point);
  wasm_key(desk, "seat");
  wasm_seat(desk, hidden ? JUNQI_NO_SEAT : junqi_owner_of(piece));
  wasm_key(desk, "letter");
  wasm_bytes(desk, &letter, 1);
  wasm_key(desk, "down");
  wasm_flag(desk, down);
  wasm_key(desk, "public");
  wasm_flag(desk, seen & JUNQI_PUBLIC);
  wasm_key(desk, "carrier");
  wasm_flag(desk, flip(view) && (view->carrier[0] == point || view->carrier[1] == point));
  wasm_key(desk, "may");
  wasm_may(desk, follow, point);
  wasm_close(desk, '}');
}

/* A colour that went out left with its face-down pieces, which only a deal can tell. */
static bool gone_unseen(const wasm_follow *follow, unsigned point) {
  const junqi_view *view = &follow->know.view;
  if (!flip(view) || !follow->dealt || view->at[point] != JUNQI_FACE_DOWN) return false;
  for (unsigned seat = 0; seat < 2; seat++)
    if (view->out_set >> seat & 1 && view->colour[seat] == junqi_owner_of(follow->deal[point]))
      return true;
  return false;
}

static void put_board(wasm_desk *desk, const wasm_follow *follow) {
  unsigned points = junqi_board_of((junqi_variant)follow->rules.variant)->points;
  wasm_open(desk, '[');
  for (unsigned q = 0; q < points; q++)
    if (follow->know.view.at[q] && !gone_unseen(follow, q)) wasm_piece(desk, follow, q);
  wasm_close(desk, ']');
}

/* --- losses ------------------------------------------------------------------------------------
 */

/* How many of each type of an owner are gone; false when that is not known. */
static bool count_lost(const junqi_view *view, unsigned owner, unsigned lost[JUNQI_TYPES]) {
  for (unsigned t = 0; t < JUNQI_TYPES; t++)
    lost[t] = flip(view) ? view->gone[owner][t] : junqi_type_count[t];
  for (unsigned q = 0; q < JUNQI_MAX_POINTS && !flip(view); q++) {
    junqi_type type = junqi_type_of(view->at[q]);
    if (!view->at[q] || junqi_owner_of(view->at[q]) != owner) continue;
    if (type == JUNQI_UNKNOWN || lost[type] == 0) return false;
    lost[type]--;
  }
  return true;
}

static void put_lost(wasm_desk *desk, const junqi_view *view, unsigned owner) {
  unsigned lost[JUNQI_TYPES];
  char letters[JUNQI_ARM_PIECES];
  size_t length = 0;
  if (!count_lost(view, owner, lost)) {
    wasm_null(desk);
    return;
  }
  for (unsigned i = 0; i < sizeof junqi_type_order; i++)
    for (unsigned n = lost[junqi_type_order[i]]; n && length < sizeof letters; n--)
      letters[length++] = junqi_type_letter((junqi_type)junqi_type_order[i]);
  wasm_bytes(desk, letters, length);
}

static void put_counts(wasm_desk *desk, const char *key, const uint8_t count[], unsigned seats) {
  wasm_key(desk, key);
  wasm_open(desk, '[');
  for (unsigned seat = 0; seat < seats; seat++)
    wasm_number(desk, count[seat]);
  wasm_close(desk, ']');
}

/* --- the whole ---------------------------------------------------------------------------------
 */

static void put_order(wasm_desk *desk, const junqi_view *view) {
  static const char *const states[] = {"running", "win", "draw"};
  wasm_key(desk, "state");
  wasm_text(desk, states[view->state]);
  wasm_key(desk, "turn");
  wasm_seat(desk, view->turn);
  wasm_key(desk, "mover");
  wasm_seat(desk, view->mover);
  wasm_key(desk, "winners");
  wasm_seats(desk, view->winners);
  wasm_key(desk, "reason");
  wasm_text(desk, junqi_reason_word((junqi_reason)view->reason));
  wasm_key(desk, "ply");
  wasm_number(desk, view->ply);
  wasm_key(desk, "quiet");
  wasm_number(desk, view->quiet);
}

static void put_outs(wasm_desk *desk, const junqi_view *view) {
  wasm_key(desk, "out");
  wasm_open(desk, '[');
  for (unsigned i = 0; i < view->outs; i++) {
    wasm_open(desk, '{');
    wasm_key(desk, "seat");
    wasm_seat(desk, view->out[i]);
    wasm_key(desk, "reason");
    wasm_text(desk, junqi_reason_word((junqi_reason)view->out_reason[view->out[i]]));
    wasm_close(desk, '}');
  }
  wasm_close(desk, ']');
}

static void put_colours(wasm_desk *desk, const junqi_view *view) {
  wasm_key(desk, "colours");
  if (!flip(view) || view->colour[0] == JUNQI_NO_SEAT) {
    wasm_null(desk);
  } else {
    wasm_open(desk, '[');
    wasm_seat(desk, view->colour[0]);
    wasm_seat(desk, view->colour[1]);
    wasm_close(desk, ']');
  }
  put_counts(desk, "dug", view->dug, 2);
}

int wasm_follow_state(wasm_desk *desk, const wasm_follow *follow, unsigned settled) {
  const junqi_view *view = &follow->know.view;
  unsigned seats = junqi_seats((junqi_variant)view->rules->variant);
  wasm_follow rested = *follow;
  if (settled) junqi_knowledge_rest(&rested.know);
  wasm_begin(desk);
  wasm_open(desk, '{');
  put_order(desk, view);
  put_outs(desk, view);
  put_counts(desk, "timeouts", view->timeouts, seats);
  put_counts(desk, "lost", view->lost, seats);
  wasm_key(desk, "lostLetters");
  wasm_open(desk, '[');
  for (unsigned owner = 0; owner < seats; owner++)
    put_lost(desk, view, owner);
  wasm_close(desk, ']');
  put_colours(desk, view);
  wasm_key(desk, "pieces");
  put_board(desk, &rested);
  wasm_close(desk, '}');
  return 1;
}
