/* Private to the arena room: the yardsticks' alpha-beta, in a world where everything is known. */
#ifndef ARENA_YARDSEARCH_H
#define ARENA_YARDSEARCH_H

#include <stdatomic.h>

#include "junqi/position.h"

typedef struct yard_search {
  unsigned owner; /* whose good is sought, with its friends; all others seek its harm */
  uint64_t nodes, budget;
  const atomic_bool *stop;                         /* may be null */
  uint8_t near[JUNQI_MAX_SEATS][JUNQI_MAX_POINTS]; /* steps to each owner's flag */
} yard_search;

/* Worth of a piece by type, 100 a company. */
extern const int16_t yard_worth[JUNQI_TYPES];

/* Steps over roads and rails, each edge one, from `goal` to every point; 60 where `goal` is no
 * point. */
void yard_steps(const junqi_board *board, junqi_point goal, uint8_t steps[JUNQI_MAX_POINTS]);

/* Call once a world. */
void yard_search_world(yard_search *search, const junqi_position *world);

/* Worth to `owner` of playing `move`, `depth` plies (that one included) deep. */
int32_t yard_search_move(yard_search *search, junqi_position *world, junqi_move move,
                         unsigned depth);

/* The same where of all enemies only one answers, with the answer that does most harm, before
 * `owner` is on turn again: best-reply search. */
int32_t yard_reply_move(yard_search *search, junqi_position *world, junqi_move move,
                        unsigned depth);

bool yard_search_over(const yard_search *search);

#endif
