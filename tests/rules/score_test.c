/* Scoring by R-9: a test per clause on games told by hand, and properties over random games. */
#include "test.h"

#include <string.h>

#include "junqi/game.h"
#include "junqi/score.h"

/* A game being told. Seats are a = 0, b = 1 ... */
typedef struct tale {
  junqi_rules rules;
  junqi_score_track track;
} tale;

enum { A, B, C, D };

static void begin(tale *t, junqi_variant variant) {
  memset(t, 0, sizeof *t);
  t->rules = junqi_rules_default(variant);
  junqi_score_start(&t->track, &t->rules);
}

/* An attack from a front point of `seat` on the one of `target`; who stood there stays there. */
static void attack(tale *t, unsigned seat, unsigned target, junqi_outcome outcome) {
  junqi_event ply = {
      .kind = JUNQI_EV_PLY,
      .seat = (junqi_seat)seat,
      .move = {junqi_arm_point((junqi_seat)seat, 1, 1), junqi_arm_point((junqi_seat)target, 1, 5)},
      .outcome = (uint8_t)outcome};
  junqi_score_fold(&t->track, &ply);
}

/* `count` plies in which nothing happens. */
static void plies(tale *t, unsigned count) {
  while (count--)
    junqi_score_fold(&t->track, &(junqi_event){.kind = JUNQI_EV_PLY, .move = {0, 6}});
}

static void tell(tale *t, junqi_event_kind kind, unsigned seat) {
  junqi_score_fold(&t->track, &(junqi_event){.kind = (uint8_t)kind, .seat = (junqi_seat)seat});
}

static void out(tale *t, unsigned seat, junqi_reason reason) {
  junqi_score_fold(
      &t->track,
      &(junqi_event){.kind = JUNQI_EV_OUT, .seat = (junqi_seat)seat, .reason = (uint8_t)reason});
}

static void end(tale *t, unsigned winners, junqi_reason reason) {
  junqi_score_fold(&t->track, &(junqi_event){.kind = JUNQI_EV_END,
                                             .seat = JUNQI_NO_SEAT,
                                             .winners = (uint8_t)winners,
                                             .reason = (uint8_t)reason});
}

static const junqi_score_table rated = {false, false, false};

static junqi_score scored(const tale *t) {
  return junqi_score_game(&t->track, NULL, rated);
}

static void check(junqi_score score, int a, int b, int c, int d) {
  assert_int_equal(score.change[A], a);
  assert_int_equal(score.change[B], b);
  assert_int_equal(score.change[C], c);
  assert_int_equal(score.change[D], d);
}

static bool has(junqi_score score, unsigned seat, junqi_score_clause clause, int points) {
  for (unsigned i = 0; i < score.parts; i++)
    if (score.part[i].seat == seat && score.part[i].clause == clause &&
        score.part[i].points == points)
      return true;
  return false;
}

/* */
static void winner_and_loser(void **state) {
  tale t;
  (void)state;
  for (unsigned variant = JUNQI_DARK; variant <= JUNQI_FLIP; variant++) {
    begin(&t, (junqi_variant)variant);
    plies(&t, 31);
    out(&t, A, JUNQI_BY_FLAG);
    end(&t, 1u << B, JUNQI_BY_FLAG);
    check(scored(&t), -1, 1, 0, 0);
    assert_true(has(scored(&t), A, JUNQI_SCORE_LOST, -1));
    assert_true(has(scored(&t), B, JUNQI_SCORE_WON, 1));
  }
}

/* in `four` a winner that is out gets its points too. */
static void four_pairs(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_FOUR);
  plies(&t, 41);
  out(&t, A, JUNQI_BY_FLAG);
  out(&t, B, JUNQI_BY_FLAG);
  out(&t, D, JUNQI_BY_PIECES);
  end(&t, 1u << A | 1u << C, JUNQI_BY_PIECES);
  check(scored(&t), 2, -2, 2, -2);
}

/* at most 30 plies, in `four` 40; an escape is no exception. */
static void short_game(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_DARK);
  plies(&t, 30);
  tell(&t, JUNQI_EV_ESCAPE, A);
  out(&t, A, JUNQI_BY_ESCAPE);
  end(&t, 1u << B, JUNQI_BY_ESCAPE);
  check(scored(&t), -1, 0, 0, 0);
  assert_true(has(scored(&t), B, JUNQI_SCORE_SHORT, 0));
  begin(&t, JUNQI_FOUR);
  plies(&t, 40);
  end(&t, 1u << B | 1u << D, JUNQI_BY_FLAG);
  check(scored(&t), -2, 0, -2, 0);
}

/* */
static void draw(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_DARK);
  plies(&t, 200);
  end(&t, 0, JUNQI_BY_QUIET);
  check(scored(&t), 0, 0, 0, 0);
  assert_true(has(scored(&t), A, JUNQI_SCORE_DRAWN, 0));
  assert_int_equal(scored(&t).escaped, 0);
}

/* the escape that ends a `four` game is in the escaper's record only. */
static void four_escape(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_FOUR);
  plies(&t, 80);
  tell(&t, JUNQI_EV_ESCAPE, C);
  out(&t, C, JUNQI_BY_ESCAPE);
  end(&t, 0, JUNQI_BY_ESCAPE);
  check(scored(&t), 0, 0, 0, 0);
  assert_true(has(scored(&t), C, JUNQI_SCORE_ESCAPE_DRAWN, 0));
  assert_int_equal(scored(&t).escaped, 1u << C);
}

/* above the gate, not on it; an opponent below it, not on it, and no partner. */
static void gate(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_DARK);
  plies(&t, 31);
  end(&t, 1u << A, JUNQI_BY_FLAG);
  check(junqi_score_game(&t.track, (int32_t[]){51, 49}, rated), 0, -1, 0, 0);
  check(junqi_score_game(&t.track, (int32_t[]){50, 49}, rated), 1, -1, 0, 0);
  check(junqi_score_game(&t.track, (int32_t[]){51, 50}, rated), 1, -1, 0, 0);
  check(junqi_score_game(&t.track, (int32_t[]){49, 51}, rated), 1, -1, 0, 0);
  assert_true(has(junqi_score_game(&t.track, (int32_t[]){51, 49}, rated), A, JUNQI_SCORE_GATED, 0));
  t.rules.value[JUNQI_OPT_SCORE_GATE] = 0;
  check(junqi_score_game(&t.track, (int32_t[]){51, -9}, rated), 1, -1, 0, 0);
  begin(&t, JUNQI_FOUR);
  plies(&t, 41);
  end(&t, 1u << A | 1u << C, JUNQI_BY_FLAG);
  check(junqi_score_game(&t.track, (int32_t[]){60, 55, 10, 70}, rated), 2, -2, 2, -2);
  check(junqi_score_game(&t.track, (int32_t[]){60, 55, 50, 7}, rated), 0, -2, 2, -2);
}

/* in `three`: each gain is taken away, losses stay. */
static void gate_of_three(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, A, B, JUNQI_FLAG_TAKEN);
  out(&t, B, JUNQI_BY_FLAG);
  plies(&t, 9);
  out(&t, A, JUNQI_BY_TIMEOUTS);
  end(&t, 1u << C, JUNQI_BY_TIMEOUTS);
  check(scored(&t), 0, -2, 6, 0); /* a: +X -Y */
  check(junqi_score_game(&t.track, (int32_t[]){60, 40, 10}, rated), -2, -2, 6, 0);
}

/* R-9.5; R-9.2 does not apply. */
static void three_in_order(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, C, A, JUNQI_FLAG_TAKEN);
  out(&t, A, JUNQI_BY_FLAG);
  attack(&t, C, B, JUNQI_WON);
  out(&t, B, JUNQI_BY_PIECES);
  end(&t, 1u << C, JUNQI_BY_PIECES);
  junqi_score score = scored(&t);
  check(score, -2, -2, 8, 0);
  assert_true(has(score, A, JUNQI_SCORE_FIRST_OUT, -2));
  assert_true(has(score, C, JUNQI_SCORE_PUT_FIRST_OUT, 2));
  assert_true(has(score, B, JUNQI_SCORE_SECOND_OUT, -2));
  assert_true(has(score, C, JUNQI_SCORE_LAST_STANDING, 6));
  t.rules.value[JUNQI_OPT_X] = 1;
  t.rules.value[JUNQI_OPT_Y] = 10;
  t.rules.value[JUNQI_OPT_Z] = 30;
  check(scored(&t), -1, -10, 31, 0);
}

/* the mover's own attack put the mover out: the defender did it. */
static void three_own_attack(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, A, B, JUNQI_LOST);
  out(&t, A, JUNQI_BY_PIECES);
  plies(&t, 3);
  tell(&t, JUNQI_EV_TIMEOUT, B);
  out(&t, B, JUNQI_BY_TIMEOUTS);
  end(&t, 1u << C, JUNQI_BY_TIMEOUTS);
  check(scored(&t), -2, 0, 6, 0); /* b: +X -Y */
}

/* who holds a point is who stands there now, not whose arm it is in. */
static void three_defender_moved(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, C, B, JUNQI_WON); /* now c stands on b15 */
  attack(&t, A, B, JUNQI_BOTH);
  out(&t, A, JUNQI_BY_PIECES);
  end(&t, 0, JUNQI_BY_AGREED);
  check(scored(&t), -2, 0, 2, 0);
}

/* nobody for any other reason than `flag` and `pieces`, even after an attack. */
static void three_nobody(void **state) {
  static const junqi_reason reasons[] = {JUNQI_BY_TIMEOUTS, JUNQI_BY_RESIGN, JUNQI_BY_STUCK};
  tale t;
  (void)state;
  for (unsigned i = 0; i < 3; i++) {
    begin(&t, JUNQI_THREE);
    t.rules.value[JUNQI_OPT_STUCK] = JUNQI_STUCK_AT_ONCE;
    attack(&t, A, B, JUNQI_WON);
    out(&t, B, reasons[i]);
    attack(&t, A, C, JUNQI_FLAG_TAKEN);
    out(&t, C, JUNQI_BY_FLAG);
    end(&t, 1u << A, JUNQI_BY_FLAG);
    check(scored(&t), 6, -2, -2, 0);
  }
}

/* of two put out by one ply the mover counts as second, whatever the order of. */
static void three_two_by_one_ply(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, A, B, JUNQI_BOTH);
  out(&t, B, JUNQI_BY_PIECES);
  out(&t, A, JUNQI_BY_PIECES);
  end(&t, 1u << C, JUNQI_BY_PIECES);
  check(scored(&t), 0, -2, 6, 0); /* a: +X for b, -Y */
  begin(&t, JUNQI_THREE);
  t.rules.value[JUNQI_OPT_STUCK] = JUNQI_STUCK_AT_ONCE;
  attack(&t, A, B, JUNQI_LOST);
  out(&t, A, JUNQI_BY_PIECES); /* R-7.6 (1) */
  out(&t, C, JUNQI_BY_STUCK);  /* (2); first out nevertheless, by nobody */
  end(&t, 1u << B, JUNQI_BY_STUCK);
  check(scored(&t), -2, 6, -2, 0);
}

/* `lose` puts the stuck out on their turn, not by the ply: the mover is first here. */
static void three_stuck_on_its_turn(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  t.rules.value[JUNQI_OPT_STUCK] = JUNQI_STUCK_LOSE;
  attack(&t, A, B, JUNQI_LOST);
  out(&t, A, JUNQI_BY_PIECES);
  out(&t, C, JUNQI_BY_STUCK);
  end(&t, 1u << B, JUNQI_BY_STUCK);
  check(scored(&t), -2, 8, -2, 0);
}

/* nobody left: the mover wins, and is the last one standing. With `mutual` nobody is. */
static void three_nobody_left(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, C, A, JUNQI_FLAG_TAKEN);
  out(&t, A, JUNQI_BY_FLAG);
  attack(&t, C, B, JUNQI_BOTH);
  out(&t, B, JUNQI_BY_PIECES);
  out(&t, C, JUNQI_BY_PIECES);
  end(&t, 1u << C, JUNQI_BY_PIECES);
  check(scored(&t), -2, -2, 8, 0);
  t.track.winners = 0;
  check(scored(&t), -2, -2, 2, 0);
}

/* the first to go escapes; the others play on for X. */
static void three_escape_first(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, A, B, JUNQI_WON);
  tell(&t, JUNQI_EV_ESCAPE, B);
  out(&t, B, JUNQI_BY_ESCAPE);
  attack(&t, C, A, JUNQI_FLAG_TAKEN);
  out(&t, A, JUNQI_BY_FLAG);
  end(&t, 1u << C, JUNQI_BY_FLAG);
  junqi_score score = scored(&t);
  check(score, -2, -6, 2, 0);
  assert_true(has(score, B, JUNQI_SCORE_ESCAPED, -6));
  assert_true(has(score, A, JUNQI_SCORE_PAIR_LOST, -2));
  assert_true(has(score, C, JUNQI_SCORE_PAIR_WON, 2));
  assert_int_equal(score.escaped, 1u << B);
}

/* one of the last two escapes; the last one standing gets nothing more. */
static void three_escape_last(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, C, A, JUNQI_FLAG_TAKEN);
  out(&t, A, JUNQI_BY_FLAG);
  tell(&t, JUNQI_EV_ESCAPE, B);
  out(&t, B, JUNQI_BY_ESCAPE);
  end(&t, 1u << C, JUNQI_BY_ESCAPE);
  check(scored(&t), -2, -6, 2, 0);
  assert_true(has(scored(&t), C, JUNQI_SCORE_LEFT_ALONE, 0));
  begin(&t, JUNQI_THREE); /* both escape, one after the other */
  out(&t, A, JUNQI_BY_ESCAPE);
  out(&t, B, JUNQI_BY_ESCAPE);
  end(&t, 1u << C, JUNQI_BY_ESCAPE);
  check(scored(&t), -6, -6, 0, 0);
}

/* a draw scores what was already decided. */
static void three_draw(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  plies(&t, 70);
  end(&t, 0, JUNQI_BY_QUIET);
  check(scored(&t), 0, 0, 0, 0);
  begin(&t, JUNQI_THREE);
  attack(&t, A, C, JUNQI_WON);
  out(&t, C, JUNQI_BY_PIECES);
  end(&t, 0, JUNQI_BY_QUIET);
  check(scored(&t), 2, 0, -2, 0);
  begin(&t, JUNQI_THREE);
  out(&t, C, JUNQI_BY_ESCAPE);
  end(&t, 0, JUNQI_BY_AGREED);
  check(scored(&t), 0, 0, -6, 0);
}

/* */
static void unrated(void **state) {
  static const junqi_score_table tables[] = {
      {true, false, false}, {false, true, false}, {false, false, true}};
  tale t;
  (void)state;
  begin(&t, JUNQI_DARK);
  plies(&t, 99);
  out(&t, B, JUNQI_BY_ESCAPE);
  end(&t, 1u << A, JUNQI_BY_ESCAPE);
  for (unsigned i = 0; i < 3; i++) {
    junqi_score score = junqi_score_game(&t.track, NULL, tables[i]);
    check(score, 0, 0, 0, 0);
    assert_true(has(score, A, JUNQI_SCORE_UNRATED, 0));
  }
}

/* A game that goes on scores nobody, though `three` has decided something. */
static void running(void **state) {
  tale t;
  (void)state;
  begin(&t, JUNQI_THREE);
  attack(&t, A, C, JUNQI_WON);
  out(&t, C, JUNQI_BY_PIECES);
  assert_int_equal(scored(&t).parts, 0);
  check(scored(&t), 0, 0, 0, 0);
}

static void every_clause_has_words(void **state) {
  (void)state;
  for (unsigned i = 0; i < JUNQI_SCORE_CLAUSES; i++) {
    assert_memory_equal(junqi_score_clause_id((junqi_score_clause)i), "R-9.", 4);
    assert_true(junqi_score_clause_word((junqi_score_clause)i)[0] != '\0');
    for (unsigned k = JUNQI_ENGLISH; k <= JUNQI_CHINESE; k++)
      assert_true(junqi_score_clause_text((junqi_score_clause)i, (junqi_language)k)[0] != '\0');
  }
}

/* --- properties over random games --------------------------------------------------------------
 */

static void fold_all(junqi_score_track *track, const junqi_events *events) {
  for (unsigned i = 0; i < events->count; i++)
    junqi_score_fold(track, &events->item[i]);
}

/* The pieces' owners that the tracker follows are those on the true board. */
static void check_owners(const junqi_score_track *track, const junqi_position *p) {
  for (unsigned q = 0; q < 97; q++)
    assert_int_equal(track->owner[q], p->at[q] ? junqi_owner_of(p->at[q]) : JUNQI_NO_SEAT);
}

static void check_score(const junqi_score_track *track, const junqi_position *p) {
  junqi_score score = junqi_score_game(track, NULL, rated);
  unsigned seats = junqi_seats((junqi_variant)p->rules->variant), have = 0;
  int sum[JUNQI_MAX_SEATS] = {0};
  assert_true(track->over && track->plies == p->ply && track->outs == p->outs);
  for (unsigned i = 0; i < score.parts; i++) {
    have |= 1u << score.part[i].seat;
    sum[score.part[i].seat] += score.part[i].points;
  }
  assert_int_equal(have, (1u << seats) - 1);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    assert_int_equal(sum[seat], score.change[seat]);
    if (p->rules->variant == JUNQI_THREE) continue;
    assert_true(p->winners >> seat & 1 ? score.change[seat] >= 0 : score.change[seat] <= 0);
    if (!p->winners) assert_int_equal(score.change[seat], 0);
  }
  if (p->rules->variant == JUNQI_THREE && p->winners) /* X is passed on, Y and Z are not */
    assert_true(score.change[__builtin_ctz(p->winners)] >= 0);
}

static void play(junqi_variant variant, uint64_t seed) {
  static junqi_events events;
  junqi_random random = {seed};
  junqi_rules rules = junqi_rules_default(variant);
  junqi_layout layouts[JUNQI_MAX_SEATS], empty = {{0}};
  junqi_piece deal[60];
  junqi_game game;
  junqi_score_track track;
  junqi_move list[JUNQI_MAX_MOVES];
  rules.value[JUNQI_OPT_STUCK] = (uint16_t)junqi_random_below(&random, 4);
  rules.value[JUNQI_OPT_QUIET_LIMIT] = 300;
  for (unsigned i = 0; i < JUNQI_MAX_SEATS; i++)
    layouts[i] = junqi_layout_complete(&rules, &empty, &random);
  junqi_random_deal(&random, deal);
  junqi_score_start(&track, &rules);
  if (variant == JUNQI_FLIP)
    junqi_game_deal(&game, &rules, deal, 0, &events, NULL);
  else
    junqi_game_start(&game, &rules, layouts, 0, &events, NULL);
  fold_all(&track, &events);
  while (game.position.state == JUNQI_RUNNING) {
    unsigned count = junqi_moves(&game.position, list);
    junqi_move move = list[junqi_random_below(&random, count)];
    if (junqi_random_below(&random, 900) == 0)
      junqi_game_event(&game, JUNQI_EV_ESCAPE, game.position.turn, 0, &events, NULL);
    else
      junqi_game_play(&game, game.position.turn, move, &events, NULL);
    fold_all(&track, &events);
    if (variant == JUNQI_THREE) check_owners(&track, &game.position);
  }
  check_score(&track, &game.position);
}

static void random_games(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    for (unsigned seed = 0; seed < 100; seed++)
      play((junqi_variant)variant, seed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(winner_and_loser),
      cmocka_unit_test(four_pairs),
      cmocka_unit_test(short_game),
      cmocka_unit_test(draw),
      cmocka_unit_test(four_escape),
      cmocka_unit_test(gate),
      cmocka_unit_test(gate_of_three),
      cmocka_unit_test(three_in_order),
      cmocka_unit_test(three_own_attack),
      cmocka_unit_test(three_defender_moved),
      cmocka_unit_test(three_nobody),
      cmocka_unit_test(three_two_by_one_ply),
      cmocka_unit_test(three_stuck_on_its_turn),
      cmocka_unit_test(three_nobody_left),
      cmocka_unit_test(three_escape_first),
      cmocka_unit_test(three_escape_last),
      cmocka_unit_test(three_draw),
      cmocka_unit_test(unrated),
      cmocka_unit_test(running),
      cmocka_unit_test(every_clause_has_words),
      cmocka_unit_test(random_games),
  };
  return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
