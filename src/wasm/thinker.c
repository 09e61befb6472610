/* A computer player that looks over the shoulder of one seat of a game that has been played: line
 * by line it knows what that seat knew, says what it would have played and what it took the hidden
 * pieces for. How it thinks is the ai room's business. */
#include <stdlib.h>
#include <string.h>

#include "follow.h"
#include "json.h"
#include "junqi/ai.h"

enum {
  SEED = 1,         /* any: the same game is judged alike each time */
  SLOTS = 1 << 16,  /* of memory for a search: 1 MiB */
  MOST_DRAWS = 4000 /* worlds behind a belief */
};

struct wasm_thinker {
  junqi_rules rules;
  junqi_player player; /* its view borrows `rules` */
  junqi_ai_slot memory[SLOTS];
};

static void begin(wasm_thinker *thinker, junqi_seat seat, const junqi_layout *const layouts[],
                  junqi_seat first) {
  bool flip = thinker->rules.variant == JUNQI_FLIP;
  junqi_player_start(&thinker->player, &thinker->rules, seat, flip ? NULL : layouts, first,
                     JUNQI_AI_LEVELS, SEED);
}

wasm_thinker *wasm_thinker_open(const junqi_rules *rules) {
  wasm_thinker *thinker = malloc(sizeof *thinker);
  if (!thinker) return NULL;
  thinker->rules = *rules;
  begin(thinker, 0, (const junqi_layout *[JUNQI_MAX_SEATS]){NULL}, 0);
  return thinker;
}

int wasm_thinker_start(wasm_desk *desk, wasm_thinker *thinker, unsigned seat, unsigned first,
                       size_t length) {
  const junqi_rules *rules = &thinker->rules;
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  junqi_seat own = (junqi_seat)(seat < seats ? seat : 0);
  wasm_layouts layouts;
  if (!wasm_layouts_take(desk, rules, length, &layouts)) return 0;
  for (unsigned owner = 0; owner < seats; owner++)
    if (!junqi_view_sees(rules, own, owner)) layouts.at[owner] = NULL;
  begin(thinker, own, layouts.at, (junqi_seat)(first < seats ? first : 0));
  return wasm_done(desk);
}

int wasm_thinker_apply(wasm_desk *desk, wasm_thinker *thinker, size_t length) {
  const junqi_view *view = &thinker->player.know.view;
  junqi_line line;
  junqi_error error;
  junqi_code code = junqi_event_read((junqi_variant)thinker->rules.variant, view->turn, desk->in,
                                     length, &line, &error);
  if (code != JUNQI_E_OK) return wasm_refuse(desk, &error);
  code = junqi_player_apply(&thinker->player, &line.event);
  if (code == JUNQI_E_OK) return wasm_done(desk);
  junqi_fail(&error, code);
  return wasm_refuse(desk, &error);
}

/* --- another ply -------------------------------------------------------------------------------
 */

/* Does the seat know its own pieces, without which nobody can think for it? */
static bool knows_itself(const junqi_view *view) {
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (junqi_type_of(view->at[q]) == JUNQI_UNKNOWN && view->rules->variant != JUNQI_FLIP &&
        junqi_owner_of(view->at[q]) == view->viewer)
      return false;
  return true;
}

/* Thinks freely first; then, where that is another ply, about both alone and at the same depth. */
static int32_t compare(wasm_thinker *thinker, unsigned nodes, junqi_move played,
                       junqi_move *wanted) {
  junqi_budget budget = {.nodes = nodes ? nodes : 1, .memory = thinker->memory, .slots = SLOTS};
  junqi_thought thought = junqi_player_choose(&thinker->player, &budget);
  *wanted = thought.nodes ? thought.move : played; /* not thought about: nothing to choose */
  if (wanted->from == played.from && wanted->to == played.to) return 0;
  junqi_rated both[2] = {{*wanted, 0}, {played, 0}};
  junqi_player_rate(&thinker->player, &budget, both, 2);
  return both[0].score > both[1].score ? both[0].score - both[1].score : 0;
}

int wasm_thinker_judge(wasm_desk *desk, wasm_thinker *thinker, unsigned nodes, size_t from,
                       size_t to) {
  const junqi_rules *rules = &thinker->rules;
  const junqi_view *view = &thinker->player.know.view;
  junqi_move wanted, played = {wasm_point_named(rules, desk->in, from),
                               wasm_point_named(rules, desk->in + from, to)};
  junqi_position world;
  junqi_error error;
  if (played.from == JUNQI_NO_POINT) return wasm_refuse_point(desk, desk->in, from);
  if (played.to == JUNQI_NO_POINT) return wasm_refuse_point(desk, desk->in + from, to);
  junqi_view_world(view, NULL, &world);
  junqi_code code = junqi_explain(&world, view->viewer, played, &error);
  if (code == JUNQI_E_OK && !knows_itself(view)) code = junqi_fail(&error, JUNQI_E_EVENT_UNFIT);
  if (code != JUNQI_E_OK) return wasm_refuse(desk, &error);
  int32_t worse = compare(thinker, nodes, played, &wanted);
  const junqi_board *board = junqi_board_of((junqi_variant)rules->variant);
  wasm_begin(desk);
  wasm_open(desk, '{');
  wasm_key(desk, "from");
  wasm_point(desk, board, wanted.from);
  wasm_key(desk, "to");
  wasm_point(desk, board, wanted.to);
  wasm_key(desk, "path");
  wasm_path(desk, view, wanted);
  wasm_key(desk, "worse");
  wasm_number(desk, worse);
  wasm_close(desk, '}');
  return 1;
}

/* --- beliefs -----------------------------------------------------------------------------------
 */

enum { WHOLE = 1000, KINDS = JUNQI_MAX_SEATS * JUNQI_TYPES };

/* What a piece may be, by owner and type, as counted; `possible` ones that were never drawn count
 * a little. */
typedef struct belief {
  uint32_t count[KINDS], total;
  bool possible[KINDS];
} belief;

/* Shares in 1/WHOLE of what was counted: at least 1 for whatever is possible, WHOLE in all. */
static void share_out(const belief *b, uint16_t share[KINDS]) {
  unsigned sum = 0, most = 0;
  for (unsigned k = 0; k < KINDS; k++) {
    share[k] = (uint16_t)(b->total ? (uint64_t)b->count[k] * WHOLE / b->total : 0);
    if (b->possible[k] && share[k] == 0) share[k] = 1;
    sum += share[k];
    if (share[k] > share[most]) most = k;
  }
  share[most] = (uint16_t)(share[most] + WHOLE - sum);
}

static void put_types(wasm_desk *desk, const belief *b) {
  uint16_t share[KINDS];
  share_out(b, share);
  wasm_key(desk, "types");
  wasm_open(desk, '[');
  for (;;) {
    unsigned best = 0;
    for (unsigned k = 1; k < KINDS; k++)
      if (share[k] > share[best]) best = k;
    if (share[best] == 0) break;
    char letter = junqi_type_letter((junqi_type)(best % JUNQI_TYPES));
    wasm_open(desk, '{');
    wasm_key(desk, "seat");
    wasm_seat(desk, best / JUNQI_TYPES);
    wasm_key(desk, "letter");
    wasm_bytes(desk, &letter, 1);
    wasm_key(desk, "share");
    wasm_number(desk, share[best]);
    wasm_close(desk, '}');
    share[best] = 0;
  }
  wasm_close(desk, ']');
}

static void put_hidden(wasm_desk *desk, const junqi_knowledge *know, const junqi_board *board,
                       unsigned point, const uint16_t count[JUNQI_TYPES], unsigned draws) {
  belief b = {.total = draws};
  unsigned first = junqi_owner_of(know->view.at[point]) * JUNQI_TYPES;
  unsigned may = junqi_may_be(know, (junqi_point)point);
  for (unsigned type = 0; type < JUNQI_TYPES; type++) {
    b.count[first + type] = count[type];
    b.possible[first + type] = may >> type & 1;
  }
  wasm_open(desk, '{');
  wasm_key(desk, "points");
  wasm_open(desk, '[');
  wasm_point(desk, board, point);
  wasm_close(desk, ']');
  put_types(desk, &b);
  wasm_close(desk, '}');
}

/* Face-down pieces are any order of what has not been seen. */
static void put_down(wasm_desk *desk, const junqi_view *view, const junqi_board *board) {
  belief b = {.total = 0};
  junqi_position any;
  junqi_view_world(view, NULL, &any);
  wasm_open(desk, '{');
  wasm_key(desk, "points");
  wasm_open(desk, '[');
  for (unsigned q = 0; q < board->points; q++) {
    if (view->at[q] != JUNQI_FACE_DOWN) continue;
    unsigned kind = junqi_owner_of(any.at[q]) * JUNQI_TYPES + (unsigned)junqi_type_of(any.at[q]);
    b.count[kind]++;
    b.possible[kind] = true;
    b.total++;
    wasm_point(desk, board, q);
  }
  wasm_close(desk, ']');
  put_types(desk, &b);
  wasm_close(desk, '}');
}

static bool face_down(const junqi_view *view) {
  return memchr(view->at, JUNQI_FACE_DOWN, sizeof view->at) != NULL;
}

int wasm_thinker_beliefs(wasm_desk *desk, const wasm_thinker *thinker, unsigned draws) {
  uint16_t share[JUNQI_SLOTS][JUNQI_TYPES];
  junqi_knowledge know = thinker->player.know;
  const junqi_board *board = junqi_board_of((junqi_variant)thinker->rules.variant);
  unsigned drawn = draws < 1 ? 1 : draws > MOST_DRAWS ? MOST_DRAWS : draws;
  junqi_knowledge_rest(&know);
  junqi_player_beliefs(&thinker->player, drawn, share);
  wasm_begin(desk);
  wasm_open(desk, '[');
  if (thinker->rules.variant == JUNQI_FLIP) {
    if (face_down(&know.view)) put_down(desk, &know.view, board);
  } else {
    for (unsigned q = 0; q < board->points; q++)
      if (junqi_type_of(know.view.at[q]) == JUNQI_UNKNOWN)
        put_hidden(desk, &know, board, q, share[know.slot[q]], drawn);
  }
  wasm_close(desk, ']');
  return 1;
}
