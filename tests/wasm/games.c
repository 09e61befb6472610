/* Random games with the number of legal plies in front of each line as a comment (games/NAME.jg),
 * and perft figures (perft.txt). Here they are held against the rules compiled natively;
 * web/src/engine/ holds the module against them. `test_wasm_games write DIRECTORY` makes them anew
 * after a change of the rules. */
#include "support.h"

#include "junqi/record.h"

enum { GAMES = 10 };

static const char *const names[GAMES] = {"dark-1", "dark-2", "flip-1",  "flip-2",  "flip-3",
                                         "four-1", "four-2", "three-1", "three-2", "three-3"};

static junqi_events events; /* too large for a stack under sanitizers */

/* --- writing -----------------------------------------------------------------------------------
 */

static void set(junqi_rules *rules, const char *name, const char *value) {
  assert_int_equal(junqi_rules_set(rules, name, strlen(name), value, strlen(value), NULL),
                   JUNQI_E_OK);
}

/* What the second and third game of a variant add to the defaults. */
static junqi_rules rules_of(unsigned game) {
  junqi_variant variant;
  assert_true(junqi_variant_from_name(names[game], strcspn(names[game], "-"), &variant));
  junqi_rules rules = junqi_rules_default(variant);
  bool first = strstr(names[game], "-1"), third = strstr(names[game], "-3");
  if (variant == JUNQI_FLIP && !first) set(&rules, "flip_flag", third ? "carry" : "any");
  if (variant == JUNQI_FLIP && third) set(&rules, "quiet_limit", "300");
  if (variant != JUNQI_FLIP && !first) set(&rules, "mine_hit", "bounce");
  if (variant != JUNQI_FLIP && !first) set(&rules, "engineer_scout", "yes");
  if (!first) set(&rules, "turn", "counterclockwise");
  return rules;
}

static void start(junqi_game *game, junqi_header *header, junqi_random *random) {
  junqi_layout empty;
  memset(&empty, 0, sizeof empty);
  events.count = 0;
  junqi_random_deal(random, header->deal);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    header->layout[seat] = junqi_layout_complete(&header->rules, &empty, random);
  junqi_code code =
      header->rules.variant == JUNQI_FLIP
          ? junqi_game_deal(game, &header->rules, header->deal, header->first, &events, NULL)
          : junqi_game_start(game, &header->rules, header->layout, header->first, &events, NULL);
  assert_int_equal(code, JUNQI_E_OK);
}

/* Attacks twice as often as by chance alone, so that games end. */
static junqi_move random_ply(const junqi_position *p, junqi_random *random) {
  junqi_move list[JUNQI_MAX_MOVES], move = {0, 0};
  unsigned count = junqi_moves(p, list);
  for (unsigned tries = 0; tries < 3; tries++) {
    move = list[junqi_random_below(random, count)];
    if (move.from != move.to && p->at[move.to]) break;
  }
  return move;
}

static void write_game(const char *directory, unsigned number) {
  char path[512], text[8192];
  junqi_random random = {number + 1};
  junqi_header header;
  junqi_game game;
  memset(&header, 0, sizeof header);
  header.rules = rules_of(number);
  snprintf(path, sizeof path, "%s/games/%s.jg", directory, names[number]);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  start(&game, &header, &random);
  size_t length = junqi_header_write(&header, JUNQI_NO_SEAT, text, sizeof text);
  assert_true(length < sizeof text);
  fwrite(text, 1, length, file);
  while (game.position.state == JUNQI_RUNNING) {
    unsigned count = junqi_count_moves(&game.position);
    bool late = junqi_random_below(&random, 50) == 0;
    junqi_seat seat = game.position.turn;
    junqi_code code =
        late ? junqi_game_event(&game, JUNQI_EV_TIMEOUT, seat, 0, &events, NULL)
             : junqi_game_play(&game, seat, random_ply(&game.position, &random), &events, NULL);
    assert_int_equal(code, JUNQI_E_OK);
    for (unsigned i = 0; i < events.count; i++) {
      if (events.item[i].kind == JUNQI_EV_SHOW) continue;
      junqi_event_write((junqi_variant)header.rules.variant, &events.item[i], -1, false, text,
                        sizeof text);
      fprintf(file, i ? "%s\n" : "%s ; %u\n", text, count);
    }
  }
  fclose(file);
}

/* Positions from the games' beginnings and middles. */
static void write_figures(const char *directory) {
  char path[512], text[JUNQI_POSITION_TEXT];
  snprintf(path, sizeof path, "%s/perft.txt", directory);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fputs("# depth, number of ply sequences, position (F-4)\n", file);
  for (unsigned number = 0; number < GAMES; number++) {
    junqi_random random = {number + 100};
    junqi_header header;
    junqi_game game;
    memset(&header, 0, sizeof header);
    header.rules = rules_of(number);
    start(&game, &header, &random);
    for (unsigned n = 0; n < 120 && game.position.state == JUNQI_RUNNING; n++) {
      if (n % 60 == 0) {
        junqi_position_write(&game.position, text, sizeof text);
        for (unsigned depth = 1; depth <= 2; depth++)
          fprintf(file, "%u\t%llu\t%s\n", depth,
                  (unsigned long long)junqi_perft(&game.position, depth), text);
      }
      junqi_game_play(&game, game.position.turn, random_ply(&game.position, &random), &events,
                      NULL);
    }
  }
  fclose(file);
}

/* --- checking ----------------------------------------------------------------------------------
 */

static char *read_file(const char *name, size_t *length) {
  char path[512];
  snprintf(path, sizeof path, "%s/tests/wasm/%s", JUNQI_SOURCE_DIR, name);
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 18);
  assert_non_null(file);
  assert_non_null(text);
  *length = fread(text, 1, (1 << 18) - 1, file);
  fclose(file);
  return text;
}

static void check_counts(junqi_game *game, const junqi_record *record) {
  for (size_t i = record->kept; i < record->count; i++) {
    const junqi_line *line = &record->lines[i].line;
    if (record->lines[i].kind != JUNQI_RECORD_EVENT || line->event.kind >= JUNQI_EV_SHOW) continue;
    assert_true(line->comment.length > 0);
    assert_int_equal(junqi_count_moves(&game->position), strtoul(line->comment.at, NULL, 10));
    junqi_seat seat = game->position.turn;
    junqi_code code =
        line->event.kind == JUNQI_EV_PLY
            ? junqi_game_play(game, seat, line->event.move, &events, NULL)
            : junqi_game_event(game, (junqi_event_kind)line->event.kind, seat, 0, &events, NULL);
    assert_int_equal(code, JUNQI_E_OK);
  }
  assert_int_not_equal(game->position.state, JUNQI_RUNNING);
}

static void games(void **state) {
  (void)state;
  for (unsigned number = 0; number < GAMES; number++) {
    char name[64];
    size_t length;
    junqi_record record;
    junqi_error error;
    junqi_game game;
    snprintf(name, sizeof name, "games/%s.jg", names[number]);
    char *text = read_file(name, &length);
    memset(&record, 0, sizeof record);
    record.capacity = junqi_record_capacity(text, length);
    record.lines = calloc(record.capacity + 1, sizeof *record.lines);
    assert_int_equal(junqi_record_read(text, length, &record, &game, &error), JUNQI_E_OK);
    const junqi_header *h = &record.header;
    if (h->rules.variant == JUNQI_FLIP)
      junqi_game_deal(&game, &h->rules, h->deal, h->first, &events, NULL);
    else
      junqi_game_start(&game, &h->rules, h->layout, h->first, &events, NULL);
    check_counts(&game, &record);
    free(record.lines);
    free(text);
  }
}

/* Through the function that the page would call. */
static void figures(void **state) {
  (void)state;
  size_t length;
  unsigned lines = 0;
  wasm_desk *desk = wasm_desk_open();
  char *text = read_file("perft.txt", &length), out[64];
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    if (*line == '#') continue;
    char *count = strchr(line, '\t') + 1, *position = strchr(count, '\t') + 1;
    assert_true(wasm_perft(desk, (unsigned)atoi(line), put_in(desk, position, strlen(position))));
    assert_int_equal(strtoull(out_text(desk, out, sizeof out), NULL, 10),
                     strtoull(count, NULL, 10));
    lines++;
  }
  assert_true(lines >= 30);
  free(text);
  wasm_desk_close(desk);
}

int main(int count, char **words) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(games), cmocka_unit_test(figures)};
  if (count == 3 && strcmp(words[1], "write") == 0) {
    for (unsigned number = 0; number < GAMES; number++)
      write_game(words[2], number);
    write_figures(words[2]);
    return 0;
  }
  return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
