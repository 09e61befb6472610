/* Every refusal: its code, and (by the harness) that it changed nothing. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static junqi_code act(harness *h, junqi_table_input_kind kind, junqi_seat seat,
                      junqi_person person) {
  junqi_table_input in = {
      .kind = (uint8_t)kind, .seat = seat, .person = person, .seen = junqi_table_seq(h->table)};
  in.rules = junqi_rules_default(JUNQI_DARK);
  return harness_apply(h, &in);
}

static void creating(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_THREE);
  junqi_table_events *out = malloc(sizeof *out);
  junqi_table *table = junqi_table_new();
  junqi_error error;
  assert_int_equal(junqi_table_create(table, &rules, ANN, 3, 1, 0, out, &error),
                   JUNQI_E_TABLE_SEAT_UNKNOWN);
  assert_string_equal(error.wanted, "a-c");
  assert_int_equal(junqi_table_create(table, &rules, JUNQI_NOBODY, 0, 1, 0, out, &error),
                   JUNQI_E_TABLE_INPUT);
  rules.value[JUNQI_OPT_MOVE_SECONDS] = 0;
  assert_int_equal(junqi_table_create(table, &rules, ANN, 0, 1, 0, out, &error),
                   JUNQI_E_TABLE_INPUT);
  assert_int_equal(out->count, 0);
  assert_int_equal(junqi_table_state_of(table), JUNQI_TABLE_NEW);
  rules.value[JUNQI_OPT_MOVE_SECONDS] = 1;
  assert_int_equal(junqi_table_create(table, &rules, ANN, 0, 1, 0, out, &error), JUNQI_E_OK);
  assert_int_equal(junqi_table_create(table, &rules, ANN, 0, 1, 0, out, &error),
                   JUNQI_E_TABLE_INPUT);
  junqi_table_free(table);
  free(out);
}

static void while_waiting(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(act(&h, JUNQI_DO_SIT, 2, BOB), JUNQI_E_TABLE_SEAT_UNKNOWN);
  assert_string_equal(h.error.wanted, "a-b");
  assert_int_equal(act(&h, JUNQI_DO_SIT, 200, BOB), JUNQI_E_TABLE_SEAT_UNKNOWN);
  assert_int_equal(act(&h, JUNQI_DO_SIT, 0, BOB), JUNQI_E_TABLE_SEAT_TAKEN);
  assert_int_equal(act(&h, JUNQI_DO_SIT, 0, ANN), JUNQI_E_TABLE_SEATED);
  assert_string_equal(h.error.where, "a");
  assert_int_equal(act(&h, JUNQI_DO_SIT, 1, JUNQI_NOBODY), JUNQI_E_TABLE_INPUT);
  junqi_table_input computer = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 10, .person = ANN};
  assert_int_equal(harness_apply(&h, &computer), JUNQI_E_TABLE_LEVEL);
  computer.level = 9;
  computer.person = BOB;
  assert_int_equal(harness_apply(&h, &computer), JUNQI_E_TABLE_NOT_OWNER);
  assert_int_equal(act(&h, JUNQI_DO_OPTIONS, 0, BOB), JUNQI_E_TABLE_NOT_OWNER);
  junqi_table_input options = {.kind = JUNQI_DO_OPTIONS, .person = ANN, .rules = rules};
  options.rules.variant = JUNQI_VARIANTS;
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_INPUT);
  options.rules = rules;
  options.rules.value[JUNQI_OPT_MINE_HIT] = JUNQI_MINE_FORBIDDEN;
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_INPUT);
  options.rules.value[JUNQI_OPT_MINE_HIT] = 77;
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_INPUT);
  options.rules = rules;
  options.rules.value[JUNQI_OPT_X] = 1; /* no option of this variant */
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_INPUT);
  for (unsigned kind = JUNQI_DO_PLY; kind <= JUNQI_DO_REFUSE; kind++)
    assert_int_equal(act(&h, (junqi_table_input_kind)kind, 0, ANN), JUNQI_E_TABLE_NOT_STARTED);
  assert_int_equal(act(&h, JUNQI_TABLE_INPUTS, 0, ANN), JUNQI_E_TABLE_INPUT);
  assert_int_equal(act(&h, JUNQI_DO_UNREADY, 0, ANN), JUNQI_E_TABLE_NOT_READY);
  assert_int_equal(act(&h, JUNQI_DO_LEAVE, 1, ANN), JUNQI_E_TABLE_NOT_YOUR_SEAT);
  harness_close(&h);
}

static void somebody_elses_seat(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_start(&h, &rules, 1);
  for (unsigned kind = JUNQI_DO_LEAVE; kind < JUNQI_TABLE_INPUTS; kind++) {
    if (kind == JUNQI_DO_OPTIONS || kind == JUNQI_DO_KICK || kind == JUNQI_DO_OWNER ||
        kind == JUNQI_DO_SETTINGS) /* for any seat */
      continue;
    assert_int_equal(act(&h, (junqi_table_input_kind)kind, 0, BOB), JUNQI_E_TABLE_NOT_YOUR_SEAT);
    assert_int_equal(act(&h, (junqi_table_input_kind)kind, 0, EVE), JUNQI_E_TABLE_NOT_YOUR_SEAT);
    assert_int_equal(act(&h, (junqi_table_input_kind)kind, 0, JUNQI_NOBODY),
                     JUNQI_E_TABLE_NOT_YOUR_SEAT);
  }
  harness_close(&h);
}

static void layouts(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK), flip = junqi_rules_default(JUNQI_FLIP);
  junqi_table_input in = {
      .kind = JUNQI_DO_LAYOUT, .person = ANN, .layout = harness_layout(&rules, 1)};
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_LAYOUT_EMPTY);
  in.layout.at[7] = JUNQI_UNKNOWN;
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_TABLE_PIECE);
  assert_string_equal(h.error.where, "a23");
  in.layout = harness_layout(&rules, 1);
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(h.out->count, 1);
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0); /* the same again is no news */
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_TABLE_READY);
  junqi_table_input options = {.kind = JUNQI_DO_OPTIONS, .person = ANN, .rules = rules};
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_FROZEN);
  assert_string_equal(h.error.where, "a");
  assert_int_equal(harness_do(&h, JUNQI_DO_UNREADY, 0), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_OK); /* as the refusal says */
  harness_close(&h);
  harness_open(&h, &flip, 1);
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_TABLE_NO_LAYOUTS);
  harness_close(&h);
}

/* the set-up clock runs: options stay frozen although nobody is ready any more, until
 * somebody gets up. */
static void frozen_by_the_clock(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_table_input in = {
      .kind = JUNQI_DO_LAYOUT, .person = ANN, .layout = harness_layout(&rules, 1)};
  junqi_table_input options = {.kind = JUNQI_DO_OPTIONS, .person = ANN, .rules = rules};
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_SETUP_RUNS);
  assert_int_equal(harness_do(&h, JUNQI_DO_UNREADY, 0), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_SETUP_RUNS);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_OK);
  harness_close(&h);
}

static void while_playing(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_random random = {4};
  harness h;
  harness_start(&h, &rules, 1);
  assert_int_equal(act(&h, JUNQI_DO_SIT, 0, EVE), JUNQI_E_TABLE_STARTED);
  assert_int_equal(act(&h, JUNQI_DO_OPTIONS, 0, ANN), JUNQI_E_TABLE_STARTED);
  assert_int_equal(act(&h, JUNQI_DO_LAYOUT, 0, ANN), JUNQI_E_TABLE_STARTED);
  assert_int_equal(act(&h, JUNQI_DO_READY, 0, ANN), JUNQI_E_TABLE_STARTED);
  assert_int_equal(act(&h, JUNQI_DO_UNREADY, 0, ANN), JUNQI_E_TABLE_STARTED);
  assert_int_equal(harness_ply(&h, 1, "b11b21"), JUNQI_E_NOT_YOUR_TURN);
  assert_int_equal(harness_ply(&h, 0, "b11b21"), JUNQI_E_NOT_YOUR_PIECE);
  assert_int_equal(harness_ply(&h, 0, "a22a32"), JUNQI_E_NO_PIECE);
  assert_int_equal(harness_ply(&h, 0, "z99z98"), JUNQI_E_NO_SUCH_POINT);
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 0), JUNQI_E_RESIGN_PLY);
  junqi_table_input ply = {.kind = JUNQI_DO_PLY, .seat = 0, .person = ANN};
  assert_true(harness_choose(&h, &random, &ply.move));
  assert_int_equal(harness_apply(&h, &ply), JUNQI_E_TABLE_STALE); /* seen nothing */
  uint32_t seen = junqi_table_seq(h.table);
  ply.seen = seen + 1;
  assert_int_equal(harness_apply(&h, &ply), JUNQI_E_TABLE_STALE); /* seen the future */
  /* Other news in between do not disturb a ply. */
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 1), JUNQI_E_OK);
  ply.seen = seen;
  assert_int_equal(harness_apply(&h, &ply), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &ply), JUNQI_E_TABLE_STALE); /* the same request again */
  harness_close(&h);
}

static void resign_off(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_THREE);
  harness h;
  harness_start(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_RESIGN, 0), JUNQI_E_RESIGN_OFF);
  harness_close(&h);
}

static void accepting_twice(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_THREE);
  harness h;
  harness_start(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 1), JUNQI_E_OK);
  assert_true(junqi_table_about(h.table, 1).accepted);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 1), JUNQI_E_OFFER_TWICE);
  harness_close(&h);
}

/* A ply of the seat on turn to an empty point beside it, from where it may come back. */
static junqi_move there(harness *h, junqi_random *random) {
  junqi_seat turn = junqi_table_clocks(h->table, h->now).turn;
  const junqi_layout layout = junqi_table_layout(h->table, turn);
  junqi_move move;
  do
    assert_true(harness_choose(h, random, &move));
  while (move.to / JUNQI_ARM_POINTS != turn ||
         layout.at[move.to % JUNQI_ARM_POINTS] != JUNQI_EMPTY);
  return move;
}

static junqi_code ply(harness *h, junqi_move move) {
  junqi_seat turn = junqi_table_clocks(h->table, h->now).turn;
  junqi_table_input in = {.kind = JUNQI_DO_PLY,
                          .seat = turn,
                          .person = (junqi_person)(ANN + turn),
                          .seen = junqi_table_seq(h->table),
                          .move = move};
  return harness_apply(h, &in);
}

/* No rule ends the game, and nobody wants to: a table holds so many plies and no more. */
static void to_and_fro(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_random random = {3};
  junqi_move move[2];
  rules.value[JUNQI_OPT_QUIET_LIMIT] = 0;
  harness h;
  harness_start(&h, &rules, 1);
  for (unsigned n = 0; n < JUNQI_TABLE_PLIES; n++) {
    junqi_move *own = &move[n % 2];
    *own = n < 2 ? there(&h, &random) : (junqi_move){own->to, own->from};
    assert_int_equal(ply(&h, *own), JUNQI_E_OK);
  }
  assert_int_equal(ply(&h, (junqi_move){move[0].to, move[0].from}), JUNQI_E_TABLE_PLIES);
  assert_string_equal(h.error.wanted, "10000");
  harness_tick(&h, 30001); /* the turn is forfeited */
  assert_int_equal(ply(&h, (junqi_move){move[1].to, move[1].from}), JUNQI_E_TABLE_PLIES);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_ACCEPT, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_FINISHED);
  harness_close(&h);
}

static void after_the_end(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_start(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK);
  for (unsigned kind = JUNQI_DO_SIT; kind < JUNQI_TABLE_INPUTS; kind++)
    assert_int_equal(act(&h, (junqi_table_input_kind)kind, 0, ANN),
                     kind == JUNQI_DO_REMATCH ? JUNQI_E_TABLE_NO_REMATCH : JUNQI_E_GAME_OVER);
  harness_close(&h);
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK);
  for (unsigned kind = JUNQI_DO_SIT; kind < JUNQI_TABLE_INPUTS; kind++)
    assert_int_equal(act(&h, (junqi_table_input_kind)kind, 0, ANN), JUNQI_E_TABLE_OVER);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(creating),      cmocka_unit_test(while_waiting),
      cmocka_unit_test(layouts),       cmocka_unit_test(somebody_elses_seat),
      cmocka_unit_test(while_playing), cmocka_unit_test(frozen_by_the_clock),
      cmocka_unit_test(resign_off),    cmocka_unit_test(accepting_twice),
      cmocka_unit_test(to_and_fro),    cmocka_unit_test(after_the_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
