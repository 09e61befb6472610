/* Private to the ai room: what pieces and places are worth in a world of three or four seats in
 * which all is known. All of it becomes one table when a world is taken up, so that in the search a
 * worth is a sum kept up to date. */
#ifndef AI_MANY_WORTH_H
#define AI_MANY_WORTH_H

#include "junqi/position.h"

enum { MANY_WIN = 20000, MANY_FLAG = 2500 };

typedef struct many_table {
  int16_t worth[JUNQI_MAX_SEATS][JUNQI_TYPES];                /* of the piece alone */
  int16_t at[JUNQI_MAX_SEATS][JUNQI_TYPES][JUNQI_MAX_POINTS]; /* and of where it stands */
} many_table;

/* Fills in the table for a world. */
void many_table_make(many_table *table, const junqi_position *world);

/* What each seat has on the board. */
void many_sum(const many_table *table, const junqi_position *position,
              int32_t sum[JUNQI_MAX_SEATS]);

/* What that is worth to `seat` and its friends. */
int32_t many_worth(const junqi_rules *rules, const int32_t sum[JUNQI_MAX_SEATS], unsigned seat);

#endif
