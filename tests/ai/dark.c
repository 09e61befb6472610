/* The two-seat player's own board: with everything shown it has the plies, points and worths that
 * the rules and a board made anew have; and beliefs never leave what is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "dark_search.h"
#include "junqi/ai.h"
#include "junqi/game.h"

static junqi_events events;

static void start(junqi_game *game, const junqi_rules *rules, uint64_t seed) {
  junqi_layout layouts[2] = {junqi_ai_layout(rules, seed), junqi_ai_layout(rules, seed + 999)};
  assert_int_equal(junqi_game_start(game, rules, layouts, 0, &events, NULL), JUNQI_E_OK);
}

/* Any fixed worths will do: sums must come out the same on both ways. */
static void fill(dark_ground *g) {
  for (unsigned slot = 0; slot < DARK_PIECES; slot++) {
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
      g->weight[slot][type] = 1;
    for (unsigned p = 0; p < DARK_POINTS; p++)
      g->place[slot][p] = (int16_t)((slot * 7 + p * 3) % 50);
  }
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
    g->value[0][type] = g->value[1][type] = (int16_t)(type * 11);
}

static void play_node(const dark_ground *g, dark_node *n, junqi_move move) {
  dark_node next;
  dark_odds odds;
  if (n->at[move.to] == DARK_NOBODY) {
    dark_step(g, n, move, &next);
  } else {
    dark_odds_of(g, n, move, &odds);
    for (unsigned o = JUNQI_WON; o < JUNQI_OUTCOMES; o++)
      if (odds.share[o]) dark_fight(g, n, move, &odds, (junqi_outcome)o, &next);
  }
  *n = next;
}

static void same_board(const dark_node *kept, const dark_node *fresh) {
  assert_true(kept->own[0] == fresh->own[0] && kept->own[1] == fresh->own[1]);
  assert_true(kept->fixed == fresh->fixed && kept->engineer == fresh->engineer);
  assert_int_equal(kept->score, fresh->score);
  assert_memory_equal(kept->at, fresh->at, sizeof kept->at);
}

static void board_agrees_with_the_rules(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  static dark_ground ground;
  (void)state;
  rules.value[JUNQI_OPT_OPEN] = 1;
  dark_ground_start(&ground, &rules, 0);
  fill(&ground);
  for (uint64_t seed = 0; seed < 60; seed++) {
    junqi_random random = {seed};
    junqi_knowledge know;
    junqi_game game;
    junqi_move move, list[DARK_MOVES];
    dark_node kept, fresh;
    unsigned attacks;
    start(&game, &rules, seed);
    const junqi_layout *seen[JUNQI_MAX_SEATS] = {&game.layout[0], &game.layout[1]};
    junqi_knowledge_start(&know, &rules, 0, seen, 0);
    dark_node_start(&ground, &know, NULL, &kept);
    while (junqi_random_move(&game.position, &random, &move)) {
      assert_int_equal(dark_moves(&ground, &kept, true, list, &attacks),
                       junqi_count_moves(&game.position));
      junqi_game_play(&game, game.position.turn, move, &events, NULL);
      if (game.position.state != JUNQI_RUNNING) break;
      for (unsigned e = 0; e < events.count; e++)
        assert_int_equal(junqi_knowledge_apply(&know, &events.item[e]), JUNQI_E_OK);
      play_node(&ground, &kept, move);
      dark_node_start(&ground, &know, NULL, &fresh);
      same_board(&kept, &fresh);
    }
  }
}

/* Each piece is of one type in each world, of a type that it may be; and never surely another than
 * it is. */
static void beliefs_keep_to_knowledge(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  static uint16_t share[JUNQI_SLOTS][JUNQI_TYPES];
  (void)state;
  for (uint64_t seed = 0; seed < 30; seed++) {
    junqi_random random = {seed};
    junqi_player player;
    junqi_game game;
    junqi_move move;
    start(&game, &rules, seed);
    const junqi_layout *seen[JUNQI_MAX_SEATS] = {&game.layout[0]};
    junqi_player_start(&player, &rules, 0, seen, 0, 5, seed);
    for (unsigned ply = 0; ply < 10 * seed; ply++) {
      if (!junqi_random_move(&game.position, &random, &move)) break;
      junqi_game_play(&game, game.position.turn, move, &events, NULL);
      for (unsigned e = 0; e < events.count; e++)
        junqi_player_apply(&player, &events.item[e]);
    }
    junqi_player_beliefs(&player, 64, share);
    junqi_knowledge_rest(&player.know);
    for (unsigned slot = 0; slot < DARK_PIECES; slot++) {
      unsigned sum = 0;
      for (unsigned type = 0; type < JUNQI_TYPES; type++) {
        sum += share[slot][type];
        if (share[slot][type]) assert_true(player.know.may[slot] >> type & 1);
      }
      assert_int_equal(sum, 64);
      junqi_point home = player.know.home[slot];
      unsigned truth = game.layout[home / JUNQI_ARM_POINTS].at[home % JUNQI_ARM_POINTS];
      assert_true(player.know.may[slot] >> truth & 1);
    }
  }
}

/* Where the mines of a set-up are known, its flag is looked for beside them. In the first four they
 * do not stand evenly. */
static void pieces_stand_together(void **state) {
  enum { LOPSIDED = 4 };
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  static uint16_t share[JUNQI_SLOTS][JUNQI_TYPES];
  (void)state;
  for (unsigned index = 0; index < LOPSIDED; index++) {
    const junqi_layout *layout = &junqi_ready(index)->layout, *seen[JUNQI_MAX_SEATS] = {layout};
    junqi_player player;
    unsigned flag = JUNQI_NO_SLOT;
    junqi_player_start(&player, &rules, 0, seen, 0, 5, index);
    for (unsigned slot = JUNQI_ARM_PIECES; slot < DARK_PIECES; slot++) {
      unsigned type = layout->at[player.know.home[slot] % JUNQI_ARM_POINTS];
      if (type == JUNQI_FLAG) flag = slot;
      if (type == JUNQI_MINE)
        player.know.may[slot] = 1 << JUNQI_MINE;
      else
        player.know.may[slot] &= (uint16_t) ~(1u << JUNQI_MINE);
    }
    junqi_player_beliefs(&player, 1000, share);
    assert_true(share[flag][JUNQI_FLAG] > 550);
  }
}

/* No more positions than allowed, and a ply whatever the budget. */
static void budget_is_kept(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  static junqi_ai_slot memory[1024];
  (void)state;
  for (uint64_t nodes = 1; nodes < 200000; nodes *= 5) {
    junqi_budget budget = {.nodes = nodes, .memory = memory, .slots = 1024};
    junqi_player player;
    junqi_game game;
    start(&game, &rules, nodes);
    const junqi_layout *seen[JUNQI_MAX_SEATS] = {&game.layout[0]};
    junqi_player_start(&player, &rules, 0, seen, 0, 5, 1);
    junqi_thought one = junqi_player_choose(&player, &budget),
                  two = junqi_player_choose(&player, &budget);
    assert_true(one.nodes <= nodes);
    assert_true(one.nodes == two.nodes && one.score == two.score);
    assert_int_equal(one.move.to, two.move.to);
    assert_int_equal(junqi_game_play(&game, 0, one.move, &events, NULL), JUNQI_E_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(board_agrees_with_the_rules),
      cmocka_unit_test(beliefs_keep_to_knowledge),
      cmocka_unit_test(pieces_stand_together),
      cmocka_unit_test(budget_is_kept),
  };
  return cmocka_run_group_tests_name("dark", tests, NULL, NULL);
}
