/* What a match proves: mean, interval and sequential test, all from the points of whole units. A
 * unit is one draw from an unknown distribution over its possible points, so what its games share
 * (layouts, deal) cancels instead of counting as luck. */
#include "junqi/arena.h"

#include <math.h>

static const double two_sided_95 = 1.959963984540054;

unsigned junqi_unit_games(junqi_variant variant) {
  static const uint8_t games[JUNQI_VARIANTS] = {
      [JUNQI_DARK] = 2, [JUNQI_FLIP] = 2, [JUNQI_FOUR] = 4, [JUNQI_THREE] = 3};
  return games[variant];
}

/* Strength is a weight: one side of weight g wins g : 1 against one other, g : 2 against two. */
static double others(junqi_variant variant) {
  return variant == JUNQI_THREE ? 2 : 1;
}

double junqi_expected_score(junqi_variant variant, double elo) {
  return 1 / (1 + others(variant) * pow(10, -elo / 400));
}

static double elo_of(junqi_variant variant, double score) {
  if (score <= 0) return -HUGE_VAL;
  if (score >= 1) return HUGE_VAL;
  return 400 * log10(others(variant) * score / (1 - score));
}

static unsigned top(const junqi_standing *s) {
  return junqi_unit_games((junqi_variant)s->variant) * JUNQI_GAME_POINTS;
}

static void moments(const double count[], unsigned most, double *total, double *mean,
                    double *variance) {
  double sum = 0, squares = 0;
  *total = 0;
  for (unsigned i = 0; i <= most; i++) {
    *total += count[i];
    sum += count[i] * i / most;
  }
  *mean = sum / *total;
  for (unsigned i = 0; i <= most; i++)
    squares += count[i] * ((double)i / most - *mean) * ((double)i / most - *mean);
  *variance = squares / *total;
}

/* The counts; `extra` more at both ends, so that what has not been seen yet is not impossible. */
static void counts(const junqi_standing *s, double extra, double count[JUNQI_UNIT_POINTS + 1]) {
  for (unsigned i = 0; i <= top(s); i++)
    count[i] = s->unit[i];
  count[0] += extra;
  count[top(s)] += extra;
}

static double bounded(double score) {
  return score < 0 ? 0 : score > 1 ? 1 : score;
}

junqi_estimate junqi_standing_estimate(const junqi_standing *s) {
  junqi_variant variant = (junqi_variant)s->variant;
  junqi_estimate e = {.score = junqi_expected_score(variant, 0), .low = 0, .high = 1};
  double count[JUNQI_UNIT_POINTS + 1], total, variance, unused;
  if (s->units > 0) {
    counts(s, 0, count);
    moments(count, top(s), &total, &e.score, &variance);
    if (variance <= 0) {
      counts(s, 0.5, count);
      moments(count, top(s), &total, &unused, &variance);
    }
    double half = two_sided_95 * sqrt(variance / s->units);
    e.low = bounded(e.score - half);
    e.high = bounded(e.score + half);
  }
  e.elo = elo_of(variant, e.score);
  e.elo_low = elo_of(variant, e.low);
  e.elo_high = elo_of(variant, e.high);
  return e;
}

/* The multiplier x of the likeliest distribution with mean `score` (Lagrange): p_i / (1 + x (a_i -
 * score)), where the sum of p_i (a_i - score) / (1 + x (a_i - score)) is 0. That sum falls with x.
 */
static double multiplier(const double count[], unsigned most, double score) {
  double low = -1 / (1 - score), high = 1 / score;
  for (unsigned step = 0; step < 100; step++) {
    double x = (low + high) / 2, sum = 0;
    for (unsigned i = 0; i <= most; i++) {
      double d = (double)i / most - score;
      sum += count[i] * d / (1 + x * d);
    }
    if (sum > 0)
      low = x;
    else
      high = x;
  }
  return (low + high) / 2;
}

junqi_sprt junqi_standing_sprt(const junqi_standing *s, double elo0, double elo1) {
  const double error = 0.05, unseen = 1e-3;
  junqi_variant variant = (junqi_variant)s->variant;
  double s0 = junqi_expected_score(variant, elo0), s1 = junqi_expected_score(variant, elo1);
  double count[JUNQI_UNIT_POINTS + 1];
  junqi_sprt t = {.llr = 0, .lower = log(error / (1 - error)), .upper = log((1 - error) / error)};
  if (s->units == 0) return t;
  counts(s, unseen, count);
  double x0 = multiplier(count, top(s), s0), x1 = multiplier(count, top(s), s1);
  for (unsigned i = 0; i <= top(s); i++) {
    double a = (double)i / top(s);
    if (count[i] > 0) t.llr += count[i] * log((1 + x0 * (a - s0)) / (1 + x1 * (a - s1)));
  }
  t.state = t.llr >= t.upper ? JUNQI_SPRT_H1 : t.llr <= t.lower ? JUNQI_SPRT_H0 : JUNQI_SPRT_OPEN;
  return t;
}
