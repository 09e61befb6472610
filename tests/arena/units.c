/* Units cancel luck: who sits where with what, and that the points are counted right; the same
 * match twice is the same to the byte, with any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

static unsigned sits(const played *g, const char *name) {
  unsigned set = 0;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    set |= (unsigned)(strcmp(g->record.header.name[seat], name) == 0) << seat;
  return set;
}

/* Seats of `greedy`, side A, in each game of a unit; and who moves first. */
static const struct {
  uint8_t ours[4], first[4];
} plan[JUNQI_VARIANTS] = {
    [JUNQI_DARK] = {{1, 2}, {0, 0}},
    [JUNQI_FLIP] = {{1, 2}, {0, 0}},
    [JUNQI_FOUR] = {{5, 10, 5, 10}, {0, 0, 1, 1}},
    [JUNQI_THREE] = {{1, 2, 4}, {0, 0, 0}},
};

static unsigned points(const played *g, unsigned ours, bool three) {
  const junqi_position *p = &g->game.position;
  if (p->state == JUNQI_WIN) return p->winners & ours ? 6 : 0;
  unsigned in = 7u & ~(unsigned)p->out_set;
  if (!three) return 3;
  return in & ours ? 6u / (unsigned)__builtin_popcount(in) : 0;
}

static void check_unit(const char *directory, junqi_variant variant, unsigned unit,
                       junqi_standing *expected) {
  played game[4];
  unsigned games = junqi_unit_games(variant), sum = 0;
  for (unsigned k = 0; k < games; k++) {
    read_game(directory, unit, k + 1, &game[k]);
    const junqi_header *h = &game[k].record.header, *h0 = &game[0].record.header;
    assert_int_equal(sits(&game[k], "greedy"), plan[variant].ours[k]);
    assert_int_equal(sits(&game[k], "random"),
                     (1u << junqi_seats(variant)) - 1 - plan[variant].ours[k]);
    assert_int_equal(h->first, plan[variant].first[k]);
    assert_memory_equal(h->layout, h0->layout, sizeof h->layout);
    assert_memory_equal(h->deal, h0->deal, sizeof h->deal);
    unsigned p = points(&game[k], plan[variant].ours[k], variant == JUNQI_THREE);
    bool won = game[k].game.position.state == JUNQI_WIN && p == 6;
    bool drawn = game[k].game.position.state == JUNQI_DRAW;
    expected->wins += won;
    expected->draws += drawn;
    expected->losses += !won && !drawn;
    expected->reason[won ? 0 : drawn ? 1 : 2][game[k].game.position.reason]++;
    expected->plies += game[k].game.position.ply;
    expected->games++;
    sum += p;
  }
  expected->unit[sum]++;
  expected->units++;
  for (unsigned k = 0; k < games; k++)
    free_game(&game[k]);
}

static void bookkeeping(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    char directory[64];
    junqi_entrant sides[2];
    junqi_match m = match_of((junqi_variant)variant, sides, "greedy", "random", 11);
    make_directory(directory);
    m.out = directory;
    junqi_standing s = run_match(&m), expected = {.variant = (uint8_t)variant};
    /* Rounded up to whole units. */
    unsigned units = (11 + junqi_unit_games((junqi_variant)variant) - 1) /
                     junqi_unit_games((junqi_variant)variant);
    for (unsigned unit = 1; unit <= units; unit++)
      check_unit(directory, (junqi_variant)variant, unit, &expected);
    assert_memory_equal(&s, &expected, sizeof s);
    drop_directory(directory);
  }
}

/* Both directories hold the same games. */
static void same(const char *one, const char *two, unsigned units, unsigned games) {
  for (unsigned unit = 1; unit <= units; unit++)
    for (unsigned k = 1; k <= games; k++) {
      played a, b;
      read_game(one, unit, k, &a);
      read_game(two, unit, k, &b);
      assert_int_equal(a.length, b.length);
      assert_memory_equal(a.text, b.text, a.length);
      free_game(&a);
      free_game(&b);
    }
}

static void deterministic(void **state) {
  static const char *const sides_of[JUNQI_VARIANTS][2] = {
      {"junqi:level=2", "pimc:depth=2,worlds=3"},
      {"junqi:level=1", "cheat:depth=1"},
      {"junqi:level=1", "greedy"},
      {"pimc:depth=1,worlds=2", "random"}};
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    char one[64], two[64];
    junqi_entrant sides[2];
    junqi_match m = match_of((junqi_variant)variant, sides, sides_of[variant][0],
                             sides_of[variant][1], variant < 2 ? 6 : 7);
    unsigned games = junqi_unit_games((junqi_variant)variant);
    m.nodes = 400;
    m.seed = 20 + variant;
    make_directory(one);
    make_directory(two);
    m.out = one;
    junqi_standing a = run_match(&m);
    m.out = two;
    m.threads = 3;
    junqi_standing b = run_match(&m);
    assert_memory_equal(&a, &b, sizeof a);
    same(one, two, a.units, games);
    m.seed++;
    m.out = NULL;
    b = run_match(&m);
    assert_memory_not_equal(&a, &b, sizeof a);
    drop_directory(one);
    drop_directory(two);
  }
}

/* The test ends the match, at the same unit with any number of threads. */
static void sprt_stops(void **state) {
  char directory[64], path[96];
  junqi_entrant sides[2];
  junqi_match m = match_of(JUNQI_DARK, sides, "greedy", "random", 400);
  (void)state;
  m.sprt = true;
  m.elo0 = 0;
  m.elo1 = 200;
  junqi_standing a = run_match(&m);
  m.threads = 3;
  make_directory(directory);
  m.out = directory;
  junqi_standing b = run_match(&m);
  assert_memory_equal(&a, &b, sizeof a);
  assert_true(a.units < 100);
  assert_int_equal(junqi_standing_sprt(&a, 0, 200).state, JUNQI_SPRT_H1);
  /* No game that counts for nothing is written. */
  snprintf(path, sizeof path, "%s/%05u-1.jg", directory, (unsigned)a.units);
  assert_int_equal(access(path, F_OK), 0);
  snprintf(path, sizeof path, "%s/%05u-1.jg", directory, (unsigned)a.units + 1);
  assert_int_not_equal(access(path, F_OK), 0);
  drop_directory(directory);
}

/* With a time a ply: no fault of players that heed their stop flag, and times in the record. */
static void on_time(void **state) {
  char directory[64];
  junqi_entrant sides[2];
  junqi_match m = match_of(JUNQI_DARK, sides, "pimc:depth=8,worlds=2", "junqi:level=3", 2);
  (void)state;
  m.movetime = 4;
  m.margin = 60000; /* a busy machine is not what is tested */
  make_directory(directory);
  m.out = directory;
  junqi_standing s = run_match(&m);
  assert_int_equal(s.late[0] + s.late[1] + s.illegal[0] + s.illegal[1], 0);
  assert_int_equal(s.games, 2);
  played game;
  read_game(directory, 1, 1, &game);
  assert_true(game.record.lines[0].line.ms >= 0);
  free_game(&game);
  drop_directory(directory);
}

static void own_layouts(void **state) {
  char directory[64];
  junqi_entrant sides[2];
  junqi_match m = match_of(JUNQI_DARK, sides, "random", "greedy", 2);
  played one, two;
  (void)state;
  m.own_layouts = true;
  make_directory(directory);
  m.out = directory;
  run_match(&m);
  read_game(directory, 1, 1, &one);
  read_game(directory, 1, 2, &two);
  assert_memory_equal(&one.record.header.layout[0], &two.record.header.layout[1],
                      sizeof(junqi_layout));
  assert_memory_equal(&one.record.header.layout[1], &two.record.header.layout[0],
                      sizeof(junqi_layout));
  free_game(&one);
  free_game(&two);
  drop_directory(directory);
}

static void refusals(void **state) {
  junqi_entrant sides[2];
  junqi_standing standing;
  junqi_error error;
  (void)state;
  junqi_match m = match_of(JUNQI_DARK, sides, "random", "ccgc:true", 2);
  assert_int_equal(junqi_match_run(&m, &standing, &error), JUNQI_E_ENTRANT_VARIANT);
  m = match_of(JUNQI_FLIP, sides, "random", "ccgc:true", 2);
  assert_int_equal(junqi_match_run(&m, &standing, &error), JUNQI_E_ENTRANT_VARIANT);
  m = match_of(JUNQI_DARK, sides, "random", "expectimax:depth=2", 2);
  assert_int_equal(junqi_match_run(&m, &standing, &error), JUNQI_E_ENTRANT_FLIP);
  m = match_of(JUNQI_DARK, sides, "random", "random", 2);
  m.out = "/nowhere/at/all";
  assert_int_equal(junqi_match_run(&m, &standing, &error), JUNQI_E_MATCH_WRITE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bookkeeping), cmocka_unit_test(deterministic), cmocka_unit_test(sprt_stops),
      cmocka_unit_test(on_time),     cmocka_unit_test(own_layouts),   cmocka_unit_test(refusals),
  };
  return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
