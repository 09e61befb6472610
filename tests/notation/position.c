/* Position texts (F-4) of full positions and of views: golden texts, faults, round trips over
 * random games. */
#include "support.h"

static junqi_code read_text(const char *text, bool view, junqi_error *error,
                            char back[JUNQI_POSITION_TEXT]) {
  junqi_rules rules;
  junqi_position p;
  junqi_view v;
  junqi_code code = view ? junqi_view_read(text, strlen(text), 0, &rules, &v, error)
                         : junqi_position_read(text, strlen(text), &rules, &p, error);
  if (code != JUNQI_E_OK) return code;
  size_t length = view ? junqi_view_write(&v, back, JUNQI_POSITION_TEXT)
                       : junqi_position_write(&p, back, JUNQI_POSITION_TEXT);
  assert_int_equal(length, strlen(back));
  return code;
}

static void expect(const char *text, bool view, const char *printed) {
  char back[JUNQI_POSITION_TEXT], again[JUNQI_POSITION_TEXT];
  junqi_error error;
  if (read_text(text, view, &error, back) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, back, sizeof back);
    fail_msg("%s: %s", text, back);
  }
  assert_string_equal(back, printed);
  assert_int_equal(read_text(back, view, NULL, again), JUNQI_E_OK);
  assert_string_equal(again, back);
}

static void refuse(const char *text, bool view, junqi_code code, int offset, const char *part) {
  char back[JUNQI_POSITION_TEXT];
  junqi_error error;
  if (read_text(text, view, &error, back) == JUNQI_E_OK) fail_msg("read: %s", text);
  support_fault(&error, code, offset, part);
}

#define EMPTY "_5/_5/_5/_5/_5/_5"

static void test_golden(void **state) {
  (void)state;
  const char *same[] = {
      "dark a9_4/_5/_5/_5/_5/.aF!_3|_5/.b1.b2./_5/_5/_5/_3bF. b 3 12 mine_hit=bounce "
      "quiet_limit=31 timeouts=a1b2",
      "dark " EMPTY "|" EMPTY " a 0 0 out=ab",
      "dark a9_4/_5/_5/_5/_5/_5|" EMPTY " a 4 70 out=b",
      "four " EMPTY "|b9_4/_5/_5/_5/_5/_5|" EMPTY "|" EMPTY "|_4b1_4 b 0 9 out=dac timeouts=a5",
      "three a9_4/_5/_5/_5/_5/_5|b9_4/_5/_5/_5/_5/_5|" EMPTY "|_6a1 a 0 0 X=3 out=c",
      "flip a9!a8_3/_5/_5/_5/_5/_5|" EMPTY " b 0 3 colours=ba dug=a0b2",
      "flip a9!a8_3/_5/_5/_5/_5/_5|" EMPTY " b 0 3 flip_colour=pair last=b",
      "flip a1!b1!_3/_5/_5/_5/_5/_5|" EMPTY
      " b 0 3 flip_flag=carry colours=ab dug=a3b3 carry=a11a12",
  };
  for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
    expect(same[i], false, same[i]);
}

/* What is read in more forms than one prints in one. */
static void test_loose(void **state) {
  (void)state;
  const char *canonical = "dark a9_4/_5/_5/_5/_5/.aF_3|_5/_5/_5/_5/_5/_3bF. b 0 0";
  expect("dark a9_2_2/...../_2._2/._4/_5/.aF._2|_5/_5/_5/_5/_5/...bF. b 0 0", false, canonical);
  expect("dark a9..../_5/_5/_5/_5/.aF_3|_5/_5/_5/_5/_5/_3bF. b 0 0 quiet_limit=70", false,
         canonical);
  expect(
      "dark a9_4/_5/_5/_5/_5/.aF_3|_5/_5/_5/_5/_5/_3bF. b 0 0 timeouts=a2 stuck=mutual open=yes",
      false,
      "dark a9_4/_5/_5/_5/_5/.aF_3|_5/_5/_5/_5/_5/_3bF. b 0 0 open=yes stuck=mutual timeouts=a2");
}

static void test_view_golden(void **state) {
  (void)state;
  const char *same[] = {
      "dark a9_4/_5/_5/_5/_5/.aF_3|b?_4/_5/_5/_5/_5/_3bF!. b 3 12",
      "flip ??a8!??_2/_5/_5/_5/_5/_5|" EMPTY " b 0 3 colours=ba dug=a0b2 gone=a97BBb81MM",
      "flip a9!a8_3/_5/_5/_5/_5/_5|" EMPTY " a 0 3 out=b colours=ab gone=b9",
  };
  for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
    expect(same[i], true, same[i]);
}

static void test_form_faults(void **state) {
  (void)state;
  refuse("", false, JUNQI_E_POSITION_FORM, 0, "variant, board");
  refuse("dark", false, JUNQI_E_POSITION_FORM, 0, "variant, board");
  refuse("chess " EMPTY " a 0 0", false, JUNQI_E_VARIANT_UNKNOWN, 0, "chess");
  refuse("dark a9_4/_5/_5/_5/_5 a 0 0", false, JUNQI_E_POSITION_BOARD, 21, "point a61");
  refuse("dark a9_5/_5/_5/_5/_5/_5|" EMPTY " a 0 0", false, JUNQI_E_POSITION_BOARD, 7, "point a12");
  refuse("dark a9_1._2/_5/_5/_5/_5/_5|" EMPTY " a 0 0", false, JUNQI_E_POSITION_BOARD, 7,
         "point a12");
  refuse("dark c9_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0", false, JUNQI_E_POSITION_BOARD, 5, "point a11");
  refuse("dark a?_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0", false, JUNQI_E_POSITION_BOARD, 5, "point a11");
  refuse("dark ??_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0", true, JUNQI_E_POSITION_BOARD, 5, "point a11");
  refuse("dark a?!_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0", true, JUNQI_E_POSITION_BOARD, 5, "point a11");
  refuse("flip a?_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0", true, JUNQI_E_POSITION_BOARD, 5, "point a11");
  refuse("dark " EMPTY "/" EMPTY " a 0 0", false, JUNQI_E_POSITION_BOARD, 22, "|");
  refuse("dark " EMPTY "|" EMPTY "| a 0 0", false, JUNQI_E_POSITION_BOARD, 40, "nothing more");
  refuse("dark " EMPTY "|" EMPTY " c 0 0", false, JUNQI_E_POSITION_TURN, 41, "turn of c");
  refuse("dark " EMPTY "|" EMPTY " a 65536 0", false, JUNQI_E_POSITION_FIELD, 43, "quiet");
  refuse("dark " EMPTY "|" EMPTY " a 0 01", false, JUNQI_E_POSITION_FIELD, 45, "ply");
  refuse("dark " EMPTY "|" EMPTY " a 0", false, JUNQI_E_POSITION_FORM, 43, "ply");
  refuse("dark " EMPTY "|" EMPTY " a 0 0 ", false, JUNQI_E_POSITION_FORM, 47, "key=value");
  refuse("dark " EMPTY "|" EMPTY " a 0 0  out=a", false, JUNQI_E_POSITION_FORM, 47, "key=value");
  refuse("dark " EMPTY "|" EMPTY " a 0 0 out", false, JUNQI_E_POSITION_FORM, 47, "key=value");
}

static void test_field_faults(void **state) {
  (void)state;
  const char *dark = "dark " EMPTY "|" EMPTY " a 0 0 ",
             *flip = "flip a1!a2!_3/_5/_5/_5/_5/_5|" EMPTY " a 0 0 ";
  static const struct {
    bool flip, view;
    const char *fields;
    junqi_code code;
    int offset;
    const char *part;
  } cases[] = {
      {false, false, "colour=ab", JUNQI_E_OPTION_UNKNOWN, 0, "colour"},
      {false, false, "colours=ab", JUNQI_E_OPTION_UNKNOWN, 0, "colours"},
      {false, false, "partner=shown", JUNQI_E_OPTION_VARIANT, 0, "partner"},
      {false, false, "stuck=never", JUNQI_E_OPTION_VALUE, 0, "skip"},
      {false, false, "stuck=skip stuck=skip", JUNQI_E_POSITION_REPEATED, 11, "stuck"},
      {false, false, "out=a out=b", JUNQI_E_POSITION_REPEATED, 6, "out"},
      {false, false, "out=", JUNQI_E_POSITION_FIELD, 4, "out"},
      {false, false, "out=aa", JUNQI_E_POSITION_FIELD, 4, "aa"},
      {false, false, "out=c", JUNQI_E_POSITION_FIELD, 4, "c"},
      {false, false, "timeouts=b1a1", JUNQI_E_POSITION_FIELD, 9, "timeouts"},
      {false, false, "timeouts=a", JUNQI_E_POSITION_FIELD, 9, "timeouts"},
      {false, false, "timeouts=a101", JUNQI_E_POSITION_FIELD, 9, "timeouts"},
      {false, false, "out=a", JUNQI_E_OK, 0, ""}, /* the game is over: fine */
      {true, false, "colours=aa", JUNQI_E_POSITION_FIELD, 8, "colours"},
      {true, false, "last=a", JUNQI_E_POSITION_FIELD, 5, "pair"},
      {true, false, "flip_colour=pair colours=ab last=a", JUNQI_E_POSITION_FIELD, 33, "last"},
      {true, false, "dug=a4b0", JUNQI_E_POSITION_FIELD, 4, "dug"},
      {true, false, "carry=a11", JUNQI_E_POSITION_FIELD, 6, "carry"},
      {true, false, "flip_flag=carry carry=a13", JUNQI_E_POSITION_FIELD, 22, "carry"},
      {true, false, "flip_flag=carry carry=a11a12", JUNQI_E_POSITION_FIELD, 22, "carry"},
      {true, false, "flip_flag=carry carry=x11", JUNQI_E_POSITION_FIELD, 22, "carry"},
      {true, false, "gone=a9", JUNQI_E_OPTION_UNKNOWN, 0, "gone"},
      {true, true, "gone=9", JUNQI_E_POSITION_FIELD, 5, "gone"},
      {true, true, "gone=aM9", JUNQI_E_POSITION_FIELD, 5, "gone"},
      {true, true, "gone=a99", JUNQI_E_POSITION_FIELD, 5, "gone"},
      {true, true, "gone=a", JUNQI_E_POSITION_FIELD, 5, "gone"},
      {true, true, "gone=b9a9", JUNQI_E_POSITION_FIELD, 5, "gone"},
      {true, true, "gone=ab9", JUNQI_E_POSITION_FIELD, 5, "gone"},
      {true, true, "gone=a1111", JUNQI_E_POSITION_FIELD, 5, "gone"},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char *start = cases[i].flip ? flip : dark;
    char text[256], back[JUNQI_POSITION_TEXT];
    snprintf(text, sizeof text, "%s%s", start, cases[i].fields);
    if (cases[i].code == JUNQI_E_OK)
      assert_int_equal(read_text(text, cases[i].view, NULL, back), JUNQI_E_OK);
    else
      refuse(text, cases[i].view, cases[i].code, cases[i].offset + (int)strlen(start),
             cases[i].part);
  }
}

static void test_count_faults(void **state) {
  (void)state;
  refuse("dark a9a9_3/_5/_5/_5/_5/_5|" EMPTY " a 0 0", false, JUNQI_E_POSITION_COUNT, -1, "a9");
  refuse("flip bMbM_3/_5/_5/_5/_5/_5|" EMPTY " a 0 0 dug=a0b2", false, JUNQI_E_POSITION_COUNT, -1,
         "bM");
  refuse("flip b1!bF_3/_5/_5/_5/_5/_5|" EMPTY " a 0 0 flip_flag=carry carry=a11", false,
         JUNQI_E_POSITION_COUNT, -1, "bF");
  refuse("flip a9!_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0 gone=a9", true, JUNQI_E_POSITION_COUNT, -1,
         "a9");
  refuse("dark a1_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0 out=a", false, JUNQI_E_POSITION_OUT, 53, "a11");
  refuse("flip b1_4/_5/_5/_5/_5/_5|" EMPTY " a 0 0 colours=ba out=a", false, JUNQI_E_POSITION_OUT,
         64, "a11");
  refuse("four " EMPTY "|" EMPTY "|" EMPTY "|" EMPTY "|_9 a 0 0 out=a", false,
         JUNQI_E_POSITION_TURN, 80, "a");
}

/* Thirty unknown pieces of one owner are too many, whatever they are. */
static void test_unknown_count(void **state) {
  (void)state;
  const char *row = "b?b?b?b?b?";
  char text[512];
  snprintf(text, sizeof text, "dark %s/%s/%s/%s/%s/%s|" EMPTY " a 0 0", row, row, row, row, row,
           row);
  refuse(text, true, JUNQI_E_POSITION_COUNT, -1, "25");
  row = "??????????";
  snprintf(text, sizeof text, "flip %s/%s/%s/%s/%s/%s|%s/%s/%s/%s/%s/%s a 0 0", row, row, row, row,
           row, row, row, row, row, row, row, row);
  refuse(text, true, JUNQI_E_POSITION_COUNT, -1, "50");
}

/* Any text cut short is refused or reads as something that prints; never a crash, and never past
 * its end. */
static void test_every_prefix(void **state) {
  (void)state;
  const char *text = "flip a1!b1!_3/_5/_5/_5/_5/_5|" EMPTY
                     " b 10 31 flip_flag=carry colours=ab dug=a3b3 carry=a11a12";
  for (size_t length = 0; length < strlen(text); length++) {
    char *copy = malloc(length ? length : 1);
    junqi_rules rules;
    junqi_position p;
    assert_non_null(copy);
    memcpy(copy, text, length);
    junqi_position_read(copy, length, &rules, &p, NULL);
    free(copy);
  }
}

static void check_position(const junqi_position *p) {
  char text[JUNQI_POSITION_TEXT], back[JUNQI_POSITION_TEXT];
  junqi_rules rules;
  junqi_position read;
  junqi_error error;
  assert_true(junqi_position_write(p, text, sizeof text) < sizeof text);
  if (junqi_position_read(text, strlen(text), &rules, &read, &error) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, back, sizeof back);
    fail_msg("%s: %s", text, back);
  }
  junqi_position_write(&read, back, sizeof back);
  assert_string_equal(back, text);
  assert_memory_equal(&rules, p->rules, sizeof rules);
  assert_memory_equal(read.at, p->at, sizeof read.at);
  assert_memory_equal(read.bits, p->bits, sizeof read.bits);
  assert_memory_equal(read.mobile, p->mobile, sizeof read.mobile);
  assert_memory_equal(read.living, p->living, sizeof read.living);
  if (p->state == JUNQI_RUNNING) assert_int_equal(junqi_count_moves(&read), junqi_count_moves(p));
}

static void check_view(const junqi_view *v) {
  char text[JUNQI_POSITION_TEXT], back[JUNQI_POSITION_TEXT];
  junqi_rules rules;
  junqi_view read;
  junqi_error error;
  assert_true(junqi_view_write(v, text, sizeof text) < sizeof text);
  if (junqi_view_read(text, strlen(text), v->viewer, &rules, &read, &error) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, back, sizeof back);
    fail_msg("%s: %s", text, back);
  }
  junqi_view_write(&read, back, sizeof back);
  assert_string_equal(back, text);
  assert_memory_equal(read.at, v->at, sizeof read.at);
  assert_memory_equal(read.lost, v->lost, sizeof read.lost);
  assert_memory_equal(read.gone, v->gone, sizeof read.gone);
  if (v->state == JUNQI_RUNNING) assert_int_equal(read.state, JUNQI_RUNNING);
}

static void test_random_games(void **state) {
  (void)state;
  junqi_random random = {20261129};
  static junqi_events events;
  for (unsigned n = 0; n < 120; n++) {
    junqi_rules rules = support_rules(&random, (junqi_variant)(n % JUNQI_VARIANTS));
    junqi_game game;
    support_start(&game, &rules, &random, &events);
    for (unsigned ply = 0; ply < 400; ply++) {
      if (ply % 7 == 0 || game.position.state != JUNQI_RUNNING) {
        check_position(&game.position);
        for (unsigned viewer = 0; viewer <= junqi_seats((junqi_variant)rules.variant); viewer++) {
          junqi_view view;
          bool seat = viewer < junqi_seats((junqi_variant)rules.variant);
          junqi_game_view(&game, seat ? (junqi_seat)viewer : JUNQI_SPECTATOR, &view);
          check_view(&view);
        }
      }
      if (!support_ply(&game, &random, &events)) break;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),        cmocka_unit_test(test_loose),
      cmocka_unit_test(test_view_golden),   cmocka_unit_test(test_form_faults),
      cmocka_unit_test(test_field_faults),  cmocka_unit_test(test_count_faults),
      cmocka_unit_test(test_unknown_count), cmocka_unit_test(test_every_prefix),
      cmocka_unit_test(test_random_games),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
