/*
 * The rules library against the second referee: random positions, from crowded to nearly empty,
 * with random options, are played on by both, plies and events alike. Legal plies, record lines,
 * refusals and the whole state must agree at every step.
 */
#include "slow.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "junqi/game.h"

/* JUNQI_COMPARE multiplies the games for a longer run. */
enum { GAMES = 400, STEPS = 120 };

static const char army[] = "9877665544333222111BBMMMF";

static unsigned below(junqi_random *random, unsigned bound) {
  return junqi_random_below(random, bound);
}

/* Some options off their defaults; `quiet_limit` and `timeout_limit` small enough to matter. */
static void random_options(slow_game *game, junqi_random *random) {
  static const char *const choices[][2] = {
      {"hq_lock", "yes"},
      {"hq_lock", "no"},
      {"mine_hit", "both"},
      {"mine_hit", "bounce"},
      {"mine_hit", "forbidden"},
      {"engineer_scout", "yes"},
      {"marshal_reveals_flag", "yes"},
      {"marshal_reveals_flag", "no"},
      {"partner", "shown"},
      {"open", "yes"},
      {"stuck", "lose"},
      {"stuck", "mutual"},
      {"stuck", "skip"},
      {"stuck", "at_once"},
      {"quiet_limit", "0"},
      {"quiet_limit", "7"},
      {"quiet_loses", "yes"},
      {"resign", "no"},
      {"resign", "yes"},
      {"resign_ply", "0"},
      {"flip_colour", "first"},
      {"flip_colour", "pair"},
      {"flip_flag", "mines"},
      {"flip_flag", "any"},
      {"flip_flag", "carry"},
      {"turn", "counterclockwise"},
      {"timeout_limit", "1"},
      {"timeout_limit", "2"},
  };
  slow_error error;
  for (unsigned i = 0; i < 9; i++) {
    unsigned pick = below(random, sizeof choices / sizeof choices[0]);
    slow_set(game, choices[pick][0], choices[pick][1], &error); /* refused where there is none */
  }
}

/* Ranked pieces and bombs anywhere, headquarters and camps too; mines and flags mostly at home. */
static void random_place(slow_game *game, slow_piece piece, junqi_random *random) {
  bool at_home = !slow_is_movable(piece.letter) && below(random, 8);
  int point = at_home ? (piece.owner - 'a') * 30 + 20 + (int)below(random, 10)
                      : (int)below(random, (unsigned)game->points);
  if (!game->at[point].owner) game->at[point] = piece;
}

static void random_pieces(slow_game *game, junqi_random *random) {
  bool is_flip = !strcmp(game->variant, "flip");
  for (char owner = 'a'; owner < 'a' + game->seats; owner++) {
    unsigned share = 1 + below(random, 10);
    for (int i = 0; i < 25; i++) {
      slow_piece piece = {owner, army[i],
                          below(random, is_flip ? 2 : 9) == 0 || (is_flip && share < 4)};
      if (below(random, 10) < share || (piece.letter == 'F' && below(random, 9)))
        random_place(game, piece, random);
    }
  }
}

static int mines_on_board(const slow_game *game, char colour) {
  int mines = 0;
  for (int p = 0; p < game->points; p++)
    mines += game->at[p].owner == colour && game->at[p].letter == 'M';
  return mines;
}

static bool has_flag(const slow_game *game, char colour) {
  for (int p = 0; p < game->points; p++)
    if (game->at[p].owner == colour && game->at[p].letter == 'F') return true;
  return false;
}

/* Colours, dug mines and carriers that go with the pieces on the board. */
static void random_flip_fields(slow_game *game, junqi_random *random) {
  if (below(random, 5))
    strcpy(game->colours, below(random, 2) ? "ab" : "ba");
  else if (slow_option_is(game, "flip_colour", "pair") && below(random, 2))
    game->last = (char)('a' + below(random, 2));
  for (int i = 0; i < 2; i++) {
    if (below(random, 4)) game->dug[i] = 3 - mines_on_board(game, (char)('a' + i));
    if (!slow_option_is(game, "flip_flag", "carry") || has_flag(game, (char)('a' + i))) continue;
    for (int p = 0; p < game->points && game->carry[i] < 0; p++)
      if (game->at[p].owner == 'a' + i && game->at[p].mark && slow_is_movable(game->at[p].letter))
        game->carry[i] = p;
  }
}

/* Some seats out, turn and counts; the reader of F-4 has the last word on what is a position. */
static void random_position(slow_game *game, const char *variant, junqi_random *random) {
  slow_error error;
  char text[SLOW_TEXT];
  do {
    assert_true(slow_new(game, variant, &error));
    random_options(game, random);
    if (game->seats > 2 && !below(random, 4))
      game->out[0] = (char)('a' + below(random, (unsigned)game->seats));
    random_pieces(game, random);
    for (int p = 0; game->out[0] && p < game->points; p++)
      if (game->at[p].owner == game->out[0]) game->at[p] = (slow_piece){0};
    if (!strcmp(variant, "flip")) random_flip_fields(game, random);
    game->turn = (char)('a' + below(random, (unsigned)game->seats));
    game->quiet = (int)below(random, 7);
    game->ply = (int)below(random, 40);
    slow_print(game, text);
  } while (!slow_parse(game, text, &error));
}

static void copy_rules(junqi_rules *rules, const slow_game *from) {
  junqi_variant variant;
  assert_true(junqi_variant_from_name(from->variant, strlen(from->variant), &variant));
  *rules = junqi_rules_default(variant);
  for (int i = 0; i < SLOW_OPTIONS; i++) {
    const char *key;
    if (!slow_option_default(from, i, &key))
      assert_int_equal(
          junqi_rules_set(rules, key, strlen(key), from->option[i], strlen(from->option[i]), NULL),
          JUNQI_E_OK);
  }
}

static junqi_seat seat_of(char letter) {
  return letter ? (junqi_seat)(letter - 'a') : JUNQI_NO_SEAT;
}

static junqi_piece piece_of(slow_piece piece) {
  if (!piece.owner) return JUNQI_EMPTY;
  return (junqi_piece)(junqi_piece_of(seat_of(piece.owner), junqi_type_from_letter(piece.letter)) |
                       (piece.mark ? JUNQI_PUBLIC : 0));
}

/* The same position for the rules library, before anything is worked out. */
static void copy_position(junqi_position *p, const junqi_rules *rules, const slow_game *from) {
  memset(p, 0, sizeof *p);
  p->rules = rules;
  for (int i = 0; i < from->points; i++)
    p->at[i] = piece_of(from->at[i]);
  p->turn = seat_of(from->turn);
  for (int i = 0; from->out[i]; i++) {
    p->out[p->outs++] = seat_of(from->out[i]);
    p->out_set |= (uint8_t)(1 << (from->out[i] - 'a'));
  }
  for (int i = 0; i < SLOW_SEATS; i++)
    p->timeouts[i] = (uint8_t)from->timeouts[i];
  for (int i = 0; i < 2; i++) {
    p->colour[i] = seat_of(from->colours[i]);
    p->dug[i] = (uint8_t)from->dug[i];
    p->carrier[i] = from->carry[i] < 0 ? JUNQI_NO_POINT : (junqi_point)from->carry[i];
  }
  p->last_colour = seat_of(from->last);
  p->quiet = (uint16_t)from->quiet;
  p->ply = (uint32_t)from->ply;
  junqi_position_index(p);
}

static void winners_text(unsigned winners, char text[8]) {
  size_t n = 0;
  for (unsigned seat = 0; seat < 4; seat++)
    if (winners >> seat & 1) {
      if (n) text[n++] = ',';
      text[n++] = (char)('a' + seat);
    }
  text[n] = 0;
}

static void ply_name(int seats, junqi_move move, char text[8]) {
  char from[4];
  char to[4] = "";
  slow_name(seats, move.from, from);
  if (move.to != move.from) slow_name(seats, move.to, to);
  snprintf(text, 8, "%s%s%s", move.to == move.from ? "!" : "", from, to);
}

/* An event of the library as the line of F-5; false for what only a view has. */
static bool line_of(int seats, const junqi_event *event, char text[40]) {
  static const char *const words[JUNQI_EVENT_KINDS] = {
      "",        "timeout", "resign", "escape", "draw-offer", "draw-accept", "draw-refuse",
      "illegal", "time",    "",       "skip",   "out",        "end"};
  static const char *const marks[JUNQI_OUTCOMES] = {"", " >", " <", " =", " ~", " #"};
  char ply[8];
  char side[8];
  const char *reason = junqi_reason_word((junqi_reason)event->reason);
  if (event->kind == JUNQI_EV_PLY) {
    ply_name(seats, event->move, ply);
    snprintf(text, 40, "%s%s", ply, marks[event->outcome]);
  } else if (event->kind == JUNQI_EV_END && !event->winners) {
    snprintf(text, 40, "end draw reason %s", reason);
  } else if (event->kind == JUNQI_EV_END) {
    winners_text(event->winners, side);
    snprintf(text, 40, "end win %s reason %s", side, reason);
  } else {
    snprintf(text, 40, "%s %c%s%s", words[event->kind], 'a' + event->seat,
             event->kind == JUNQI_EV_OUT ? " " : "", event->kind == JUNQI_EV_OUT ? reason : "");
  }
  return event->kind != JUNQI_EV_SHOW;
}

static void same_lines(int seats, const slow_lines *lines, const junqi_events *events) {
  int n = 0;
  for (unsigned i = 0; i < events->count; i++) {
    char text[40];
    if (!line_of(seats, &events->item[i], text)) continue;
    assert_true(n < lines->count);
    assert_string_equal(text, lines->line[n]);
    n++;
  }
  assert_int_equal(n, lines->count);
}

static void same_state(const slow_game *slow, const junqi_position *p) {
  for (int i = 0; i < slow->points; i++)
    assert_int_equal(p->at[i], piece_of(slow->at[i]));
  assert_int_equal(p->turn, seat_of(slow->turn));
  assert_int_equal(p->quiet, slow->quiet);
  assert_int_equal(p->ply, slow->ply);
  assert_int_equal(p->outs, strlen(slow->out));
  for (int i = 0; slow->out[i]; i++)
    assert_int_equal(p->out[i], seat_of(slow->out[i]));
  for (int i = 0; i < slow->seats; i++)
    assert_int_equal(p->timeouts[i], slow->timeouts[i]);
  assert_int_equal(p->state != JUNQI_RUNNING, slow_over(slow));
  for (int i = 0; !strcmp(slow->variant, "flip") && i < 2; i++) {
    assert_int_equal(p->colour[i], seat_of(slow->colours[i]));
    assert_int_equal(p->dug[i], slow->dug[i]);
    assert_int_equal(p->carrier[i],
                     slow->carry[i] < 0 ? JUNQI_NO_POINT : (junqi_point)slow->carry[i]);
  }
  if (!strcmp(slow->variant, "flip")) assert_int_equal(p->last_colour, seat_of(slow->last));
}

/* Both lists have the same plies; the library's number is returned. */
static unsigned same_plies(const slow_game *slow, const junqi_position *p, junqi_move list[]) {
  slow_plies plies;
  unsigned count = junqi_moves(p, list);
  slow_legal(slow, &plies);
  assert_int_equal(count, plies.count);
  for (unsigned i = 0; i < count; i++) {
    bool found = false;
    int to = list[i].to == list[i].from ? -1 : list[i].to;
    for (int j = 0; j < plies.count; j++)
      found = found || (plies.ply[j].from == list[i].from && plies.ply[j].to == to);
    assert_true(found);
  }
  return count;
}

static void same_ply(slow_game *slow, junqi_game *game, junqi_move move) {
  junqi_events events = {0};
  slow_lines lines = {0};
  slow_error error;
  char text[8];
  ply_name(slow->seats, move, text);
  assert_true(slow_play(slow, text, &lines, &error));
  assert_int_equal(junqi_game_play(game, game->position.turn, move, &events, NULL), JUNQI_E_OK);
  same_lines(slow->seats, &lines, &events);
}

/* An event by any seat, most of them refused; both must refuse the same. */
static void same_event(slow_game *slow, junqi_game *game, junqi_random *random) {
  static const uint8_t kinds[] = {JUNQI_EV_TIMEOUT, JUNQI_EV_TIMEOUT, JUNQI_EV_RESIGN,
                                  JUNQI_EV_ESCAPE,  JUNQI_EV_OFFER,   JUNQI_EV_OFFER,
                                  JUNQI_EV_ACCEPT,  JUNQI_EV_ACCEPT,  JUNQI_EV_ACCEPT,
                                  JUNQI_EV_REFUSE,  JUNQI_EV_ILLEGAL, JUNQI_EV_TIME};
  junqi_event event = {.kind = kinds[below(random, sizeof kinds)],
                       .seat = (junqi_seat)below(random, (unsigned)slow->seats)};
  junqi_events events = {0};
  slow_lines lines = {0};
  slow_error error;
  char text[40];
  line_of(slow->seats, &event, text);
  bool taken = slow_event(slow, text, &lines, &error);
  junqi_code code =
      junqi_game_event(game, (junqi_event_kind)event.kind, event.seat, UINT32_MAX, &events, NULL);
  if (taken != (code == JUNQI_E_OK))
    fail_msg("%s: %s", text, taken ? "refused by the library only" : error.text);
  if (taken) same_lines(slow->seats, &lines, &events);
}

/* Returns how many plies were compared. */
static uint64_t compare_game(const char *variant, uint64_t seed) {
  junqi_random random = {seed};
  slow_game slow;
  junqi_rules rules;
  junqi_game game;
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_events events = {0};
  slow_lines lines = {0};
  memset(&game, 0, sizeof game);
  game.mover = game.proposer = JUNQI_NO_SEAT;
  random_position(&slow, variant, &random);
  copy_rules(&rules, &slow);
  copy_position(&game.position, &rules, &slow);
  slow_resume(&slow, &lines);
  junqi_position_settle(&game.position, &events);
  same_lines(slow.seats, &lines, &events);
  uint64_t plies = 0;
  for (int step = 0; step < STEPS; step++) {
    same_state(&slow, &game.position);
    unsigned count = same_plies(&slow, &game.position, list);
    if (slow_over(&slow)) break;
    if (below(&random, 12) == 0) {
      same_event(&slow, &game, &random);
    } else {
      same_ply(&slow, &game, list[below(&random, count)]);
      plies++;
    }
  }
  return plies;
}

/* The seed and the position stand on the error output when something differs. */
static void compare(const char *variant) {
  const char *factor = getenv("JUNQI_COMPARE");
  uint64_t games = (uint64_t)GAMES * (uint64_t)(factor ? atoi(factor) : 1);
  uint64_t plies = 0;
  for (uint64_t seed = 1; seed <= games; seed++)
    plies += compare_game(variant, seed);
  print_message("%s: %" PRIu64 " games, %" PRIu64 " plies\n", variant, games, plies);
}

static void compare_dark(void **state) {
  (void)state;
  compare("dark");
}

static void compare_flip(void **state) {
  (void)state;
  compare("flip");
}

static void compare_four(void **state) {
  (void)state;
  compare("four");
}

static void compare_three(void **state) {
  (void)state;
  compare("three");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compare_dark),
      cmocka_unit_test(compare_flip),
      cmocka_unit_test(compare_four),
      cmocka_unit_test(compare_three),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
