/* Private to the ai room: search in a world of three or four seats in which all is known. */
#ifndef AI_MANY_SEARCH_H
#define AI_MANY_SEARCH_H

#include "budget.h"
#include "many_worth.h"

/* What the others are taken to do. */
typedef enum many_mode {
  MANY_SIDES,     /* friends help, all others do harm together */
  MANY_BEST_REPLY /* of all enemies only the one with the best answer plays */
} many_mode;

enum { MANY_DEEPEST = 24 };

typedef struct many_search {
  many_table table;
  many_mode mode;
  unsigned seat; /* who searches */
  int32_t limit; /* quiet plies that waiting is dear for; 0: it is not */
  ai_budget budget;
  junqi_move killer[MANY_DEEPEST][2];
  uint16_t history[JUNQI_MAX_POINTS][JUNQI_MAX_POINTS];
} many_search;

/* Takes up a world. */
void many_search_world(many_search *search, const junqi_position *world);

/* Worth of `world` to the searching seat after `move`, looking `depth` plies on and then along
 * exchanges; exact above alpha. */
int32_t many_search_move(many_search *search, junqi_position *world, junqi_move move,
                         unsigned depth, int32_t alpha);

#endif
