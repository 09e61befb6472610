/* What others need from a table: the facts for scoring (RULES.md R-9), and who sits where in a room
 * that draws seats by lot. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

bool junqi_table_facts_of(const junqi_table *t, junqi_table_facts *facts) {
  memset(facts, 0, sizeof *facts);
  if (t->state != JUNQI_TABLE_FINISHED) return false;
  facts->game = t->score;
  facts->table.computer = t->computer;
  facts->table.friendly = table_set(t, JUNQI_SET_FRIENDLY);
  memcpy(facts->person, t->player, sizeof facts->person);
  return true;
}

static int by_number(const void *a, const void *b) {
  const junqi_person *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

void junqi_draw_seats(junqi_person people[], size_t count, uint64_t seed) {
  junqi_random random = {seed};
  if (count == 0) return;
  qsort(people, count, sizeof *people, by_number);
  for (size_t i = count - 1; i > 0; i--) {
    size_t k = junqi_random_below(&random, (uint32_t)(i + 1));
    junqi_person person = people[i];
    people[i] = people[k];
    people[k] = person;
  }
}
