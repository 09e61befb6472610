/* The computer player: legal in every variant, honest, deterministic, and better than chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "junqi/ai.h"
#include "junqi/game.h"

static junqi_events events;

static void start_game(junqi_game *game, const junqi_rules *rules, uint64_t seed) {
  junqi_layout layouts[JUNQI_MAX_SEATS];
  junqi_random random = {seed};
  if (rules->variant == JUNQI_FLIP) {
    junqi_piece deal[60];
    junqi_random_deal(&random, deal);
    assert_int_equal(junqi_game_deal(game, rules, deal, 0, &events, NULL), JUNQI_E_OK);
    return;
  }
  for (unsigned s = 0; s < JUNQI_MAX_SEATS; s++)
    layouts[s] = junqi_ai_layout(rules, seed * 4 + s);
  assert_int_equal(junqi_game_start(game, rules, layouts, 0, &events, NULL), JUNQI_E_OK);
}

static void start_player(junqi_player *player, const junqi_game *game, junqi_seat seat,
                         unsigned level) {
  const junqi_layout *own[JUNQI_MAX_SEATS] = {0};
  own[seat] = &game->layout[seat];
  junqi_player_start(player, game->position.rules, seat, own, game->first, level, 77 + seat);
  for (unsigned e = 0; e < events.count; e++)
    assert_int_equal(junqi_player_apply(player, &events.item[e]), JUNQI_E_OK);
}

/* Plays a whole game; level 0 plays at random. Returns the winners' bit set. */
static unsigned play(const junqi_rules *rules, uint64_t seed, const unsigned level[]) {
  junqi_game game;
  junqi_player player[JUNQI_MAX_SEATS];
  junqi_random random = {seed * 31};
  const junqi_budget few = {.nodes = 4000};
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  start_game(&game, rules, seed);
  for (unsigned s = 0; s < seats; s++)
    start_player(&player[s], &game, (junqi_seat)s, level[s]);
  while (game.position.state == JUNQI_RUNNING) {
    junqi_seat turn = game.position.turn;
    junqi_move list[JUNQI_MAX_MOVES], move;
    if (level[turn]) {
      move = junqi_player_choose(&player[turn], &few).move;
    } else {
      unsigned count = junqi_moves(&game.position, list);
      move = list[junqi_random_below(&random, count)];
    }
    assert_int_equal(junqi_game_play(&game, turn, move, &events, NULL), JUNQI_E_OK);
    for (unsigned s = 0; s < seats; s++)
      for (unsigned e = 0; e < events.count; e++)
        assert_int_equal(junqi_player_apply(&player[s], &events.item[e]), JUNQI_E_OK);
  }
  return game.position.winners;
}

static void layouts_are_legal_and_differ(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_layout last = junqi_ai_layout(&rules, 0);
  unsigned same = 0;
  (void)state;
  for (uint64_t seed = 1; seed < 2000; seed++) {
    junqi_layout layout = junqi_ai_layout(&rules, seed);
    assert_int_equal(junqi_layout_check(&rules, &layout, 0, NULL), JUNQI_E_OK);
    same += memcmp(&layout, &last, sizeof last) == 0;
    last = layout;
  }
  assert_true(same < 5);
}

static void beats_chance(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  unsigned won = 0;
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    unsigned level[2] = {seed % 2 ? 2 : 0, seed % 2 ? 0 : 2};
    won += play(&rules, seed, level) == (seed % 2 ? 1 : 2);
  }
  assert_true(won >= 18);
}

static void plays_every_variant(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    const unsigned level[JUNQI_MAX_SEATS] = {2, 1, 2, 1};
    for (uint64_t seed = 0; seed < 2; seed++)
      play(&rules, seed, level);
  }
}

/* Hidden pieces dealt anew behind the same view: the same move, score and node count. */
static void honest(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_game one, two;
  junqi_player a, b;
  junqi_layout layouts[2];
  (void)state;
  for (uint64_t seed = 0; seed < 10; seed++) {
    start_game(&one, &rules, seed);
    start_player(&a, &one, 0, 2);
    layouts[0] = one.layout[0];
    layouts[1] = junqi_ai_layout(&rules, seed + 1000);
    assert_int_equal(junqi_game_start(&two, &rules, layouts, 0, &events, NULL), JUNQI_E_OK);
    start_player(&b, &two, 0, 2);
    const junqi_budget budget = {.nodes = 20000};
    junqi_thought x = junqi_player_choose(&a, &budget), y = junqi_player_choose(&b, &budget);
    assert_int_equal(x.move.from, y.move.from);
    assert_int_equal(x.move.to, y.move.to);
    assert_int_equal(x.score, y.score);
    assert_int_equal(x.nodes, y.nodes);
  }
}

/* Single plies are compared: alike each time, the better one is the thought's, and whatever the
 * player wants by itself is among what it can be asked about. */
static void rates(void **state) {
  const junqi_budget budget = {.nodes = 3000};
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    junqi_game game;
    junqi_player player;
    junqi_random random = {variant + 5};
    start_game(&game, &rules, variant);
    start_player(&player, &game, 0, JUNQI_AI_LEVELS);
    while (game.position.state == JUNQI_RUNNING && game.position.ply < 60) {
      junqi_move list[JUNQI_MAX_MOVES], move;
      unsigned count = junqi_moves(&game.position, list);
      move = list[junqi_random_below(&random, count)];
      if (game.position.turn == 0 && game.position.ply >= 4) {
        junqi_rated pair[2] = {{junqi_player_choose(&player, &budget).move, 0}, {move, 0}},
                    again[2];
        memcpy(again, pair, sizeof pair);
        junqi_thought t = junqi_player_rate(&player, &budget, pair, 2);
        junqi_player_rate(&player, &budget, again, 2);
        assert_memory_equal(pair, again, sizeof pair);
        bool first = t.move.from == pair[0].move.from && t.move.to == pair[0].move.to;
        assert_true(first || (t.move.from == move.from && t.move.to == move.to));
        assert_int_equal(t.score, pair[first ? 0 : 1].score);
        assert_true(t.score >= pair[first ? 1 : 0].score);
      }
      assert_int_equal(junqi_game_play(&game, game.position.turn, move, &events, NULL), JUNQI_E_OK);
      for (unsigned e = 0; e < events.count; e++)
        assert_int_equal(junqi_player_apply(&player, &events.item[e]), JUNQI_E_OK);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layouts_are_legal_and_differ),
      cmocka_unit_test(beats_chance),
      cmocka_unit_test(plays_every_variant),
      cmocka_unit_test(honest),
      cmocka_unit_test(rates),
  };
  return cmocka_run_group_tests_name("player", tests, NULL, NULL);
}
