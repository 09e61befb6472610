/* Time: limits to the millisecond, grace, downtime (RULES.md ). */
#include "harness.h"

static junqi_random chance = {11};

/* A table of ANN's, with the usual rules. */
static void open_table(harness *h, junqi_variant variant) {
  const junqi_rules rules = junqi_rules_default(variant);
  harness_open(h, &rules, 1);
}

/* One at which a game has begun. */
static void begin(harness *h, junqi_variant variant) {
  open_table(h, variant);
  harness_fill(h, 1);
}

/* A ply at the last millisecond is in time; one later the turn is forfeited. */
static void move_edge(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  uint64_t start = h.now;
  assert_true(junqi_table_next_due(h.table) == start + 30001);
  assert_int_equal(junqi_table_clocks(h.table, start).left, 30000);
  harness_tick(&h, 29999);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(junqi_table_clocks(h.table, h.now).left, 1);
  harness_tick(&h, 1);
  assert_int_equal(h.out->count, 0);
  harness_play_on(&h, &chance);
  assert_int_equal(h.out->item[0].used, 30000);
  assert_int_equal(h.out->item[0].left, 30000);
  harness_tick(&h, 30001);
  assert_int_equal(harness_lines(&h, JUNQI_EV_TIMEOUT), 1);
  assert_int_equal(h.out->item[0].line.seat, 1);
  assert_int_equal(h.out->item[0].used, 30000);
  assert_int_equal(junqi_table_clocks(h.table, h.now).turn, 0);
  assert_int_equal(junqi_table_clocks(h.table, h.now).left, 30000);
  harness_close(&h);
}

/* A ply that comes too late finds the turn gone, whether or not a tick came first. */
static void late_ply(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  junqi_table_input ply = {
      .kind = JUNQI_DO_PLY, .seat = 0, .person = ANN, .seen = junqi_table_seq(h.table)};
  assert_true(harness_choose(&h, &chance, &ply.move));
  junqi_table_events *out = h.out;
  assert_int_equal(junqi_table_apply(h.table, &ply, h.now + 30001, out, &h.error),
                   JUNQI_E_TABLE_STALE);
  assert_int_equal(out->count, 1);
  assert_int_equal(out->item[0].line.kind, JUNQI_EV_TIMEOUT);
  harness_close(&h);
}

/* The caller stood still: nobody's time ran, and the log tells the same without knowing of it. */
static void stand(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  harness_tick(&h, 10000);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  uint32_t grace = junqi_table_clocks(h.table, h.now).grace[1];
  h.now += 40000;
  junqi_table_stand(h.table, 40000);
  assert_int_equal(junqi_table_clocks(h.table, h.now).left, 20000);
  assert_int_equal(junqi_table_clocks(h.table, h.now).grace[1], grace);
  assert_true(junqi_table_next_due(h.table) == h.now + 20001);
  harness_tick(&h, 20000);
  assert_int_equal(h.out->count, 0);
  harness_play_on(&h, &chance);
  assert_int_equal(h.out->item[0].used, 30000);
  harness_crash(&h, 1000);
  assert_int_equal(junqi_table_clocks(h.table, h.now).left, 30000);
  harness_close(&h);
}

/* the fifth forfeited turn puts the seat out. */
static void five_timeouts(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  for (unsigned n = 1; n <= 4; n++) {
    harness_tick(&h, 30001);
    assert_int_equal(junqi_table_clocks(h.table, h.now).timeouts[0], n);
    harness_play_on(&h, &chance);
  }
  harness_tick(&h, 30001);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_FINISHED);
  assert_int_equal(h.out->count, 4); /* timeout, out, end, reveal */
  assert_int_equal(h.out->item[1].line.kind, JUNQI_EV_OUT);
  assert_int_equal(h.out->item[1].line.reason, JUNQI_BY_TIMEOUTS);
  assert_int_equal(h.out->item[2].line.winners, 2);
  harness_close(&h);
}

/* One late tick, however late, costs one turn: the next player has its whole time. */
static void late_tick(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_FOUR);
  harness_tick(&h, 1000000);
  assert_int_equal(h.out->count, 1);
  assert_int_equal(junqi_table_clocks(h.table, h.now).left, 30000);
  harness_close(&h);
}

/* the set-up time begins when all sit and one is ready; then everybody starts as they are.
 */
static void setup_time(void **state) {
  (void)state;
  harness h;
  open_table(&h, JUNQI_DARK);
  const junqi_rules *rules = junqi_table_rules(h.table);
  junqi_table_input in = {
      .kind = JUNQI_DO_LAYOUT, .person = ANN, .layout = harness_layout(rules, 1)};
  junqi_layout whole = in.layout;
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_SETUP), 0); /* seat b is free */
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_SETUP), 1);
  assert_int_equal(junqi_table_clocks(h.table, h.now).setup, 180000);
  /* Taking readiness back does not stop it, getting up does. */
  harness_tick(&h, 1000);
  assert_int_equal(harness_do(&h, JUNQI_DO_UNREADY, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_clocks(h.table, h.now).setup, 179000);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(junqi_table_clocks(h.table, h.now).setup, UINT32_MAX);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  /* Seat b has placed its flag and a mine, and a bomb where none may stand. */
  junqi_table_input part = {.kind = JUNQI_DO_LAYOUT, .seat = 1, .person = BOB};
  part.layout.at[26] = JUNQI_FLAG;
  part.layout.at[29] = JUNQI_MINE;
  part.layout.at[0] = JUNQI_BOMB;
  assert_int_equal(harness_apply(&h, &part), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 1), JUNQI_E_LAYOUT_BOMB);
  harness_tick(&h, 180000);
  assert_int_equal(h.out->count, 0);
  harness_tick(&h, 1);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  junqi_layout b = junqi_table_layout(h.table, 1), a = junqi_table_layout(h.table, 0);
  assert_memory_equal(&a, &whole, sizeof a);
  assert_int_equal(b.at[26], JUNQI_FLAG);
  assert_int_equal(b.at[29], JUNQI_MINE);
  assert_int_equal(junqi_layout_check(rules, &b, 1, NULL), JUNQI_E_OK);
  harness_close(&h);
}

/* back in the last millisecond of the grace, and not back. */
static void escape_edge(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  rules.value[JUNQI_OPT_MOVE_SECONDS] = 3600;
  harness h;
  harness_start(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0); /* no news */
  assert_int_equal(junqi_table_clocks(h.table, h.now).grace[1], 120000);
  assert_int_equal(junqi_table_clocks(h.table, h.now).grace[0], UINT32_MAX);
  harness_tick(&h, 120000);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_BACK), 1);
  harness_tick(&h, 500000);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  harness_tick(&h, 120001);
  assert_int_equal(harness_lines(&h, JUNQI_EV_ESCAPE), 1);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_FINISHED);
  harness_close(&h);
}

/* Before the start a cut person loses the seat, no more; the table goes to the next. */
static void cut_before_start(void **state) {
  (void)state;
  harness h;
  open_table(&h, JUNQI_DARK);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 0), JUNQI_E_OK);
  harness_tick(&h, JUNQI_TABLE_WAIT_SECONDS * 1000);
  assert_int_equal(h.out->count, 0);
  harness_tick(&h, 1);
  assert_int_equal(junqi_table_about(h.table, 0).who, JUNQI_FREE);
  assert_int_equal(junqi_table_owner(h.table), 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  harness_tick(&h, JUNQI_TABLE_WAIT_SECONDS * 1000 + 1);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_CLOSED);
  harness_close(&h);
}

/* Cut when the game starts: the grace of the game counts from the start. */
static void cut_at_start(void **state) {
  (void)state;
  harness h;
  open_table(&h, JUNQI_FLIP);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 0), JUNQI_E_OK);
  harness_tick(&h, 200000);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 1), JUNQI_E_OK);
  assert_int_equal(junqi_table_clocks(h.table, h.now).grace[0], 120000);
  harness_close(&h);
}

/* Computer players have no grace and lose by time as others do. */
static void computer_times_out(void **state) {
  (void)state;
  harness h;
  open_table(&h, JUNQI_FLIP);
  junqi_table_input in = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 1, .person = ANN};
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  in = (junqi_table_input){.kind = JUNQI_DO_READY, .seat = 1};
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  in.kind = JUNQI_DO_DISCONNECTED;
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  harness_play_on(&h, &chance);
  harness_tick(&h, 30001);
  assert_int_equal(junqi_table_clocks(h.table, h.now).timeouts[1], 1);
  harness_close(&h);
}

/* The server is down for an hour: nobody pays for it, everybody is cut with the whole grace, and
 * who was cut before keeps what was left. */
static void downtime(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  harness_tick(&h, 10000);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  harness_tick(&h, 8000);
  assert_int_equal(harness_do(&h, JUNQI_DO_OFFER, 0), JUNQI_E_OK); /* the last event */
  harness_tick(&h, 5000);                                          /* lost with the crash */
  harness_crash(&h, 3600000);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_CUT), 1);
  assert_int_equal(h.out->item[0].seat, 0);
  junqi_table_clock clock = junqi_table_clocks(h.table, h.now);
  assert_int_equal(clock.left, 12000);
  assert_int_equal(clock.grace[0], 120000);
  assert_int_equal(clock.grace[1], 112000);
  assert_true(junqi_table_next_due(h.table) == h.now + 12001);
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 0), JUNQI_E_OK);
  harness_tick(&h, 12000);
  assert_int_equal(h.out->count, 0);
  harness_play_on(&h, &chance);
  assert_int_equal(h.out->item[0].used, 30000);
  harness_close(&h);
}

/* A new process may have a clock that starts anywhere, earlier too. */
static void clock_of_another_process(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  harness_tick(&h, 20000);
  harness_play_on(&h, &chance);
  h.now = 0;
  harness_crash(&h, 5);
  assert_true(junqi_table_next_due(h.table) == 5 + 30001);
  harness_tick(&h, 30000);
  assert_int_equal(h.out->count, 0);
  harness_tick(&h, 1);
  assert_int_equal(harness_lines(&h, JUNQI_EV_TIMEOUT), 1);
  harness_close(&h);
}

/* Time that seems to run backwards stands still. */
static void backwards(void **state) {
  (void)state;
  harness h;
  begin(&h, JUNQI_DARK);
  harness_tick(&h, 20000);
  h.now -= 15000;
  harness_play_on(&h, &chance);
  assert_int_equal(h.out->item[0].used, 20000);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(move_edge),     cmocka_unit_test(late_ply),
      cmocka_unit_test(five_timeouts), cmocka_unit_test(late_tick),
      cmocka_unit_test(stand),         cmocka_unit_test(setup_time),
      cmocka_unit_test(escape_edge),   cmocka_unit_test(cut_before_start),
      cmocka_unit_test(cut_at_start),  cmocka_unit_test(computer_times_out),
      cmocka_unit_test(downtime),      cmocka_unit_test(clock_of_another_process),
      cmocka_unit_test(backwards)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
