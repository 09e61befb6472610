/* Memory runs out: the room's only allocation fails, and whole games show that it is the only one.
 * (The store's are failed one by one in tests/store/fault.c and fault_people.c.) */
#include "harness.h"

#include <stdlib.h>

enum { LOG = 6000 }; /* more events than a game here has */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* Of table, notation and rules; counted while nothing is given. */
static bool fail;
static unsigned refused;

static bool refuse(void) {
  refused += fail;
  return fail;
}

void *__wrap_malloc(size_t size) {
  return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return refuse() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
  return refuse() ? NULL : __real_realloc(old, size);
}

static void no_memory(void **state) {
  (void)state;
  refused = 0;
  fail = true;
  assert_null(junqi_table_new());
  fail = false;
  assert_int_equal(refused, 1);
  junqi_table *table = junqi_table_new();
  assert_non_null(table);
  assert_int_equal(junqi_table_state_of(table), JUNQI_TABLE_NEW);
  junqi_table_free(table);
  junqi_table_free(NULL);
}

/* From the first seat taken to the end, each event written, read back and replayed, every view
 * made, the next game's table begun: a table that is there needs no memory any more. */
static void play_without(const junqi_rules *rules, uint64_t seed) {
  harness h;
  junqi_random random = {seed};
  junqi_view view;
  harness_open(&h, rules, seed);
  h.room = LOG;
  h.log = realloc(h.log, LOG * sizeof *h.log); /* the harness itself asks for no more, then */
  assert_non_null(h.log);
  fail = true;
  harness_set(&h, ANN, "watch=yes");
  harness_fill(&h, seed);
  for (unsigned n = 1; junqi_table_state_of(h.table) == JUNQI_TABLE_PLAYING; n++) {
    if (n == 30) harness_do(&h, JUNQI_DO_OFFER, 0);
    if (n == 120) harness_do(&h, JUNQI_DO_LEAVE, 1);
    if (n % 30 == 0)
      harness_tick(&h, 100000); /* too long for whoever is on turn */
    else
      harness_play_on(&h, &random);
    for (junqi_seat seat = 0; seat < 4; seat++)
      junqi_table_view(h.table, seat, &view);
    junqi_table_view(h.table, JUNQI_SPECTATOR, &view);
  }
  fail = false;
  assert_true(h.logged > 50);
  harness_close(&h);
}

static void only_one_allocation(void **state) {
  (void)state;
  refused = 0;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    for (uint64_t seed = 1; seed < 4; seed++) {
      junqi_rules rules = junqi_rules_default((junqi_variant)variant);
      play_without(&rules, seed);
    }
  assert_int_equal(refused, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_memory),
                                     cmocka_unit_test(only_one_allocation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
