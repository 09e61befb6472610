/* Set-up by RULES.md R-3 and its completion. */
#include "test.h"

#include <string.h>

#include "junqi/layout.h"

static junqi_layout random_layout(const junqi_rules *rules, uint64_t seed) {
  junqi_random random = {seed};
  junqi_layout empty;
  memset(&empty, 0, sizeof empty);
  return junqi_layout_complete(rules, &empty, &random);
}

/* Swaps two points of a legal layout and says what the check finds. */
static junqi_code swapped(const junqi_rules *rules, unsigned a, junqi_type type,
                          junqi_error *error) {
  junqi_layout layout = random_layout(rules, 7);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (layout.at[i] == type) {
      layout.at[i] = layout.at[a];
      layout.at[a] = (uint8_t)type;
      break;
    }
  return junqi_layout_check(rules, &layout, 1, error);
}

static void each_clause(void **state) {
  junqi_rules dark = junqi_rules_default(JUNQI_DARK), three = junqi_rules_default(JUNQI_THREE);
  junqi_error error;
  junqi_layout layout = random_layout(&dark, 1);
  (void)state;
  assert_int_equal(junqi_layout_check(&dark, &layout, 0, &error), JUNQI_E_OK);
  assert_int_equal(swapped(&dark, 12, JUNQI_PLATOON, &error), JUNQI_E_LAYOUT_CAMP); /* */
  assert_string_equal(error.where, "b33");
  assert_int_equal(swapped(&dark, 22, JUNQI_FLAG, &error), JUNQI_E_LAYOUT_FLAG); /* */
  assert_int_equal(swapped(&dark, 15, JUNQI_MINE, &error), JUNQI_E_LAYOUT_MINE); /* */
  assert_int_equal(swapped(&dark, 2, JUNQI_BOMB, &error), JUNQI_E_LAYOUT_BOMB);  /* */
  assert_string_equal(error.where, "b13");
  assert_int_equal(junqi_layout_spot(&three, 2, JUNQI_BOMB), JUNQI_E_OK); /* bomb_front=yes */
}

/* right numbers, all placed. */
static void counts(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_layout layout = random_layout(&rules, 3);
  junqi_error error;
  (void)state;
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (layout.at[i] == JUNQI_PLATOON) {
      layout.at[i] = JUNQI_MARSHAL;
      break;
    }
  assert_int_equal(junqi_layout_check(&rules, &layout, 0, &error), JUNQI_E_LAYOUT_COUNT);
  assert_string_equal(error.found, "9");
  assert_string_equal(error.wanted, "1");
  layout = random_layout(&rules, 3);
  layout.at[0] = JUNQI_NONE;
  assert_int_equal(junqi_layout_check(&rules, &layout, 0, &error), JUNQI_E_LAYOUT_EMPTY);
  assert_string_equal(error.where, "a11");
}

/* whatever stands there is completed to a legal layout; legal pieces stay while that is
 * possible. */
static void completion(void **state) {
  junqi_random random = {99};
  (void)state;
  for (unsigned n = 0; n < 20000; n++) {
    junqi_rules rules = junqi_rules_default(n % 2 ? JUNQI_DARK : JUNQI_THREE);
    junqi_layout partial;
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      partial.at[i] =
          (uint8_t)(junqi_random_below(&random, 3) ? JUNQI_NONE : junqi_random_below(&random, 16));
    junqi_layout full = junqi_layout_complete(&rules, &partial, &random);
    assert_int_equal(junqi_layout_check(&rules, &full, 0, NULL), JUNQI_E_OK);
  }
}

static void completion_keeps_the_legal(void **state) {
  junqi_random random = {5};
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  (void)state;
  for (unsigned n = 0; n < 2000; n++) {
    junqi_layout whole = random_layout(&rules, n), partial = whole;
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      if (junqi_random_below(&random, 2)) partial.at[i] = JUNQI_NONE;
    junqi_layout full = junqi_layout_complete(&rules, &partial, &random);
    unsigned moved = 0;
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      moved += partial.at[i] != JUNQI_NONE && full.at[i] != partial.at[i];
    /* A mine or the flag may need a place that a freer piece holds; never more than those four. */
    assert_true(moved <= 4);
    assert_int_equal(junqi_layout_check(&rules, &full, 0, NULL), JUNQI_E_OK);
  }
}

/* Every ready-made layout is legal in every variant that has set-ups. */
static void ready_ones(void **state) {
  static const junqi_variant variants[] = {JUNQI_DARK, JUNQI_FOUR, JUNQI_THREE};
  (void)state;
  assert_true(junqi_ready_count() >= 6);
  for (unsigned i = 0; i < junqi_ready_count(); i++)
    for (unsigned v = 0; v < 3; v++) {
      junqi_rules rules = junqi_rules_default(variants[v]);
      assert_int_equal(junqi_layout_check(&rules, &junqi_ready(i)->layout, 0, NULL), JUNQI_E_OK);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_clause), cmocka_unit_test(counts),
      cmocka_unit_test(completion),  cmocka_unit_test(completion_keeps_the_legal),
      cmocka_unit_test(ready_ones),
  };
  return cmocka_run_group_tests_name("R-3", tests, NULL, NULL);
}
