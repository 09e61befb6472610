/* Texts of events: as they stand in the store, filtered, damaged. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(harness *h, const junqi_table_event *event) {
  static char text[JUNQI_TABLE_TEXT_MAX];
  junqi_table_event_write(h->table, event, text, sizeof text);
  return text;
}

static void as_stored(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_table_event told;
  harness h;
  harness_start(&h, &rules, 5);
  assert_memory_equal(text_of(&h, &h.log[0]), "0 created dark 5 bomb_front=no hq_lock=yes ", 43);
  assert_string_equal(text_of(&h, &h.log[1]), "0 seat a person 1001");
  assert_string_equal(text_of(&h, &h.log[2]), "0 owner a");
  assert_memory_equal(text_of(&h, &h.log[3]), "0 layout a ", 11);
  assert_string_equal(text_of(&h, &h.log[4]), "0 ready a");
  assert_string_equal(text_of(&h, &h.log[6]), "0 setup");
  const junqi_table_event *start = &h.log[h.logged - 1];
  assert_int_equal(start->kind, JUNQI_TABLE_START);
  junqi_table_event_for(h.table, &h.log[1], 0, &told);
  assert_string_equal(text_of(&h, &told), "0 seat a person 0");
  junqi_table_event_for(h.table, &h.log[3], 1, &told);
  assert_string_equal(text_of(&h, &told), "0 layout a ?");
  junqi_table_event_for(h.table, start, JUNQI_SPECTATOR, &told);
  assert_string_equal(text_of(&h, &told), "0 start a ? ?");
  junqi_table_event_for(h.table, start, 1, &told);
  assert_memory_equal(text_of(&h, &told), "0 start a ? ", 12);
  assert_int_equal(told.shown, 2);
  h.now += 1500;
  assert_int_equal(harness_do(&h, JUNQI_DO_SKIP, 0), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]), "1500 line a timeout a @1500");
  char line[64];
  assert_int_equal(junqi_table_event_line(h.table, &h.out->item[0], line, sizeof line), 15);
  assert_string_equal(line, "timeout a @1500");
  assert_int_equal(junqi_table_event_line(h.table, start, line, sizeof line), 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]), "1500 line b escape b");
  assert_string_equal(text_of(&h, &h.out->item[2]), "1500 line - end win a reason escape");
  harness_close(&h);
}

/* The events that came with settings, as stored and as told. */
static void later_kinds(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_table_event told;
  harness h;
  harness_open(&h, &rules, 5);
  assert_int_equal(harness_set(&h, ANN, "friendly=yes substitutes=3 countdown=1 rematch=rotated"),
                   JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]),
                      "0 settings friendly=yes private=no watch=yes substitutes=3 anticheat=no "
                      "countdown=1 rematch=rotated");
  harness_fill(&h, 5);
  assert_string_equal(text_of(&h, &h.log[h.logged - 2]), "0 countdown");
  h.now += 10;
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_OK);
  junqi_table_event_for(h.table, &h.out->item[0], 1, &told);
  assert_string_equal(text_of(&h, &told), "60011 handover a 3");
  assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 0), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]), "60011 return a");
  harness_crash(&h, 7);
  assert_string_equal(text_of(&h, &h.out->item[0]), "60011 cut a restart");
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]), "60011 cut b");
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 1), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]), "60011 wish b");
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[1]), "60011 rematch b");
  harness_close(&h);
  harness_open(&h, &rules, 5);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  junqi_table_input kick = {.kind = JUNQI_DO_KICK, .seat = 1, .person = ANN};
  assert_int_equal(harness_apply(&h, &kick), JUNQI_E_OK);
  assert_string_equal(text_of(&h, &h.out->item[0]), "0 seat b free kicked");
  junqi_table_event_for(h.table, &h.out->item[0], JUNQI_SPECTATOR, &told);
  assert_string_equal(text_of(&h, &told), "0 seat b free kicked");
  harness_close(&h);
}

/* Who may see the layouts of a START. */
static void who_sees(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  junqi_table_event told;
  harness h;
  rules.value[JUNQI_OPT_PARTNER] = 1;
  harness_start(&h, &rules, 5);
  junqi_table_event_for(h.table, &h.log[h.logged - 1], 3, &told);
  assert_int_equal(told.shown, 1 << 1 | 1 << 3);
  harness_close(&h);
  rules.value[JUNQI_OPT_OPEN] = 1;
  harness_start(&h, &rules, 5);
  junqi_table_event_for(h.table, &h.log[h.logged - 1], JUNQI_SPECTATOR, &told);
  assert_int_equal(told.shown, 15);
  harness_close(&h);
}

/* After the end everything is told to everyone. */
static void revealed(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    junqi_table_event told;
    harness h;
    harness_start(&h, &rules, 5);
    while (!h.ends)
      harness_tick(&h, 30001);
    junqi_table_event_for(h.table, &h.log[h.logged - 1], JUNQI_SPECTATOR, &told);
    assert_int_equal(told.kind, JUNQI_TABLE_REVEAL);
    assert_int_equal(told.dealt, variant == JUNQI_FLIP);
    if (variant != JUNQI_FLIP)
      assert_int_equal(told.shown, (1u << junqi_seats((junqi_variant)variant)) - 1);
    harness_close(&h);
  }
}

/* A log with bytes changed by chance: an error or another event, never a crash; and a table that
 * takes a damaged log for a while stays sound. */
static void damaged(void **state) {
  (void)state;
  junqi_random random = {8};
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    harness h;
    harness_start(&h, &rules, 5);
    for (unsigned n = 0; n < 60 && !h.ends; n++)
      harness_play_on(&h, &random);
    for (unsigned n = 0; n < 300; n++) {
      junqi_table *copy = junqi_table_new();
      assert_non_null(copy);
      for (unsigned i = 0; i < h.logged; i++) {
        char text[JUNQI_TABLE_TEXT_MAX];
        size_t length = junqi_table_event_write(h.table, &h.log[i], text, sizeof text);
        if (junqi_random_below(&random, 20) == 0) {
          text[junqi_random_below(&random, (uint32_t)length)] =
              (char)(junqi_random_below(&random, 3) ? 32 + junqi_random_below(&random, 96)
                                                    : junqi_random_below(&random, 256));
          length -=
              junqi_random_below(&random, 4) ? 0 : junqi_random_below(&random, (uint32_t)length);
        }
        junqi_table_event event;
        junqi_error error;
        if (junqi_table_event_read(copy, i + 1, text, length, &event, &error) != JUNQI_E_OK ||
            junqi_table_replay(copy, &event, &error) != JUNQI_E_OK) {
          assert_int_equal(error.code, JUNQI_E_TABLE_LOG);
          break;
        }
      }
      junqi_table_free(copy);
    }
    harness_close(&h);
  }
}

/* Numbers leave no gap, nothing is folded twice, outcomes are the rules' own. */
static void order(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_table *copy = junqi_table_new();
  junqi_error error;
  harness h;
  harness_start(&h, &rules, 5);
  assert_int_equal(junqi_table_replay(copy, &h.log[1], &error), JUNQI_E_TABLE_LOG);
  assert_string_equal(error.found, "2");
  for (unsigned i = 0; i < h.logged; i++)
    assert_int_equal(junqi_table_replay(copy, &h.log[i], &error), JUNQI_E_OK);
  assert_int_equal(junqi_table_replay(copy, &h.log[h.logged - 1], &error), JUNQI_E_TABLE_LOG);
  /* An automatic line out of nowhere, and one missing. */
  junqi_table_event line = {.seq = h.logged + 1, .kind = JUNQI_TABLE_LINE};
  line.line = (junqi_event){.kind = JUNQI_EV_OUT, .seat = 0, .reason = JUNQI_BY_FLAG};
  assert_int_equal(junqi_table_replay(copy, &line, &error), JUNQI_E_TABLE_LOG);
  line.line = (junqi_event){.kind = JUNQI_EV_ESCAPE, .seat = 0};
  assert_int_equal(junqi_table_replay(copy, &line, &error), JUNQI_E_OK);
  line.seq++;
  line.kind = JUNQI_TABLE_CUT;
  assert_int_equal(junqi_table_replay(copy, &line, &error), JUNQI_E_TABLE_LOG);
  assert_int_equal(junqi_table_resume(copy, 0, h.out), JUNQI_E_TABLE_LOG); /* its out is missing */
  junqi_table_free(copy);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_stored), cmocka_unit_test(later_kinds),
                                     cmocka_unit_test(who_sees),  cmocka_unit_test(revealed),
                                     cmocka_unit_test(damaged),   cmocka_unit_test(order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
