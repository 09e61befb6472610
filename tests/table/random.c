/* Tables fed by chance, from seeds: anybody asks for anything, legal or not, at any time, and the
 * server dies now and then. The harness checks after every input that the log rebuilds the table;
 * here, that every viewer's events rebuild the viewer's view, and that time limits are kept. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

enum { INPUTS = 1200, VIEWERS = 5 };

static junqi_rules random_rules(junqi_random *random) {
  junqi_rules rules =
      junqi_rules_default((junqi_variant)junqi_random_below(random, JUNQI_VARIANTS));
  static const uint8_t words[] = {JUNQI_OPT_OPEN,  JUNQI_OPT_PARTNER,        JUNQI_OPT_MINE_HIT,
                                  JUNQI_OPT_STUCK, JUNQI_OPT_ENGINEER_SCOUT, JUNQI_OPT_TURN};
  for (unsigned i = 0; i < sizeof words; i++) {
    unsigned most = words[i] == JUNQI_OPT_MINE_HIT ? 3 : words[i] == JUNQI_OPT_STUCK ? 4 : 2;
    if (junqi_option_about((junqi_option)words[i])->fallback[rules.variant] >= 0)
      rules.value[words[i]] = (uint16_t)junqi_random_below(random, most);
  }
  rules.value[JUNQI_OPT_MOVE_SECONDS] = (uint16_t)(1 + junqi_random_below(random, 40));
  rules.value[JUNQI_OPT_TIMEOUT_LIMIT] = (uint16_t)(1 + junqi_random_below(random, 99));
  rules.value[JUNQI_OPT_ESCAPE_SECONDS] = (uint16_t)junqi_random_below(random, 900);
  rules.value[JUNQI_OPT_RESIGN_PLY] = (uint16_t)junqi_random_below(random, 300);
  rules.value[JUNQI_OPT_RESIGN_SECONDS] = (uint16_t)junqi_random_below(random, 300);
  return rules;
}

/* Any that go together. */
static junqi_settings random_settings(junqi_random *random) {
  junqi_settings settings;
  do {
    for (unsigned i = 0; i < JUNQI_SETTINGS; i++)
      settings.value[i] =
          (uint8_t)junqi_random_below(random, junqi_setting_about((junqi_setting)i)->most + 1u);
    if (junqi_random_below(random, 20)) settings.value[JUNQI_SET_ANTICHEAT] = 0;
  } while (junqi_settings_check(&settings, NULL) != JUNQI_E_OK);
  return settings;
}

static junqi_layout random_layout(harness *h, junqi_random *random) {
  junqi_layout layout = harness_layout(junqi_table_rules(h->table), junqi_random_next(random));
  while (junqi_random_below(random, 4) == 0)
    layout.at[junqi_random_below(random, 30)] = (uint8_t)junqi_random_below(random, 15);
  return layout;
}

/* Mostly by the right sender and likely to fit the state of the table. */
static junqi_table_input random_input(harness *h, junqi_random *random) {
  junqi_table_input in = {.seen = junqi_table_seq(h->table)};
  bool playing = junqi_table_state_of(h->table) == JUNQI_TABLE_PLAYING;
  in.kind = (uint8_t)junqi_random_below(random, JUNQI_TABLE_INPUTS + 1);
  in.seat = (junqi_seat)junqi_random_below(random, junqi_random_below(random, 30) ? 4 : 256);
  if (in.kind == JUNQI_DO_LEAVE && junqi_random_below(random, 8)) in.kind = JUNQI_DO_OFFER;
  if (in.kind == JUNQI_DO_KICK && junqi_random_below(random, 8)) in.kind = JUNQI_DO_READY;
  if (junqi_table_state_of(h->table) == JUNQI_TABLE_FINISHED && junqi_random_below(random, 3))
    in.kind = JUNQI_DO_REMATCH;
  if (in.kind == JUNQI_DO_DISCONNECTED && junqi_random_below(random, 4))
    in.kind = JUNQI_DO_CONNECTED;
  if (junqi_table_proposer(h->table) != JUNQI_NO_SEAT && junqi_random_below(random, 4) == 0)
    in.kind = JUNQI_DO_ACCEPT;
  else if (playing && junqi_random_below(random, 12))
    in.kind = JUNQI_DO_PLY;
  if (in.kind == JUNQI_DO_PLY && junqi_random_below(random, 5))
    in.seat = junqi_table_clocks(h->table, h->now).turn;
  if (in.seat < 4) in.person = junqi_table_about(h->table, in.seat).person;
  if (in.kind == JUNQI_DO_SIT) in.person = ANN + junqi_random_below(random, 5);
  if (in.kind == JUNQI_DO_OPTIONS) in.person = ANN;
  if (junqi_random_below(random, 15) == 0) in.person = ANN + junqi_random_below(random, 5);
  if (junqi_random_below(random, 15) == 0) in.seen = junqi_random_below(random, in.seen + 2);
  in.level = in.kind == JUNQI_DO_SIT ? (uint8_t)junqi_random_below(random, 3) : 0;
  if (in.kind == JUNQI_DO_SETTINGS) in.person = junqi_random_below(random, 3) ? ANN : JUNQI_NOBODY;
  if (in.kind >= JUNQI_DO_PLY && in.kind <= JUNQI_DO_REFUSE && in.seat < 4 &&
      junqi_table_about(h->table, in.seat).substitute)
    in.person = JUNQI_NOBODY;
  in.drawn = junqi_random_below(random, 2);
  in.settings = random_settings(random);
  in.layout = random_layout(h, random);
  in.rules = junqi_random_below(random, 4) ? *junqi_table_rules(h->table) : random_rules(random);
  in.move.from = (junqi_point)junqi_random_below(random, 256);
  in.move.to = (junqi_point)junqi_random_below(random, 256);
  if (playing && junqi_random_below(random, 8)) harness_choose(h, random, &in.move);
  return in;
}

static void follow_view(harness *h, junqi_view *view, const junqi_table_event *event) {
  junqi_table_event told;
  const junqi_layout *layouts[JUNQI_MAX_SEATS] = {0};
  view->rules = junqi_table_rules(h->table); /* another one after a crash */
  junqi_table_event_for(h->table, event, view->viewer, &told);
  assert_int_equal(told.seq, event->seq);
  assert_true(told.person == 0 && told.seed == 0);
  if (event->kind == JUNQI_TABLE_LAYOUT)
    assert_int_equal(told.shown, view->viewer == event->seat ? 1u << event->seat : 0);
  if (event->kind == JUNQI_TABLE_START) {
    assert_false(told.dealt);
    for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
      if (told.shown >> seat & 1) layouts[seat] = &told.layout[seat];
    junqi_view_start(view, junqi_table_rules(h->table), view->viewer, layouts, told.seat);
  }
  if (event->kind == JUNQI_TABLE_LINE)
    assert_int_equal(junqi_view_apply(view, &told.line), JUNQI_E_OK);
}

/* What each viewer was told makes the very view that the rules give it. */
static void check_views(harness *h, junqi_view views[], unsigned *told) {
  for (; *told < h->logged; ++*told)
    for (unsigned v = 0; v < VIEWERS; v++)
      follow_view(h, &views[v], &h->log[*told]);
  for (unsigned v = 0; v < VIEWERS; v++) {
    junqi_view view;
    if (junqi_table_state_of(h->table) != JUNQI_TABLE_PLAYING) return;
    assert_true(junqi_table_view(h->table, views[v].viewer, &view));
    views[v].rules = view.rules;
    assert_memory_equal(&view, &views[v], sizeof view);
  }
}

static void told_start(harness *h, const junqi_rules *rules, junqi_random *random, uint64_t seed) {
  junqi_table_input in = {.kind = JUNQI_DO_SETTINGS, .settings = random_settings(random)};
  in.settings.value[JUNQI_SET_ANTICHEAT] = 0; /* its people are drawn */
  harness_open(h, rules, seed);
  if (junqi_random_below(random, 4)) assert_int_equal(harness_apply(h, &in), JUNQI_E_OK);
  harness_fill(h, seed);
}

/* The facts for scoring are those that the lines tell anybody. */
static void check_facts(harness *h) {
  junqi_table_facts facts;
  junqi_score_track track;
  bool over = junqi_table_state_of(h->table) == JUNQI_TABLE_FINISHED;
  assert_int_equal(junqi_table_facts_of(h->table, &facts), over);
  if (!over) return;
  junqi_score_start(&track, junqi_table_rules(h->table));
  for (unsigned i = 0; i < h->logged; i++)
    if (h->log[i].kind == JUNQI_TABLE_LINE) junqi_score_fold(&track, &h->log[i].line);
  junqi_score one = junqi_score_game(&track, NULL, facts.table),
              two = junqi_score_game(&facts.game, NULL, facts.table);
  assert_memory_equal(one.change, two.change, sizeof one.change);
  assert_int_equal(one.escaped, two.escaped);
  assert_true(one.parts > 0 && one.parts == two.parts);
}

static void one_table(uint64_t seed, unsigned ended[4]) {
  junqi_random random = {seed};
  junqi_rules rules = random_rules(&random);
  junqi_view views[VIEWERS] = {{0}};
  unsigned told = 0;
  harness h;
  for (unsigned v = 0; v < VIEWERS; v++)
    views[v].viewer = v == 4 ? JUNQI_SPECTATOR : (junqi_seat)v;
  if (junqi_random_below(&random, 3))
    told_start(&h, &rules, &random, seed);
  else
    harness_open(&h, &rules, seed);
  for (unsigned n = 0; n < INPUTS && !h.ends; n++) {
    junqi_table_input in = random_input(&h, &random);
    h.now += junqi_random_below(&random, junqi_random_below(&random, 60) ? 2000 : 100000);
    harness_apply(&h, &in);
    assert_true(junqi_table_next_due(h.table) > h.now);
    check_views(&h, views, &told);
    if (junqi_random_below(&random, 100) == 0)
      harness_crash(&h, junqi_random_below(&random, 1000000));
  }
  ended[0] += junqi_table_state_of(h.table) == JUNQI_TABLE_FINISHED;
  ended[1] += junqi_table_state_of(h.table) == JUNQI_TABLE_CLOSED;
  check_facts(&h);
  for (unsigned i = 0; i < h.logged; i++) {
    ended[2] += h.log[i].kind == JUNQI_TABLE_HANDOVER;
    ended[3] += h.log[i].kind == JUNQI_TABLE_REMATCH;
  }
  harness_close(&h);
}

static void by_chance(void **state) {
  (void)state;
  const char *wish = getenv("JUNQI_TABLE_SEEDS");
  unsigned ended[4] = {0}, seeds = wish ? (unsigned)atoi(wish) : 300;
  for (uint64_t seed = 1; seed <= seeds; seed++)
    one_table(seed, ended);
  print_message("%u tables: %u finished, %u closed, %u handovers, %u rematches\n", seeds, ended[0],
                ended[1], ended[2], ended[3]);
  assert_true(ended[0] > seeds / 8);
  assert_true(ended[2] > seeds / 8 && ended[3] > seeds / 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_chance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
