/* What a match proves, against figures worked out apart from this program, and against the closed
 * forms that hold where a unit has two possible results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "junqi/arena.h"
#include "junqi/layout.h"

static void near(double value, double wanted) {
  if (fabs(value - wanted) > 1e-6 * (1 + fabs(wanted)))
    fail_msg("%.9g, wanted %.9g", value, wanted);
}

static junqi_standing standing(junqi_variant variant, uint32_t pairs[][2], unsigned count) {
  junqi_standing s = {.variant = (uint8_t)variant};
  for (unsigned i = 0; i < count; i++) {
    s.unit[pairs[i][0]] += pairs[i][1];
    s.units += pairs[i][1];
  }
  s.games = s.units * junqi_unit_games(variant);
  return s;
}

static uint32_t even[][2] = {{0, 10}, {3, 20}, {6, 40}, {9, 25}, {12, 5}};

static void elo_and_score(void **state) {
  (void)state;
  near(junqi_expected_score(JUNQI_DARK, 0), 0.5);
  near(junqi_expected_score(JUNQI_THREE, 0), 1.0 / 3);
  near(junqi_expected_score(JUNQI_FOUR, 400), 10.0 / 11);
  near(junqi_expected_score(JUNQI_DARK, -400), 1.0 / 11);
  near(junqi_expected_score(JUNQI_THREE, 400), 10.0 / 12);
}

static void pentanomial(void **state) {
  (void)state;
  junqi_standing s = standing(JUNQI_DARK, even, 5);
  junqi_estimate e = junqi_standing_estimate(&s);
  near(e.score, 0.4875);
  near(e.low, 0.4373506722709747);
  near(e.high, 0.5376493277290253);
  near(e.elo, -8.687699877294502);
  near(e.elo_low, -43.76320234521569);
  near(e.elo_high, 26.211045464344057);
}

static void share_of_three(void **state) {
  uint32_t units[][2] = {{0, 3}, {6, 5}, {12, 7}, {18, 5}};
  (void)state;
  junqi_standing s = standing(JUNQI_THREE, units, 4);
  junqi_estimate e = junqi_standing_estimate(&s);
  near(e.score, 0.5666666666666667);
  near(e.elo, 167.01422589416734);
  near(e.elo_low, 64.23422598159858);
  near(e.elo_high, 278.9047611343596);
}

/* Pairs that always split say more than the same games one by one: the units' variance is used. */
static void units_not_games(void **state) {
  uint32_t split[][2] = {{6, 49}, {12, 1}}, swept[][2] = {{0, 25}, {12, 25}};
  (void)state;
  junqi_standing a = standing(JUNQI_FLIP, split, 2), b = standing(JUNQI_FLIP, swept, 2);
  junqi_estimate ea = junqi_standing_estimate(&a), eb = junqi_standing_estimate(&b);
  assert_true(ea.high - ea.low < (eb.high - eb.low) / 4);
}

static void nothing_and_everything(void **state) {
  uint32_t clean[][2] = {{12, 50}};
  (void)state;
  junqi_standing s = standing(JUNQI_DARK, clean, 0);
  junqi_estimate e = junqi_standing_estimate(&s);
  near(e.score, 0.5);
  near(e.low, 0);
  near(e.high, 1);
  s = standing(JUNQI_DARK, clean, 1);
  e = junqi_standing_estimate(&s);
  near(e.score, 1);
  near(e.high, 1);
  assert_true(isinf(e.elo) && e.elo > 0);
  assert_true(e.low > 0.9 && e.low < 1); /* no certainty */
}

static void llr(void **state) {
  uint32_t better[][2] = {{0, 10}, {3, 20}, {6, 240}, {9, 95}, {12, 25}};
  (void)state;
  junqi_standing s = standing(JUNQI_DARK, even, 5);
  near(junqi_standing_sprt(&s, 0, 5).llr, -0.17855474654292225);
  s = standing(JUNQI_DARK, better, 5);
  near(junqi_standing_sprt(&s, 0, 10).llr, 7.404862773732075);
}

/* Won or lost whole: the ratio of two binomial likelihoods. */
static void llr_closed_form(void **state) {
  uint32_t units[][2] = {{12, 30}, {0, 20}};
  (void)state;
  junqi_standing s = standing(JUNQI_DARK, units, 2);
  double s0 = junqi_expected_score(JUNQI_DARK, 0), s1 = junqi_expected_score(JUNQI_DARK, 50);
  near(junqi_standing_sprt(&s, 0, 50).llr,
       30.001 * log(s1 / s0) + 20.001 * log((1 - s1) / (1 - s0)));
}

static void sprt_states(void **state) {
  uint32_t units[][2] = {{12, 1}, {0, 1}};
  (void)state;
  junqi_standing s = standing(JUNQI_DARK, units, 0);
  junqi_sprt t = junqi_standing_sprt(&s, 0, 100);
  near(t.llr, 0);
  near(t.upper, log(19));
  near(t.lower, -log(19));
  assert_int_equal(t.state, JUNQI_SPRT_OPEN);
  s = standing(JUNQI_DARK, units, 2);
  assert_int_equal(junqi_standing_sprt(&s, 0, 100).state, JUNQI_SPRT_OPEN);
  units[0][1] = 30;
  s = standing(JUNQI_DARK, units, 1);
  assert_int_equal(junqi_standing_sprt(&s, 0, 100).state, JUNQI_SPRT_H1);
  s.unit[0] = s.unit[12];
  s.unit[12] = 0;
  assert_int_equal(junqi_standing_sprt(&s, 0, 100).state, JUNQI_SPRT_H0);
}

/* Both errors near 5 %: matches of units drawn with the strength of H0 and of H1. */
static void sprt_errors(void **state) {
  const double elo[2] = {0, 60};
  const unsigned runs = 300;
  junqi_random random = {7};
  (void)state;
  for (unsigned truth = 0; truth < 2; truth++) {
    unsigned wrong = 0;
    double p = junqi_expected_score(JUNQI_DARK, elo[truth]);
    for (unsigned run = 0; run < runs; run++) {
      junqi_standing s = {.variant = JUNQI_DARK};
      junqi_sprt t = {.state = JUNQI_SPRT_OPEN};
      while (t.state == JUNQI_SPRT_OPEN) {
        unsigned points = 0;
        for (unsigned game = 0; game < 2; game++)
          points += junqi_random_below(&random, 1000000) < p * 1000000 ? JUNQI_GAME_POINTS : 0;
        s.unit[points]++;
        s.units++;
        t = junqi_standing_sprt(&s, elo[0], elo[1]);
      }
      wrong += t.state == (truth ? JUNQI_SPRT_H0 : JUNQI_SPRT_H1);
    }
    assert_true(wrong > 0 && wrong < runs / 10);
  }
}

static void refuses(const char *text, junqi_code code) {
  junqi_entrant entrant;
  junqi_error error;
  if (junqi_entrant_read(text, &entrant, &error) != code) fail_msg("%s", text);
  assert_int_equal(error.code, code);
  assert_true(error.wanted[0]);
}

static void entrants(void **state) {
  junqi_entrant e;
  (void)state;
  assert_int_equal(junqi_entrant_read("pimc:depth=3,worlds=10", &e, NULL), JUNQI_E_OK);
  assert_int_equal(e.brain, JUNQI_BRAIN_PIMC);
  assert_int_equal(e.depth, 3);
  assert_int_equal(e.worlds, 10);
  assert_int_equal(junqi_entrant_read("pimc:worlds=64", &e, NULL), JUNQI_E_OK);
  assert_int_equal(e.depth, 2);
  assert_int_equal(junqi_entrant_read("junqi", &e, NULL), JUNQI_E_OK);
  assert_int_equal(junqi_entrant_read("junqi:level=1", &e, NULL), JUNQI_E_OK);
  assert_int_equal(e.level, 1);
  assert_int_equal(junqi_entrant_read("cheat:depth=1", &e, NULL), JUNQI_E_OK);
  assert_int_equal(junqi_entrant_read("ccgc:/bin/e --x a:b,c", &e, NULL), JUNQI_E_OK);
  assert_string_equal(e.command, "/bin/e --x a:b,c");
  assert_string_equal(e.text, "ccgc:/bin/e --x a:b,c");
  refuses("", JUNQI_E_ENTRANT_UNKNOWN);
  refuses("pim", JUNQI_E_ENTRANT_UNKNOWN);
  refuses("pimcx", JUNQI_E_ENTRANT_UNKNOWN);
  refuses("pimc:", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:depth", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:depth=", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:depth=0", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:depth=9", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:depth=2,", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:depth=2 ", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:level=2", JUNQI_E_ENTRANT_SETTING);
  refuses("pimc:worlds=4294967297", JUNQI_E_ENTRANT_SETTING);
  refuses("random:depth=2", JUNQI_E_ENTRANT_SETTING);
  refuses("ccgc", JUNQI_E_ENTRANT_SETTING);
  refuses("engine:", JUNQI_E_ENTRANT_SETTING);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elo_and_score),
      cmocka_unit_test(pentanomial),
      cmocka_unit_test(share_of_three),
      cmocka_unit_test(units_not_games),
      cmocka_unit_test(llr),
      cmocka_unit_test(nothing_and_everything),
      cmocka_unit_test(llr_closed_form),
      cmocka_unit_test(sprt_states),
      cmocka_unit_test(sprt_errors),
      cmocka_unit_test(entrants),
  };
  return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
