/* Flip chess from inside: what a worth may depend on, and that a win at hand is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "flip_worth.h"
#include "level.h"

/* A position some random plies into a game; false when it was over before. */
static bool midgame(const junqi_rules *rules, uint64_t seed, junqi_position *p) {
  junqi_random random = {seed};
  junqi_piece deal[60];
  junqi_move move;
  junqi_random_deal(&random, deal);
  junqi_position_deal(p, rules, deal, 0, NULL);
  for (unsigned i = 0; i < 40 + seed % 60; i++) {
    if (!junqi_random_move(p, &random, &move)) return false;
    junqi_make(p, move, NULL, NULL);
  }
  return p->state == JUNQI_RUNNING && p->colour[0] != JUNQI_NO_SEAT;
}

/* What one colour gains the other loses, and which face-down piece lies where tells nobody
 * anything. */
static void worth_is_fair(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  junqi_position p;
  flip_map map;
  flip_scales scales;
  unsigned seen = 0;
  (void)state;
  flip_map_make(&map);
  for (uint64_t seed = 0; seed < 60; seed++) {
    if (!midgame(&rules, seed, &p)) continue;
    flip_scales_make(&scales, &p);
    int32_t worth = flip_worth(&map, &scales, &p, 0);
    seen++;
    assert_int_equal(worth, -flip_worth(&map, &scales, &p, 1));
    unsigned first = 60;
    for (unsigned q = 0; q < 60; q++) {
      if (!p.at[q] || p.at[q] & JUNQI_PUBLIC) continue;
      if (first == 60) {
        first = q;
        continue;
      }
      junqi_piece piece = p.at[q];
      p.at[q] = p.at[first];
      p.at[first] = piece;
    }
    flip_scales_make(&scales, &p);
    assert_int_equal(worth, flip_worth(&map, &scales, &p, 0));
  }
  assert_true(seen > 30);
}

static void stand(junqi_position *p, const char *name, unsigned colour, junqi_type type) {
  const junqi_board *board = junqi_board_of(JUNQI_FLIP);
  p->at[junqi_point_named(board, name, 3, NULL)] =
      junqi_piece_of(colour, type) | (junqi_piece)JUNQI_PUBLIC;
}

/* Seat a has colour 1 and an engineer beside a flag that no mine guards any more. */
static void near_the_end(const junqi_rules *rules, junqi_position *p) {
  junqi_piece deal[60];
  junqi_random random = {1};
  junqi_random_deal(&random, deal);
  junqi_position_deal(p, rules, deal, 0, NULL);
  memset(p->at, 0, sizeof p->at);
  p->colour[0] = 1;
  p->colour[1] = 0;
  p->dug[0] = 3;
  stand(p, "b31", 1, JUNQI_ENGINEER);
  stand(p, "b32", 0, JUNQI_FLAG);
  stand(p, "a11", 1, JUNQI_MARSHAL);
  stand(p, "a12", 0, JUNQI_DIVISION);
  stand(p, "a42", 0, JUNQI_GENERAL);
  junqi_position_index(p);
}

static junqi_thought think(const junqi_position *p, unsigned level, uint64_t nodes) {
  const ai_level strength = {1000, 6, 0, 0, 0};
  const junqi_budget budget = {.nodes = nodes};
  junqi_player player;
  junqi_player_start(&player, p->rules, p->turn, NULL, 0, level, 5);
  junqi_view_open(&player.know.view, p->turn, p);
  return flip_choose(&player, &player.know, &strength, &budget, &(ai_asked){NULL, 0});
}

static void takes_the_flag(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  const junqi_board *board = junqi_board_of(JUNQI_FLIP);
  junqi_position p;
  (void)state;
  near_the_end(&rules, &p);
  junqi_thought thought = think(&p, 5, 5000);
  assert_int_equal(thought.move.from, junqi_point_named(board, "b31", 3, NULL));
  assert_int_equal(thought.move.to, junqi_point_named(board, "b32", 3, NULL));
  assert_true(thought.score > 20000);
}

/* On the other side of the board the one who is about to lose the flag sees that coming. */
static void sees_its_own_flag_fall(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  junqi_position p;
  (void)state;
  near_the_end(&rules, &p);
  p.turn = 1;
  assert_true(think(&p, 5, 20000).score < -20000);
}

static void budget_is_kept(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  junqi_position p;
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++)
    if (midgame(&rules, seed, &p)) assert_true(think(&p, 5, 700).nodes <= 700);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(worth_is_fair),
      cmocka_unit_test(takes_the_flag),
      cmocka_unit_test(sees_its_own_flag_fall),
      cmocka_unit_test(budget_is_kept),
  };
  return cmocka_run_group_tests_name("flip", tests, NULL, NULL);
}
