/* Ratings: the arithmetic of Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013) and
 * how a game of two, three or four seats becomes results of it. Pure: no clock, no store. Scores
 * (RULES.md R-9) are another matter; ratings serve to match people of like strength.
 *
 * Every game is a rating period of its own, so that a rating follows at once. While an account does
 * not play, its deviation grows: by one step of its volatility for each RATING_REST_MS.
 */
#ifndef SERVER_RATING_H
#define SERVER_RATING_H

#include "junqi/store_games.h"

#define RATING_FIRST 1500.0               /* of an account not rated before */
#define RATING_DEVIATION_MAX 350.0        /* likewise, and never more */
#define RATING_DEVIATION_MIN 30.0         /* never less, so that a rating keeps moving */
#define RATING_VOLATILITY 0.06            /* at first */
#define RATING_TAU 0.5                    /* how much volatilities may change */
#define RATING_REST_MS INT64_C(604800000) /* a week */

/* One opponent, and what came of it: 1 won, 0.5 drawn, 0 lost. */
typedef struct rating_result {
  double rating;
  double deviation;
  double score;
} rating_result;

/* The rating after one period with these results, as the paper's steps 2 to 8 say, on the scale of
 * 1500; with none, only the deviation grows. `time` and `games` are left as they are. */
junqi_store_rating rating_after(junqi_store_rating before, const rating_result *results,
                                size_t count);

/* The expected score of a against b: 0 to 1; with b against a it makes 1. Above 0 even for the
 * weakest. What matching asks. */
double rating_expected(const junqi_store_rating *a, const junqi_store_rating *b);

/* As the rating stands at `now` (ms): the first one for an account not rated before, the deviation
 * grown by the time since its last game. */
junqi_store_rating rating_at(junqi_store_rating stored, int64_t now);

/* A junqi_store_rate. Of four seats a and c are one side, b and d the other; else every seat is a
 * side. A seat plays one game against every other side, which is as strong as the mean of its seats
 * seen from the mean of the seat's own side. In a game of three the two losers draw with each
 * other. Who won too soon to gain (R-9.2, as the game's parts say) stays as rating_at() says. For
 * games among people only: with a computer player leave `rate` NULL. */
junqi_store_rate rating_rate;

#endif
