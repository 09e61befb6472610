/* Logs written by the first version, which knew neither settings nor substitutes: each is read,
 * folded and written again, byte for byte, from its first event to its last, and a table that is
 * cut off anywhere in it goes on. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 400 };

static unsigned read_log(const char *name, char lines[LINES][JUNQI_TABLE_TEXT_MAX]) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.log", LOGS, name);
  FILE *file = fopen(path, "r");
  unsigned count = 0;
  assert_non_null(file);
  while (count < LINES && fgets(lines[count], JUNQI_TABLE_TEXT_MAX, file)) {
    lines[count][strcspn(lines[count], "\n")] = '\0';
    count++;
  }
  fclose(file);
  return count;
}

/* The first `count` events; whether they end with a whole batch. */
static bool fold(junqi_table *table, char lines[LINES][JUNQI_TABLE_TEXT_MAX], unsigned count,
                 junqi_table_events *events) {
  for (unsigned i = 0; i < count; i++) {
    junqi_table_event event;
    junqi_error error;
    char text[JUNQI_TABLE_TEXT_MAX];
    assert_int_equal(
        junqi_table_event_read(table, i + 1, lines[i], strlen(lines[i]), &event, &error),
        JUNQI_E_OK);
    if (junqi_table_replay(table, &event, &error) != JUNQI_E_OK) fail_msg("%s", lines[i]);
    junqi_table_event_write(table, &event, text, sizeof text);
    assert_string_equal(text, lines[i]);
  }
  return junqi_table_resume(table, 5000, events) == JUNQI_E_OK;
}

static void one_log(const char *name, unsigned winners) {
  static char lines[LINES][JUNQI_TABLE_TEXT_MAX];
  unsigned count = read_log(name, lines), whole = 0;
  junqi_table_events *events = malloc(sizeof *events);
  assert_true(events && count > 100 && count < LINES);
  for (unsigned cut = 1; cut <= count; cut++) {
    junqi_table *table = junqi_table_new();
    junqi_table_facts facts;
    assert_non_null(table);
    bool good = fold(table, lines, cut, events);
    whole += good;
    if (good && cut < count) assert_int_not_equal(junqi_table_state_of(table), JUNQI_TABLE_CLOSED);
    if (cut == count) {
      assert_int_equal(junqi_table_state_of(table), JUNQI_TABLE_FINISHED);
      assert_true(junqi_table_facts_of(table, &facts));
      assert_int_equal(facts.game.winners, winners);
      assert_false(facts.table.friendly);
    }
    junqi_table_free(table);
  }
  assert_true(whole > count / 2);
  free(events);
}

static void first_version(void **state) {
  (void)state;
  one_log("dark", 1);
  one_log("flip", 1);
  one_log("four", 0);
  one_log("three", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(first_version)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
