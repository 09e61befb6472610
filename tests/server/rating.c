/* Ratings: the figures of the published example, and what must hold whatever the numbers. */
#include "rating.h"

#include "junqi/score.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double found, double expected, double tolerance) {
  if (!(fabs(found - expected) <= tolerance)) {
    fail_msg("%.9g is not within %g of %.9g", found, tolerance, expected);
  }
}

static junqi_store_rating rating_of(double rating, double deviation) {
  return (junqi_store_rating){
      .rating = rating, .deviation = deviation, .volatility = 0.06, .games = 1};
}

/* Glickman's worked example: 1500/200/0.06 against three opponents, tau 0.5. */
static void gives_the_figures_of_the_published_example(void **state) {
  (void)state;
  static const rating_result results[] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
  junqi_store_rating after = rating_after(rating_of(1500, 200), results, 3);
  assert_near(after.rating, 1464.06, 0.01);
  assert_near(after.deviation, 151.52, 0.01);
  assert_near(after.volatility, 0.05999, 0.00001);
}

/* Its step 6 alone: somebody who has not played. */
static void resting_only_widens_the_deviation(void **state) {
  (void)state;
  junqi_store_rating after = rating_after(rating_of(1700, 50), NULL, 0);
  assert_near(after.rating, 1700, 1e-9);
  assert_near(after.deviation, 173.7178 * hypot(50 / 173.7178, 0.06), 1e-9);
  assert_near(after.volatility, 0.06, 0);
}

static void a_rest_widens_by_its_length(void **state) {
  (void)state;
  junqi_store_rating stored = rating_of(1700, 50);
  stored.time = 1000;
  assert_near(rating_at(stored, 1000).deviation, 50, 1e-9);
  assert_near(rating_at(stored, 0).deviation, 50, 1e-9); /* a clock set back */
  assert_near(rating_at(stored, 1000 + RATING_REST_MS).deviation,
              rating_after(stored, NULL, 0).deviation, 1e-9);
  assert_near(rating_at(stored, INT64_MAX).deviation, RATING_DEVIATION_MAX, 0);
  stored.time = INT64_MIN;
  assert_near(rating_at(stored, INT64_MAX).deviation, RATING_DEVIATION_MAX, 0);
  junqi_store_rating none = {0};
  assert_near(rating_at(none, 5).rating, RATING_FIRST, 0);
  assert_near(rating_at(none, 5).deviation, RATING_DEVIATION_MAX, 0);
  assert_near(rating_at(none, 5).volatility, RATING_VOLATILITY, 0);
}

static void expectations_of_two_make_one(void **state) {
  (void)state;
  for (double gap = 0; gap <= 3000; gap += 37) {
    junqi_store_rating strong = rating_of(1500 + gap, 40);
    junqi_store_rating weak = rating_of(1500, 200);
    double high = rating_expected(&strong, &weak);
    double low = rating_expected(&weak, &strong);
    assert_near(high + low, 1, 1e-12);
    assert_true(low > 0 && low <= 0.5);
  }
}

static junqi_store_game game_of(size_t seats) {
  junqi_store_game game = {.seat_count = seats};
  for (size_t i = 0; i < seats; i++) {
    game.seats[i].account = i + 1;
  }
  return game;
}

/* Of equals one gains what the other loses; a draw moves neither. */
static void is_symmetric_for_equals(void **state) {
  (void)state;
  for (double deviation = 40; deviation <= 350; deviation += 31) {
    junqi_store_game game = game_of(2);
    junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX] = {rating_of(1600, deviation),
                                                         rating_of(1600, deviation)};
    game.seats[0].outcome = JUNQI_STORE_WON;
    rating_rate(&game, 0, ratings);
    assert_true(ratings[0].rating > 1600);
    assert_near(ratings[0].rating + ratings[1].rating, 3200, 1e-6);
    assert_near(ratings[0].deviation, ratings[1].deviation, 1e-9);
    game.seats[0].outcome = game.seats[1].outcome = JUNQI_STORE_DRAWN;
    ratings[0] = ratings[1] = rating_of(1600, deviation);
    rating_rate(&game, 0, ratings);
    assert_near(ratings[0].rating, 1600, 1e-9);
    assert_near(ratings[1].rating, 1600, 1e-9);
  }
}

/* A game that says something shrinks a wide deviation; seats changed over change nothing. */
static void two_seats_in_any_order(void **state) {
  (void)state;
  for (double gap = -600; gap <= 600; gap += 50) {
    junqi_store_game game = game_of(2);
    junqi_store_rating one[JUNQI_STORE_SEATS_MAX] = {rating_of(1500, 200),
                                                     rating_of(1500 + gap, 120)};
    junqi_store_rating two[JUNQI_STORE_SEATS_MAX] = {one[1], one[0]};
    game.seats[0].outcome = JUNQI_STORE_WON;
    rating_rate(&game, 0, one);
    game.seats[0].outcome = JUNQI_STORE_LOST;
    game.seats[1].outcome = JUNQI_STORE_WON;
    rating_rate(&game, 0, two);
    assert_near(one[0].rating, two[1].rating, 1e-9);
    assert_near(one[1].rating, two[0].rating, 1e-9);
    assert_true(one[0].rating > 1500 && one[1].rating < 1500 + gap);
    assert_true(one[0].deviation < 200 && one[1].deviation < 121);
  }
}

/* Beating a stronger one gives more, and an uncertain rating moves further. */
static void surprises_move_more(void **state) {
  (void)state;
  double last = 0;
  for (double gap = -500; gap <= 500; gap += 25) {
    rating_result result = {1500 + gap, 60, 1};
    double gain = rating_after(rating_of(1500, 100), &result, 1).rating - 1500;
    assert_true(gain > last);
    assert_true(rating_after(rating_of(1500, 200), &result, 1).rating - 1500 > gain);
    last = gain;
  }
}

static void partners_share_a_result(void **state) {
  (void)state;
  junqi_store_game game = game_of(4);
  junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX] = {rating_of(1700, 80), rating_of(1500, 80),
                                                       rating_of(1300, 80), rating_of(1500, 80)};
  game.seats[0].outcome = game.seats[2].outcome = JUNQI_STORE_WON;
  rating_rate(&game, 0, ratings);
  double gain = ratings[0].rating - 1700;
  assert_true(gain > 0);
  assert_near(ratings[2].rating - 1300, gain, 1e-6); /* the sides are equal, so are the gains */
  assert_near(1500 - ratings[1].rating, gain, 1e-6);
  assert_near(1500 - ratings[3].rating, gain, 1e-6);
  for (size_t i = 0; i < 4; i++) {
    assert_true(ratings[i].deviation < 80);
  }
}

static void three_are_three_sides(void **state) {
  (void)state;
  junqi_store_game game = game_of(3);
  junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX] = {rating_of(1500, 100), rating_of(1500, 100),
                                                       rating_of(1500, 100)};
  game.seats[1].outcome = JUNQI_STORE_WON;
  rating_rate(&game, 0, ratings);
  assert_near(ratings[0].rating, ratings[2].rating, 1e-9);
  /* nearly: the volatility of a surprise differs */
  assert_near(ratings[1].rating - 1500, 2 * (1500 - ratings[0].rating), 0.01);
}

/* nobody gains from a short game, however often it is played, and its losers lose. */
static void short_games_raise_nobody(void **state) {
  (void)state;
  for (size_t seats = 2; seats <= 4; seats += 2) {
    junqi_store_game game = game_of(seats);
    junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX], usual[JUNQI_STORE_SEATS_MAX];
    for (size_t i = 0; i < seats; i++) {
      bool wins = i % 2 == 0;
      ratings[i] = usual[i] = rating_of(1500, 100);
      game.seats[i].outcome = wins ? JUNQI_STORE_WON : JUNQI_STORE_LOST;
    }
    rating_rate(&game, 0, usual);
    for (size_t i = 0; i < seats; i++) {
      uint8_t clause = i % 2 == 0 ? JUNQI_SCORE_SHORT : JUNQI_SCORE_LOST;
      game.parts[game.part_count++] = (junqi_store_part){(uint8_t)i, clause, 0};
    }
    rating_rate(&game, 0, ratings);
    for (size_t i = 0; i < seats; i++) {
      assert_near(ratings[i].rating, i % 2 == 0 ? 1500 : usual[i].rating, 0);
      assert_near(ratings[i].deviation, i % 2 == 0 ? 100 : usual[i].deviation, 0);
      assert_true((usual[i].rating > 1500) == (i % 2 == 0));
    }
    junqi_store_rating none[JUNQI_STORE_SEATS_MAX] = {{0}};
    rating_rate(&game, 0, none); /* not rated before */
    assert_near(none[0].rating, RATING_FIRST, 0);
    assert_near(none[0].deviation, RATING_DEVIATION_MAX, 0);
  }
}

/* A thousand games between two of fixed strength: each comes to rest where it belongs. */
static void ratings_find_the_strength(void **state) {
  (void)state;
  junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX] = {{0}};
  uint64_t seed = 5;
  for (int i = 0; i < 1000; i++) {
    junqi_store_game game = game_of(2);
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    bool first = (seed >> 33) % 100 < 76; /* 200 points stronger */
    game.seats[first ? 0 : 1].outcome = JUNQI_STORE_WON;
    rating_rate(&game, i, ratings);
    ratings[0].games = ratings[1].games = (uint32_t)i + 1;
    for (size_t k = 0; k < 2; k++) {
      assert_true(ratings[k].deviation >= RATING_DEVIATION_MIN);
      assert_true(ratings[k].deviation <= RATING_DEVIATION_MAX);
      assert_true(ratings[k].volatility > 0.01 && ratings[k].volatility < 0.2);
    }
  }
  assert_near(ratings[0].rating - ratings[1].rating, 200, 80);
}

/* Whatever comes in, finite numbers come out. */
static void extremes_stay_finite(void **state) {
  (void)state;
  static const double values[] = {-1e6, -3000, 0, 1500, 1e4, 1e6};
  for (size_t i = 0; i < 6; i++) {
    for (size_t k = 0; k < 6; k++) {
      for (double score = 0; score <= 1; score += 0.5) {
        rating_result results[2] = {{values[i], 30, score}, {values[k], 350, score}};
        junqi_store_rating after = rating_after(rating_of(values[k], 350), results, 2);
        assert_true(isfinite(after.rating));
        assert_true(after.deviation >= RATING_DEVIATION_MIN && after.deviation <= 350);
        assert_true(isfinite(after.volatility) && after.volatility > 0);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_the_figures_of_the_published_example),
      cmocka_unit_test(resting_only_widens_the_deviation),
      cmocka_unit_test(a_rest_widens_by_its_length),
      cmocka_unit_test(expectations_of_two_make_one),
      cmocka_unit_test(is_symmetric_for_equals),
      cmocka_unit_test(two_seats_in_any_order),
      cmocka_unit_test(surprises_move_more),
      cmocka_unit_test(partners_share_a_result),
      cmocka_unit_test(three_are_three_sides),
      cmocka_unit_test(short_games_raise_nobody),
      cmocka_unit_test(ratings_find_the_strength),
      cmocka_unit_test(extremes_stay_finite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
