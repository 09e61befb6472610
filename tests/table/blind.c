/* Non-interference (RULES.md R-6): two tables that differ only in what a viewer must not know tell
 * that viewer the same bytes — events, views and refusals — as long as the visible course is the
 * same. */
#include "harness.h"

#include <string.h>

#include "junqi/game.h"

typedef struct twins {
  harness h[2];
  junqi_game game[2]; /* the truth, to find plies that look alike */
  junqi_rules rules;
  unsigned plies;
} twins;

/* The same pieces in other places, on the points of their own kind of freedom. */
static junqi_layout shuffled(const junqi_rules *rules, junqi_layout layout, junqi_random *random) {
  for (unsigned n = 0; n < 60; n++) {
    junqi_layout other = layout;
    unsigned i = junqi_random_below(random, 30), k = junqi_random_below(random, 30);
    other.at[i] = layout.at[k];
    other.at[k] = layout.at[i];
    if (junqi_layout_check(rules, &other, 0, NULL) == JUNQI_E_OK) layout = other;
  }
  return layout;
}

static void set_up(twins *t, junqi_seat hidden, uint64_t seed) {
  junqi_random random = {seed};
  unsigned seats = junqi_seats((junqi_variant)t->rules.variant);
  for (unsigned k = 0; k < 2; k++) {
    junqi_layout layouts[JUNQI_MAX_SEATS];
    junqi_events lines;
    harness_open(&t->h[k], &t->rules, seed + 1000 * k);
    assert_int_equal(harness_set(&t->h[k], ANN, "friendly=yes substitutes=3 rematch=kept"),
                     JUNQI_E_OK);
    for (unsigned seat = 0; seat < seats; seat++) {
      /* The hidden seat's holder differs too. */
      junqi_person person = ANN + seat + (seat == hidden ? 100 * k : 0);
      junqi_table_input in = {.kind = JUNQI_DO_SIT, .seat = (junqi_seat)seat, .person = person};
      if (seat) assert_int_equal(harness_apply(&t->h[k], &in), JUNQI_E_OK);
      in.kind = JUNQI_DO_LAYOUT;
      layouts[seat] = harness_layout(&t->rules, seed + seat);
      if (seat == hidden && k) layouts[seat] = shuffled(&t->rules, layouts[seat], &random);
      in.layout = layouts[seat];
      assert_int_equal(harness_apply(&t->h[k], &in), JUNQI_E_OK);
      in.kind = JUNQI_DO_READY;
      assert_int_equal(harness_apply(&t->h[k], &in), JUNQI_E_OK);
    }
    assert_int_equal(junqi_game_start(&t->game[k], &t->rules, layouts, 0, &lines, NULL),
                     JUNQI_E_OK);
  }
}

/* All that the viewer was told, and sees, in both. */
static void compare(twins *t, junqi_seat viewer, unsigned from) {
  assert_int_equal(t->h[0].logged, t->h[1].logged);
  for (unsigned i = from; i < t->h[0].logged; i++) {
    char text[2][JUNQI_TABLE_TEXT_MAX];
    for (unsigned k = 0; k < 2; k++) {
      junqi_table_event told;
      junqi_table_event_for(t->h[k].table, &t->h[k].log[i], viewer, &told);
      junqi_table_event_write(t->h[k].table, &told, text[k], sizeof text[k]);
    }
    assert_string_equal(text[0], text[1]);
  }
  junqi_view view[2];
  for (unsigned k = 0; k < 2; k++) {
    assert_true(junqi_table_view(t->h[k].table, viewer, &view[k]));
    view[k].rules = NULL;
  }
  assert_memory_equal(&view[0], &view[1], sizeof view[0]);
}

static junqi_code apply_both(twins *t, junqi_table_input in) {
  junqi_code code[2];
  for (unsigned k = 0; k < 2; k++) {
    if (in.person) in.person = junqi_table_about(t->h[k].table, in.seat).person;
    code[k] = harness_apply(&t->h[k], &in);
  }
  assert_int_equal(code[0], code[1]);
  assert_memory_equal(&t->h[0].error, &t->h[1].error, sizeof t->h[0].error);
  return code[0];
}

/* A ply of the seat on turn that all see end the same way in both, and does not end the game. */
static bool common_ply(twins *t, junqi_random *random, junqi_move *move) {
  static junqi_events lines[2];
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned count = junqi_moves(&t->game[0].position, list);
  for (unsigned n = 0; n < 200 && count; n++) {
    junqi_game next[2] = {t->game[0], t->game[1]};
    *move = list[junqi_random_below(random, count)];
    junqi_seat turn = next[0].position.turn;
    bool same = junqi_game_play(&next[1], turn, *move, &lines[1], NULL) == JUNQI_E_OK &&
                junqi_game_play(&next[0], turn, *move, &lines[0], NULL) == JUNQI_E_OK;
    if (!same || lines[0].count != lines[1].count || next[0].position.state != JUNQI_RUNNING)
      continue;
    if (memcmp(lines[0].item, lines[1].item, lines[0].count * sizeof *lines[0].item)) continue;
    t->game[0] = next[0];
    t->game[1] = next[1];
    return true;
  }
  return false;
}

/* The viewer tries what is likely to be refused: the answers agree. A ply that would be accepted is
 * not made, for its outcome may differ. */
static void try_plies(twins *t, junqi_seat viewer, junqi_random *random) {
  for (unsigned n = 0; n < 20 && viewer < JUNQI_MAX_SEATS; n++) {
    junqi_table_input in = {.kind = JUNQI_DO_PLY, .seat = viewer, .person = 1};
    in.seen = junqi_table_seq(t->h[0].table);
    in.move.from = (junqi_point)junqi_random_below(random, 130);
    in.move.to = (junqi_point)junqi_random_below(random, 130);
    junqi_error error[2];
    for (unsigned k = 0; k < 2; k++)
      junqi_explain(&t->game[k].position, viewer, in.move, &error[k]);
    assert_memory_equal(&error[0], &error[1], sizeof error[0]);
    if (error[0].code != JUNQI_E_OK) assert_int_equal(apply_both(t, in), error[0].code);
  }
}

/* The hidden seat is cut, is acted for, and takes over again. */
static void come_and_go(twins *t, junqi_seat hidden, junqi_random *random) {
  static const uint8_t kinds[] = {JUNQI_DO_DISCONNECTED, JUNQI_DO_CONNECTED, JUNQI_DO_HANDOVER,
                                  JUNQI_DO_RETURN};
  junqi_table_input in = {.kind = kinds[junqi_random_below(random, 4)], .seat = hidden};
  in.person = 1;
  if (junqi_random_below(random, 5) == 0 && !junqi_table_about(t->h[0].table, hidden).out)
    apply_both(t, in);
}

static unsigned play(junqi_rules rules, junqi_seat hidden, junqi_seat viewer, uint64_t seed) {
  static twins t;
  junqi_random random = {seed};
  unsigned seen = 0;
  memset(&t, 0, sizeof t);
  t.rules = rules;
  set_up(&t, hidden, seed);
  compare(&t, viewer, 0);
  for (t.plies = 0; t.plies < 150; t.plies++) {
    come_and_go(&t, hidden, &random);
    junqi_table_input in = {
        .kind = JUNQI_DO_PLY, .person = 1, .seen = junqi_table_seq(t.h[0].table)};
    in.seat = t.game[0].position.turn;
    if (junqi_table_about(t.h[0].table, in.seat).substitute) in.person = JUNQI_NOBODY;
    try_plies(&t, viewer, &random);
    if (!common_ply(&t, &random, &in.move)) break;
    t.h[0].now = t.h[1].now += 250;
    assert_int_equal(apply_both(&t, in), JUNQI_E_OK);
    compare(&t, viewer, seen);
    seen = t.h[0].logged;
  }
  compare(&t, viewer, 0); /* as after a reconnect */
  for (unsigned k = 0; k < 2; k++)
    harness_close(&t.h[k]);
  return t.plies;
}

static void two_seats(void **state) {
  (void)state;
  unsigned plies = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    plies += play(junqi_rules_default(JUNQI_DARK), 1, 0, seed);
    plies += play(junqi_rules_default(JUNQI_DARK), 1, JUNQI_SPECTATOR, seed);
  }
  assert_true(plies > 80 * 20);
}

static void more_seats(void **state) {
  (void)state;
  junqi_rules shown = junqi_rules_default(JUNQI_FOUR);
  shown.value[JUNQI_OPT_PARTNER] = 1;
  unsigned plies = 0;
  for (uint64_t seed = 1; seed <= 15; seed++) {
    plies += play(junqi_rules_default(JUNQI_FOUR), 2, 0, seed); /* the partner's, hidden */
    plies += play(shown, 1, 0, seed);
    plies += play(shown, 1, 2, seed);
    plies += play(junqi_rules_default(JUNQI_THREE), 2, 1, seed);
  }
  assert_true(plies > 60 * 20);
}

/* The deal of `flip`: different seeds, the same words until a piece is turned up. */
static void hidden_deal(void **state) {
  (void)state;
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  harness h[2];
  char text[2][JUNQI_TABLE_TEXT_MAX];
  for (unsigned k = 0; k < 2; k++) {
    harness_start(&h[k], &rules, 50 + k);
  }
  assert_int_equal(h[0].logged, h[1].logged);
  assert_true(memcmp(h[0].log[h[0].logged - 1].deal, h[1].log[h[1].logged - 1].deal, 60) != 0);
  for (unsigned viewer = 0; viewer < 3; viewer++)
    for (unsigned i = 0; i < h[0].logged; i++) {
      for (unsigned k = 0; k < 2; k++) {
        junqi_table_event told;
        junqi_table_event_for(h[k].table, &h[k].log[i],
                              viewer == 2 ? JUNQI_SPECTATOR : (junqi_seat)viewer, &told);
        junqi_table_event_write(h[k].table, &told, text[k], sizeof text[k]);
      }
      assert_string_equal(text[0], text[1]);
    }
  for (unsigned k = 0; k < 2; k++)
    harness_close(&h[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_seats), cmocka_unit_test(more_seats),
                                     cmocka_unit_test(hidden_deal)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
