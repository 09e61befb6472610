/* Private to the ai room: the transposition table, in memory that the caller owns. It knows no
 * game: keys, values from the side on turn, plies as two points. */
#ifndef AI_TABLE_H
#define AI_TABLE_H

#include "junqi/ai.h"

enum { AI_EXACT = 3, AI_AT_LEAST = 1, AI_AT_MOST = 2 }; /* what a stored value bounds */

typedef struct ai_entry {
  int16_t value;
  int8_t depth;
  uint8_t bound; /* 0: nothing stored */
  junqi_move move;
} ai_entry;

typedef struct ai_table {
  junqi_ai_slot *slot;
  uint64_t mask; /* slots - 1; a power of two of them is used */
} ai_table;

/* Takes over at most `wanted` slots of the memory (none: nothing is ever found) and empties them,
 * so that what was searched before cannot change what is played. */
void ai_table_start(ai_table *table, junqi_ai_slot *memory, size_t slots, uint64_t wanted);

/* Copies what is known of a position; false when nothing is. */
bool ai_table_find(const ai_table *table, uint64_t key, ai_entry *entry);

/* Says that the position will be asked for soon. */
static inline void ai_table_fetch(const ai_table *table, uint64_t key) {
  if (table->slot) __builtin_prefetch(&table->slot[key & table->mask]);
}

void ai_table_keep(ai_table *table, uint64_t key, ai_entry entry);

#endif
