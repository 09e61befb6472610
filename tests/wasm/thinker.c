/* A player that looks over a seat's shoulder: it says the same whatever the others' pieces are as
 * long as the seat cannot tell, its beliefs add up and never exclude the truth, and what cannot be
 * asked is refused. */
#include "support.h"

#include "junqi/game.h"

enum { PLIES = 150, EVERY = 7, NODES = 300, DRAWS = 200 };

static junqi_events events; /* too large for a stack under sanitizers */

typedef struct shoulder {
  wasm_desk *desk;
  wasm_thinker *thinker;
  junqi_variant variant;
} shoulder;

static shoulder look(const junqi_rules *rules, unsigned seat, const char *layouts) {
  shoulder s = {wasm_desk_open(), wasm_thinker_open(rules), (junqi_variant)rules->variant};
  assert_non_null(s.thinker);
  size_t length = put_in(s.desk, layouts, strlen(layouts));
  assert_true(wasm_thinker_start(s.desk, s.thinker, seat, 0, length));
  return s;
}

static void leave(shoulder *s) {
  wasm_free(s->thinker);
  wasm_desk_close(s->desk);
}

static void tell(shoulder *s) {
  char text[JUNQI_EVENT_TEXT];
  for (unsigned i = 0; i < events.count; i++) {
    size_t length = junqi_event_write(s->variant, &events.item[i], -1, true, text, sizeof text);
    assert_true(wasm_thinker_apply(s->desk, s->thinker, put_in(s->desk, text, length)));
  }
}

/* Layouts of the seats in `told` (a bit set), as the page puts them in. */
static const char *layouts_text(const junqi_game *game, unsigned seats, unsigned told) {
  static char text[JUNQI_MAX_SEATS * (JUNQI_LAYOUT_TEXT + 1)];
  size_t used = 0;
  for (unsigned seat = 0; seat < seats; seat++) {
    if (seat) text[used++] = '|';
    if (told >> seat & 1) used += junqi_layout_write(&game->layout[seat], text + used, 64);
  }
  text[used] = '\0';
  return text;
}

static void start(junqi_game *game, const junqi_rules *rules, junqi_random *random) {
  junqi_layout layout[JUNQI_MAX_SEATS], empty;
  junqi_piece deal[60];
  memset(&empty, 0, sizeof empty);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    layout[seat] = junqi_layout_complete(rules, &empty, random);
  junqi_random_deal(random, deal);
  junqi_code code = rules->variant == JUNQI_FLIP
                        ? junqi_game_deal(game, rules, deal, 0, &events, NULL)
                        : junqi_game_start(game, rules, layout, 0, &events, NULL);
  assert_int_equal(code, JUNQI_E_OK);
}

static void play(junqi_game *game, junqi_random *random) {
  junqi_move move;
  junqi_random_move(&game->position, random, &move);
  assert_int_equal(junqi_game_play(game, game->position.turn, move, &events, NULL), JUNQI_E_OK);
}

/* --- beliefs -----------------------------------------------------------------------------------
 */

/* One `"types":[…]`: shares add up, and the piece that is there is among them. */
static void check_types(const char *types, junqi_piece truth) {
  unsigned sum = 0;
  bool found = false;
  char seat = (char)('a' + junqi_owner_of(truth)), letter = junqi_type_letter(junqi_type_of(truth));
  const char *end = strchr(types, ']');
  for (const char *one = strstr(types, "{\"seat\""); one && one < end;
       one = strstr(one + 1, "{\"seat\"")) {
    unsigned share = (unsigned)strtoul(strstr(one, "\"share\":") + 8, NULL, 10);
    assert_true(share > 0);
    sum += share;
    found |= one[9] == seat && strstr(one, "\"letter\":\"")[10] == letter;
  }
  assert_int_equal(sum, 1000);
  assert_true(found);
}

static void check_beliefs(shoulder *s, const junqi_game *game) {
  const junqi_board *board = junqi_board_of(s->variant);
  assert_true(wasm_thinker_beliefs(s->desk, s->thinker, DRAWS));
  size_t length = wasm_desk_out_length(s->desk), used;
  char *text = malloc(length + 1);
  assert_non_null(text);
  out_text(s->desk, text, length + 1);
  for (char *one = strstr(text, "\"points\":["); one; one = strstr(one + 1, "\"points\":[")) {
    const char *types = strstr(one, "\"types\":[");
    for (char *point = one + 10; *point == '"' || *point == ',';
         point = strchr(point + 1, '"') + 1) {
      if (*point == ',') point++;
      junqi_point q = junqi_point_named(board, point + 1, strcspn(point + 1, "\""), &used);
      assert_true(q < board->points);
      check_types(types, game->position.at[q]);
    }
  }
  free(text);
}

static void beliefs(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    junqi_random random = {variant + 21};
    junqi_game game;
    start(&game, &rules, &random);
    shoulder s = look(&rules, 1, layouts_text(&game, junqi_seats((junqi_variant)variant), 2));
    tell(&s);
    for (unsigned n = 0; n < PLIES && game.position.state == JUNQI_RUNNING; n++) {
      if (n % EVERY == 0) check_beliefs(&s, &game);
      play(&game, &random);
      tell(&s);
    }
    leave(&s);
  }
}

/* --- judging -----------------------------------------------------------------------------------
 */

static int judge(shoulder *s, const char *from, const char *to, char out[static 512]) {
  char both[16];
  snprintf(both, sizeof both, "%s%s", from, to);
  put_in(s->desk, both, strlen(both));
  int done = wasm_thinker_judge(s->desk, s->thinker, NODES, strlen(from), strlen(to));
  out_text(s->desk, out, 512);
  return done;
}

/* Given everybody's layouts it says just what it says given its own alone. */
static void honest(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    const junqi_board *board = junqi_board_of((junqi_variant)variant);
    unsigned seats = junqi_seats((junqi_variant)variant);
    junqi_random random = {variant + 3};
    junqi_game game;
    start(&game, &rules, &random);
    shoulder one = look(&rules, 0, layouts_text(&game, seats, 1)),
             two = look(&rules, 0, layouts_text(&game, seats, 15));
    tell(&one);
    tell(&two);
    for (unsigned n = 0; n < PLIES && game.position.state == JUNQI_RUNNING; n++) {
      char a[512], b[512];
      junqi_move move;
      junqi_random_move(&game.position, &random, &move);
      if (game.position.turn == 0 && n % EVERY == 0) {
        assert_true(judge(&one, board->name[move.from], board->name[move.to], a));
        assert_true(judge(&two, board->name[move.from], board->name[move.to], b));
        assert_string_equal(a, b);
        assert_non_null(strstr(a, "\"worse\":"));
      }
      assert_int_equal(junqi_game_play(&game, game.position.turn, move, &events, NULL), JUNQI_E_OK);
      tell(&one);
      tell(&two);
    }
    leave(&one);
    leave(&two);
  }
}

static void refuses(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_random random = {1};
  junqi_game game;
  char out[512];
  start(&game, &rules, &random);
  shoulder s = look(&rules, 0, layouts_text(&game, 2, 1));
  static const char *const wrong[][2] = {
      {"z99", "a11"}, {"a11", ""}, {"a61", "a51"}, {"b11", "b21"}, {"a11", "a11"}};
  for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_false(judge(&s, wrong[i][0], wrong[i][1], out));
    assert_non_null(strstr(out, "\"code\":"));
  }
  assert_false(wasm_thinker_apply(s.desk, s.thinker, put_in(s.desk, "nonsense", 8)));
  assert_false(wasm_thinker_apply(s.desk, s.thinker, put_in(s.desk, "b11a15", 6)));
  assert_false(wasm_thinker_start(s.desk, s.thinker, 0, 0, put_in(s.desk, "99999", 5)));
  leave(&s);
  /* Nobody can think for a seat whose own pieces are not told. */
  shoulder blind = look(&rules, 0, "");
  assert_false(judge(&blind, "a11", "b15", out));
  assert_true(wasm_thinker_beliefs(blind.desk, blind.thinker, 0));
  leave(&blind);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(beliefs), cmocka_unit_test(honest),
                                     cmocka_unit_test(refuses)};
  return cmocka_run_group_tests_name("thinker", tests, NULL, NULL);
}
