/*
 * Texts in the second referee: F-4 read and printed, what its reader refuses, options,
 * set-ups, and whole games played at random whose every position must survive its own text.
 */
#include "slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define EMPTY "_5/_5/_5/_5/_5/_5"
#define TWO "a9_4/_5/_5/_5/_5/.aF_3|bB!_4/_5/_5/_5/_5/.bF_3"
#define LAYOUT "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12"

static void check_print(const char *text, const char *canonical) {
  slow_game game;
  slow_error error;
  char printed[SLOW_TEXT];
  if (!slow_parse(&game, text, &error)) fail_msg("%s: %s", text, error.text);
  slow_print(&game, printed);
  assert_string_equal(printed, canonical);
}

static void check_refused(const char *text) {
  slow_game game;
  slow_error error;
  if (slow_parse(&game, text, &error)) fail_msg("not refused: %s", text);
}

static void f4_canonical(void **state) {
  (void)state;
  const char *plain = "dark " TWO " a 0 30";
  check_print(plain, plain);
  check_print("dark a9..../_2_3/_5/_5/.._2./.aF_3|bB!_2../_5/_5/_5/_5/.bF._2 a 0 30", plain);
  check_print("dark " TWO " a 0 30 stuck=lose", plain);
  check_print("dark " TWO " a 0 30 timeouts=a1 quiet_limit=9 stuck=skip",
              "dark " TWO " a 0 30 stuck=skip quiet_limit=9 timeouts=a1");
  const char *four = "four " EMPTY "|" EMPTY "|_5/_5/_5/_5/_5/cF_3c1|" EMPTY
                     "|_4d2_4 c 0 30 turn=counterclockwise out=ba timeouts=b5d2";
  check_print(four, four);
  const char *three = "three " EMPTY "|" EMPTY "|" EMPTY "|_6a9 a 0 0 Y=4";
  check_print(three, three);
  const char *flip = "flip a9!.b2_2/_5/_5/_5/_5/_5|" EMPTY
                     " a 1 9 flip_flag=carry timeouts=b1 colours=ba dug=a0b3 carry=a11";
  check_print(flip, flip);
}

static void f4_refused(void **state) {
  (void)state;
  const char *texts[] = {
      "",
      "dark",
      "chess " TWO " a 0 30",
      "dark " TWO " a 0",
      "dark " TWO "  a 0 30",
      "dark " TWO " a 0 30 ",
      "dark " TWO " c 0 30",
      "dark " TWO " a -1 30",
      "dark " TWO " a 0 30 colours=ab",
      "dark " TWO " a 0 30 partner=shown",
      "dark " TWO " a 0 30 stuck=never",
      "dark " TWO " a 0 30 stuck=skip stuck=skip",
      "dark " TWO " a 0 30 timeouts=b1a1",
      "dark " TWO " a 0 30 out=a",
      "dark " TWO "|_9 a 0 30",
      "dark " EMPTY " a 0 30",
      "dark _6/_4/_5/_5/_5/_5|" EMPTY " a 0 30",
      "dark _1_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30",
      "dark a9a9_3/_5/_5/_5/_5/_5|" EMPTY " a 0 30",
      "dark c9_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30",
      "dark a?_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30",
      "flip aMaM_3/_5/_5/_5/_5/_5|" EMPTY " a 0 30 colours=ab dug=a2b0",
      "flip a9!_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30 colours=aa",
      "flip a9!_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30 last=a",
      "flip a9!_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30 colours=ab carry=a11",
      "flip a9!_4/_5/_5/_5/_5/_5|" EMPTY " a 0 30 flip_flag=carry colours=ab carry=a12",
      "three " EMPTY "|" EMPTY "|" EMPTY " a 0 30",
      "three " EMPTY "|" EMPTY "|_4c2/_5/_5/_5/_5/_5|_7 a 0 30 out=c",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    check_refused(texts[i]);
}

static void f4_over(void **state) {
  (void)state;
  slow_game game;
  slow_error error;
  assert_true(slow_parse(&game, "dark " TWO " a 69 70", &error));
  assert_false(slow_over(&game));
  assert_true(slow_parse(&game, "dark " TWO " a 70 70", &error));
  assert_true(slow_over(&game));
  assert_true(slow_parse(&game, "dark a9_4/_5/_5/_5/_5/_5|" EMPTY " b 0 70 out=b", &error));
  assert_true(slow_over(&game));
  assert_int_equal(slow_perft(&game, 1), 0);
}

static void check_option(const char *variant, const char *key, const char *value, bool allowed) {
  slow_game game;
  slow_error error;
  assert_true(slow_new(&game, variant, &error));
  assert_int_equal(slow_set(&game, key, value, &error), allowed);
}

static void r11_values(void **state) {
  (void)state;
  check_option("flip", "mine_hit", "forbidden", true);
  check_option("dark", "mine_hit", "forbidden", false);
  check_option("dark", "mine_hit", "stays,both", false);
  check_option("dark", "mine_hit", "", false);
  check_option("dark", "quiet_limit", "9999", true);
  check_option("dark", "quiet_limit", "10000", false);
  check_option("dark", "quiet_limit", "-1", false);
  check_option("dark", "timeout_limit", "0", false);
  check_option("dark", "setup_seconds", "9", false);
  check_option("flip", "setup_seconds", "10", false);
  check_option("three", "X", "99", true);
  check_option("four", "X", "1", false);
  check_option("four", "partner", "shown", true);
  check_option("three", "partner", "shown", false);
  check_option("three", "quiet_loses", "yes", false);
  check_option("dark", "colour", "red", false);
}

static void check_layout(const char *variant, const char *layout, bool allowed) {
  slow_game game;
  slow_error error;
  assert_true(slow_new(&game, variant, &error));
  assert_int_equal(slow_layout(&game, 'b', layout, &error), allowed);
}

static void r3_layouts(void **state) {
  (void)state;
  check_layout("dark", LAYOUT, true);
  check_layout("dark", "95137/7.2.6/81.35/B.4.4/3M2MB/6MF12", false); /* */
  check_layout("dark", "95137/7.2.6/81.35/B.4.4/3M22B/6FMM1", true);
  check_layout("dark", "95137/7.2.6/M1.35/B.4.4/382MB/6FM12", false); /* */
  check_layout("dark", "95B37/7.2.6/81.35/1.4.4/3M2MB/6FM12", false); /* */
  check_layout("three", "95B37/7.2.6/81.35/1.4.4/3M2MB/6FM12", true);
  check_layout("dark", "95137/7.2.6/81.35/B.4.4/3M2MB/6FM11", false); /* */
  check_layout("dark", "95137/72..6/81.35/B.4.4/3M2MB/6FM12", false); /* */
  check_layout("dark", "95137/7.2.6/81.35/B.4.4/3M2MB/6FM1.", false);
  check_layout("dark", "95137", false);
  check_layout("flip", LAYOUT, false);
}

/* A small generator of its own, so that a failure can be repeated. */
static unsigned random_below(uint32_t *seed, unsigned limit) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 8) % limit;
}

static void set_up(slow_game *game, const char *variant, uint32_t *seed) {
  slow_error error;
  slow_lines lines = {0};
  char board[SLOW_TEXT];
  assert_true(slow_new(game, variant, &error));
  bool is_flip = !strcmp(variant, "flip");
  for (char seat = 'a'; !is_flip && seat < 'a' + game->seats; seat++)
    assert_true(slow_layout(game, seat, LAYOUT, &error));
  if (is_flip) {
    slow_piece pieces[50];
    int n = 0;
    for (; n < 50; n++)
      pieces[n] = (slow_piece){n < 25 ? 'a' : 'b', "9877665544333222111BBMMMF"[n % 25], false};
    for (int p = 0; p < 60; p++)
      if (!slow_is_camp(2, p)) {
        unsigned pick = random_below(seed, (unsigned)n);
        game->at[p] = pieces[pick];
        pieces[pick] = pieces[--n];
      }
    slow_print(game, board);
    *strchr(strchr(board, ' ') + 1, ' ') = 0;
    assert_true(slow_deal(game, strchr(board, ' ') + 1, &error));
  }
  assert_true(slow_begin(game, 'b', &lines, &error));
  assert_int_equal(lines.count, 0);
}

/* Everything F-4 holds must be the same after a round trip; only the record's part may be lost. */
static void check_round_trip(const slow_game *game) {
  slow_game again;
  slow_error error;
  char text[SLOW_TEXT];
  char printed[SLOW_TEXT];
  slow_print(game, text);
  if (!slow_parse(&again, text, &error)) fail_msg("%s: %s", text, error.text);
  slow_print(&again, printed);
  assert_string_equal(printed, text);
  assert_memory_equal(again.at, game->at, sizeof game->at);
}

static void ply_text(const slow_game *game, slow_ply ply, char text[8]) {
  char to[4] = "";
  char from[4];
  slow_name(game->seats, ply.from, from);
  if (ply.to >= 0) slow_name(game->seats, ply.to, to);
  snprintf(text, 8, "%s%s%s", ply.to < 0 ? "!" : "", from, to);
}

/* The game goes on while somebody can play, and stops with an `end` line. */
static void play_at_random(const char *variant, const char *key, const char *value, uint32_t seed) {
  slow_game game;
  slow_error error;
  set_up(&game, variant, &seed);
  assert_true(slow_set(&game, key, value, &error));
  for (int turn = 0; turn < 300 && !slow_over(&game); turn++) {
    slow_lines lines = {0};
    slow_plies plies;
    char text[8];
    slow_legal(&game, &plies);
    assert_true(plies.count > 0);
    ply_text(&game, plies.ply[random_below(&seed, (unsigned)plies.count)], text);
    assert_true(slow_play(&game, text, &lines, &error));
    assert_int_equal(slow_over(&game), !strncmp(lines.line[lines.count - 1], "end ", 4));
    check_round_trip(&game);
  }
}

static void f4_random_games(void **state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 3; seed++) {
    play_at_random("dark", "mine_hit", "bounce", seed);
    play_at_random("dark", "stuck", "mutual", seed);
    play_at_random("flip", "flip_flag", "carry", seed);
    play_at_random("flip", "flip_colour", "pair", seed);
    play_at_random("four", "stuck", "at_once", seed);
    play_at_random("four", "mine_hit", "both", seed);
    play_at_random("three", "turn", "counterclockwise", seed);
  }
}

static void f5_begin_needs_everything(void **state) {
  (void)state;
  slow_game game;
  slow_error error;
  slow_lines lines = {0};
  assert_true(slow_new(&game, "dark", &error));
  assert_true(slow_layout(&game, 'a', LAYOUT, &error));
  assert_false(slow_begin(&game, 'a', &lines, &error));
  assert_true(slow_layout(&game, 'b', LAYOUT, &error));
  assert_false(slow_begin(&game, 'c', &lines, &error));
  assert_true(slow_begin(&game, 'b', &lines, &error));
  assert_int_equal(game.turn, 'b');
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(f4_canonical),
      cmocka_unit_test(f4_refused),
      cmocka_unit_test(f4_over),
      cmocka_unit_test(r11_values),
      cmocka_unit_test(r3_layouts),
      cmocka_unit_test(f4_random_games),
      cmocka_unit_test(f5_begin_needs_everything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
