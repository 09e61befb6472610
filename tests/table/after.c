/* After the end: rematches, and the facts for scoring (RULES.md R-9). */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* A game of a variant that ends at once: `loser` leaves; in `three`, a second one too. */
static void play(harness *h, junqi_variant variant, const char *words) {
  junqi_rules rules = junqi_rules_default(variant);
  harness_open(h, &rules, 1);
  assert_int_equal(harness_set(h, ANN, words), JUNQI_E_OK);
  harness_fill(h, 1);
}

static void end_by_draw(harness *h) {
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(h->table)->variant);
  assert_int_equal(harness_do(h, JUNQI_DO_OFFER, 0), JUNQI_E_OK);
  for (unsigned seat = 1; seat < seats; seat++)
    assert_int_equal(harness_do(h, JUNQI_DO_ACCEPT, (junqi_seat)seat), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h->table), JUNQI_TABLE_FINISHED);
}

/* The new table of a rematch, through its log. */
static void check_again(harness *h, junqi_seat owner, unsigned people) {
  junqi_table *again = junqi_table_new(), *copy = junqi_table_new();
  junqi_table_events *out = malloc(sizeof *out);
  assert_true(again && copy && out);
  assert_int_equal(junqi_table_create_again(again, h->table, 99, 5, out, &h->error), JUNQI_E_OK);
  for (unsigned i = 0; i < out->count; i++) {
    assert_int_equal(out->item[i].seq, i + 1);
    assert_int_equal(junqi_table_replay(copy, &out->item[i], NULL), JUNQI_E_OK);
  }
  assert_true(junqi_table_digest(again) == junqi_table_digest(copy));
  assert_int_equal(junqi_table_owner(again), owner);
  assert_memory_equal(junqi_table_settings(again), junqi_table_settings(h->table),
                      sizeof(junqi_settings));
  for (junqi_seat seat = 0; seat < 4; seat++) {
    junqi_table_seat now = junqi_table_about(again, seat), old = junqi_table_about(h->table, seat);
    assert_int_equal(now.person, people >> seat & 1 ? old.person : JUNQI_NOBODY);
    assert_int_equal(now.level, old.level);
  }
  junqi_table_free(again);
  junqi_table_free(copy);
  free(out);
}

/* All who are there must wish it; the table goes to the next person, or stays. */
static void rematch(void **state) {
  (void)state;
  harness h;
  play(&h, JUNQI_FOUR, "rematch=rotated");
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_TABLE_NOT_ENDED);
  end_by_draw(&h);
  assert_int_equal(junqi_table_create_again(h.copy, h.table, 1, 1, h.out, NULL),
                   JUNQI_E_TABLE_NO_REMATCH);
  for (junqi_seat seat = 0; seat < 4; seat++) {
    assert_int_equal(junqi_table_about(h.table, seat).wishes, false);
    assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, seat), JUNQI_E_OK);
    assert_true(junqi_table_about(h.table, seat).wishes);
  }
  assert_int_equal(h.out->item[1].kind, JUNQI_TABLE_REMATCH);
  assert_int_equal(h.out->item[1].seat, 1);
  check_again(&h, 1, 15);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_TABLE_OVER);
  harness_close(&h);
  play(&h, JUNQI_DARK, "rematch=kept countdown=2");
  end_by_draw(&h);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 1), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_OK);
  check_again(&h, 0, 3);
  harness_close(&h);
}

/* Who leaves or is cut is not waited for; nobody plays alone. */
static void some_are_gone(void **state) {
  (void)state;
  harness h;
  play(&h, JUNQI_THREE, "rematch=kept");
  end_by_draw(&h);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK); /* a wish stays */
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_TABLE_NOT_YOUR_SEAT);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 0), JUNQI_E_GAME_OVER);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 2), JUNQI_E_OK);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_REMATCH), 1);
  check_again(&h, 1, 6);
  harness_close(&h);
  play(&h, JUNQI_DARK, "rematch=kept");
  end_by_draw(&h);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_DISCONNECTED, 1), JUNQI_E_OK);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_REMATCH), 0); /* alone */
  assert_int_equal(harness_do(&h, JUNQI_DO_CONNECTED, 1), JUNQI_E_OK);
  for (unsigned n = 0; n < 1000; n++)
    harness_do(&h, n % 2 ? JUNQI_DO_CONNECTED : JUNQI_DO_DISCONNECTED, 1);
  assert_true(h.logged < 300);
  harness_close(&h);
}

static void too_late(void **state) {
  (void)state;
  harness h;
  play(&h, JUNQI_DARK, "rematch=kept");
  end_by_draw(&h);
  harness_tick(&h, JUNQI_TABLE_REMATCH_SECONDS * 1000);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_OK);
  harness_tick(&h, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 1), JUNQI_E_TABLE_OVER);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_GAME_OVER);
  harness_close(&h);
}

/* A computer player plays again, on its level. */
static void against_the_computer(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_set(&h, ANN, "rematch=rotated"), JUNQI_E_OK);
  junqi_table_input in = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 6, .person = ANN};
  assert_int_equal(harness_apply(&h, &in), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK); /* an escape */
  assert_int_equal(harness_do(&h, JUNQI_DO_REMATCH, 0), JUNQI_E_OK);
  check_again(&h, 0, 1);
  junqi_table_facts facts;
  assert_true(junqi_table_facts_of(h.table, &facts));
  assert_true(facts.table.computer);
  assert_int_equal(junqi_score_game(&facts.game, NULL, facts.table).change[0], 0); /* */
  harness_close(&h);
}

/* the table's facts score as the rules say, for those who began. */
static void facts(void **state) {
  (void)state;
  junqi_table_facts facts;
  junqi_score score;
  junqi_random random = {2};
  harness h;
  play(&h, JUNQI_THREE, "");
  assert_false(junqi_table_facts_of(h.table, &facts));
  assert_int_equal(facts.person[0], JUNQI_NOBODY);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK); /* a stranger now */
  for (unsigned n = 0; n < 100 && junqi_table_state_of(h.table) == JUNQI_TABLE_PLAYING; n++)
    if (junqi_table_clocks(h.table, h.now).turn == 2)
      harness_tick(&h, 30001);
    else
      harness_play_on(&h, &random);
  assert_true(junqi_table_facts_of(h.table, &facts));
  assert_int_equal(facts.person[1], BOB);
  assert_true(!facts.table.computer && !facts.table.friendly && !facts.table.one_person);
  score = junqi_score_game(&facts.game, NULL, facts.table);
  assert_int_equal(score.change[1], -6); /* */
  assert_int_equal(score.change[0], 2);
  assert_int_equal(score.change[2], -2);
  harness_close(&h);
  play(&h, JUNQI_DARK, "friendly=yes substitutes=1");
  assert_int_equal(harness_do(&h, JUNQI_DO_HANDOVER, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_RETURN, 0), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK);
  assert_true(junqi_table_facts_of(h.table, &facts));
  assert_true(facts.table.computer && facts.table.friendly);
  score = junqi_score_game(&facts.game, NULL, facts.table);
  assert_int_equal(score.change[0], 0);
  assert_int_equal(score.part[0].clause, JUNQI_SCORE_UNRATED);
  harness_close(&h);
  play(&h, JUNQI_DARK, "");
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 0), JUNQI_E_OK);
  assert_true(junqi_table_facts_of(h.table, &facts));
  assert_int_equal(junqi_score_game(&facts.game, NULL, facts.table).change[0], -1);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rematch), cmocka_unit_test(some_are_gone), cmocka_unit_test(too_late),
      cmocka_unit_test(against_the_computer), cmocka_unit_test(facts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
