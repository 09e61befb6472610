/* QQ replays (F-3). A small writer of such files turns games of our own into replays, which must
 * come back as the same games; every disagreement that can be put into a file is refused at its
 * record. Real files are read when there. */
#include "support.h"

#include "junqi/record.h"

enum { RECORDS = 0x19C, MAX_FILE = 65536, MAX_TEXT = 1 << 18 };

typedef struct replay {
  uint8_t bytes[MAX_FILE];
  size_t length;
  unsigned records;
  uint8_t outs;
  junqi_seat turn;
} replay;

static void put16(uint8_t *at, unsigned value) {
  at[0] = (uint8_t)value;
  at[1] = (uint8_t)(value >> 8);
}

/* The grid as drawn in F-3, written down once more: arms as rows of the picture. */
static void put_cell(uint8_t xy[2], junqi_point q) {
  static const uint8_t palace[9][2] = {{10, 10}, {6, 10}, {6, 6}, {10, 6}, {10, 8},
                                       {8, 10},  {6, 8},  {8, 6}, {8, 8}};
  unsigned r = q % 30 / 5, c = q % 5;
  const uint8_t arms[4][2] = {{(uint8_t)(11 + r), (uint8_t)(10 - c)},
                              {(uint8_t)(6 + c), (uint8_t)(11 + r)},
                              {(uint8_t)(5 - r), (uint8_t)(6 + c)},
                              {(uint8_t)(10 - c), (uint8_t)(5 - r)}};
  memcpy(xy, q < 120 ? arms[q / 30] : palace[q - 120], 2);
}

static uint8_t piece_byte(junqi_type type) {
  static const uint8_t bytes[JUNQI_TYPES] = {0, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  return bytes[type];
}

static void begin(replay *file, const junqi_game *game) {
  memset(file, 0, sizeof *file);
  memcpy(file->bytes, "QQGame JQS\0xyz\1", 15);
  put16(file->bytes + 0x10, RECORDS - 0x10);
  put16(file->bytes + 0x14, 1);
  put16(file->bytes + 0x16, 1);
  file->bytes[0x18] = 0xFF;
  file->bytes[0x19] = 4;
  for (unsigned k = 0; k < 4; k++) {
    uint8_t *player = file->bytes + 0x20 + 88 * k;
    player[0] = (uint8_t)k;
    memcpy(player + 8, "\xBC\xD7\xD2\xD2", 4); /* jia, yi */
    for (unsigned i = 0; i < 30; i++)
      player[28 + i] = piece_byte((junqi_type)game->layout[k].at[i]);
    player[60] = 77;
  }
  file->length = RECORDS;
}

static uint8_t *add(replay *file, unsigned head, unsigned a, unsigned b, unsigned c, unsigned d) {
  uint8_t *record = file->bytes + file->length;
  const uint8_t bytes[5] = {(uint8_t)head, (uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
  memset(record, 0, 10);
  memcpy(record, bytes, 5);
  file->length += 10;
  file->records++;
  return record;
}

static void finish(replay *file) {
  memset(file->bytes + file->length, 0xCC, 8);
  put16(file->bytes + 0x12, (unsigned)file->length - 0x10);
  put16(file->bytes + 0x1A, file->records);
  file->length += 8;
}

static junqi_seat next_of(junqi_seat seat, unsigned out) {
  for (unsigned i = 0; i < 4; i++) {
    seat = (junqi_seat)((seat + 3) % 4);
    if (!(out >> seat & 1)) return seat;
  }
  return seat;
}

static bool is_decided(unsigned outs) {
  return (outs & 5) == 5 || (outs & 10) == 10;
}

/* `out` and `end` events as the file tells them. */
static void add_automatic(replay *file, const junqi_events *events) {
  static const uint8_t args[JUNQI_REASONS] = {
      [JUNQI_BY_FLAG] = 1,     [JUNQI_BY_PIECES] = 2, [JUNQI_BY_STUCK] = 2,
      [JUNQI_BY_TIMEOUTS] = 3, [JUNQI_BY_RESIGN] = 4, [JUNQI_BY_ESCAPE] = 6,
  };
  for (unsigned i = 0; i < events->count; i++) {
    const junqi_event *event = &events->item[i];
    if (event->kind == JUNQI_EV_END) add(file, 0xF5, 5, 0, event->winners ? 4 : 2, 0xFF);
    if (event->kind != JUNQI_EV_OUT) continue;
    file->outs |= (uint8_t)(1u << event->seat);
    bool decided = is_decided(file->outs);
    if (!decided && file->outs >> file->turn & 1) file->turn = next_of(file->turn, file->outs);
    add(file, 0xF5, 3, event->seat, args[event->reason], decided ? 0xFF : file->turn);
  }
}

static junqi_point flag_of(const junqi_position *p, unsigned owner) {
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (junqi_type_of(p->at[q]) == JUNQI_FLAG && junqi_owner_of(p->at[q]) == owner)
      return (junqi_point)q;
  return JUNQI_NO_POINT;
}

static void add_move(replay *file, const junqi_position *before, const junqi_events *events) {
  static const uint8_t results[JUNQI_OUTCOMES] = {0, 1, 2, 3, 0, 1};
  const junqi_event *ply = &events->item[0];
  junqi_piece mover = before->at[ply->move.from], target = before->at[ply->move.to];
  unsigned result = results[ply->outcome];
  bool target_fell = (result == 1 || result == 3) && junqi_type_of(target) == JUNQI_MARSHAL;
  bool mover_fell = result >= 2 && junqi_type_of(mover) == JUNQI_MARSHAL;
  file->turn = next_of(ply->seat, before->out_set);
  uint8_t *record =
      add(file, 0x5F, result | (unsigned)file->turn << 3 | (target_fell ? 64u : 0u), 0, 0, 0);
  put_cell(record + 2, ply->move.from);
  put_cell(record + 4, ply->move.to);
  if (mover_fell) put_cell(record + 6, flag_of(before, junqi_owner_of(mover)));
  if (target_fell) put_cell(record + 8, flag_of(before, junqi_owner_of(target)));
  add_automatic(file, events);
}

static void add_event(replay *file, junqi_game *game, junqi_event_kind kind, junqi_seat seat) {
  static junqi_events events;
  unsigned out_before = game->position.out_set;
  if (junqi_game_event(game, kind, seat, UINT32_MAX, &events, NULL) != JUNQI_E_OK) return;
  if (kind == JUNQI_EV_TIMEOUT) {
    file->turn = next_of(seat, out_before);
    add(file, 0xF5, 2, seat, game->position.timeouts[seat], file->turn);
  }
  add_automatic(file, &events);
}

/* A random game as a replay: moves, now and then a timeout, a resignation, an escape. */
static void play(replay *file, const junqi_rules *rules, junqi_random *random, unsigned plies) {
  static junqi_events events;
  junqi_game game;
  junqi_layout layouts[4], empty;
  memset(&empty, 0, sizeof empty);
  for (unsigned i = 0; i < 4; i++)
    layouts[i] = junqi_layout_complete(rules, &empty, random);
  assert_int_equal(junqi_game_start(&game, rules, layouts, 0, &events, NULL), JUNQI_E_OK);
  begin(file, &game);
  for (unsigned i = 0; i < plies && game.position.state == JUNQI_RUNNING; i++) {
    junqi_position before = game.position;
    unsigned chance = junqi_random_below(random, 100);
    if (chance == 0) {
      add_event(file, &game, JUNQI_EV_TIMEOUT, game.position.turn);
    } else if (chance == 1 && i > 100) {
      add_event(file, &game, junqi_random_below(random, 3) ? JUNQI_EV_RESIGN : JUNQI_EV_ESCAPE,
                (junqi_seat)junqi_random_below(random, 4));
    } else if (support_ply(&game, random, &events)) {
      add_move(file, &before, &events);
    }
  }
  finish(file);
}

static char *read_back(const char *text, size_t length) {
  junqi_record record = {.capacity = junqi_record_capacity(text, length)};
  junqi_game game;
  junqi_error error;
  record.lines = calloc(record.capacity, sizeof *record.lines);
  char *back = malloc(MAX_TEXT);
  assert_non_null(record.lines);
  assert_non_null(back);
  if (junqi_record_read(text, length, &record, &game, &error) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, back, MAX_TEXT);
    fail_msg("%s", back);
  }
  assert_true(junqi_record_write(&record, false, back, MAX_TEXT) < MAX_TEXT);
  free(record.lines);
  return back;
}

static char *convert(const uint8_t *bytes, size_t length, const char *name) {
  char *text = malloc(MAX_TEXT);
  size_t written;
  junqi_error error;
  assert_non_null(text);
  if (junqi_jgs_convert(bytes, length, text, MAX_TEXT, &written, &error) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, text, MAX_TEXT);
    fail_msg("%s: %s", name, text);
  }
  assert_int_equal(written, strlen(text));
  return text;
}

static junqi_rules qq_rules(void) {
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  assert_int_equal(junqi_rules_preset(&rules, "qq", 2, NULL), JUNQI_E_OK);
  return rules;
}

static void test_random_replays(void **state) {
  (void)state;
  static replay file;
  junqi_rules rules = qq_rules();
  junqi_random random = {4};
  for (unsigned i = 0; i < 150; i++) {
    play(&file, &rules, &random, 20 + junqi_random_below(&random, 1500));
    char *text = convert(file.bytes, file.length, "a game of our own");
    char *back = read_back(text, strlen(text));
    assert_string_equal(back, text);
    free(back);
    free(text);
  }
}

static void test_header(void **state) {
  (void)state;
  static replay file;
  junqi_rules rules = qq_rules();
  junqi_random random = {5};
  play(&file, &rules, &random, 10);
  memcpy(file.bytes + 0x20 + 88 + 8,
         "\xB0\xA1\"\\;\x01\xFF\xFF"
         "abcdefghijk\xB0",
         20); /* cut inside a character */
  char *text = convert(file.bytes, file.length, "names");
  assert_non_null(strstr(text, "junqi 1\nvariant four\npreset qq\nseat a name \"甲乙\" layout "));
  assert_non_null(strstr(text, "seat b name \"啊\\\"\\\\; \xEF\xBF\xBD"
                               "abcdefghijk\" layout "));
  assert_null(strstr(text, "77"));
  char *back = read_back(text, strlen(text));
  assert_string_equal(back, text);
  free(back);
  free(text);
}

static void test_comments(void **state) {
  (void)state;
  static replay file;
  junqi_rules rules = qq_rules();
  junqi_random random = {6};
  play(&file, &rules, &random, 3);
  uint8_t *at = file.bytes + file.length;
  memset(at, 0, 20 + 2 * 216);
  at[0] = 2;
  at[20] = 1;
  memcpy(at + 24, "\xBA\xC3\r\nB", 5); /* hao */
  at[20 + 216] = 0;
  memcpy(at + 24 + 216, " first \t", 8); /* spaces around it are no part of a comment */
  file.length += 20 + 2 * 216;
  char *text = convert(file.bytes, file.length, "comments");
  const char *start = strstr(text, "start\n"), *first = strstr(text, "\n; first\n"),
             *second = strstr(text, "\n; 好  B\n");
  assert_true(start && first && second && start < first && first < second);
  char *back = read_back(text, strlen(text));
  assert_string_equal(back, text);
  free(back);
  free(text);
  junqi_error error;
  size_t written;
  char none[1];
  at[20] = 3;
  assert_int_equal(junqi_jgs_convert(file.bytes, file.length, none, 0, &written, &error),
                   JUNQI_E_JGS_HEADER);
  at[20] = 1;
  at[0] = 3;
  assert_int_equal(junqi_jgs_convert(file.bytes, file.length, none, 0, &written, &error),
                   JUNQI_E_JGS_HEADER);
  at[0] = 2;
  assert_int_equal(junqi_jgs_convert(file.bytes, file.length - 1, none, 0, &written, &error),
                   JUNQI_E_JGS_HEADER);
  assert_int_equal(junqi_jgs_convert(file.bytes, file.length, none, 0, &written, &error),
                   JUNQI_E_OK);
  assert_true(written > 100);
}

static void expect_fault(const replay *file, junqi_code code, int offset, const char *part) {
  char none[1];
  size_t written;
  junqi_error error;
  junqi_jgs_convert(file->bytes, file->length, none, 0, &written, &error);
  support_fault(&error, code, offset, part);
}

static void test_header_faults(void **state) {
  (void)state;
  static replay file, good;
  junqi_rules rules = qq_rules();
  junqi_random random = {7};
  play(&good, &rules, &random, 10);
  static const struct {
    unsigned offset;
    uint8_t value;
    junqi_code code;
    int place;
    const char *part;
  } cases[] = {
      {0, 'q', JUNQI_E_JGS_HEADER, 0, "QQGame JQS"},
      {0x0E, 2, JUNQI_E_JGS_HEADER, 0x0E, "01"},
      {0x10, 1, JUNQI_E_JGS_HEADER, 0x10, "8C 01"},
      {0x12, 1, JUNQI_E_JGS_HEADER, 0x12, "end of the records"},
      {0x19, 2, JUNQI_E_JGS_HEADER, 0x19, "04"},
      {0x78, 0, JUNQI_E_JGS_HEADER, 0x78, "colour"},
      {0x20, 9, JUNQI_E_JGS_HEADER, 0x20, "colour"},
      {0x20 + 28 + 6, 13, JUNQI_E_LAYOUT_CAMP, 0x3C, "a22"},
      {0x3C, 1, JUNQI_E_LAYOUT_EMPTY, 0x3C, "a11"},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    file = good;
    file.bytes[cases[i].offset] = cases[i].value;
    expect_fault(&file, cases[i].code, cases[i].place, cases[i].part);
  }
  file = good;
  file.length = RECORDS + 20;
  expect_fault(&file, JUNQI_E_JGS_HEADER, RECORDS + 20, "all records");
  file.length = 100;
  expect_fault(&file, JUNQI_E_JGS_HEADER, 100, "412");
}

/* Any change of a byte that the file's meaning rests on is noticed at its own record or at the next
 * one. */
static void test_record_faults(void **state) {
  (void)state;
  static replay file, good;
  junqi_rules rules = qq_rules();
  junqi_random random = {8};
  play(&good, &rules, &random, 200);
  unsigned noticed = 0;
  for (unsigned i = 0; i < good.records; i++) {
    const unsigned at = RECORDS + 10 * i;
    if (good.bytes[at] != 0x5F) continue;
    static const struct {
      unsigned byte, flip;
    } changes[] = {{0, 1}, {1, 1}, {1, 2}, {1, 4}, {1, 8}, {1, 16}, {1, 64}, {6, 3}, {8, 3}};
    for (unsigned c = 0; c < sizeof changes / sizeof changes[0]; c++) {
      char none[1];
      size_t written;
      junqi_error error;
      file = good;
      file.bytes[at + changes[c].byte] ^= (uint8_t)changes[c].flip;
      junqi_code code = junqi_jgs_convert(file.bytes, file.length, none, 0, &written, &error);
      assert_true(code == JUNQI_E_JGS_DISAGREE || code == JUNQI_E_JGS_RECORD);
      assert_int_equal(error.offset, at);
      noticed++;
    }
  }
  assert_true(noticed > 500);
}

static void test_one_fault_each(void **state) {
  (void)state;
  static replay file, good;
  junqi_rules rules = qq_rules();
  junqi_random random = {9};
  play(&good, &rules, &random, 1);
  file = good;
  file.bytes[RECORDS] = 0x60;
  expect_fault(&file, JUNQI_E_JGS_RECORD, RECORDS, "record 0");
  file = good;
  file.bytes[RECORDS + 2] = 20;
  expect_fault(&file, JUNQI_E_JGS_RECORD, RECORDS, "two cells");
  file = good;
  memcpy(file.bytes + RECORDS + 4, file.bytes + RECORDS + 2, 2);
  expect_fault(&file, JUNQI_E_SAME_POINT, RECORDS, "another point");
  static const struct {
    uint8_t event[4];
    junqi_code code;
    const char *part;
  } cases[] = {
      {{9, 0, 0, 0}, JUNQI_E_JGS_RECORD, "02..05"},
      {{2, 4, 0, 0}, JUNQI_E_JGS_RECORD, "0..3"},
      {{2, 3, 2, 2}, JUNQI_E_JGS_DISAGREE, "timeouts"},
      {{2, 3, 1, 1}, JUNQI_E_JGS_DISAGREE, "next b"},
      {{2, 0, 1, 2}, JUNQI_E_NOT_YOUR_TURN, "turn"},
      {{3, 0, 1, 2}, JUNQI_E_JGS_DISAGREE, "seat out"},
      {{3, 0, 4, 3}, JUNQI_E_RESIGN_PLY, "20"},
      {{4, 0, 0, 0}, JUNQI_E_JGS_DISAGREE, "next a"},
      {{5, 0, 4, 0xFF}, JUNQI_E_JGS_DISAGREE, "nothing"},
      {{5, 0, 2, 0}, JUNQI_E_JGS_DISAGREE, "nobody"},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const uint8_t *event = cases[i].event;
    file = good;
    file.length -= 8;
    add(&file, 0xF5, event[0], event[1], event[2], event[3]);
    finish(&file);
    expect_fault(&file, cases[i].code, RECORDS + 10, cases[i].part);
  }
}

/* Ends without offers, and what a departure leaves. */
static void test_ends(void **state) {
  (void)state;
  static replay file, good;
  static const struct {
    uint8_t arg;
    const char *line;
  } ends[] = {{2, "\nend draw reason agreed\n"},
              {6, "\nend draw reason quit\n"},
              {7, "\nend draw reason quit\n"}};
  junqi_rules rules = qq_rules();
  junqi_random random = {10};
  play(&good, &rules, &random, 4);
  for (unsigned i = 0; i < 3; i++) {
    file = good;
    file.length -= 8;
    add(&file, 0xF5, 4, 2, 0, file.turn);
    add(&file, 0xF5, 5, 0, ends[i].arg, 0xFF);
    finish(&file);
    char *text = convert(file.bytes, file.length, "ends");
    assert_non_null(strstr(text, ends[i].line));
    assert_non_null(strstr(text, "\n; seat c left the table\n"));
    free(text);
  }
}

static void test_shared_replays(void **state) {
  (void)state;
  unsigned files = 0;
  for (unsigned i = 1; i <= 12; i++) {
    char name[32];
    size_t length;
    snprintf(name, sizeof name, "replays/%02u.jgs", i);
    char *bytes = support_shared(name, &length);
    if (!bytes) continue;
    char *text = convert((const uint8_t *)bytes, length, name),
         *back = read_back(text, strlen(text));
    assert_string_equal(back, text);
    assert_non_null(strstr(text, "\nend "));
    free(back);
    free(text);
    free(bytes);
    files++;
  }
  if (files == 0) skip();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_replays), cmocka_unit_test(test_header),
      cmocka_unit_test(test_comments),       cmocka_unit_test(test_header_faults),
      cmocka_unit_test(test_record_faults),  cmocka_unit_test(test_one_fault_each),
      cmocka_unit_test(test_ends),           cmocka_unit_test(test_shared_replays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
