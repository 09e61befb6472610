/* What a seat knows never excludes the truth: games of all variants, with options drawn at random,
 * between seats that play at random or grab what they can, and after every ply each seat's
 * knowledge is held against the true deal. `truth GAMES SEED` plays more (script/test-honest). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "belief.h"
#include "yardstick.h"

enum { MOST_PLIES = 600, FEW_GAMES = 160 };

static uint64_t games = FEW_GAMES, first_seed = 1;

typedef struct table {
  junqi_rules rules;
  junqi_layout layout[JUNQI_MAX_SEATS];
  junqi_piece deal[60];
  junqi_game game;
  junqi_events events;
  junqi_knowledge know[JUNQI_MAX_SEATS];
  bool grabs[JUNQI_MAX_SEATS];
  junqi_random random;
} table;

static bool hides_pieces(const table *t) {
  return t->rules.variant != JUNQI_FLIP;
}

static unsigned seats_of(const table *t) {
  return junqi_seats((junqi_variant)t->rules.variant);
}

/* What changes how much fights tell. */
static void draw_options(table *t, junqi_variant variant) {
  static const junqi_option telling[] = {JUNQI_OPT_MINE_HIT, JUNQI_OPT_ENGINEER_SCOUT,
                                         JUNQI_OPT_MARSHAL_REVEALS_FLAG, JUNQI_OPT_BOMB_FRONT,
                                         JUNQI_OPT_PARTNER};
  t->rules = junqi_rules_default(variant);
  for (unsigned i = 0; i < sizeof telling / sizeof *telling; i++) {
    const unsigned values = telling[i] == JUNQI_OPT_MINE_HIT ? 3 : 2;
    if (junqi_option_about(telling[i])->fallback[variant] >= 0)
      t->rules.value[telling[i]] = (uint16_t)junqi_random_below(&t->random, values);
  }
}

static void tell(table *t) {
  for (unsigned seat = 0; seat < seats_of(t); seat++)
    for (unsigned i = 0; i < t->events.count; i++)
      assert_int_equal(junqi_knowledge_apply(&t->know[seat], &t->events.item[i]), JUNQI_E_OK);
}

static void sit_down(table *t, junqi_variant variant, uint64_t seed) {
  const junqi_layout none = {{0}};
  t->random.state = seed;
  draw_options(t, variant);
  junqi_random_deal(&t->random, t->deal);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    t->layout[seat] = junqi_layout_complete(&t->rules, &none, &t->random);
    t->grabs[seat] = junqi_random_below(&t->random, 2);
  }
  if (hides_pieces(t))
    junqi_game_start(&t->game, &t->rules, t->layout, 0, &t->events, NULL);
  else
    junqi_game_deal(&t->game, &t->rules, t->deal, 0, &t->events, NULL);
  for (unsigned seat = 0; seat < seats_of(t); seat++) {
    const junqi_layout *seen[JUNQI_MAX_SEATS] = {0};
    for (unsigned owner = 0; owner < seats_of(t); owner++)
      if (junqi_view_sees(&t->rules, (junqi_seat)seat, owner)) seen[owner] = &t->layout[owner];
    junqi_knowledge_start(&t->know[seat], &t->rules, (junqi_seat)seat, seen, 0);
  }
  tell(t);
}

/* Every piece may be what it is, living or fallen. */
static void pieces_may_be_true(const table *t, const junqi_knowledge *know) {
  for (unsigned slot = 0; slot < seats_of(t) * JUNQI_ARM_PIECES; slot++) {
    unsigned home = know->home[slot],
             truth = t->layout[home / JUNQI_ARM_POINTS].at[home % JUNQI_ARM_POINTS];
    if (!(know->may[slot] >> truth & 1))
      fail_msg("%s, ply %u: seat %u excludes what set out from point %u",
               junqi_variant_name((junqi_variant)t->rules.variant), (unsigned)know->view.ply,
               know->view.viewer, home);
  }
}

/* In `flip`: what is thought to lie face down is what does, in some order. */
static void face_down_are_true(const table *t, const junqi_knowledge *know) {
  unsigned thought[256] = {0}, truth[256] = {0};
  junqi_position world;
  junqi_view_world(&know->view, NULL, &world);
  for (unsigned q = 0; q < 60; q++) {
    thought[world.at[q]]++;
    truth[t->game.position.at[q]]++;
  }
  assert_memory_equal(thought, truth, sizeof truth);
}

static void hold_against_truth(const table *t) {
  for (unsigned seat = 0; seat < seats_of(t); seat++) {
    junqi_knowledge know = t->know[seat];
    junqi_knowledge_rest(&know);
    if (hides_pieces(t))
      pieces_may_be_true(t, &know);
    else if (t->game.position.state == JUNQI_RUNNING) /* a loser's pieces left without a fight */
      face_down_are_true(t, &know);
  }
}

static junqi_move choose(table *t) {
  junqi_move move = {JUNQI_NO_POINT, JUNQI_NO_POINT};
  junqi_seat turn = t->game.position.turn;
  if (!t->grabs[turn] || junqi_random_below(&t->random, 4) == 0) {
    junqi_random_move(&t->game.position, &t->random, &move);
    return move;
  }
  junqi_knowledge know = t->know[turn];
  junqi_knowledge_rest(&know);
  return yard_greedy(&know, &t->random).move;
}

static void play(junqi_variant variant, uint64_t seed) {
  static table t;
  sit_down(&t, variant, seed);
  while (t.game.position.state == JUNQI_RUNNING && t.game.position.ply < MOST_PLIES) {
    junqi_move move = choose(&t);
    junqi_seat turn = t.game.position.turn;
    assert_int_equal(junqi_game_play(&t.game, turn, move, &t.events, NULL), JUNQI_E_OK);
    tell(&t);
    hold_against_truth(&t);
  }
}

static void truth_is_never_excluded(void **state) {
  (void)state;
  for (uint64_t n = 0; n < games; n++) {
    if (games > FEW_GAMES && n % 1000 == 0) print_message("%u games\n", (unsigned)n);
    play((junqi_variant)(n % JUNQI_VARIANTS), first_seed + n);
  }
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(truth_is_never_excluded)};
  if (argc > 1) games = strtoull(argv[1], NULL, 10);
  if (argc > 2) first_seed = strtoull(argv[2], NULL, 10);
  return cmocka_run_group_tests_name("truth", tests, NULL, NULL);
}
