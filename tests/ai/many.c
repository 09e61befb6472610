/* Games of three and four seats from inside: sums kept up to date, flags taken, and whose harm is
 * whose good. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "junqi/ai.h"
#include "many_search.h"

static void start(const junqi_rules *rules, uint64_t seed, junqi_position *p) {
  junqi_layout layouts[JUNQI_MAX_SEATS];
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    layouts[seat] = junqi_ai_layout(rules, seed * 4 + seat);
  junqi_position_start(p, rules, layouts, 0, NULL);
}

static many_search searcher(many_mode mode, unsigned seat, const junqi_position *world) {
  many_search s = {.mode = mode, .seat = seat, .budget = {.limit = 100000}};
  many_search_world(&s, world);
  return s;
}

/* A ply that no attack can follow is worth what the position after it is worth; the search comes to
 * that by sums kept up to date, and leaves the position as it was. */
static void sums_are_kept(void **state) {
  (void)state;
  for (unsigned variant = JUNQI_FOUR; variant <= JUNQI_THREE; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    junqi_random random = {variant};
    junqi_position p;
    junqi_move list[JUNQI_MAX_MOVES];
    assert_int_equal(junqi_rules_set(&rules, "quiet_limit", 11, "0", 1, NULL), JUNQI_E_OK);
    start(&rules, 3, &p);
    for (unsigned ply = 0; ply < 60 && p.state == JUNQI_RUNNING; ply++) {
      many_search s = searcher(MANY_SIDES, p.turn, &p);
      unsigned count = junqi_moves(&p, list);
      for (unsigned i = 0; i < count; i++) {
        junqi_position before = p, after = p;
        int32_t sum[JUNQI_MAX_SEATS];
        s.budget = (ai_budget){.limit = 0}; /* no looking further */
        int32_t value = many_search_move(&s, &p, list[i], 0, -MANY_WIN);
        assert_memory_equal(&before, &p, sizeof p);
        junqi_make(&after, list[i], NULL, NULL);
        if (after.state != JUNQI_RUNNING || after.out_set) continue;
        many_sum(&s.table, &after, sum);
        assert_int_equal(value, many_worth(&rules, sum, s.seat));
      }
      junqi_make(&p, list[junqi_random_below(&random, count)], NULL, NULL);
    }
  }
}

/* What a ply is asked to be better than changes how much is looked at, never the value found. */
static void doubts_are_fair(void **state) {
  (void)state;
  for (unsigned variant = JUNQI_FOUR; variant <= JUNQI_THREE; variant++)
    for (unsigned mode = MANY_SIDES; mode <= MANY_BEST_REPLY; mode++) {
      junqi_rules rules = junqi_rules_default((junqi_variant)variant);
      junqi_random random = {variant};
      junqi_position p;
      junqi_move move;
      start(&rules, 5, &p);
      for (unsigned ply = 0; ply < 80 && junqi_random_move(&p, &random, &move); ply++) {
        if (ply % 4 == 0 && !p.out_set) {
          many_search s = searcher((many_mode)mode, p.turn, &p);
          int32_t value = many_search_move(&s, &p, move, 1, -MANY_WIN);
          assert_int_equal(value, many_search_move(&s, &p, move, 1, value - 1));
          assert_true(many_search_move(&s, &p, move, 1, value) <= value);
          assert_false(s.budget.over);
        }
        junqi_make(&p, move, NULL, NULL);
      }
    }
}

static void stand(junqi_position *p, const char *name, unsigned seat, junqi_type type) {
  const junqi_board *board = junqi_board_of((junqi_variant)p->rules->variant);
  p->at[junqi_point_named(board, name, 3, NULL)] = junqi_piece_of(seat, type);
}

/* Every seat has its flag and a regiment at home; a has one more piece, beside b's flag. */
static void sparse(const junqi_rules *rules, junqi_position *p) {
  static const char *const flags[] = {"a62", "b62", "c62", "d62"}, *const guards[] = {"a33", "b33",
                                                                                      "c33", "d33"};
  start(rules, 1, p);
  memset(p->at, 0, sizeof p->at);
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++) {
    stand(p, flags[seat], seat, JUNQI_FLAG);
    stand(p, guards[seat], seat, JUNQI_REGIMENT);
  }
  stand(p, "b61", 0, JUNQI_PLATOON);
  junqi_position_index(p);
}

/* What stepping forward with the guard is worth to a after so many quiet plies. Nobody can attack
 * then. */
static int32_t worth_after(junqi_variant variant, uint16_t quiet) {
  junqi_rules rules = junqi_rules_default(variant);
  const junqi_board *board = junqi_board_of(variant);
  junqi_move step = {junqi_point_named(board, "a33", 3, NULL),
                     junqi_point_named(board, "a34", 3, NULL)};
  junqi_position p;
  sparse(&rules, &p);
  p.quiet = quiet;
  many_search s = searcher(MANY_BEST_REPLY, 0, &p);
  return many_search_move(&s, &p, step, 0, -MANY_WIN);
}

/* Of three each would rather look on while the others fight; two sides have nothing to wait for. */
static void waiting_is_dear_among_three(void **state) {
  int32_t fresh = worth_after(JUNQI_THREE, 0), halfway = worth_after(JUNQI_THREE, 35),
          late = worth_after(JUNQI_THREE, 68);
  (void)state;
  assert_in_range(fresh - halfway, 100, 200);
  assert_in_range(fresh - late, 500, 600);
  assert_int_equal(worth_after(JUNQI_FOUR, 68), worth_after(JUNQI_FOUR, 0));
}

static junqi_move best(many_search *s, junqi_position *p, unsigned depth, int32_t *most) {
  junqi_move list[JUNQI_MAX_MOVES], chosen = {0, 0};
  unsigned count = junqi_moves(p, list);
  *most = INT32_MIN;
  for (unsigned i = 0; i < count; i++) {
    int32_t value = many_search_move(s, p, list[i], depth, -MANY_WIN);
    if (value <= *most) continue;
    *most = value;
    chosen = list[i];
  }
  return chosen;
}

static void takes_flags(void **state) {
  (void)state;
  for (unsigned variant = JUNQI_FOUR; variant <= JUNQI_THREE; variant++)
    for (unsigned mode = MANY_SIDES; mode <= MANY_BEST_REPLY; mode++) {
      junqi_rules rules = junqi_rules_default((junqi_variant)variant);
      const junqi_board *board = junqi_board_of((junqi_variant)variant);
      junqi_position p;
      int32_t value;
      sparse(&rules, &p);
      many_search s = searcher((many_mode)mode, 0, &p);
      junqi_move move = best(&s, &p, 2, &value);
      assert_int_equal(move.from, junqi_point_named(board, "b61", 3, NULL));
      assert_int_equal(move.to, junqi_point_named(board, "b62", 3, NULL));
    }
}

/* In `four` the partner's flag is as dear as one's own; in `three` another's loss is nobody's woe.
 */
static void friends_count(void **state) {
  junqi_rules four = junqi_rules_default(JUNQI_FOUR), three = junqi_rules_default(JUNQI_THREE);
  (void)state;
  int32_t even[] = {5000, 5000, 5000, 5000}, partner[] = {5000, 5000, 4000, 5000},
          enemy[] = {5000, 4000, 5000, 5000};
  assert_true(many_worth(&four, partner, 0) < many_worth(&four, even, 0));
  assert_true(many_worth(&four, enemy, 0) > many_worth(&four, even, 0));
  assert_true(many_worth(&three, partner, 0) > many_worth(&three, even, 0));
  /* The leader's loss is worth more than the weak one's. */
  int32_t uneven[] = {5000, 7000, 4000, 0}, strong[] = {5000, 6000, 4000, 0},
          weak[] = {5000, 7000, 3000, 0};
  assert_true(many_worth(&three, strong, 0) > many_worth(&three, weak, 0));
  assert_true(many_worth(&three, weak, 0) > many_worth(&three, uneven, 0));
}

/* Set-ups are legal, and hardly ever the same twice. */
static void layouts_differ(void **state) {
  (void)state;
  for (unsigned variant = JUNQI_FOUR; variant <= JUNQI_THREE; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    junqi_layout layout[200];
    unsigned same = 0;
    for (unsigned i = 0; i < 200; i++) {
      layout[i] = junqi_ai_layout(&rules, i);
      assert_int_equal(junqi_layout_check(&rules, &layout[i], 0, NULL), JUNQI_E_OK);
      for (unsigned j = 0; j < i; j++)
        same += memcmp(&layout[i], &layout[j], sizeof layout[i]) == 0;
    }
    assert_true(same < 5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_kept),
      cmocka_unit_test(doubts_are_fair),
      cmocka_unit_test(waiting_is_dear_among_three),
      cmocka_unit_test(takes_flags),
      cmocka_unit_test(friends_count),
      cmocka_unit_test(layouts_differ),
  };
  return cmocka_run_group_tests_name("many", tests, NULL, NULL);
}
