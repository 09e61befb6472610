/* Knowledge (RULES.md) over random games: the truth is never excluded, and what must be
 * proved is. */
#include "test.h"

#include <string.h>

#include "junqi/game.h"
#include "junqi/knowledge.h"

static junqi_events events;

static void start(junqi_game *game, const junqi_rules *rules, junqi_random *random,
                  junqi_knowledge know[], unsigned viewers) {
  junqi_layout layouts[JUNQI_MAX_SEATS], empty;
  memset(&empty, 0, sizeof empty);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    layouts[seat] = junqi_layout_complete(rules, &empty, random);
  assert_int_equal(junqi_game_start(game, rules, layouts, 0, &events, NULL), JUNQI_E_OK);
  for (unsigned v = 0; v < viewers; v++) {
    const junqi_layout *own[JUNQI_MAX_SEATS] = {0};
    own[v] = &game->layout[v];
    junqi_knowledge_start(&know[v], rules, (junqi_seat)v, own, 0);
  }
}

static void tell(junqi_knowledge know[], unsigned viewers) {
  for (unsigned v = 0; v < viewers; v++) {
    for (unsigned e = 0; e < events.count; e++)
      assert_int_equal(junqi_knowledge_apply(&know[v], &events.item[e]), JUNQI_E_OK);
    junqi_knowledge_rest(&know[v]);
  }
}

static void truth_is_possible(const junqi_game *game, const junqi_knowledge *know) {
  for (unsigned s = 0; s < junqi_seats((junqi_variant)game->position.rules->variant) * 25; s++) {
    junqi_point home = know->home[s];
    unsigned type = game->layout[home / JUNQI_ARM_POINTS].at[home % JUNQI_ARM_POINTS];
    assert_true(know->may[s] >> type & 1);
    if (know->where[s] != JUNQI_NO_POINT)
      assert_int_equal(junqi_type_of(game->position.at[know->where[s]]), type);
  }
}

static unsigned proved(const junqi_knowledge *know, unsigned seat) {
  unsigned n = 0;
  for (unsigned s = seat * 25; s < seat * 25 + 25; s++)
    n += (know->may[s] & (know->may[s] - 1)) == 0;
  return n;
}

static unsigned play(junqi_variant variant, uint64_t seed) {
  static const char *const mine[] = {"stays", "both", "bounce"};
  junqi_random random = {seed};
  junqi_rules rules = junqi_rules_default(variant);
  junqi_knowledge know[JUNQI_MAX_SEATS];
  junqi_game game;
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned viewers = junqi_seats(variant);
  junqi_rules_set(&rules, "mine_hit", 8, mine[seed % 3], strlen(mine[seed % 3]), NULL);
  rules.value[JUNQI_OPT_ENGINEER_SCOUT] = seed / 3 % 2;
  rules.value[JUNQI_OPT_MARSHAL_REVEALS_FLAG] = seed / 6 % 2;
  start(&game, &rules, &random, know, viewers);
  while (game.position.state == JUNQI_RUNNING) {
    unsigned count = junqi_moves(&game.position, list);
    junqi_move move = list[junqi_random_below(&random, count)];
    assert_int_equal(junqi_game_play(&game, game.position.turn, move, &events, NULL), JUNQI_E_OK);
    tell(know, viewers);
    for (unsigned v = 0; v < viewers; v++)
      truth_is_possible(&game, &know[v]);
  }
  return proved(&know[0], 1);
}

static void never_excludes_the_truth(void **state) {
  unsigned total = 0;
  (void)state;
  for (uint64_t seed = 0; seed < 240; seed++)
    total += play(JUNQI_DARK, seed);
  for (uint64_t seed = 0; seed < 36; seed++)
    play(JUNQI_FOUR, seed);
  for (uint64_t seed = 0; seed < 36; seed++)
    play(JUNQI_THREE, seed);
  assert_true(total > 240); /* and it does prove things */
}

static junqi_layout layout_of(const char *text) {
  junqi_layout layout;
  memset(&layout, 0, sizeof layout);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    layout.at[i] = (uint8_t)junqi_type_from_letter(text[i]);
  return layout;
}

static void ply(junqi_game *game, junqi_knowledge *know, const char *text) {
  const junqi_board *board = junqi_board_of(JUNQI_DARK);
  junqi_move move = {junqi_point_named(board, text, 3, NULL),
                     junqi_point_named(board, text + 3, 3, NULL)};
  assert_int_equal(junqi_game_play(game, game->position.turn, move, &events, NULL), JUNQI_E_OK);
  tell(know, 1);
}

static unsigned may(const junqi_knowledge *know, const char *point) {
  return junqi_may_be(know, junqi_point_named(junqi_board_of(JUNQI_DARK), point, 3, NULL));
}

/* A marshal that falls to a bomb shows its flag; a mine row piece that moved is none; an equal
 * fight with one's own division is a division or a bomb. */
static void single_conclusions(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_game game;
  junqi_knowledge know;
  junqi_layout layouts[2] = {layout_of("73291"
                                       "6.7.8"
                                       "65.54"
                                       "B.1.4"
                                       "3M2MB"
                                       "3FM12"),
                             layout_of("73218"
                                       "6.B.9"
                                       "65.54"
                                       "B.1.4"
                                       "3M2M7"
                                       "3FM12")};
  const junqi_layout *own[2] = {&layouts[0], NULL};
  (void)state;
  assert_int_equal(junqi_game_start(&game, &rules, layouts, 0, &events, NULL), JUNQI_E_OK);
  junqi_knowledge_start(&know, &rules, 0, own, 0);
  assert_int_equal(may(&know, "b11") & (1 << JUNQI_BOMB | 1 << JUNQI_MINE | 1 << JUNQI_FLAG), 0);
  assert_int_equal(may(&know, "b62") & 1 << JUNQI_FLAG, 1 << JUNQI_FLAG);
  assert_int_equal(may(&know, "b61") & 1 << JUNQI_FLAG, 0);
  ply(&game, &know, "a11b15"); /* division < general */
  assert_int_equal(may(&know, "b15"), 1 << JUNQI_GENERAL | 1 << JUNQI_MARSHAL);
  assert_int_equal(may(&know, "a11"), 0);
  ply(&game, &know, "b11a15"); /* division > engineer */
  ply(&game, &know, "a25a15"); /* general > division */
  assert_int_equal(know.may[25] & ~((1 << 8) - 2), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(never_excludes_the_truth),
      cmocka_unit_test(single_conclusions),
  };
  return cmocka_run_group_tests_name("R-6.5", tests, NULL, NULL);
}
