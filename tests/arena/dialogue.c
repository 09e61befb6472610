/* What our engine says in both protocols: whole dialogues, nonsense included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ccgc.h"
#include "junqi/ai.h"
#include "junqi/arena.h"
#include "junqi/notation.h"

static const junqi_engine setup = {.level = 1, .seed = 5, .nodes = 300, .version = "test"};

/* Everything it says to `input`, for the caller to free. */
static char *talk(bool (*speak)(const junqi_engine *, FILE *, FILE *), const char *input) {
  char *said = NULL;
  size_t length = 0;
  FILE *in = fmemopen((void *)(uintptr_t)input, strlen(input), "r");
  FILE *out = open_memstream(&said, &length);
  assert_true(in && out);
  assert_true(speak(&setup, in, out));
  fclose(in);
  fclose(out);
  return said;
}

/* Replaces what follows `word` up to the line's end by `*`: what the player thinks is not tested
 * here. Returns the last thing replaced. */
static void mask(char *text, const char *word, char last[64]) {
  *last = '\0';
  for (char *at = text; (at = strstr(at, word));) {
    at += strlen(word);
    size_t length = strcspn(at, "\n");
    snprintf(last, 64, "%.*s", (int)length, at);
    memmove(at + 1, at + length, strlen(at + length) + 1);
    *at = '*';
  }
}

static void says(bool (*speak)(const junqi_engine *, FILE *, FILE *), const char *input,
                 const char *answer, char move[64]) {
  char *said = talk(speak, input), unused[64];
  mask(said, "info depth ", unused);
  mask(said, speak == junqi_engine_ccgc ? "BESTMOVE " : "bestmove ", move);
  assert_string_equal(said, answer);
  free(said);
}

/* --- F-6 -------------------------------------------------------------------------------------- */

static void points(void **state) {
  static const struct {
    junqi_seat seat;
    const char *ours, *theirs;
  } golden[] = {
      {0, "a11", "G0"}, {0, "a15", "G4"}, {0, "a62", "L1"}, {0, "b15", "F0"}, {0, "b11", "F4"},
      {0, "b64", "A1"}, {1, "b11", "G0"}, {1, "a15", "F0"}, {1, "a62", "A3"}, {1, "b65", "L4"},
  };
  const junqi_board *board = junqi_board_of(JUNQI_DARK);
  (void)state;
  for (unsigned i = 0; i < sizeof golden / sizeof *golden; i++) {
    char text[3];
    junqi_point point = junqi_point_named(board, golden[i].ours, 3, NULL);
    ccgc_put_point(golden[i].seat, point, text);
    assert_string_equal(text, golden[i].theirs);
    assert_int_equal(ccgc_point(golden[i].seat, golden[i].theirs), point);
  }
  for (unsigned q = 0; q < 60; q++) {
    char text[3];
    ccgc_put_point(1, (junqi_point)q, text);
    assert_int_equal(ccgc_point(1, text), q);
  }
  junqi_move move;
  assert_true(ccgc_move(0, "G0F0", &move));
  assert_int_equal(move.from, junqi_point_named(board, "a11", 3, NULL));
  assert_int_equal(move.to, junqi_point_named(board, "b15", 3, NULL));
  static const char *const wrong[] = {"",     "G0",   "G0F",  "G0F00", "M0F0", "G5F0",
                                      "g0f0", "0000", "G0 F", "G0F0 ", "@0F0", "G/F0"};
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(ccgc_move(0, wrong[i], &move));
}

static void letters(void **state) {
  static const char text[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";
  junqi_layout layout, back;
  char letter[JUNQI_ARM_PIECES + 1];
  (void)state;
  assert_int_equal(
      junqi_layout_read(text, strlen(text), JUNQI_PARTIAL_LAYOUT, NULL, 0, &layout, NULL),
      JUNQI_E_OK);
  ccgc_put_layout(&layout, letter);
  assert_string_equal(letter, "aeigcchdbigekffgjhjkdljih");
  assert_true(ccgc_layout(letter, &back));
  assert_memory_equal(&layout, &back, sizeof back);
  assert_false(ccgc_layout("aeigcchdbigekffgjhjkdljihh", &back));
  assert_false(ccgc_layout("aeigcchdbigekffgjhjkdlji", &back));
  assert_false(ccgc_layout("aeigcchdbigekffgjhjkdljim", &back));
}

static void own_array(char text[64]) {
  char letter[JUNQI_ARM_PIECES + 1];
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_layout layout = junqi_ai_layout(&rules, setup.seed);
  ccgc_put_layout(&layout, letter);
  snprintf(text, 64, "ARRAY %s\n", letter);
}

static void ccgc_first(void **state) {
  char array[64], wanted[256], text[64];
  junqi_move move;
  (void)state;
  own_array(array);
  snprintf(wanted, sizeof wanted, "NAME junqi test\n%sBESTMOVE *\n", array);
  says(junqi_engine_ccgc,
       "INFO 1.0\nSTART 0 1800 31\nGO 0000 0 00\nRESULT 3 00\nEND 1\nGO 0000 0 00\n", wanted, text);
  assert_true(ccgc_move(0, text, &move));
  assert_true(move.from < 30); /* an own piece */
}

/* As second: sees itself in G..L, and answers what the first one's piece did. */
static void ccgc_second(void **state) {
  char array[64], wanted[256], text[64];
  junqi_move move;
  (void)state;
  own_array(array);
  snprintf(wanted, sizeof wanted, "NAME junqi test\n%sBESTMOVE *\n", array);
  says(junqi_engine_ccgc, "INFO 1.0\r\nSTART 1 1800 31\r\nGO F0G0 0 00\r\nEND 0\r\n", wanted, text);
  assert_true(ccgc_move(1, text, &move));
  assert_true(move.from >= 30); /* before its first ply a piece of b stands in b's arm */
  snprintf(wanted, sizeof wanted, "NAME junqi test\n%sBESTMOVE *\nBESTMOVE *\n", array);
  says(junqi_engine_ccgc,
       "INFO 1.0\r\nSTART 1 1800 31\r\nGO F0G0 0 00\r\nRESULT 3 00\r\nGO F2E2 3 A1\r\nEND 0\r\n",
       wanted, text);
  assert_true(ccgc_move(1, text, &move));
}

/* A referee gone mad: an answer to every GO, and no crash. */
static void ccgc_nonsense(void **state) {
  static const char *const lines[] = {
      "GO",           "GO ZZZZ 9 99",
      "GO F0F0 1 00", "GO L0K0 3 00",
      "RESULT",       "RESULT 9 00",
      "RESULT 2 L1",  "RESULT 1 A1",
      "GO 0000 0 00", "START",
      "START 9 -1 x", "GO A1B1 1 L4",
      "GO F0G0 1 A1", "",
      "INFO",         "GO F4G4 2 B0",
      "RESULT 0 A3",  "nonsense",
      "GO G0F0 1 00", "START 1 0 0",
      "GO 0000 0 A1",
  };
  junqi_random random = {1};
  (void)state;
  for (unsigned run = 0; run < 60; run++) {
    char input[4096] = "INFO 1.0\nSTART 0 1 31\n";
    unsigned asked = 0, answered = 0;
    for (unsigned n = 0; n < 40; n++) {
      const char *line = lines[junqi_random_below(&random, sizeof lines / sizeof *lines)];
      strcat(strcat(input, line), "\n");
      asked += strncmp(line, "GO", 2) == 0;
    }
    char *said = talk(junqi_engine_ccgc, input);
    for (char *at = said; (at = strstr(at, "BESTMOVE ")); at++)
      answered++;
    assert_int_equal(answered, asked);
    free(said);
  }
}

/* --- docs/engine-protocol.md ------------------------------------------------------------------ */

static const char opening[] =
    "position a dark a9a5a1a3a7/a7.a2.a6/a8a1.a3a5/aB.a4.a4/a3aMa2aMaB/a6aFaMa1a2|"
    "b?b?b?b?b?/b?.b?.b?/b?b?.b?b?/b?.b?.b?/b?b?b?b?b?/b?b?b?b?b? a 0 0\n";

static void greeting(void **state) {
  char move[64];
  (void)state;
  says(junqi_engine_run, "jqi\nsetoption name Level value 2\nisready\nquit\nisready\n",
       "id name junqi test\n"
       "option name Level type spin default 1 min 1 max 5\n"
       "option name Seed type spin default 5 min 0 max 18446744073709551615\n"
       "jqiok\nreadyok\n",
       move);
}

static void plays(void **state) {
  char input[2048], move[64];
  junqi_line line;
  (void)state;
  snprintf(input, sizeof input, "%sgo nodes 300\n", opening);
  says(junqi_engine_run, input, "info depth *\nbestmove *\n", move);
  assert_int_equal(junqi_event_read(JUNQI_DARK, 0, move, strlen(move), &line, NULL), JUNQI_E_OK);
  assert_true(line.event.kind == JUNQI_EV_PLY && line.event.move.from < 30);
  /* Not on turn after its own ply; on turn again after the other's; `stop` has an answer. */
  snprintf(input, sizeof input,
           "%sevent a12b14 =\ngo\nevent b13a13 <\ngo movetime 60000\nstop\nisready\n", opening);
  says(junqi_engine_run, input,
       "info string there is nothing to choose: not on turn, or no legal ply\nbestmove *\n"
       "info depth *\nbestmove *\nreadyok\n",
       move);
  assert_string_not_equal(move, "none");
}

static void joins(void **state) {
  char move[64];
  (void)state;
  says(junqi_engine_run,
       /* 22 pieces of a where only 21 can walk */
       "position b dark a?a?a?a?a?/a?a?a?a?a?/a?a?a?a?a?/a?a?a?a?a?/_5/_5|"
       "a?a?_3/b9_4/_5/_5/_5/.bF_3 b 3 120\n",
       "info string no game agrees with this view\n", move);
  says(junqi_engine_run,
       "position b dark a?_4/_5/_5/_5/_5/.a?_3|b9_4/_5/_5/_5/_5/.bF_3 b 3 120\ngo nodes 500\n",
       "info depth *\nbestmove *\n", move);
  says(junqi_engine_run,
       "position a flip ??a9!_3/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5 a 0 50 colours=ab "
       "gone=a87766554433322211BBMMMF\ngo nodes 500\n",
       "info depth *\nbestmove *\n", move);
  assert_true(move[0] == '!' || move[0] == 'a');
}

static void layouts(void **state) {
  char wanted[128], text[JUNQI_LAYOUT_TEXT], move[64];
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  junqi_layout layout = junqi_ai_layout(&rules, 9);
  (void)state;
  junqi_layout_write(&layout, text, sizeof text);
  snprintf(wanted, sizeof wanted, "layout %s\n", text);
  says(junqi_engine_run, "setoption name Seed value 9\nlayout four partner=shown mine_hit=both\n",
       wanted, move);
  says(junqi_engine_run, "layout flip\n",
       "info string in flip chess nobody lays out pieces: they are dealt face down\n", move);
}

#define START_VIEW                                                                                 \
  "position a dark a9a5a1a3a7/a7.a2.a6/a8a1.a3a5/aB.a4.a4/a3aMa2aMaB/a6aFaMa1a2|"                  \
  "b?b?b?b?b?/b?.b?.b?/b?b?.b?b?/b?.b?.b?/b?b?b?b?b?/b?b?b?b?b? a 0 0\n"

/* 0 is a limit, not the lack of one, and what is no number is said and passed over. The second
 * position waits for the answer, which the end of the input would hurry. */
static void limits(void **state) {
  char *said = talk(junqi_engine_run, START_VIEW "go nodes 0\n" START_VIEW);
  char *same = talk(junqi_engine_run, START_VIEW "go nodes 1\n" START_VIEW);
  char move[64];
  (void)state;
  mask(said, " time ", move);
  mask(same, " time ", move);
  assert_string_equal(said, same);
  free(said);
  free(same);
  says(junqi_engine_run,
       "setoption name Level value 6\nsetoption name Level value 0\nsetoption name Level value x\n"
       "setoption name Seed value -1\nsetoption name Seed value\n" START_VIEW "go nodes -5\n",
       "info string Level takes 1..5\ninfo string Level takes 1..5\n"
       "info string Level takes 1..5\n"
       "info string Seed takes 0..18446744073709551615\n"
       "info string Seed takes 0..18446744073709551615\n"
       "info string `nodes` takes a number from 0\n"
       "info depth *\nbestmove *\n",
       move);
}

/* Whatever else waits, it hears that it is enough. */
static void hears(void **state) {
  char *said =
      talk(junqi_engine_run, START_VIEW "go movetime 86400000\n" START_VIEW "stop\n" START_VIEW
                                        "go movetime 86400000\nlayout dark\nisready\nquit\n");
  char unused[64];
  (void)state;
  mask(said, "info depth ", unused);
  mask(said, "bestmove ", unused);
  mask(said, "layout ", unused);
  assert_string_equal(said,
                      "info depth *\nbestmove *\ninfo depth *\nbestmove *\nlayout *\nreadyok\n");
  free(said);
}

static void complaints(void **state) {
  char move[64];
  (void)state;
  says(junqi_engine_run,
       "fly\nsetoption name Hash value 1\nlayout chess\nlayout dark colour=red\n"
       "position\nposition z dark\nposition a chess\nevent a11a12\ngo\n\n",
       "info string unknown command\n"
       "info string the options are Level and Seed\n"
       "info string expected a variant: dark, flip, four, three\n"
       "info string there is no option colour; options of this variant: bomb_front, hq_lock, "
       "mine_hit, engineer_scout, marshal_reveals_flag, open, stuck, …\n"
       "info string expected `position SEAT VIEW`, the seat a letter a..d\n"
       "info string expected `position SEAT VIEW`, the seat a letter a..d\n"
       "info string offset 0: at chess the text is not a position; expected, with one space "
       "between: "
       "variant, board, turn, quiet, ply\n"
       "info string an event needs a position before it\n"
       "info string there is nothing to choose: not on turn, or no legal ply\nbestmove *\n",
       move);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points),      cmocka_unit_test(letters),       cmocka_unit_test(ccgc_first),
      cmocka_unit_test(ccgc_second), cmocka_unit_test(ccgc_nonsense), cmocka_unit_test(greeting),
      cmocka_unit_test(plays),       cmocka_unit_test(joins),         cmocka_unit_test(layouts),
      cmocka_unit_test(limits),      cmocka_unit_test(hears),         cmocka_unit_test(complaints),
  };
  return cmocka_run_group_tests_name("dialogue", tests, NULL, NULL);
}
