/* Tables from the first seat to the last event, one of each kind. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* A game of random plies to its end; the events after it. */
static void play_out(harness *h, uint64_t seed) {
  junqi_random random = {seed};
  for (unsigned n = 0; n < 5000 && junqi_table_state_of(h->table) == JUNQI_TABLE_PLAYING; n++) {
    h->now += 100;
    harness_play_on(h, &random);
  }
  assert_int_equal(junqi_table_state_of(h->table), JUNQI_TABLE_FINISHED);
  assert_int_equal(harness_lines(h, JUNQI_EV_END), 1);
  assert_int_equal(h->log[h->logged - 1].kind, JUNQI_TABLE_REVEAL);
  assert_int_equal(harness_tick(h, 10000000), JUNQI_E_OK);
  assert_int_equal(h->out->count, 0);
  assert_true(junqi_table_next_due(h->table) == UINT64_MAX);
}

static void each_variant(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    for (uint64_t seed = 1; seed < 4; seed++) {
      junqi_rules rules = junqi_rules_default((junqi_variant)variant);
      harness h;
      harness_start(&h, &rules, seed);
      play_out(&h, seed);
      harness_close(&h);
    }
}

/* the owner moves first, from whichever seat. */
static void owner_moves_first(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  junqi_table_events *out = malloc(sizeof *out);
  junqi_table *table = junqi_table_new();
  assert_int_equal(junqi_table_create(table, &rules, BOB, 1, 5, 0, out, NULL), JUNQI_E_OK);
  junqi_table_input sit = {.kind = JUNQI_DO_SIT, .seat = 0, .person = ANN};
  assert_int_equal(junqi_table_apply(table, &sit, 1, out, NULL), JUNQI_E_OK);
  for (unsigned seat = 0; seat < 2; seat++) {
    junqi_table_input ready = {
        .kind = JUNQI_DO_READY, .seat = (junqi_seat)seat, .person = (junqi_person)(ANN + seat)};
    assert_int_equal(junqi_table_apply(table, &ready, 2, out, NULL), JUNQI_E_OK);
  }
  assert_int_equal(out->item[out->count - 1].kind, JUNQI_TABLE_START);
  assert_int_equal(out->item[out->count - 1].seat, 1);
  assert_int_equal(junqi_table_clocks(table, 2).turn, 1);
  junqi_table_free(table);
  free(out);
}

/* A person alone against a computer player: no set-up clock, and the game starts when both are
 * ready. */
static void against_the_computer(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 3);
  junqi_table_input in = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 4, .person = ANN};
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(junqi_table_about(h.table, 1).who, JUNQI_COMPUTER);
  assert_int_equal(junqi_table_about(h.table, 1).level, 4);
  in = (junqi_table_input){.kind = JUNQI_DO_LAYOUT, .seat = 1, .layout = harness_layout(&rules, 9)};
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  in.kind = JUNQI_DO_READY;
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_true(junqi_table_next_due(h.table) == UINT64_MAX);
  harness_tick(&h, 3600000);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_WAITING);
  in = (junqi_table_input){
      .kind = JUNQI_DO_LAYOUT, .seat = 0, .person = ANN, .layout = harness_layout(&rules, 8)};
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  play_out(&h, 3);
  harness_close(&h);
}

/* Seats, owners and options while waiting. */
static void waiting(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR), dark = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 3);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 2), JUNQI_E_OK);
  junqi_table_input options = {.kind = JUNQI_DO_OPTIONS, .person = ANN, .rules = dark};
  assert_int_equal(harness_apply(&h, &options),
                   JUNQI_E_TABLE_SEAT_TAKEN); /* seat c would be gone */
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_owner(h.table), 2);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_OWNER), 1);
  assert_int_equal(junqi_table_seat_of(h.table, ANN), JUNQI_NO_SEAT);
  junqi_table_input computer = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 1, .person = CAT};
  assert_int_equal(harness_apply(&h, &computer), JUNQI_E_OK);
  computer.kind = JUNQI_DO_LEAVE;
  assert_int_equal(harness_apply(&h, &computer), JUNQI_E_OK);
  assert_int_equal(junqi_table_about(h.table, 1).who, JUNQI_FREE);
  options = (junqi_table_input){.kind = JUNQI_DO_OPTIONS, .person = CAT, .rules = rules};
  options.rules.value[JUNQI_OPT_MOVE_SECONDS] = 7;
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_OK);
  assert_int_equal(junqi_opt(junqi_table_rules(h.table), JUNQI_OPT_MOVE_SECONDS), 7);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 2), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_CLOSED);
  harness_close(&h);
}

/* A computer player is ready with its layout, and is asked for it again when the options change; in
 * `flip` it needs none. */
static void options_end_readiness(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK), flip = junqi_rules_default(JUNQI_FLIP);
  junqi_table_input in = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 2, .person = ANN};
  junqi_table_input lay = {.kind = JUNQI_DO_LAYOUT, .seat = 1};
  junqi_table_input options = {.kind = JUNQI_DO_OPTIONS, .person = ANN, .rules = rules};
  harness h;
  harness_open(&h, &rules, 3);
  assert_int_equal(junqi_table_wants_layout(h.table, 1), 0);
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  uint32_t asked = junqi_table_wants_layout(h.table, 1);
  assert_int_equal(asked, junqi_table_seq(h.table));
  assert_int_equal(harness_apply(&h, &lay), JUNQI_E_OK); /* an empty one */
  assert_int_equal(junqi_table_wants_layout(h.table, 1), asked);
  lay.layout = harness_layout(&rules, 4);
  assert_int_equal(harness_apply(&h, &lay), JUNQI_E_OK);
  assert_true(junqi_table_about(h.table, 1).ready);
  assert_int_equal(junqi_table_wants_layout(h.table, 1), 0);
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_OK);
  assert_false(junqi_table_about(h.table, 1).ready);
  assert_int_equal(junqi_table_wants_layout(h.table, 1), junqi_table_seq(h.table));
  assert_int_equal(harness_apply(&h, &lay), JUNQI_E_OK); /* the same again */
  assert_int_equal(h.out->count, 1);
  assert_true(junqi_table_about(h.table, 1).ready);
  options.rules = flip;
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_OK);
  assert_true(junqi_table_about(h.table, 1).ready);
  assert_int_equal(junqi_table_wants_layout(h.table, 1), 0);
  harness_close(&h);
}

/* offered, refused, offered, accepted. */
static void draw_by_agreement(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_start(&h, &rules, 6);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 1), JUNQI_E_OK);
  assert_int_equal(junqi_table_proposer(h.table), 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 0), JUNQI_E_OFFER_OPEN);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 1), JUNQI_E_OFFER_OWN);
  assert_int_equal(harness_do(&h, JUNQI_DO_REFUSE, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_proposer(h.table), JUNQI_NO_SEAT);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 0), JUNQI_E_OFFER_NONE);
  uint32_t before = junqi_table_seq(h.table);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 1), JUNQI_E_OK);
  /* An answer to the former proposal does not fit this one. */
  junqi_table_input late = {.kind = JUNQI_DO_ACCEPT, .seat = 0, .person = ANN, .seen = before};
  assert_int_equal(harness_apply(&h, &late), JUNQI_E_TABLE_STALE);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_FINISHED);
  assert_int_equal(h.out->item[1].line.reason, JUNQI_BY_AGREED);
  harness_close(&h);
}

static void offers_are_three(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_start(&h, &rules, 6);
  for (unsigned n = 0; n < 3; n++) {
    assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 0), JUNQI_E_OK);
    assert_int_equal(harness_do(&h, JUNQI_DO_REFUSE, 1), JUNQI_E_OK);
  }
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 0), JUNQI_E_OFFER_LIMIT);
  harness_close(&h);
}

/* leaving is escape, and in `four` ends the game without a winner. */
static void leaving_is_escape(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)variant);
    harness h;
    harness_start(&h, &rules, 6);
    assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
    assert_int_equal(harness_lines(&h, JUNQI_EV_ESCAPE), 1);
    bool over = junqi_table_state_of(h.table) == JUNQI_TABLE_FINISHED;
    assert_int_equal(over, variant != JUNQI_THREE);
    if (over) {
      const junqi_event *end = &h.out->item[h.out->count - 2].line;
      assert_int_equal(end->winners, variant == JUNQI_FOUR ? 0 : 1);
      assert_int_equal(end->reason, JUNQI_BY_ESCAPE);
    } else { /* who is out may leave freely, and is then a stranger */
      assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
      assert_int_equal(junqi_table_about(h.table, 1).who, JUNQI_FREE);
      assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_TABLE_NOT_YOUR_SEAT);
      assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
    }
    harness_close(&h);
  }
}

/* a resignation in `four` puts out that seat alone. */
static void resigning(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  rules.value[JUNQI_OPT_RESIGN_PLY] = 0;
  harness h;
  harness_start(&h, &rules, 6);
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 1), JUNQI_E_RESIGN_SECONDS);
  for (unsigned n = 0; n < 9; n++)
    assert_int_equal(harness_tick(&h, 9999), JUNQI_E_OK);
  h.now += 8;
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 1), JUNQI_E_RESIGN_SECONDS);
  h.now += 1;
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 1), JUNQI_E_OK);
  assert_true(junqi_table_about(h.table, 1).out);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 1), JUNQI_E_SEAT_OUT);
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 3), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_FINISHED);
  harness_close(&h);
}

/* 跳过 is a timeout; a repeated request finds the turn gone. */
static void giving_up_a_turn(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_start(&h, &rules, 6);
  junqi_table_input skip = {
      .kind = JUNQI_DO_SKIP, .seat = 0, .person = ANN, .seen = junqi_table_seq(h.table)};
  assert_int_equal(harness_do(&h, JUNQI_DO_SKIP, 1), JUNQI_E_NOT_YOUR_TURN);
  h.now += 1234;
  assert_int_equal(harness_apply(&h, &skip), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].line.kind, JUNQI_EV_TIMEOUT);
  assert_int_equal(h.out->item[0].used, 1234);
  assert_int_equal(junqi_table_clocks(h.table, h.now).timeouts[0], 1);
  assert_int_equal(harness_apply(&h, &skip), JUNQI_E_TABLE_STALE);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_variant),
                                     cmocka_unit_test(owner_moves_first),
                                     cmocka_unit_test(against_the_computer),
                                     cmocka_unit_test(waiting),
                                     cmocka_unit_test(options_end_readiness),
                                     cmocka_unit_test(draw_by_agreement),
                                     cmocka_unit_test(offers_are_three),
                                     cmocka_unit_test(leaving_is_escape),
                                     cmocka_unit_test(resigning),
                                     cmocka_unit_test(giving_up_a_turn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
