/* Before the start: settings, owner, people sent away, countdown, and rooms that draw by lot. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const junqi_settings *settings(const harness *h) {
  return junqi_table_settings(h->table);
}

static junqi_code ask(harness *h, junqi_table_input_kind kind, junqi_seat seat,
                      junqi_person person) {
  return harness_apply(h,
                       &(junqi_table_input){.kind = (uint8_t)kind, .seat = seat, .person = person});
}

static void give_layout(harness *h, junqi_seat seat) {
  junqi_table_input in = {
      .kind = JUNQI_DO_LAYOUT, .seat = seat, .person = (junqi_person)(ANN + seat)};
  in.layout = harness_layout(junqi_table_rules(h->table), seat);
  assert_int_equal(harness_apply(h, &in), JUNQI_E_OK);
}

/* Every value of every setting can be written and read; nothing else can. */
static void words(void **state) {
  (void)state;
  junqi_settings s = junqi_settings_default(), same;
  junqi_error error;
  char text[16];
  assert_int_equal(junqi_settings_check(&s, NULL), JUNQI_E_OK);
  assert_int_equal(junqi_set(&s, JUNQI_SET_SUBSTITUTES), 0);
  assert_int_equal(junqi_set(&s, JUNQI_SET_COUNTDOWN), 3);
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++) {
    const junqi_setting_info *info = junqi_setting_about((junqi_setting)i);
    assert_true(strlen(info->english) > 5 && strlen(info->chinese) > 5);
    for (unsigned value = info->least; value <= info->most; value++) {
      s.value[i] = (uint8_t)value;
      size_t length = junqi_setting_text(&s, (junqi_setting)i, text, sizeof text);
      same = junqi_settings_default();
      assert_int_equal(
          junqi_settings_set(&same, info->name, strlen(info->name), text, length, &error),
          JUNQI_E_OK);
      assert_int_equal(same.value[i], value);
    }
  }
  assert_int_equal(junqi_settings_set(&s, "colour", 6, "no", 2, &error),
                   JUNQI_E_TABLE_SETTING_UNKNOWN);
  assert_non_null(strstr(error.wanted, "countdown, rematch"));
  assert_int_equal(junqi_settings_set(&s, "countdown", 9, "61", 2, &error),
                   JUNQI_E_TABLE_SETTING_VALUE);
  assert_string_equal(error.wanted, "0..60");
  assert_int_equal(junqi_settings_set(&s, "rematch", 7, "yes", 3, &error),
                   JUNQI_E_TABLE_SETTING_VALUE);
  assert_string_equal(error.wanted, "no kept rotated");
}

/* A free seat can be changed to, by the owner too; whoever is ready stays. */
static void moving(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(ask(&h, JUNQI_DO_SIT, 2, ANN), JUNQI_E_OK);
  assert_int_equal(h.out->count, 3); /* sits, owns, is gone from the other seat */
  assert_int_equal(junqi_table_owner(h.table), 2);
  assert_int_equal(junqi_table_seat_of(h.table, ANN), 2);
  assert_int_equal(junqi_table_about(h.table, 0).who, JUNQI_FREE);
  assert_int_equal(ask(&h, JUNQI_DO_SIT, 0, BOB), JUNQI_E_OK);
  assert_int_equal(ask(&h, JUNQI_DO_SIT, 0, ANN), JUNQI_E_TABLE_SEAT_TAKEN);
  assert_int_equal(ask(&h, JUNQI_DO_SIT, 1, BOB), JUNQI_E_OK);
  assert_int_equal(junqi_table_owner(h.table), 2);
  give_layout(&h, 1);
  assert_int_equal(ask(&h, JUNQI_DO_READY, 1, BOB), JUNQI_E_OK);
  assert_int_equal(ask(&h, JUNQI_DO_SIT, 0, BOB), JUNQI_E_TABLE_READY);
  assert_int_equal(junqi_table_seat_of(h.table, BOB), 1);
  harness_close(&h);
}

/* Set by the owner until somebody is ready; what does not go together is refused. */
static void setting(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(harness_set(&h, ANN, "friendly=yes watch=no"), JUNQI_E_OK);
  assert_int_equal(junqi_set(settings(&h), JUNQI_SET_WATCH), 0);
  assert_int_equal(harness_set(&h, ANN, "friendly=yes watch=no"), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(harness_set(&h, BOB, "friendly=no"), JUNQI_E_TABLE_NOT_OWNER);
  assert_int_equal(harness_set(&h, ANN, "substitutes=2"), JUNQI_E_TABLE_SETTING_CLASH);
  assert_string_equal(h.error.wanted, "friendly=yes");
  assert_int_equal(harness_set(&h, ANN, "anticheat=yes"), JUNQI_E_TABLE_DRAWN);
  assert_int_equal(harness_set(&h, JUNQI_NOBODY, "anticheat=yes private=yes"),
                   JUNQI_E_TABLE_SETTING_CLASH);
  junqi_table_input wild = {.kind = JUNQI_DO_SETTINGS, .person = ANN};
  wild.settings.value[JUNQI_SET_REMATCH] = 3;
  assert_int_equal(harness_apply(&h, &wild), JUNQI_E_TABLE_SETTING_VALUE);
  give_layout(&h, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 1), JUNQI_E_OK);
  assert_int_equal(harness_set(&h, ANN, "private=yes"), JUNQI_E_TABLE_SETUP_RUNS);
  assert_int_equal(harness_set(&h, JUNQI_NOBODY, "private=yes"), JUNQI_E_TABLE_SETUP_RUNS);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 1, ANN), JUNQI_E_TABLE_SETUP_RUNS);
  harness_close(&h);
}

/* The table is passed on to a person, who then moves first. */
static void passing_on(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 2), JUNQI_E_OK);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 2, CAT), JUNQI_E_TABLE_NOT_OWNER);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 1, ANN), JUNQI_E_TABLE_NO_PERSON);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 0, ANN), JUNQI_E_OK);
  assert_int_equal(h.out->count, 0);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 2, ANN), JUNQI_E_OK);
  assert_int_equal(junqi_table_owner(h.table), 2);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 0, ANN), JUNQI_E_TABLE_NOT_OWNER);
  for (junqi_seat seat = 0; seat < 4; seat++) {
    if (seat % 2) assert_int_equal(harness_do(&h, JUNQI_DO_SIT, seat), JUNQI_E_OK);
    give_layout(&h, seat);
    assert_int_equal(harness_do(&h, JUNQI_DO_READY, seat), JUNQI_E_OK);
  }
  assert_int_equal(junqi_table_clocks(h.table, h.now).turn, 2);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 0, CAT), JUNQI_E_TABLE_STARTED);
  harness_close(&h);
}

/* Whoever is sent away stays away; a computer player may come again. */
static void sending_away(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_table_input computer = {.kind = JUNQI_DO_SIT, .seat = 1, .level = 3, .person = ANN};
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 1, ANN), JUNQI_E_TABLE_NO_PERSON);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 0, BOB), JUNQI_E_TABLE_NOT_OWNER);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 0, ANN), JUNQI_E_TABLE_KICK_OWN);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 1, ANN), JUNQI_E_OK);
  assert_int_equal(h.out->item[0].why, JUNQI_WHY_KICKED);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_TABLE_KICKED);
  assert_int_equal(ask(&h, JUNQI_DO_SIT, 1, CAT), JUNQI_E_OK);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 1, ANN), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_TABLE_KICKED); /* still */
  for (unsigned n = 0; n < 2; n++) {
    assert_int_equal(harness_apply(&h, &computer), JUNQI_E_OK);
    assert_int_equal(ask(&h, JUNQI_DO_KICK, 1, ANN), JUNQI_E_OK);
  }
  harness_close(&h);
}

/* The countdown stops when somebody takes readiness back or gets up; the set-up clock goes on. */
static void countdown(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_set(&h, ANN, "countdown=3"), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  for (junqi_seat seat = 0; seat < 2; seat++) {
    give_layout(&h, seat);
    assert_int_equal(harness_do(&h, JUNQI_DO_READY, seat), JUNQI_E_OK);
  }
  assert_int_equal(h.out->item[1].kind, JUNQI_TABLE_COUNTDOWN);
  assert_int_equal(h.out->item[1].wait, 3000);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_WAITING);
  harness_tick(&h, 2000);
  assert_int_equal(junqi_table_clocks(h.table, h.now).countdown, 1000);
  assert_int_equal(harness_do(&h, JUNQI_DO_UNREADY, 0), JUNQI_E_OK);
  assert_int_equal(junqi_table_clocks(h.table, h.now).countdown, UINT32_MAX);
  assert_int_equal(junqi_table_clocks(h.table, h.now).setup, 178000);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 0), JUNQI_E_OK);
  assert_int_equal(harness_count(&h, JUNQI_TABLE_COUNTDOWN), 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_int_equal(junqi_table_clocks(h.table, h.now).countdown, UINT32_MAX);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  give_layout(&h, 1);
  assert_int_equal(harness_do(&h, JUNQI_DO_READY, 1), JUNQI_E_OK);
  harness_crash(&h, 100000); /* nobody loses by it */
  harness_tick(&h, 3000);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_WAITING);
  harness_tick(&h, 1);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  harness_close(&h);
}

/* The set-up time ends the countdown too, whichever comes first. */
static void setup_ends_first(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  rules.value[JUNQI_OPT_SETUP_SECONDS] = 10;
  harness h;
  harness_open(&h, &rules, 1);
  assert_int_equal(harness_set(&h, ANN, "countdown=60"), JUNQI_E_OK);
  assert_int_equal(harness_do(&h, JUNQI_DO_SIT, 1), JUNQI_E_OK);
  for (junqi_seat seat = 0; seat < 2; seat++) {
    give_layout(&h, seat);
    assert_int_equal(harness_do(&h, JUNQI_DO_READY, seat), JUNQI_E_OK);
  }
  harness_tick(&h, 10001);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  assert_int_equal(junqi_table_clocks(h.table, h.now).countdown, UINT32_MAX);
  harness_close(&h);
}

/* nobody chooses a seat or an option; names and chat wait for the end. */
static void anticheat(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_table_input sit = {.kind = JUNQI_DO_SIT, .seat = 1, .person = BOB};
  junqi_table_input options = {.kind = JUNQI_DO_OPTIONS, .person = ANN, .rules = rules};
  harness h;
  harness_open(&h, &rules, 1);
  assert_true(junqi_table_names_open(h.table));
  assert_int_equal(harness_set(&h, JUNQI_NOBODY, "anticheat=yes"), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &sit), JUNQI_E_TABLE_DRAWN);
  sit.drawn = true;
  assert_int_equal(harness_apply(&h, &sit), JUNQI_E_OK);
  assert_int_equal(harness_apply(&h, &options), JUNQI_E_TABLE_DRAWN);
  assert_int_equal(harness_set(&h, ANN, "anticheat=no"), JUNQI_E_TABLE_DRAWN);
  assert_int_equal(ask(&h, JUNQI_DO_KICK, 1, ANN), JUNQI_E_TABLE_DRAWN);
  assert_int_equal(ask(&h, JUNQI_DO_OWNER, 1, ANN), JUNQI_E_TABLE_DRAWN);
  assert_false(junqi_table_names_open(h.table));
  assert_false(
      junqi_table_chat_open(h.table)); /* before the start, too: people could name themselves */
  for (junqi_seat seat = 0; seat < 2; seat++) {
    give_layout(&h, seat);
    assert_int_equal(harness_do(&h, JUNQI_DO_READY, seat), JUNQI_E_OK);
  }
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_PLAYING);
  assert_false(junqi_table_names_open(h.table));
  assert_false(junqi_table_chat_open(h.table));
  assert_int_equal(harness_do(&h, JUNQI_DO_LEAVE, 1), JUNQI_E_OK);
  assert_true(junqi_table_names_open(h.table));
  assert_true(junqi_table_chat_open(h.table));
  harness_close(&h);
}

/* The lot: independent of who came first, every order about as likely as every other. */
static void lots(void **state) {
  (void)state;
  unsigned orders[6] = {0};
  junqi_draw_seats(NULL, 0, 1);
  for (uint64_t seed = 0; seed < 6000; seed++) {
    junqi_person one[] = {7, 900, 8}, two[] = {8, 7, 900};
    junqi_draw_seats(one, 3, seed);
    junqi_draw_seats(two, 3, seed);
    assert_memory_equal(one, two, sizeof one);
    assert_true(one[0] + one[1] + one[2] == 915 && one[0] != one[1] && one[1] != one[2]);
    orders[(one[0] == 7 ? 0 : one[0] == 8 ? 2 : 4) + (one[1] < one[2])]++;
  }
  for (unsigned i = 0; i < 6; i++)
    assert_in_range(orders[i], 850, 1150);
}

/* Coming and going for ever before the start: the log has an end. */
static void no_endless_log(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  harness h;
  harness_open(&h, &rules, 1);
  for (unsigned n = 0; n < 10000 && !h.ends; n++)
    assert_int_equal(harness_do(&h, n % 2 ? JUNQI_DO_LEAVE : JUNQI_DO_SIT, 1), JUNQI_E_OK);
  assert_int_equal(junqi_table_state_of(h.table), JUNQI_TABLE_CLOSED);
  assert_in_range(h.logged, JUNQI_TABLE_WAIT_EVENTS, JUNQI_TABLE_WAIT_EVENTS + 10);
  assert_int_equal(h.out->item[h.out->count - 2].why, JUNQI_WHY_CLOSED);
  harness_close(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words),
                                     cmocka_unit_test(moving),
                                     cmocka_unit_test(setting),
                                     cmocka_unit_test(passing_on),
                                     cmocka_unit_test(sending_away),
                                     cmocka_unit_test(countdown),
                                     cmocka_unit_test(setup_ends_first),
                                     cmocka_unit_test(anticheat),
                                     cmocka_unit_test(lots),
                                     cmocka_unit_test(no_endless_log)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
