/* Single lines of a record (F-5), both ways. */
#include "support.h"

static void expect(junqi_variant variant, const char *text, bool shown, const char *printed) {
  junqi_line line;
  junqi_error error;
  char back[JUNQI_EVENT_TEXT];
  if (junqi_event_read(variant, 0, text, strlen(text), &line, &error) != JUNQI_E_OK) {
    char message[256];
    junqi_error_text(&error, JUNQI_ENGLISH, message, sizeof message);
    fail_msg("%s: %s", text, message);
  }
  assert_int_equal(junqi_event_write(variant, &line.event, line.ms, shown, back, sizeof back),
                   strlen(printed));
  assert_string_equal(back, printed);
}

static void test_golden(void **state) {
  (void)state;
  static const struct {
    junqi_variant variant;
    bool shown;
    const char *text;
  } same[] = {
      {JUNQI_DARK, false, "a11b15 > @5300"},
      {JUNQI_FOUR, false, "b13a13 <"},
      {JUNQI_FOUR, false, "k1e2"},
      {JUNQI_FOUR, false, "oe1 = @0"},
      {JUNQI_FOUR, false, "d11o ~"},
      {JUNQI_THREE, false, "e3o #"},
      {JUNQI_FLIP, false, "!a11 @12"},
      {JUNQI_FLIP, true, "!a11 b9"},
      {JUNQI_FLIP, true, "!a11 b9 @999999999999"},
      {JUNQI_DARK, true, "show b63 bF"},
      {JUNQI_FOUR, false, "timeout c @30000"},
      {JUNQI_FOUR, false, "resign d"},
      {JUNQI_THREE, false, "escape c"},
      {JUNQI_DARK, false, "draw-offer a"},
      {JUNQI_DARK, false, "draw-accept b @5"},
      {JUNQI_DARK, false, "draw-refuse b"},
      {JUNQI_DARK, false, "illegal a"},
      {JUNQI_DARK, false, "time b"},
      {JUNQI_DARK, false, "skip a"},
      {JUNQI_DARK, false, "out b flag"},
      {JUNQI_DARK, false, "out b timeouts"},
      {JUNQI_FOUR, false, "end win a,c reason flag"},
      {JUNQI_THREE, false, "end win b reason stuck"},
      {JUNQI_DARK, false, "end win b reason quiet"},
      {JUNQI_DARK, false, "end draw reason quit"},
  };
  for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
    expect(same[i].variant, same[i].text, same[i].shown, same[i].text);
}

static void test_loose(void **state) {
  (void)state;
  expect(JUNQI_DARK, "a11b15>", false, "a11b15 >");
  expect(JUNQI_DARK, " \ta11b15   =   @7  ; a comment", false, "a11b15 = @7");
  expect(JUNQI_DARK, "timeout   a", false, "timeout a");
  expect(JUNQI_FLIP, "!b11  a1   @3", true, "!b11 a1 @3");
}

static void test_parts(void **state) {
  (void)state;
  junqi_line line;
  const char *text = "a11b15 > @5300 ;  well played ";
  assert_int_equal(junqi_event_read(JUNQI_DARK, 1, text, strlen(text), &line, NULL), JUNQI_E_OK);
  assert_int_equal(line.event.kind, JUNQI_EV_PLY);
  assert_int_equal(line.event.seat, 1);
  assert_int_equal(line.event.move.from, 0);
  assert_int_equal(line.event.move.to, 34);
  assert_int_equal(line.event.outcome, JUNQI_WON);
  assert_int_equal(line.ms, 5300);
  assert_int_equal(line.comment.length, strlen("well played"));
  text = "!a12 bM";
  assert_int_equal(junqi_event_read(JUNQI_FLIP, 0, text, strlen(text), &line, NULL), JUNQI_E_OK);
  assert_int_equal(line.event.move.from, line.event.move.to);
  assert_int_equal(line.event.piece, junqi_piece_of(1, JUNQI_MINE) | JUNQI_PUBLIC);
  assert_int_equal(line.ms, -1);
  assert_null(line.comment.at);
  text = "end win b,d reason resign";
  assert_int_equal(junqi_event_read(JUNQI_FOUR, 0, text, strlen(text), &line, NULL), JUNQI_E_OK);
  assert_int_equal(line.event.winners, 10);
  assert_int_equal(line.event.reason, JUNQI_BY_RESIGN);
}

static void test_faults(void **state) {
  (void)state;
  static const struct {
    junqi_variant variant;
    const char *text;
    junqi_code code;
    int offset;
    const char *part;
  } cases[] = {
      {JUNQI_DARK, "", JUNQI_E_LINE_EMPTY, -1, "no event"},
      {JUNQI_DARK, "  ; a comment", JUNQI_E_LINE_EMPTY, -1, "no event"},
      {JUNQI_DARK, "hello", JUNQI_E_LINE_FORM, 0, "a point"},
      {JUNQI_DARK, "a11c15", JUNQI_E_LINE_FORM, 3, "c15"},
      {JUNQI_DARK, "a11", JUNQI_E_LINE_FORM, 3, "a point"},
      {JUNQI_DARK, "a11a11", JUNQI_E_LINE_FORM, 3, "another point"},
      {JUNQI_DARK, "a11-b15", JUNQI_E_LINE_FORM, 3, "-b15"},
      {JUNQI_DARK, "a11b15 >>", JUNQI_E_LINE_FORM, 8, ">"},
      {JUNQI_DARK, "a11b15 x", JUNQI_E_LINE_FORM, 7, "x"},
      {JUNQI_DARK, "a11b15>@5", JUNQI_E_LINE_FORM, 7, "@5"},
      {JUNQI_DARK, "a11b15@5", JUNQI_E_LINE_FORM, 6, "@5"},
      {JUNQI_DARK, "a11b15 @", JUNQI_E_LINE_FORM, 7, "milliseconds"},
      {JUNQI_DARK, "a11b15 @1000000000000", JUNQI_E_LINE_FORM, 7, "milliseconds"},
      {JUNQI_DARK, "a11b15 @5 6", JUNQI_E_LINE_FORM, 7, "milliseconds"},
      {JUNQI_FLIP, "!", JUNQI_E_LINE_FORM, 1, "a point"},
      {JUNQI_FLIP, "!a11b9", JUNQI_E_LINE_FORM, 4, "b9"},
      {JUNQI_FLIP, "!a11 b", JUNQI_E_LINE_FORM, 5, "owner and piece"},
      {JUNQI_FLIP, "!a11 c9", JUNQI_E_LINE_FORM, 5, "owner and piece"},
      {JUNQI_FLIP, "!a11 b?", JUNQI_E_LINE_FORM, 5, "owner and piece"},
      {JUNQI_DARK, "timeout", JUNQI_E_LINE_FORM, 7, "a seat"},
      {JUNQI_DARK, "timeout c", JUNQI_E_LINE_FORM, 8, "a seat"},
      {JUNQI_DARK, "timeout a b", JUNQI_E_LINE_FORM, 10, "end of the line"},
      {JUNQI_DARK, "skip a @5", JUNQI_E_LINE_FORM, 7, "end of the line"},
      {JUNQI_DARK, "out a", JUNQI_E_LINE_FORM, 5, "pieces"},
      {JUNQI_DARK, "out a quiet", JUNQI_E_LINE_FORM, 6, "pieces"},
      {JUNQI_DARK, "out a flag @5", JUNQI_E_LINE_FORM, 11, "end of the line"},
      {JUNQI_DARK, "show a11", JUNQI_E_LINE_FORM, 8, "owner and piece"},
      {JUNQI_DARK, "show a11b12 a9", JUNQI_E_LINE_FORM, 5, "a point"},
      {JUNQI_DARK, "end", JUNQI_E_LINE_FORM, 3, "win or draw"},
      {JUNQI_FOUR, "end win a reason flag", JUNQI_E_LINE_FORM, 8, "a,c"},
      {JUNQI_FOUR, "end win c,a reason flag", JUNQI_E_LINE_FORM, 8, "a,c"},
      {JUNQI_FOUR, "end win a,b reason flag", JUNQI_E_LINE_FORM, 8, "a,c"},
      {JUNQI_DARK, "end win a,b reason flag", JUNQI_E_LINE_FORM, 8, "one side"},
      {JUNQI_DARK, "end win a flag", JUNQI_E_LINE_FORM, 10, "reason"},
      {JUNQI_DARK, "end win a reason agreed", JUNQI_E_LINE_FORM, 17, "last out"},
      {JUNQI_DARK, "end draw reason flag", JUNQI_E_LINE_FORM, 16, "quit"},
      {JUNQI_DARK, "end draw reason quit now", JUNQI_E_LINE_FORM, 21, "end of the line"},
      {JUNQI_DARK, "a11b15 ; \x01", JUNQI_E_LINE_BYTES, 9, "UTF-8"},
      {JUNQI_DARK, "a11b15 ; \xE7\x94", JUNQI_E_LINE_BYTES, 9, "UTF-8"},
      {JUNQI_DARK, "a11b15 ; \xC0\x80", JUNQI_E_LINE_BYTES, 9, "UTF-8"},
      {JUNQI_DARK, "a11b15 ; \xED\xA0\x80", JUNQI_E_LINE_BYTES, 9, "UTF-8"},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    junqi_line line;
    junqi_error error;
    /* An exact copy, so that reading past the end is noticed. */
    size_t length = strlen(cases[i].text);
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, cases[i].text, length);
    if (junqi_event_read(cases[i].variant, 0, copy, length, &line, &error) == JUNQI_E_OK)
      fail_msg("read: %s", cases[i].text);
    support_fault(&error, cases[i].code, cases[i].offset, cases[i].part);
    free(copy);
  }
}

/* Every event of random games survives the way through its line. */
static void test_random_events(void **state) {
  (void)state;
  junqi_random random = {77};
  static junqi_events events;
  for (unsigned n = 0; n < 40; n++) {
    junqi_rules rules = support_rules(&random, (junqi_variant)(n % JUNQI_VARIANTS));
    junqi_game game;
    support_start(&game, &rules, &random, &events);
    for (junqi_seat turn = game.position.turn; support_ply(&game, &random, &events);
         turn = game.position.turn)
      for (unsigned i = 0; i < events.count; i++) {
        char text[JUNQI_EVENT_TEXT];
        junqi_line line;
        size_t length = junqi_event_write((junqi_variant)rules.variant, &events.item[i], 1, true,
                                          text, sizeof text);
        assert_true(length < sizeof text);
        assert_int_equal(
            junqi_event_read((junqi_variant)rules.variant, turn, text, length, &line, NULL),
            JUNQI_E_OK);
        assert_memory_equal(&line.event, &events.item[i], sizeof line.event);
      }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),        cmocka_unit_test(test_loose),
      cmocka_unit_test(test_parts),         cmocka_unit_test(test_faults),
      cmocka_unit_test(test_random_events),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
