/*
 * Numbers of ply sequences from given positions. The list here is this project's own; the list of
 * the design is counted as well where it is at hand (JUNQI_PERFT names it, else it is looked for
 * beside the source tree).
 */
#include "slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_perft(const char *text, int depth, unsigned long long expected) {
  slow_game game;
  slow_error error;
  slow_lines lines = {0};
  if (!slow_parse(&game, text, &error)) fail_msg("%s: %s", text, error.text);
  slow_resume(&game, &lines);
  unsigned long long counted = slow_perft(&game, depth);
  if (counted != expected) fail_msg("depth %d: %llu, not %llu: %s", depth, counted, expected, text);
}

/* One line is <depth> TAB <number> TAB <position>; # begins a comment. */
static int check_list(FILE *list) {
  char line[SLOW_TEXT];
  int checked = 0;
  while (fgets(line, sizeof line, list)) {
    char *rest;
    line[strcspn(line, "\r\n")] = 0;
    if (line[0] == '#' || !line[0]) continue;
    long depth = strtol(line, &rest, 10);
    unsigned long long expected = strtoull(rest, &rest, 10);
    assert_int_equal(*rest, '\t');
    check_perft(rest + 1, (int)depth, expected);
    checked++;
  }
  return checked;
}

static void perft_of_the_design(void **state) {
  (void)state;
  const char *path = getenv("JUNQI_PERFT");
  FILE *list = fopen(path ? path : JUNQI_SOURCE_DIR "/../shared/design/perft.txt", "r");
  if (!list) skip();
  int checked = check_list(list);
  fclose(list);
  assert_true(checked > 0);
}

static void perft_of_our_own(void **state) {
  (void)state;
  FILE *list = fopen(JUNQI_SOURCE_DIR "/tests/referee/perft.txt", "r");
  assert_non_null(list);
  int checked = check_list(list);
  fclose(list);
  assert_true(checked > 0);
}

/* Small enough to be counted by hand: each number can be read off the drawing of the board. */
static void perft_by_hand(void **state) {
  (void)state;
  const char *corner =
      "dark _5/_5/_5/_5/_3aMaM/.aF.a4aM|_5/_5/_5/_5/_3bMbM/.bF.b4bM a 0 0 hq_lock=no";
  /* a64: neighbours a63, a65 (own mine), a54 (own mine): one way out, and then two more. */
  check_perft(corner, 1, 1);
  check_perft(corner, 2, 1);
  /* From a63: a53, a64 (a62 holds the flag). */
  check_perft(corner, 3, 2);
  /* The piece in the headquarters is locked: a is out before anything is played. */
  check_perft("dark _5/_5/_5/_5/_3aMaM/.aF.a4aM|_5/_5/_5/_5/_3bMbM/.bF.b4bM a 0 0", 1, 0);
  /* Two face-down pieces: two flips, then one, then nothing is left to do. */
  check_perft("flip a2b2_3/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5 a 0 0", 1, 2);
  check_perft("flip a2b2_3/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5 a 0 0", 2, 2);
  check_perft("flip a2b2_3/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5 a 0 0", 3, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(perft_of_the_design),
      cmocka_unit_test(perft_of_our_own),
      cmocka_unit_test(perft_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
