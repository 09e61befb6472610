/* A game followed line by line: each line is read, applied, and told back in a form that can be
 * shown. What stands on the board is told by state.c. */
#include "follow.h"

#include <string.h>

#include "json.h"

static junqi_variant variant_of(const wasm_follow *follow) {
  return (junqi_variant)follow->rules.variant;
}

/* --- beginning ---------------------------------------------------------------------------------
 */

/* Cuts the text in front of the next `|`, or all that is left. */
static junqi_slice next_layout(junqi_slice *rest) {
  junqi_slice part = {rest->at, 0};
  while (part.length < rest->length && rest->at[part.length] != '|')
    part.length++;
  size_t used = part.length < rest->length ? part.length + 1 : part.length;
  rest->at += used;
  rest->length -= used;
  return part;
}

/* With `open` the viewer is shown what its seat would not see; `rules` stay as they are. */
static void show_all(junqi_view *view, const junqi_layout *const layouts[]) {
  for (unsigned q = 0; q < junqi_board_of((junqi_variant)view->rules->variant)->points; q++) {
    unsigned owner = q / JUNQI_ARM_POINTS;
    if (owner >= JUNQI_MAX_SEATS || !view->at[q] || !layouts[owner]) continue;
    view->at[q] = junqi_piece_of(owner, (junqi_type)layouts[owner]->at[q % JUNQI_ARM_POINTS]);
  }
}

bool wasm_layouts_take(wasm_desk *desk, const junqi_rules *rules, size_t length,
                       wasm_layouts *taken) {
  junqi_slice rest = {desk->in, length};
  junqi_error error;
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  memset(taken->at, 0, sizeof taken->at);
  for (unsigned seat = 0; seat < seats && rules->variant != JUNQI_FLIP; seat++) {
    junqi_slice text = next_layout(&rest);
    if (text.length == 0) continue;
    if (junqi_layout_read(text.at, text.length, JUNQI_COMPLETE_LAYOUT, rules, (junqi_seat)seat,
                          &taken->layout[seat], &error) != JUNQI_E_OK) {
      wasm_refuse(desk, &error);
      return false;
    }
    taken->at[seat] = &taken->layout[seat];
  }
  return true;
}

int wasm_follow_start(wasm_desk *desk, wasm_follow *follow, unsigned viewer, unsigned first,
                      unsigned open, size_t length) {
  unsigned seats = junqi_seats(variant_of(follow));
  bool flip = variant_of(follow) == JUNQI_FLIP;
  wasm_layouts layouts;
  if (!wasm_layouts_take(desk, &follow->rules, length, &layouts)) return 0;
  junqi_knowledge_start(&follow->know, &follow->rules,
                        (junqi_seat)(viewer < seats ? viewer : JUNQI_SPECTATOR),
                        flip ? NULL : layouts.at, (junqi_seat)(first < seats ? first : 0));
  follow->open = open && !flip;
  follow->dealt = false;
  if (follow->open) show_all(&follow->know.view, layouts.at);
  return wasm_done(desk);
}

int wasm_follow_deal(wasm_desk *desk, wasm_follow *follow, size_t length) {
  /* The board of a whole position text, which the reader checks piece by piece. */
  static const char before[] = "flip ", after[] = " a 0 0";
  char text[JUNQI_POSITION_TEXT];
  junqi_position position;
  junqi_rules rules;
  junqi_error error;
  size_t used = 0;
  junqi_fail(&error, JUNQI_E_DEAL_WRONG);
  if (variant_of(follow) != JUNQI_FLIP || length > sizeof text - sizeof before - sizeof after)
    return wasm_refuse(desk, &error);
  memcpy(text, before, sizeof before - 1);
  used += sizeof before - 1;
  memcpy(text + used, desk->in, length);
  used += length;
  memcpy(text + used, after, sizeof after - 1);
  used += sizeof after - 1;
  if (junqi_position_read(text, used, &rules, &position, &error) != JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  for (unsigned q = 0; q < sizeof follow->deal; q++)
    follow->deal[q] = position.at[q] & (junqi_piece)~JUNQI_PUBLIC;
  follow->dealt = true;
  return wasm_done(desk);
}

/* --- lines -------------------------------------------------------------------------------------
 */

/* The line as it is told: what it says, and the view it was said in. */
typedef struct telling {
  const wasm_follow *before, *after;
  const junqi_line *line;
  const junqi_board *board;
} telling;

static const char *kind_word(const junqi_event *event) {
  static const char *const words[JUNQI_EVENT_KINDS] = {[JUNQI_EV_PLY] = "move",
                                                       [JUNQI_EV_TIMEOUT] = "timeout",
                                                       [JUNQI_EV_RESIGN] = "resign",
                                                       [JUNQI_EV_ESCAPE] = "escape",
                                                       [JUNQI_EV_OFFER] = "draw-offer",
                                                       [JUNQI_EV_ACCEPT] = "draw-accept",
                                                       [JUNQI_EV_REFUSE] = "draw-refuse",
                                                       [JUNQI_EV_ILLEGAL] = "illegal",
                                                       [JUNQI_EV_TIME] = "time",
                                                       [JUNQI_EV_SHOW] = "show",
                                                       [JUNQI_EV_SKIP] = "skip",
                                                       [JUNQI_EV_OUT] = "out",
                                                       [JUNQI_EV_END] = "end"};
  bool flip = event->kind == JUNQI_EV_PLY && event->move.from == event->move.to;
  return flip ? "flip" : words[event->kind];
}

static bool is_move(const junqi_event *event) {
  return event->kind == JUNQI_EV_PLY && event->move.from != event->move.to;
}

static bool has_points(const junqi_event *event) {
  return event->kind == JUNQI_EV_PLY || event->kind == JUNQI_EV_SHOW;
}

void wasm_path(wasm_desk *desk, const junqi_view *view, junqi_move move) {
  junqi_point path[JUNQI_MAX_POINTS];
  junqi_position world;
  unsigned length = 0;
  if (move.from != move.to) {
    junqi_view_world(view, NULL, &world);
    length = junqi_path(&world, move, path);
  }
  wasm_open(desk, '[');
  for (unsigned i = 0; i < length; i++)
    wasm_point(desk, junqi_board_of((junqi_variant)view->rules->variant), path[i]);
  wasm_close(desk, ']');
}

static void put_path(wasm_desk *desk, const telling *told) {
  const junqi_move none = {JUNQI_NO_POINT, JUNQI_NO_POINT};
  const junqi_event *event = &told->line->event;
  wasm_path(desk, &told->before->know.view, is_move(event) ? event->move : none);
}

/* What stood on a point and does not any more; a piece that moved away has not left. */
static bool removed(const telling *told, unsigned q) {
  const junqi_piece *before = told->before->know.view.at, *after = told->after->know.view.at;
  const junqi_event *event = &told->line->event;
  if (!before[q]) return false;
  if (!is_move(event) || (q != event->move.from && q != event->move.to)) return !after[q];
  bool stayed = event->outcome == JUNQI_BOUNCED;
  bool won = event->outcome == JUNQI_WON || event->outcome == JUNQI_FLAG_TAKEN ||
             event->outcome == JUNQI_QUIET;
  if (stayed) return false;
  return q == event->move.to ? won || event->outcome == JUNQI_BOTH : !won;
}

static void put_pieces(wasm_desk *desk, const telling *told) {
  const junqi_event *event = &told->line->event;
  wasm_key(desk, "piece");
  if (is_move(event))
    wasm_piece(desk, told->before, event->move.from);
  else if (has_points(event))
    wasm_piece(desk, told->after, event->move.from);
  else
    wasm_null(desk);
  wasm_key(desk, "target");
  if (is_move(event) && told->before->know.view.at[event->move.to])
    wasm_piece(desk, told->before, event->move.to);
  else
    wasm_null(desk);
  wasm_key(desk, "path");
  put_path(desk, told);
  wasm_key(desk, "removed");
  wasm_open(desk, '[');
  for (unsigned q = 0; q < told->board->points; q++)
    if (removed(told, q)) wasm_piece(desk, told->before, q);
  wasm_close(desk, ']');
}

static void put_rest(wasm_desk *desk, const junqi_line *line) {
  wasm_key(desk, "reason");
  wasm_text(desk, junqi_reason_word((junqi_reason)line->event.reason));
  wasm_key(desk, "winners");
  wasm_seats(desk, line->event.winners);
  wasm_key(desk, "ms");
  if (line->ms < 0)
    wasm_null(desk);
  else
    wasm_number(desk, line->ms);
  wasm_key(desk, "comment");
  wasm_bytes(desk, line->comment.at, line->comment.length);
}

static void tell(wasm_desk *desk, const telling *told) {
  static const char *const outcomes[JUNQI_OUTCOMES] = {"move", "won",    "lost",
                                                       "both", "bounce", "flag"};
  const junqi_event *event = &told->line->event;
  bool points = has_points(event);
  wasm_begin(desk);
  wasm_open(desk, '{');
  wasm_key(desk, "kind");
  wasm_text(desk, kind_word(event));
  wasm_key(desk, "seat");
  wasm_seat(desk, event->seat);
  wasm_key(desk, "from");
  wasm_point(desk, told->board, points ? event->move.from : JUNQI_NO_POINT);
  wasm_key(desk, "to");
  wasm_point(desk, told->board, points ? event->move.to : JUNQI_NO_POINT);
  wasm_key(desk, "outcome");
  wasm_text(desk, outcomes[event->outcome]);
  put_pieces(desk, told);
  put_rest(desk, told->line);
  wasm_close(desk, '}');
}

int wasm_follow_apply(wasm_desk *desk, wasm_follow *follow, size_t length) {
  wasm_follow before = *follow;
  junqi_line line;
  junqi_error error;
  if (junqi_event_read(variant_of(follow), follow->know.view.turn, desk->in, length, &line,
                       &error) != JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  junqi_code code = junqi_knowledge_apply(&follow->know, &line.event);
  if (code != JUNQI_E_OK) {
    junqi_fail(&error, code);
    return wasm_refuse(desk, &error);
  }
  before.know.view.rules = &before.rules;
  tell(desk, &(telling){&before, follow, &line, junqi_board_of(variant_of(follow))});
  return 1;
}

/* --- asking ------------------------------------------------------------------------------------
 */

junqi_point wasm_point_named(const junqi_rules *rules, const char *text, size_t length) {
  size_t used;
  const junqi_board *board = junqi_board_of((junqi_variant)rules->variant);
  junqi_point point = junqi_point_named(board, text, length, &used);
  return used == length ? point : JUNQI_NO_POINT;
}

int wasm_refuse_point(wasm_desk *desk, const char *text, size_t length) {
  junqi_error error;
  junqi_fail(&error, JUNQI_E_NO_SUCH_POINT);
  junqi_error_put(error.found, sizeof error.found, text, length);
  return wasm_refuse(desk, &error);
}

/* Whoever only watches owns nothing on the board. */
static int refuse_spectator(wasm_desk *desk, const wasm_follow *follow, junqi_point from) {
  const char *name = junqi_board_of(variant_of(follow))->name[from];
  junqi_error error;
  junqi_fail(&error, JUNQI_E_NOT_YOUR_PIECE);
  junqi_error_put(error.where, sizeof error.where, name, strlen(name));
  return wasm_refuse(desk, &error);
}

/* Who moves: the viewer; with all pieces open, whoever is on turn. */
static junqi_seat player(const wasm_follow *follow) {
  return follow->open ? follow->know.view.turn : follow->know.view.viewer;
}

/* The world that the player moves in; false when it has no move now. */
static bool open_world(const wasm_follow *follow, bool early, junqi_position *world) {
  junqi_seat seat = player(follow);
  junqi_view_world(&follow->know.view, NULL, world);
  if (seat >= JUNQI_MAX_SEATS || junqi_is_out(world, seat)) return false;
  if (seat != world->turn && !early) return false;
  world->turn = seat;
  return world->state == JUNQI_RUNNING;
}

static void put_set(wasm_desk *desk, const junqi_board *board,
                    const uint64_t set[static JUNQI_WORDS]) {
  wasm_begin(desk);
  wasm_open(desk, '[');
  for (unsigned q = 0; q < board->points; q++)
    if (set[q / 64] >> (q % 64) & 1) wasm_point(desk, board, q);
  wasm_close(desk, ']');
}

int wasm_follow_targets(wasm_desk *desk, const wasm_follow *follow, unsigned early, size_t length) {
  uint64_t set[JUNQI_WORDS] = {0};
  junqi_position world;
  junqi_point from = wasm_point_named(&follow->rules, desk->in, length);
  if (from == JUNQI_NO_POINT) return wasm_refuse_point(desk, desk->in, length);
  if (open_world(follow, early, &world)) junqi_targets(&world, from, set);
  put_set(desk, junqi_board_of(variant_of(follow)), set);
  return 1;
}

int wasm_follow_movable(wasm_desk *desk, const wasm_follow *follow, unsigned early) {
  const junqi_board *board = junqi_board_of(variant_of(follow));
  uint64_t movable[JUNQI_WORDS] = {0}, set[JUNQI_WORDS];
  junqi_position world;
  bool mine = open_world(follow, early, &world);
  for (unsigned q = 0; mine && q < board->points; q++) {
    junqi_targets(&world, (junqi_point)q, set);
    if (set[0] | set[1] | set[2]) movable[q / 64] |= (uint64_t)1 << (q % 64);
  }
  put_set(desk, board, movable);
  return 1;
}

int wasm_follow_explain(wasm_desk *desk, const wasm_follow *follow, size_t from, size_t to) {
  junqi_move move = {wasm_point_named(&follow->rules, desk->in, from),
                     wasm_point_named(&follow->rules, desk->in + from, to)};
  junqi_position world;
  junqi_error error;
  if (move.from == JUNQI_NO_POINT) return wasm_refuse_point(desk, desk->in, from);
  if (move.to == JUNQI_NO_POINT) return wasm_refuse_point(desk, desk->in + from, to);
  if (player(follow) >= JUNQI_MAX_SEATS) return refuse_spectator(desk, follow, move.from);
  junqi_view_world(&follow->know.view, NULL, &world);
  junqi_code code = junqi_explain(&world, player(follow), move, &error);
  return code == JUNQI_E_OK ? wasm_done(desk) : wasm_refuse(desk, &error);
}

int wasm_follow_may_be(wasm_desk *desk, const wasm_follow *follow, unsigned settled,
                       size_t length) {
  junqi_point point = wasm_point_named(&follow->rules, desk->in, length);
  if (point == JUNQI_NO_POINT) return wasm_refuse_point(desk, desk->in, length);
  wasm_follow rested = *follow;
  if (settled) junqi_knowledge_rest(&rested.know);
  wasm_begin(desk);
  wasm_may(desk, &rested, point);
  return 1;
}

int wasm_follow_text(wasm_desk *desk, const wasm_follow *follow) {
  char text[JUNQI_POSITION_TEXT];
  size_t length = junqi_view_write(&follow->know.view, text, sizeof text);
  wasm_begin(desk);
  wasm_bytes(desk, text, length < sizeof text ? length : sizeof text - 1);
  return 1;
}

int wasm_ply_read(wasm_desk *desk, unsigned variant, size_t length) {
  junqi_variant known = variant < JUNQI_VARIANTS ? (junqi_variant)variant : JUNQI_DARK;
  const junqi_board *board = junqi_board_of(known);
  junqi_line line;
  junqi_error error;
  if (junqi_event_read(known, 0, desk->in, length, &line, &error) != JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  if (line.event.kind != JUNQI_EV_PLY) {
    junqi_fail(&error, JUNQI_E_EVENT_UNFIT);
    return wasm_refuse(desk, &error);
  }
  wasm_begin(desk);
  wasm_open(desk, '{');
  wasm_key(desk, "from");
  wasm_point(desk, board, line.event.move.from);
  wasm_key(desk, "to");
  wasm_point(desk, board, line.event.move.to);
  wasm_close(desk, '}');
  return 1;
}
