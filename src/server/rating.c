/* See rating.h. Names of quantities follow the paper: mu, phi and sigma are rating, deviation and
 * volatility on its inner scale, v the variance the results alone would give, delta the improvement
 * they suggest. */
#include "rating.h"

#include "junqi/score.h"

#include <math.h>

static const double SCALE = 173.7178; /* 400 / ln 10 */
static const double PI = 3.14159265358979323846;
static const double TOLERANCE = 1e-6;

static double weight(double phi) {
  return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double expected(double mu, double opponent, double phi) {
  return 1 / (1 + exp(-weight(phi) * (mu - opponent)));
}

/* Step 5: the new volatility is the root of this function of ln sigma². */
typedef struct volatility_search {
  double delta2, phi2, v, a;
} volatility_search;

static double f(const volatility_search *s, double x) {
  double e = exp(x);
  double sum = s->phi2 + s->v + e;
  return e * (s->delta2 - sum) / (2 * sum * sum) - (x - s->a) / (RATING_TAU * RATING_TAU);
}

/* The end of the interval that lies on the other side of the root than `a`. */
static double bracket(const volatility_search *s) {
  if (s->delta2 > s->phi2 + s->v) {
    return log(s->delta2 - s->phi2 - s->v);
  }
  double k = 1;
  while (k < 100 && f(s, s->a - k * RATING_TAU) < 0) {
    k++;
  }
  return s->a - k * RATING_TAU;
}

/* Regula falsi in the Illinois form; a hundred steps are far more than it ever needs. */
static double new_volatility(double sigma, double delta2, double phi, double v) {
  volatility_search s = {delta2, phi * phi, v, log(sigma * sigma)};
  double a = s.a;
  double b = bracket(&s);
  double fa = f(&s, a);
  double fb = f(&s, b);
  for (int i = 0; i < 100 && fabs(b - a) > TOLERANCE && fb != fa; i++) {
    double c = a + (a - b) * fa / (fb - fa);
    double fc = f(&s, c);
    if (fc * fb <= 0) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = c;
    fb = fc;
  }
  return exp(a / 2);
}

static double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static junqi_store_rating outer(junqi_store_rating before, double mu, double phi, double sigma) {
  before.rating = SCALE * mu + RATING_FIRST;
  before.deviation = clamp(SCALE * phi, RATING_DEVIATION_MIN, RATING_DEVIATION_MAX);
  before.volatility = sigma;
  return before;
}

junqi_store_rating rating_after(junqi_store_rating before, const rating_result *results,
                                size_t count) {
  double mu = (before.rating - RATING_FIRST) / SCALE;
  double phi = before.deviation / SCALE;
  double information = 0; /* 1 / v */
  double surprise = 0;    /* delta / v */
  for (size_t i = 0; i < count; i++) {
    double opponent = (results[i].rating - RATING_FIRST) / SCALE;
    double g = weight(results[i].deviation / SCALE);
    double e = expected(mu, opponent, results[i].deviation / SCALE);
    information += g * g * e * (1 - e);
    surprise += g * (results[i].score - e);
  }
  if (information < 1e-12) { /* none, or so unequal that they say nothing */
    return outer(before, mu, hypot(phi, before.volatility), before.volatility);
  }
  double v = 1 / information;
  double delta = v * surprise;
  double sigma = new_volatility(before.volatility, delta * delta, phi, v);
  double grown = hypot(phi, sigma);
  double after = 1 / sqrt(1 / (grown * grown) + information);
  return outer(before, mu + after * after * surprise, after, sigma);
}

double rating_expected(const junqi_store_rating *a, const junqi_store_rating *b) {
  double phi = hypot(a->deviation, b->deviation) / SCALE;
  return expected(a->rating / SCALE, b->rating / SCALE, phi);
}

junqi_store_rating rating_at(junqi_store_rating stored, int64_t now) {
  if (stored.games == 0) {
    stored.rating = RATING_FIRST;
    stored.deviation = RATING_DEVIATION_MAX;
    stored.volatility = RATING_VOLATILITY;
    return stored;
  }
  double rested =
      now > stored.time ? ((double)now - (double)stored.time) / (double)RATING_REST_MS : 0;
  double grown = hypot(stored.deviation, SCALE * stored.volatility * sqrt(rested));
  stored.deviation = clamp(grown, RATING_DEVIATION_MIN, RATING_DEVIATION_MAX);
  return stored;
}

/* Games --------------------------------------------------------------------------------------- */

static size_t side_of(const junqi_store_game *game, size_t seat) {
  return game->seat_count == 4 ? seat % 2 : seat;
}

/* The mean of a side's ratings and the deviation of that mean, the seat `left_out` not counted in
 * the latter: its own uncertainty is in its own rating already. */
static rating_result mean_of(const junqi_store_game *game, const junqi_store_rating *ratings,
                             size_t side, size_t left_out) {
  rating_result mean = {0};
  double variance = 0;
  double seats = 0;
  for (size_t i = 0; i < game->seat_count; i++) {
    if (side_of(game, i) == side) {
      mean.rating += ratings[i].rating;
      variance += i == left_out ? 0 : ratings[i].deviation * ratings[i].deviation;
      seats++;
    }
  }
  mean.rating /= seats;
  mean.deviation = sqrt(variance) / seats;
  return mean;
}

static double score_between(junqi_store_outcome own, junqi_store_outcome other) {
  return own > other ? 1 : own < other ? 0 : 0.5;
}

static size_t results_of(const junqi_store_game *game, const junqi_store_rating *ratings,
                         size_t seat, rating_result results[JUNQI_STORE_SEATS_MAX]) {
  size_t sides = game->seat_count == 4 ? 2 : game->seat_count;
  rating_result own = mean_of(game, ratings, side_of(game, seat), seat);
  size_t count = 0;
  for (size_t side = 0; side < sides; side++) {
    if (side == side_of(game, seat)) {
      continue;
    }
    rating_result result = mean_of(game, ratings, side, seat);
    result.rating += ratings[seat].rating - own.rating;
    result.deviation = hypot(result.deviation, own.deviation);
    /* Seat and side have the same number: of four, a is of side 0 and b of side 1. */
    result.score = score_between(game->seats[seat].outcome, game->seats[side].outcome);
    results[count++] = result;
  }
  return count;
}

/* it won too soon to gain. */
static bool won_too_soon(const junqi_store_game *game, size_t seat) {
  for (size_t i = 0; i < game->part_count; i++)
    if (game->parts[i].seat == seat && game->parts[i].clause == JUNQI_SCORE_SHORT) return true;
  return false;
}

/* As with scores, winners of a short game gain nothing, else a rating could be had from accounts
 * that resign at once; its losers lose as usual, else who resigns soon enough would never lose. */
void rating_rate(const junqi_store_game *game, int64_t ended,
                 junqi_store_rating ratings[JUNQI_STORE_SEATS_MAX]) {
  junqi_store_rating before[JUNQI_STORE_SEATS_MAX];
  for (size_t i = 0; i < game->seat_count; i++) {
    before[i] = rating_at(ratings[i], ended);
  }
  for (size_t i = 0; i < game->seat_count; i++) {
    rating_result results[JUNQI_STORE_SEATS_MAX];
    size_t count = results_of(game, before, i, results);
    ratings[i] = won_too_soon(game, i) ? before[i] : rating_after(before[i], results, count);
  }
}
