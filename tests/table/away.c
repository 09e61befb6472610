/* People who are away: how long in all, several at once, and computer players who act for them. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static void start(harness *h, junqi_variant variant, unsigned move_seconds, const char *words) {
  junqi_rules rules = junqi_rules_default(variant);
  rules.value[JUNQI_OPT_MOVE_SECONDS] = (uint16_t)move_seconds;
  harness_open(h, &rules, 1);
  assert_int_equal(harness_set(h, ANN, words), JUNQI_E_OK);
  harness_fill(h, 1);
}

static junqi_table_clock clocks(const harness *h) {
  return junqi_table_clocks(h->table, h->now);
}

/* Three graces in all: what one absence took is missing from the last. */
static void all_absences(void **state) {
  (void)state;
  harness h;
  start(&h, JUNQI_DARK, 3600, "");
  for (unsigned n = 0; n < 3; n++) {
    assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
    assert_int_equal(h.out->item[0].wait, 120000);
    harness_tick(&h, 100000);
    assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 1), JUNQI_E_OK);
  }
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].wait, 60000);
  assert_int_equal(clocks(&h).grace[1], 60000);
  harness_tick(&h, 60000);
  assert_int_equal(h.out->count, 0);
  harness_tick(&h, 1);
  assert_int_equal(harness_lines(&h, JUNQI_EV_ESCAPE), 1);
  harness_close(&h);
}

/* Cutting and coming back without end: an escape in the end, and few events. */
static void flood(void **state) {
  (void)state;
  harness h;
  start(&h, JUNQI_THREE, 3600, "");
  unsigned before = h.logged;
  for (unsigned n = 0; n < 100000 && !junqi_table_about(h.table, 1).out; n++)
    assert_int_equal(harness_do(&h, n % 2 ? JUNQI_DO_CONNECTED : JUNQI_DO_DISCONNECTED, 1),
                     JUNQI_E_OK);
  assert_true(junqi_table_about(h.table, 1).out);
  assert_in_range(h.logged - before, 2 * JUNQI_TABLE_CUTS, 2 * JUNQI_TABLE_CUTS + 4);
  /* Out, and still at it: so many more, then the seat is free. */
  before = h.logged;
  for (unsigned n = 0; n < 1000; n++)
    harness_do(&h, n % 2 ? JUNQI_DO_CONNECTED : JUNQI_DO_DISCONNECTED, 1);
  assert_in_range(h.logged - before, 1, 2 * JUNQI_TABLE_CUTS + 2);
  assert_int_equal(junqi_table_about(h.table, 1).who, JUNQI_FREE);
  harness_close(&h);
}

/* Before the start the seat is lost, in the game all is forgotten. */
static void flood_before(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  for (unsigned n = 0; n < 1000 && junqi_table_about(h.table, 1).who; n++)
    assert_int_equal(harness_do(&h, n % 2 ? JUNQI_DO_CONNECTED : JUNQI_DO_DISCONNECTED, 1),
                     JUNQI_E_OK);
  assert_int_equal(junqi_table_about(h.table, 1).who, JUNQI_FREE);
  assert_int_equal(h.out->item[0].why, JUNQI_WHY_LOST);
  assert_in_range(h.logged, 2 * JUNQI_TABLE_CUTS, 2 * JUNQI_TABLE_CUTS + 6);
  harness_close(&h);
}

/* Restarts cost nobody anything, even where there is no grace at all. */
static void restarts(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  rules.value[JUNQI_OPT_ESCAPE_SECONDS] = 0;
  rules.value[JUNQI_OPT_MOVE_SECONDS] = 3600;
  harness h;
  harness_start(&h, &rules, 1);
  for (unsigned n = 0; n < 200; n++) {
    harness_crash(&h, 1000000);
    assert_int_equal(harness_count(&h, JUNQI_TABLE_CUT), 2);
    assert_int_equal(h.out->item[0].why, JUNQI_WHY_RESTART);
    assert_int_equal(h.out->item[0].wait, JUNQI_TABLE_RESTART_SECONDS * 1000);
    harness_tick(&h, 1000);
    assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 0), JUNQI_E_OK);
    assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 1), JUNQI_E_OK);
  }
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_lines(&h, JUNQI_EV_ESCAPE), 1); /* with no seconds */
  harness_close(&h);
}

/* Several cut at one moment escape at one moment, in the order of seats. */
static void several_at_once(void **state) {
  (void)state;
  harness h;
  start(&h, JUNQI_THREE, 3600, "");
  for (junqi_seat seat = 0; seat < 3; seat++)
    assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, seat), JUNQI_E_OK);
  harness_tick(&h, 120001);
  assert_int_equal(harness_lines(&h, JUNQI_EV_ESCAPE), 2);
  assert_int_equal(harness_lines(&h, JUNQI_EV_END), 1);
  assert_int_equal(h.out->item[h.out->count - 2].line.winners, 4);
  harness_close(&h);
  start(&h, JUNQI_FOUR, 3600, "");
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 3), JUNQI_E_OK);
  harness_tick(&h, 120001);
  assert_int_equal(harness_lines(&h, JUNQI_EV_ESCAPE), 1); /* it ends the game */
  assert_int_equal(h.out->item[h.out->count - 2].line.winners, 0);
  harness_close(&h);
}

static junqi_code act_for(harness *h, junqi_table_input_kind kind, junqi_seat seat) {
  junqi_table_input in = {.kind = (uint8_t)kind, .seat = seat, .seen = junqi_table_seq(h->table)};
  junqi_random random = {5};
  if (kind == JUNQI_DO_PLY) assert_true(harness_choose(h, &random, &in.move));
  return harness_apply(h, &in);
}

/* 托管 by choice: the computer plays, the person does not, until the seat is taken back. */
static void substitute(void **state) {
  (void)state;
  harness h;
  start(&h, JUNQI_DARK, 30, "friendly=yes substitutes=4");
  assert_int_equal(act_for(&h, JUNQI_DO_PLY, 0), JUNQI_E_TABLE_NOT_YOUR_SEAT);
  assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 0), JUNQI_E_TABLE_NOT_SUBSTITUTED);
  assert_int_equal(junqi_table_acting(h.table, 0), 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].level, 4);
  assert_int_equal(junqi_table_acting(h.table, 0), 4);
  assert_int_equal(junqi_table_about(h.table, 0).who, JUNQI_HUMAN);
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_SKIP, 0), JUNQI_E_TABLE_SUBSTITUTED);
  assert_int_equal(act_for(&h, JUNQI_DO_RESIGN, 0), JUNQI_E_TABLE_NOT_YOUR_SEAT);
  assert_int_equal(act_for(&h, JUNQI_DO_RETURN, 0), JUNQI_E_TABLE_NOT_YOUR_SEAT);
  assert_int_equal(act_for(&h, JUNQI_DO_PLY, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 1), JUNQI_E_OK);
  assert_int_equal(act_for(&h, JUNQI_DO_REFUSE, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 0), JUNQI_E_OK);
  assert_int_equal(act_for(&h, JUNQI_DO_OFFER, 0), JUNQI_E_TABLE_NOT_YOUR_SEAT);
  harness_crash(&h, 5);
  for (unsigned n = 1; n < JUNQI_TABLE_HANDOVERS; n++) {
    assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_OK);
    assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 0), JUNQI_E_OK);
  }
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_TABLE_HANDOVERS);
  harness_close(&h);
  start(&h, JUNQI_DARK, 30, "friendly=yes");
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_TABLE_NO_SUBSTITUTES);
  harness_close(&h);
  start(&h, JUNQI_THREE, 30, "friendly=yes substitutes=4");
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 1), JUNQI_E_SEAT_OUT);
  harness_close(&h);
}

/* Cut at the end of a turn, or of the grace: somebody acts, nobody escapes. */
static void substitute_for_the_absent(void **state) {
  (void)state;
  harness h;
  start(&h, JUNQI_DARK, 30, "friendly=yes substitutes=1");
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 0), JUNQI_E_OK);
  harness_tick(&h, 30001);
  assert_int_equal(harness_lines(&h, JUNQI_EV_TIMEOUT), 1);
  assert_int_equal(h.out->item[1].kind, JUNQI_TABLE_HANDOVER);
  assert_int_equal(clocks(&h).grace[0], UINT32_MAX);
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_acting(h.table, 0), 1); /* until it is asked back */
  assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 0), JUNQI_E_OK);
  harness_tick(&h, 30001); /* b, who is there, only loses the turn */
  assert_int_equal(h.out->count, 1);
  harness_close(&h);
  start(&h, JUNQI_DARK, 3600, "friendly=yes substitutes=1");
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  harness_tick(&h, 120001);
  assert_int_equal(h.out->item[0].kind, JUNQI_TABLE_HANDOVER);
  harness_tick(&h, 1000000);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 1), JUNQI_E_OK); /* cut, with a grace again */
  assert_int_equal(clocks(&h).grace[1], 120000);
  for (unsigned n = 0; n < 500; n++) /* a flood ends with a substitute, not with an escape */
    assert_int_equal(harness_do(&h, n % 2 ? JUNQI_DO_DISCONNECTED : JUNQI_DO_CONNECTED, 1),
                     JUNQI_E_OK);
  assert_int_equal(junqi_table_acting(h.table, 1), 1);
  assert_true(h.logged < 3 * JUNQI_TABLE_CUTS);
  harness_close(&h);
}

/* for all to see. */
static void talk(void **state) {
  (void)state;
  harness h;
  start(&h, JUNQI_THREE, 30, "");
  assert_int_equal(clocks(&h).talk.resign_left, UINT32_MAX); /* resign=no */
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 2), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].talk.proposer, 2);
  assert_int_equal(h.out->item[0].talk.offers[2], 2);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 0), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].talk.accepted, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_REFUSE, 1), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].talk.proposer, JUNQI_NO_SEAT);
  assert_int_equal(h.out->item[0].talk.accepted, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(clocks(&h).talk.offers[1], 0);
  harness_close(&h);
  start(&h, JUNQI_DARK, 30, "");
  assert_int_equal(h.log[h.logged - 1].talk.resign_plies, 20);
  assert_int_equal(h.log[h.logged - 1].talk.resign_left, 90000);
  junqi_random random = {3};
  h.now += 1000;
  harness_play_on(&h, &random);
  assert_int_equal(h.out->item[0].talk.resign_plies, 19);
  assert_int_equal(h.out->item[0].talk.resign_left, 89000);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_absences),
                                     cmocka_unit_test(flood),
                                     cmocka_unit_test(flood_before),
                                     cmocka_unit_test(restarts),
                                     cmocka_unit_test(several_at_once),
                                     cmocka_unit_test(substitute),
                                     cmocka_unit_test(substitute_for_the_absent),
                                     cmocka_unit_test(talk)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
