/* Properties over random games of every variant with random options: lists, counts and refusals
 * agree, unmake restores every byte, and a view that follows the events equals the view made of the
 * game. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "junqi/game.h"

enum { GAMES = 400, PLIES = 1200 };

static junqi_rules random_rules(junqi_variant variant, junqi_random *random) {
  junqi_rules rules = junqi_rules_default(variant);
  for (unsigned o = 0; o < JUNQI_OPTIONS; o++) {
    const junqi_option_info *info = junqi_option_about((junqi_option)o);
    if (!info->words || junqi_random_below(random, 2)) continue;
    const char *word = info->words;
    for (unsigned skip = junqi_random_below(random, 4); skip; skip--)
      if (strchr(word, ' ')) word = strchr(word, ' ') + 1;
    junqi_rules_set(&rules, info->name, strlen(info->name), word, strcspn(word, " "), NULL);
  }
  if (junqi_random_below(random, 2)) rules.value[JUNQI_OPT_QUIET_LIMIT] = 9999;
  rules.value[JUNQI_OPT_RESIGN_PLY] = (uint16_t)junqi_random_below(random, 40);
  return rules;
}

static void start(junqi_game *game, const junqi_rules *rules, junqi_random *random,
                  junqi_events *events) {
  junqi_layout layouts[JUNQI_MAX_SEATS], empty;
  junqi_piece deal[60];
  junqi_seat first =
      (junqi_seat)junqi_random_below(random, junqi_seats((junqi_variant)rules->variant));
  memset(&empty, 0, sizeof empty);
  if (rules->variant == JUNQI_FLIP) {
    junqi_random_deal(random, deal);
    assert_int_equal(junqi_game_deal(game, rules, deal, first, events, NULL), JUNQI_E_OK);
    return;
  }
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    layouts[seat] = junqi_layout_complete(rules, &empty, random);
  assert_int_equal(junqi_game_start(game, rules, layouts, first, events, NULL), JUNQI_E_OK);
}

static void start_views(const junqi_game *game, junqi_view views[]) {
  const junqi_rules *rules = game->position.rules;
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  for (unsigned i = 0; i <= seats; i++) {
    const junqi_layout *layouts[JUNQI_MAX_SEATS] = {0};
    junqi_seat viewer = i == seats ? JUNQI_SPECTATOR : (junqi_seat)i;
    for (unsigned s = 0; s < seats; s++)
      if (junqi_view_sees(rules, viewer, s)) layouts[s] = &game->layout[s];
    junqi_view_start(&views[i], rules, viewer, layouts, game->first);
  }
}

static void follow(const junqi_game *game, junqi_view views[], const junqi_events *events) {
  unsigned seats = junqi_seats((junqi_variant)game->position.rules->variant);
  for (unsigned i = 0; i <= seats; i++) {
    junqi_view made;
    for (unsigned e = 0; e < events->count; e++)
      assert_int_equal(junqi_view_apply(&views[i], &events->item[e]), JUNQI_E_OK);
    junqi_game_view(game, views[i].viewer, &made);
    if (game->position.state != JUNQI_RUNNING) { /* the rest is told by the end's reveal */
      assert_int_equal(made.turn, views[i].turn);
      assert_int_equal(made.state, views[i].state);
      assert_int_equal(made.winners, views[i].winners);
      continue;
    }
    assert_memory_equal(&made, &views[i], sizeof made);
  }
}

/* Every pair of points is legal for junqi_explain exactly when the list has it. */
static void check_refusals(const junqi_position *p, const junqi_move list[], unsigned count) {
  unsigned points = junqi_board_of((junqi_variant)p->rules->variant)->points, legal = 0;
  for (unsigned from = 0; from < points; from++)
    for (unsigned to = 0; to < points; to++)
      legal += junqi_explain(p, p->turn, (junqi_move){(junqi_point)from, (junqi_point)to}, NULL) ==
               JUNQI_E_OK;
  assert_int_equal(legal, count);
  for (unsigned i = 0; i < count; i++) {
    junqi_point path[JUNQI_MAX_POINTS];
    unsigned length = junqi_path(p, list[i], path);
    assert_true(length >= 1 && path[0] == list[i].from && path[length - 1] == list[i].to);
  }
}

/* Attacks are the plies of the list whose target is held, in its order; a flip is none. */
static void check_attacks(const junqi_position *p, const junqi_move list[], unsigned count) {
  junqi_move attacks[JUNQI_MAX_MOVES];
  unsigned listed = junqi_attacks(p, attacks), found = 0;
  for (unsigned i = 0; i < count; i++) {
    if (list[i].from == list[i].to || !p->at[list[i].to]) continue;
    assert_true(found < listed);
    assert_memory_equal(&attacks[found++], &list[i], sizeof list[i]);
  }
  assert_int_equal(found, listed);
}

static void check_unmake(const junqi_position *p, const junqi_move list[], unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    junqi_position copy = *p, fresh;
    junqi_undo undo;
    junqi_make(&copy, list[i], &undo, NULL);
    fresh = copy;
    if (copy.state == JUNQI_RUNNING) {
      junqi_position_index(&fresh);
      assert_memory_equal(fresh.bits, copy.bits, sizeof copy.bits);
      assert_memory_equal(fresh.mobile, copy.mobile, sizeof copy.mobile);
      assert_memory_equal(fresh.living, copy.living, sizeof copy.living);
      assert_memory_equal(fresh.flag, copy.flag, sizeof copy.flag);
    }
    junqi_unmake(&copy, list[i], &undo);
    assert_memory_equal(&copy, p, sizeof copy);
  }
}

/* A ply drawn without a list is one of the list, each as likely as the others: chi squared stays
 * within six deviations. */
static void check_drawing(const junqi_position *p, const junqi_move list[], unsigned count) {
  enum { EACH = 40 };
  static unsigned drawn[JUNQI_MAX_POINTS][JUNQI_MAX_POINTS];
  junqi_random random = {p->ply};
  junqi_move move;
  unsigned legal = 0;
  double chi = 0, freedom = count - 1;
  for (unsigned i = 0; i < EACH * count; i++) {
    assert_true(junqi_random_move(p, &random, &move));
    drawn[move.from][move.to]++;
  }
  for (unsigned i = 0; i < count; i++) {
    double off = (double)drawn[list[i].from][list[i].to] - EACH;
    chi += off * off / EACH;
    legal += drawn[list[i].from][list[i].to];
    drawn[list[i].from][list[i].to] = 0;
  }
  assert_int_equal(legal, EACH * count);
  assert_true((chi - freedom) * (chi - freedom) <= 36 * 2 * (freedom + 1) || chi < freedom);
}

static void random_event(junqi_game *game, junqi_random *random, junqi_events *events) {
  static const uint8_t kinds[] = {JUNQI_EV_TIMEOUT, JUNQI_EV_RESIGN, JUNQI_EV_ESCAPE,
                                  JUNQI_EV_OFFER,   JUNQI_EV_ACCEPT, JUNQI_EV_REFUSE,
                                  JUNQI_EV_ILLEGAL};
  junqi_event_kind kind = (junqi_event_kind)kinds[junqi_random_below(random, sizeof kinds)];
  junqi_seat seat = (junqi_seat)junqi_random_below(random, 4);
  junqi_game before = *game;
  events->count = 0;
  if (junqi_game_event(game, kind, seat, UINT32_MAX, events, NULL) != JUNQI_E_OK) {
    assert_memory_equal(game, &before, sizeof before);
    assert_int_equal(events->count, 0);
  }
}

static void play(junqi_variant variant, uint64_t seed) {
  static junqi_events events; /* too large for a stack under sanitizers */
  junqi_random random = {seed};
  junqi_rules rules = random_rules(variant, &random);
  junqi_game game;
  junqi_view views[JUNQI_MAX_SEATS + 1];
  junqi_move list[JUNQI_MAX_MOVES];
  start(&game, &rules, &random, &events);
  start_views(&game, views);
  follow(&game, views, &events);
  for (unsigned n = 0; n < PLIES && game.position.state == JUNQI_RUNNING; n++) {
    unsigned count = junqi_moves(&game.position, list);
    assert_true(count > 0);
    assert_int_equal(count, junqi_count_moves(&game.position));
    check_attacks(&game.position, list, count);
    if (n % 16 == 0) check_refusals(&game.position, list, count);
    if (n % 128 == 0) check_drawing(&game.position, list, count);
    if (n % 4 == 0) check_unmake(&game.position, list, count);
    if (junqi_random_below(&random, 60) == 0) {
      random_event(&game, &random, &events);
    } else {
      junqi_move move = list[junqi_random_below(&random, count)];
      assert_int_equal(junqi_game_play(&game, game.position.turn, move, &events, NULL), JUNQI_E_OK);
    }
    follow(&game, views, &events);
  }
  junqi_move untouched = {1, 2};
  if (game.position.state == JUNQI_RUNNING) return;
  assert_int_equal(junqi_attacks(&game.position, list), 0);
  assert_false(junqi_random_move(&game.position, &random, &untouched));
  assert_true(untouched.from == 1 && untouched.to == 2);
}

static void dark(void **state) {
  (void)state;
  for (unsigned i = 0; i < GAMES; i++)
    play(JUNQI_DARK, i);
}
static void flip(void **state) {
  (void)state;
  for (unsigned i = 0; i < GAMES; i++)
    play(JUNQI_FLIP, i);
}
static void four(void **state) {
  (void)state;
  for (unsigned i = 0; i < GAMES / 4; i++)
    play(JUNQI_FOUR, i);
}
static void three(void **state) {
  (void)state;
  for (unsigned i = 0; i < GAMES / 4; i++)
    play(JUNQI_THREE, i);
}

/* nobody knows face-down pieces, so a player may exchange two by hand; also a flag. */
static void exchanged_face_down(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  junqi_random random = {7};
  junqi_piece deal[60];
  junqi_position p;
  unsigned flag = 0, other = 0;
  (void)state;
  junqi_random_deal(&random, deal);
  junqi_position_deal(&p, &rules, deal, 0, NULL);
  while (p.at[flag] != junqi_piece_of(1, JUNQI_FLAG))
    flag++;
  while (!p.at[other] || other == flag)
    other++;
  p.at[flag] = p.at[other];
  p.at[other] = junqi_piece_of(1, JUNQI_FLAG);
  check_unmake(&p, &(junqi_move){(junqi_point)other, (junqi_point)other}, 1);
  junqi_make(&p, (junqi_move){(junqi_point)other, (junqi_point)other}, NULL, NULL);
  assert_int_equal(p.flag[1], other);
  assert_int_equal(p.flag[0], JUNQI_NO_POINT);
}

/* R-7.14 `carry`, R-4.5: a camp keeps from attacks, and to fetch one's own flag is none. No deal
 * puts a flag into a camp, but a position text may. */
static void own_flag_in_a_camp(void **state) {
  enum { CAMP = 6, BESIDE = 12, FAR = 45 };
  junqi_rules rules = junqi_rules_default(JUNQI_FLIP);
  junqi_move fetch = {BESIDE, CAMP}, list[JUNQI_MAX_MOVES];
  junqi_position p;
  junqi_error error;
  bool listed = false;
  (void)state;
  rules.value[JUNQI_OPT_FLIP_FLAG] = JUNQI_FLAG_CARRY;
  junqi_position_deal(&p, &rules, (junqi_piece[60]){0}, 0, NULL);
  p.state = JUNQI_RUNNING;
  p.outs = p.out_set = 0;
  p.turn = 0;
  p.colour[0] = 0;
  p.colour[1] = 1;
  p.at[CAMP] = junqi_piece_of(0, JUNQI_FLAG) | JUNQI_PUBLIC;
  p.at[BESIDE] = junqi_piece_of(0, JUNQI_ENGINEER) | JUNQI_PUBLIC;
  p.at[FAR] = junqi_piece_of(1, JUNQI_MARSHAL) | JUNQI_PUBLIC;
  p.dug[1] = 2;
  junqi_position_index(&p);
  assert_int_equal(junqi_explain(&p, 0, fetch, &error), JUNQI_E_FLAG_MINES);
  p.dug[1] = 3;
  assert_int_equal(junqi_explain(&p, 0, fetch, &error), JUNQI_E_OK);
  for (unsigned i = 0, count = junqi_moves(&p, list); i < count; i++)
    listed = listed || (list[i].from == fetch.from && list[i].to == fetch.to);
  assert_true(listed);
  check_unmake(&p, &fetch, 1);
  rules.value[JUNQI_OPT_FLIP_FLAG] = JUNQI_FLAG_ANY; /* the other seat attacks */
  p.at[BESIDE] = junqi_piece_of(1, JUNQI_ENGINEER) | JUNQI_PUBLIC;
  p.at[FAR] = junqi_piece_of(0, JUNQI_MARSHAL) | JUNQI_PUBLIC;
  p.turn = 1;
  junqi_position_index(&p);
  assert_int_equal(junqi_explain(&p, 1, fetch, &error), JUNQI_E_CAMP_SAFE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dark),
      cmocka_unit_test(flip),
      cmocka_unit_test(four),
      cmocka_unit_test(three),
      cmocka_unit_test(exchanged_face_down),
      cmocka_unit_test(own_flag_in_a_camp),
  };
  return cmocka_run_group_tests_name("random games", tests, NULL, NULL);
}
