/* Why a ply is refused, in the terms of RULES.md, and the way that a legal one runs. Nothing here
 * decides what is legal: movegen.c does, and this file finds words for it. */
#include <string.h>

#include "movegen.h"

static junqi_code fail_at(junqi_error *error, junqi_code code, const junqi_board *board,
                          unsigned point) {
  junqi_fail(error, code);
  if (error) memcpy(error->where, board->name[point], strlen(board->name[point]) + 1);
  return code;
}

static junqi_code fail_seat(junqi_error *error, junqi_code code, junqi_seat where,
                            junqi_seat wanted) {
  junqi_fail(error, code);
  if (error && where != JUNQI_NO_SEAT) error->where[0] = (char)('a' + where);
  if (error && wanted != JUNQI_NO_SEAT) error->wanted[0] = (char)('a' + wanted);
  return code;
}

/* The first point of a line between two of its points where something stands; JUNQI_NO_POINT if
 * free. */
static junqi_point blocked_on_line(const junqi_position *p, const junqi_point *line, unsigned from,
                                   unsigned to) {
  int step = from < to ? 1 : -1;
  for (unsigned i = from + (unsigned)step; i != to; i += (unsigned)step)
    if (p->at[line[i]]) return line[i];
  return JUNQI_NO_POINT;
}

/* Why a piece cannot run from one rail point to another. */
static junqi_code rail_refusal(const junqi_position *p, const junqi_board *board, junqi_move move,
                               junqi_error *error) {
  if (junqi_type_of(p->at[move.from]) == JUNQI_ENGINEER)
    return fail_at(error, JUNQI_E_ENGINEER_BLOCKED, board, move.to);
  for (unsigned l = 0; l < board->lines; l++) {
    unsigned from = JUNQI_MAX_LINE, to = JUNQI_MAX_LINE;
    for (unsigned i = 0; i < board->line_length[l]; i++) {
      if (board->line[l][i] == move.from) from = i;
      if (board->line[l][i] == move.to) to = i;
    }
    if (from == JUNQI_MAX_LINE || to == JUNQI_MAX_LINE) continue;
    junqi_point block = blocked_on_line(p, board->line[l], from, to);
    if (block != JUNQI_NO_POINT) return fail_at(error, JUNQI_E_RAIL_BLOCKED, board, block);
  }
  return fail_at(error, JUNQI_E_RAIL_CORNER, board, move.to);
}

static junqi_code way_refusal(const junqi_position *p, const junqi_board *board, junqi_move move,
                              junqi_error *error) {
  if (board->rail[move.from] && board->rail[move.to]) return rail_refusal(p, board, move, error);
  for (const junqi_point *q = board->edge[move.from]; *q != JUNQI_NO_POINT; q++)
    if (junqi_adjacent(board, *q, move.to))
      return fail_at(error, JUNQI_E_ROAD_ONE_STEP, board, move.to);
  return fail_at(error, JUNQI_E_NO_LINK, board, move.to);
}

/* What stands on the destination, as far as it forbids the move whatever the way. */
static junqi_code target_refusal(const junqi_position *p, const junqi_board *board, junqi_seat seat,
                                 junqi_move move, junqi_error *error) {
  junqi_piece target = p->at[move.to];
  unsigned owner = junqi_owner_played(p, seat);
  bool flip = p->rules->variant == JUNQI_FLIP;
  if (!target) return JUNQI_E_OK;
  if (flip && rules_has(p->bits[JUNQI_DOWN], move.to))
    return fail_at(error, JUNQI_E_FACE_DOWN, board, move.to);
  bool carry = flip && junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG) == JUNQI_FLAG_CARRY &&
               junqi_type_of(target) == JUNQI_FLAG;
  if (junqi_owner_of(target) == owner && !carry)
    return fail_at(error, JUNQI_E_OWN_PIECE, board, move.to);
  if (!flip && junqi_friends(p->rules, owner, junqi_owner_of(target)) &&
      junqi_owner_of(target) != owner)
    return fail_at(error, JUNQI_E_FRIEND_PIECE, board, move.to);
  if (board->kind[move.to] == JUNQI_CAMP && junqi_owner_of(target) != owner)
    return fail_at(error, JUNQI_E_CAMP_SAFE, board, move.to);
  junqi_code code = flip ? rules_flip_refusal(p, p->at[move.from], target) : JUNQI_E_OK;
  return code == JUNQI_E_OK ? code : fail_at(error, code, board, move.to);
}

static junqi_code origin_refusal(const junqi_position *p, const junqi_board *board, junqi_seat seat,
                                 junqi_point from, junqi_error *error) {
  junqi_piece piece = p->at[from];
  unsigned owner = junqi_owner_played(p, seat);
  if (!piece) return fail_at(error, JUNQI_E_NO_PIECE, board, from);
  if (rules_has(p->bits[JUNQI_DOWN], from) && p->rules->variant == JUNQI_FLIP)
    return fail_at(error, JUNQI_E_FACE_DOWN, board, from);
  if (owner == JUNQI_NO_SEAT) return fail_at(error, JUNQI_E_FLIP_FIRST, board, from);
  if (junqi_owner_of(piece) != owner) return fail_at(error, JUNQI_E_NOT_YOUR_PIECE, board, from);
  if (junqi_type_of(piece) > JUNQI_BOMB && junqi_type_of(piece) != JUNQI_UNKNOWN)
    return fail_at(error, JUNQI_E_IMMOBILE, board, from);
  if (!rules_has(p->mobile, from)) return fail_at(error, JUNQI_E_HQ_LOCKED, board, from);
  return JUNQI_E_OK;
}

static junqi_code flip_refusal(const junqi_position *p, const junqi_board *board, junqi_point at,
                               junqi_error *error) {
  if (p->rules->variant != JUNQI_FLIP) return fail_at(error, JUNQI_E_SAME_POINT, board, at);
  if (!p->at[at]) return fail_at(error, JUNQI_E_NO_PIECE, board, at);
  if (!rules_has(p->bits[JUNQI_DOWN], at)) return fail_at(error, JUNQI_E_FLIP_FACE_UP, board, at);
  return JUNQI_E_OK;
}

junqi_code junqi_explain(const junqi_position *p, junqi_seat seat, junqi_move move,
                         junqi_error *error) {
  const junqi_board *board = junqi_board_of((junqi_variant)p->rules->variant);
  uint64_t targets[JUNQI_WORDS];
  if (p->state != JUNQI_RUNNING) return junqi_fail(error, JUNQI_E_GAME_OVER);
  if (seat >= board->seats) return junqi_fail(error, JUNQI_E_NO_SEAT);
  if (junqi_is_out(p, seat)) return fail_seat(error, JUNQI_E_SEAT_OUT, seat, JUNQI_NO_SEAT);
  if (seat != p->turn) return fail_seat(error, JUNQI_E_NOT_YOUR_TURN, seat, p->turn);
  if (move.from >= board->points || move.to >= board->points)
    return junqi_fail(error, JUNQI_E_NO_SUCH_POINT);
  if (move.from == move.to) return flip_refusal(p, board, move.from, error);
  junqi_code code = origin_refusal(p, board, seat, move.from, error);
  if (code != JUNQI_E_OK) return code;
  junqi_targets(p, move.from, targets);
  if (rules_has(targets, move.to)) return junqi_fail(error, JUNQI_E_OK);
  code = target_refusal(p, board, seat, move, error);
  return code != JUNQI_E_OK ? code : way_refusal(p, board, move, error);
}

/* The shortest way over free rail, for an engineer. */
static unsigned engineer_path(const junqi_position *p, const junqi_board *board, junqi_move move,
                              junqi_point path[]) {
  junqi_point before[JUNQI_MAX_POINTS], queue[JUNQI_MAX_POINTS];
  unsigned head = 0, tail = 0, length = 0;
  memset(before, JUNQI_NO_POINT, sizeof before);
  before[move.from] = move.from;
  queue[tail++] = move.from;
  while (head < tail && before[move.to] == JUNQI_NO_POINT) {
    junqi_point at = queue[head++];
    if (at != move.from && p->at[at]) continue;
    for (const junqi_point *q = board->rail_edge[at]; *q != JUNQI_NO_POINT; q++) {
      if (before[*q] != JUNQI_NO_POINT) continue;
      before[*q] = at;
      queue[tail++] = *q;
    }
  }
  if (before[move.to] == JUNQI_NO_POINT) return 0;
  for (junqi_point at = move.to; at != move.from; at = before[at])
    length++;
  junqi_point at = move.to;
  for (unsigned i = length + 1; i-- > 0; at = before[at])
    path[i] = at;
  return length + 1;
}

unsigned junqi_path(const junqi_position *p, junqi_move move, junqi_point path[JUNQI_MAX_POINTS]) {
  const junqi_board *board = junqi_board_of((junqi_variant)p->rules->variant);
  if (move.from >= board->points || move.to >= board->points) return 0;
  path[0] = move.from;
  path[1] = move.to;
  if (move.from == move.to) return 1;
  if (junqi_adjacent(board, move.from, move.to)) return 2;
  for (unsigned r = 0; r < board->rays[move.from]; r++)
    for (unsigned i = 0; board->ray[move.from][r][i] != JUNQI_NO_POINT; i++) {
      junqi_point at = board->ray[move.from][r][i];
      path[i + 1] = at;
      if (at == move.to) return i + 2;
      if (p->at[at]) break;
    }
  /* An engineer, or in a view a piece that shows itself to be one by running round a corner. */
  return engineer_path(p, board, move, path);
}
