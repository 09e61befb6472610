/* Whole records (F-5): canonical texts, faults with their line, random games as records and through
 * views. */
#include "support.h"

#include "junqi/record.h"

enum { MAX_TEXT = 1 << 17 };

#define LAYOUT "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12"
#define LAYOUT_LINES "seat a layout " LAYOUT "\nseat b layout " LAYOUT "\n"
#define HEAD "junqi 1\nvariant dark\n" LAYOUT_LINES "start\n"

/* Reads a text and writes it again into a fresh buffer; null with *error on a fault. */
static char *rewrite(const char *text, size_t length, junqi_game *game, junqi_error *error) {
  junqi_record record = {.capacity = junqi_record_capacity(text, length)};
  junqi_game ignored;
  record.lines = calloc(record.capacity, sizeof *record.lines);
  char *exact = malloc(length ? length : 1), *back = malloc(MAX_TEXT);
  assert_true(record.lines && exact && back);
  memcpy(exact, text, length);
  junqi_code code = junqi_record_read(exact, length, &record, game ? game : &ignored, error);
  if (code == JUNQI_E_OK) {
    size_t need = junqi_record_write(&record, false, NULL, 0);
    assert_int_equal(junqi_record_write(&record, false, back, MAX_TEXT), need);
    assert_int_equal(strlen(back), need);
  } else {
    free(back);
    back = NULL;
  }
  free(record.lines);
  free(exact);
  return back;
}

static void expect(const char *text, const char *printed) {
  junqi_error error;
  char *back = rewrite(text, strlen(text), NULL, &error);
  if (!back) {
    char message[256];
    junqi_error_text(&error, JUNQI_ENGLISH, message, sizeof message);
    fail_msg("%s\n%s", text, message);
  }
  assert_string_equal(back, printed);
  free(back);
}

static void test_canonical(void **state) {
  (void)state;
  const char *same[] = {
      HEAD,
      HEAD "a13b13 =\n",
      HEAD "; a word first\na13b13 = @5300 ; both gone\n; and one after\nb11a15 > @1\ndraw-offer "
           "a\ndraw-accept b\n"
           "end draw reason agreed\n",
      HEAD "end draw reason agreed\n",
      HEAD "a13b13 =\nend draw reason quit\n;\n",
      "junqi 1\nvariant dark\npreset ccgc\noption quiet_limit 40\noption turn counterclockwise\n"
      "seat a name \"甲; \\\"x\\\\\" layout " LAYOUT "\nseat b layout " LAYOUT
      "\nfirst b\ndate 2026-11-29T21:00:00Z\nevent 决赛 \"a;b\" ; kept\nround 3\n; so is "
      "this\nstart\nb11a15 >\n",
      "junqi 1\nvariant dark\noption timeout_limit 1\n" LAYOUT_LINES
      "start\ntimeout a @30000\nout a timeouts\nend win b reason timeouts\n",
  };
  for (unsigned i = 0; i < sizeof same / sizeof same[0]; i++)
    expect(same[i], same[i]);
}

static void test_loose(void **state) {
  (void)state;
  expect("\xEF\xBB\xBF\r\n; made by hand\r\njunqi 1 ; version\r\n\r\nvariant  dark\r\nlater x\r\n"
         "seat a   name \"\"  layout " LAYOUT "\r\nseat b layout " LAYOUT
         "\r\nfirst a\r\nstart ; go\r\n\r\na13b13=",
         "junqi 1\nvariant dark\n" LAYOUT_LINES
         "; made by hand\n; version\nlater x\n; go\nstart\na13b13 =\n");
  expect("junqi 1\nvariant dark\noption quiet_limit 70\n" LAYOUT_LINES "start\n\n\n", HEAD);
}

static void refuse(const char *text, junqi_code code, int line, const char *part) {
  junqi_error error;
  char *back = rewrite(text, strlen(text), NULL, &error);
  if (back) fail_msg("read: %s", text);
  if (error.line != line) fail_msg("%s\nexpected line %d, got %d", text, line, (int)error.line);
  support_fault(&error, code, error.offset, part);
}

static void test_header_faults(void **state) {
  (void)state;
  refuse("", JUNQI_E_RECORD_BEGIN, 1, "junqi 1");
  refuse("variant dark\njunqi 1\n", JUNQI_E_RECORD_BEGIN, 1, "variant dark");
  refuse("\nunknown\n", JUNQI_E_RECORD_BEGIN, 2, "unknown");
  refuse("junqi 2\n", JUNQI_E_RECORD_VALUE, 1, "cannot be 2");
  refuse("junqi 1\n", JUNQI_E_RECORD_START, 1, "start");
  refuse("junqi 1\nseat a\n", JUNQI_E_RECORD_MISSING, 2, "variant");
  refuse("junqi 1\nvariant chess\n", JUNQI_E_VARIANT_UNKNOWN, 2, "chess");
  refuse("junqi 1\nvariant dark\nvariant dark\n", JUNQI_E_RECORD_ORDER, 3, "variant");
  refuse("junqi 1\nvariant dark\npreset qq\n", JUNQI_E_PRESET_UNKNOWN, 3, "ccgc");
  refuse("junqi 1\nvariant dark\noption partner shown\n", JUNQI_E_OPTION_VARIANT, 3, "partner");
  refuse("junqi 1\nvariant dark\noption open maybe\n", JUNQI_E_OPTION_VALUE, 3, "maybe");
  refuse("junqi 1\nvariant dark\noption open yes\noption open no\n", JUNQI_E_RECORD_ORDER, 4,
         "open");
  refuse("junqi 1\nvariant dark\noption open yes\noption hq_lock no\n", JUNQI_E_RECORD_ORDER, 4,
         "hq_lock");
  refuse("junqi 1\nvariant dark\noption open yes\npreset ccgc\n", JUNQI_E_RECORD_ORDER, 4,
         "preset");
  refuse("junqi 1\nvariant dark\nseat b layout " LAYOUT "\n", JUNQI_E_RECORD_MISSING, 3, "seat a");
  refuse("junqi 1\nvariant dark\nseat c layout " LAYOUT "\n", JUNQI_E_RECORD_VALUE, 3, "seat");
  refuse("junqi 1\nvariant dark\nseat a layout " LAYOUT "\nseat a\n", JUNQI_E_RECORD_ORDER, 4, "a");
  refuse("junqi 1\nvariant dark\nseat a layout " LAYOUT "\nstart\n", JUNQI_E_RECORD_MISSING, 4,
         "seat b");
  refuse("junqi 1\nvariant dark\nseat a\n", JUNQI_E_RECORD_VALUE, 3, "layout");
  refuse("junqi 1\nvariant dark\nseat a name x layout " LAYOUT "\n", JUNQI_E_RECORD_VALUE, 3,
         "quotes");
  refuse("junqi 1\nvariant dark\nseat a name \"x layout " LAYOUT "\n", JUNQI_E_RECORD_VALUE, 3,
         "quotes");
  refuse("junqi 1\nvariant dark\nseat a name \"\\x\" layout " LAYOUT "\n", JUNQI_E_RECORD_VALUE, 3,
         "quotes");
  refuse("junqi 1\nvariant dark\nseat a layout x\n", JUNQI_E_LAYOUT_TEXT, 3, "a11");
  refuse("junqi 1\nvariant dark\nseat a layout ????\?/?.?.?/??.?\?/?.?.?/????\?/?????\n",
         JUNQI_E_LAYOUT_TEXT, 3, "a11");
  refuse("junqi 1\nvariant dark\n" LAYOUT_LINES "deal x\n", JUNQI_E_RECORD_VALUE, 5, "deal");
  refuse("junqi 1\nvariant dark\n" LAYOUT_LINES "first c\n", JUNQI_E_RECORD_VALUE, 5, "first");
  refuse("junqi 1\nvariant dark\n" LAYOUT_LINES "date today at noon\n", JUNQI_E_RECORD_VALUE, 5,
         "date");
  refuse("junqi 1\nvariant dark\n" LAYOUT_LINES "date x\nfirst b\n", JUNQI_E_RECORD_ORDER, 6,
         "first");
  refuse("junqi 1\nvariant dark\n" LAYOUT_LINES "start now\n", JUNQI_E_RECORD_VALUE, 5, "now");
  refuse("junqi 1\nvariant flip\nseat a\nseat b\nstart\n", JUNQI_E_RECORD_MISSING, 5, "deal");
  refuse("junqi 1\nvariant flip\nseat a layout " LAYOUT "\n", JUNQI_E_RECORD_VALUE, 3, "layout");
  refuse("junqi 1\nvariant flip\nseat a\nseat b\ndeal _5/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5\nstart\n",
         JUNQI_E_DEAL_WRONG, 5, "a11");
}

static void test_play_faults(void **state) {
  (void)state;
  refuse(HEAD "a13b13\n", JUNQI_E_RECORD_OUTCOME, 6, "a13b13 =");
  refuse(HEAD "a13b13 >\n", JUNQI_E_RECORD_OUTCOME, 6, "a13b13 =");
  refuse(HEAD "\n;\nb11a15 >\n", JUNQI_E_NOT_YOUR_PIECE, 8, "b11");
  refuse(HEAD "a11a24\n", JUNQI_E_NO_LINK, 6, "joins");
  refuse(HEAD "a11k1\n", JUNQI_E_LINE_FORM, 6, "k1");
  refuse(HEAD "show a11 a9\n", JUNQI_E_RECORD_AUTOMATIC, 6, "nothing");
  refuse(HEAD "skip a\n", JUNQI_E_RECORD_AUTOMATIC, 6, "nothing");
  refuse(HEAD "out a flag\n", JUNQI_E_RECORD_AUTOMATIC, 6, "nothing");
  refuse(HEAD "end draw reason stuck\n", JUNQI_E_RECORD_AUTOMATIC, 6, "nothing");
  refuse(HEAD "resign a\n", JUNQI_E_RESIGN_PLY, 6, "20");
  refuse(HEAD "timeout b\n", JUNQI_E_NOT_YOUR_TURN, 6, "a");
  refuse(HEAD "illegal a\n", JUNQI_E_RECORD_CUT, 6, "out a illegal");
  refuse(HEAD "illegal a\nout a illegal\n; no end\n", JUNQI_E_RECORD_CUT, 8,
         "end win b reason illegal");
  refuse(HEAD "illegal a\nout a time\n", JUNQI_E_RECORD_AUTOMATIC, 7, "out a illegal");
  refuse(HEAD "illegal a\nb11a15\n", JUNQI_E_RECORD_AUTOMATIC, 7, "out a illegal");
  refuse(HEAD "illegal a\nout a illegal\nend win b reason illegal\na13b13 =\n", JUNQI_E_GAME_OVER,
         9, "over");
  refuse(HEAD "illegal a\nout a illegal\nend win b reason illegal\nend draw reason quit\n",
         JUNQI_E_RECORD_AUTOMATIC, 9, "nothing");
  refuse(HEAD "draw-accept b\n", JUNQI_E_OFFER_NONE, 6, "proposal");
  refuse(HEAD "a13b13 = ; \x02\n", JUNQI_E_LINE_BYTES, 6, "UTF-8");
  refuse(HEAD "a13b13 =\rb11a15 >\n", JUNQI_E_LINE_BYTES, 6, "UTF-8");
}

static void test_capacity(void **state) {
  (void)state;
  const char *text = HEAD "a13b13 =\nb11a15 >\n";
  junqi_record_line lines[1];
  junqi_record record = {.lines = lines, .capacity = 1};
  junqi_game game;
  junqi_error error;
  assert_int_equal(junqi_record_capacity(text, strlen(text)), 8);
  assert_int_equal(junqi_record_read(text, strlen(text), &record, &game, &error),
                   JUNQI_E_RECORD_LINES);
  assert_int_equal(error.line, 7);
}

/* A game as it is played, written line by line: the full record and one through each view. */
typedef struct writer {
  char text[JUNQI_MAX_SEATS + 2][MAX_TEXT];
  size_t used[JUNQI_MAX_SEATS + 2];
  unsigned texts;
} writer;

static junqi_seat viewer_of(const writer *w, unsigned i) {
  return i == 0 ? JUNQI_NO_SEAT : i + 1 == w->texts ? JUNQI_SPECTATOR : (junqi_seat)(i - 1);
}

static void write_header(writer *w, const junqi_game *game) {
  static junqi_header header;
  memset(&header, 0, sizeof header);
  header.rules = *game->position.rules;
  memcpy(header.layout, game->layout, sizeof header.layout);
  memcpy(header.deal, game->deal, sizeof header.deal);
  memcpy(header.name[0], "甲", sizeof "甲");
  header.first = game->first;
  w->texts = junqi_seats((junqi_variant)header.rules.variant) + 2;
  for (unsigned i = 0; i < w->texts; i++)
    w->used[i] = junqi_header_write(&header, viewer_of(w, i), w->text[i], MAX_TEXT);
}

static void write_events(writer *w, junqi_variant variant, const junqi_events *events, int64_t ms) {
  for (unsigned i = 0; i < w->texts; i++)
    for (unsigned n = 0; n < events->count; n++) {
      if (i == 0 && events->item[n].kind == JUNQI_EV_SHOW) continue;
      char *at = w->text[i] + w->used[i];
      w->used[i] +=
          junqi_event_write(variant, &events->item[n], ms, i > 0, at, MAX_TEXT - w->used[i]);
      assert_true(w->used[i] + 2 < MAX_TEXT);
      w->text[i][w->used[i]++] = '\n';
      w->text[i][w->used[i]] = '\0';
    }
}

static void check_full(const writer *w, const junqi_game *game) {
  junqi_game read;
  junqi_error error;
  char a[JUNQI_POSITION_TEXT], b[JUNQI_POSITION_TEXT];
  char *back = rewrite(w->text[0], w->used[0], &read, &error);
  if (!back) {
    junqi_error_text(&error, JUNQI_ENGLISH, a, sizeof a);
    fail_msg("%s\n%s", w->text[0], a);
  }
  assert_string_equal(back, w->text[0]);
  free(back);
  read.position.rules = game->position.rules;
  junqi_position_write(&read.position, b, sizeof b);
  junqi_position_write(&game->position, a, sizeof a);
  assert_string_equal(a, b);
  assert_int_equal(read.position.state, game->position.state);
  assert_int_equal(read.position.winners, game->position.winners);
  assert_int_equal(read.position.reason, game->position.reason);
}

static void check_view(const writer *w, const junqi_game *game, unsigned i) {
  const char *text = w->text[i];
  junqi_record record = {.capacity = junqi_record_capacity(text, w->used[i])};
  junqi_view view, wanted;
  junqi_error error;
  char a[JUNQI_POSITION_TEXT], b[JUNQI_POSITION_TEXT], *back = malloc(MAX_TEXT);
  record.lines = calloc(record.capacity, sizeof *record.lines);
  assert_true(record.lines && back);
  if (junqi_record_follow(text, w->used[i], viewer_of(w, i), &record, &view, &error) !=
      JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, a, sizeof a);
    fail_msg("%s\n%s", text, a);
  }
  junqi_record_write(&record, true, back, MAX_TEXT);
  assert_string_equal(back, text);
  junqi_game_view(game, viewer_of(w, i), &wanted);
  junqi_view_write(&view, a, sizeof a);
  junqi_view_write(&wanted, b, sizeof b);
  /* At the end of a game everything is shown, which no line says. */
  if (wanted.state == JUNQI_RUNNING) assert_string_equal(a, b);
  assert_int_equal(view.state, wanted.state);
  assert_int_equal(view.winners, wanted.winners);
  free(record.lines);
  free(back);
}

/* A ply or, now and then, an event of any kind. */
static bool act(junqi_game *game, junqi_random *random, junqi_events *events) {
  static const junqi_event_kind kinds[] = {JUNQI_EV_TIMEOUT, JUNQI_EV_OFFER,  JUNQI_EV_ACCEPT,
                                           JUNQI_EV_REFUSE,  JUNQI_EV_RESIGN, JUNQI_EV_ILLEGAL,
                                           JUNQI_EV_TIME,    JUNQI_EV_ESCAPE};
  unsigned chance = junqi_random_below(random, 150);
  if (chance < sizeof kinds / sizeof kinds[0]) {
    bool early = game->position.ply < 60 && chance >= 5;
    junqi_seat seat = (junqi_seat)junqi_random_below(random, 4);
    if (chance == 0) seat = game->position.turn;
    if (!early &&
        junqi_game_event(game, kinds[chance], seat, UINT32_MAX, events, NULL) == JUNQI_E_OK)
      return true;
  }
  return support_ply(game, random, events);
}

static void test_random_games(void **state) {
  (void)state;
  junqi_random random = {99};
  static junqi_events events;
  static writer w;
  for (unsigned n = 0; n < 160; n++) {
    junqi_rules rules = support_rules(&random, (junqi_variant)(n % JUNQI_VARIANTS));
    junqi_game game;
    support_start(&game, &rules, &random, &events);
    write_header(&w, &game);
    write_events(&w, (junqi_variant)rules.variant, &events, -1);
    unsigned most = 50 + junqi_random_below(&random, 900);
    for (unsigned i = 0; i < most && act(&game, &random, &events); i++)
      write_events(&w, (junqi_variant)rules.variant, &events, i % 3 ? (int64_t)i * 100 : -1);
    check_full(&w, &game);
    for (unsigned i = 1; i < w.texts; i++)
      check_view(&w, &game, i);
  }
}

/* Hidden layouts and deals are unknown in the header of a view. */
static void test_header_views(void **state) {
  (void)state;
  junqi_random random = {5};
  static junqi_events events;
  static writer w;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    junqi_game game;
    support_start(&game, &rules, &random, &events);
    write_header(&w, &game);
    const char *unknown =
        variant == JUNQI_FLIP ? "deal ????" : "layout ????\?/?.?.?/??.?\?/?.?.?/????\?/?????\n";
    for (unsigned i = 0; i < w.texts; i++) {
      unsigned count = 0;
      for (const char *at = w.text[i]; (at = strstr(at, unknown)); at++)
        count++;
      bool seat = i > 0 && i + 1 < w.texts;
      unsigned seats = junqi_seats((junqi_variant)variant);
      assert_int_equal(count, i == 0 ? 0 : variant == JUNQI_FLIP ? 1 : seat ? seats - 1 : seats);
    }
  }
}

static void test_view_faults(void **state) {
  (void)state;
  static const struct {
    const char *line;
    junqi_code code;
  } cases[] = {
      {"b11a15 >", JUNQI_E_EVENT_UNFIT},    {"a11b15", JUNQI_E_EVENT_UNFIT},
      {"show a22 a9", JUNQI_E_EVENT_UNFIT}, {"a22a23", JUNQI_E_EVENT_UNFIT},
      {"timeout b", JUNQI_E_EVENT_UNFIT},   {"!a11", JUNQI_E_RECORD_FLIP},
      {"show a11 b9", JUNQI_E_EVENT_UNFIT},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[512];
    snprintf(text, sizeof text, HEAD "%s\n", cases[i].line);
    junqi_record_line lines[8];
    junqi_record record = {.lines = lines, .capacity = 8};
    junqi_view view;
    junqi_error error;
    junqi_code code = junqi_record_follow(text, strlen(text), 0, &record, &view, &error);
    if (code != cases[i].code) fail_msg("%s: %s", cases[i].line, junqi_code_name(code));
    assert_int_equal(error.line, 6);
  }
}

/* A name with a line end would forge a line. */
static void test_name_of_one_line(void **state) {
  (void)state;
  static junqi_header header;
  char text[1024];
  header.rules = junqi_rules_default(JUNQI_FLIP);
  memcpy(header.name[0], "x\nstart\t\"", 9);
  junqi_header_write(&header, JUNQI_NO_SEAT, text, sizeof text);
  assert_non_null(strstr(text, "\nseat a name \"xstart\\\"\"\nseat b\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_canonical),        cmocka_unit_test(test_loose),
      cmocka_unit_test(test_header_faults),    cmocka_unit_test(test_play_faults),
      cmocka_unit_test(test_capacity),         cmocka_unit_test(test_random_games),
      cmocka_unit_test(test_header_views),     cmocka_unit_test(test_view_faults),
      cmocka_unit_test(test_name_of_one_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
