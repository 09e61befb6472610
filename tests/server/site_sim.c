/* The simulation of a whole site; see sim.h. `site_sim GAMES [SEED]` plays that many games, season
 * by season; without arguments a few. */
#include "sim.h"

#include "junqi/store_people.h"
#include "store/faulty_vfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t sim_below(sim *s, uint32_t below) {
  return junqi_random_below(&s->random, below);
}

bool sim_chance(sim *s, uint32_t of) {
  return sim_below(s, of) == 0;
}

/* -- What befalls the site -----------------------------------------------------------------------
 */

static void cut_all(sim *s) {
  for (size_t i = 0; i < s->person_count; i++)
    sim_person_cut(s, &s->people[i]);
}

static void crash(sim *s, faulty_disk *disk) {
  *disk = (faulty_disk){0};
  s->w.sent = NULL; /* those who are cut now are told nothing any more */
  cut_all(s);
  world_crash(&s->w, sim_below(s, 5) * 1000);
  s->w.failure = JUNQI_E_OK;
  s->w.sent = sim_sent;
}

/* The suspended machine, the clock that is set: one of them does not go back. */
static void jump(sim *s) {
  s->counts.jumps++;
  s->w.now += sim_below(s, 20000);
  s->w.date += (int64_t)sim_below(s, 7200000) - 3600000;
}

static void befall(sim *s, faulty_disk *disk) {
  if (sim_chance(s, 120)) {
    s->counts.crashes++;
    crash(s, disk);
  } else if (sim_chance(s, 200) && disk->fail_at == 0) {
    disk->fail_at = disk->operations + 1 + sim_below(s, 30);
    disk->for_good = true;
  } else if (sim_chance(s, 100)) {
    jump(s);
  }
  if (s->w.failure) {
    s->counts.failures++;
    crash(s, disk);
  }
}

/* -- A season ------------------------------------------------------------------------------------
 */

static void open_season(sim *s, uint64_t seed, size_t people, faulty_disk *disk) {
  *s = (sim){.random = {seed}, .person_count = people, .tables_most = people / 3};
  *disk = (faulty_disk){0};
  faulty_vfs_use(disk);
  world_start(&s->w, seed);
  s->w.vfs = "faulty";
  world_crash(&s->w, 1);
  s->w.sent = sim_sent;
  s->people = calloc(people, sizeof *s->people);
  assert_non_null(s->people);
  for (size_t i = 0; i < people; i++) {
    s->people[i].number = 1000 + i;
    assert_int_equal(junqi_store_add_guest(s->w.store, 1000 + i, 1, 1), JUNQI_STORE_OK);
  }
  world_settle(&s->w);
}

static void round_of(sim *s, faulty_disk *disk) {
  size_t first = sim_below(s, (uint32_t)s->person_count);
  for (size_t i = 0; i < s->person_count; i++) {
    sim_person_round(s, &s->people[(first + i) % s->person_count]);
    if (sim_chance(s, 8)) hub_stored(s->w.hub);
  }
  if (!sim_chance(s, 10)) world_run(&s->w, 100 + sim_below(s, 500));
  befall(s, disk);
}

static void close_season(sim *s, faulty_disk *disk) {
  crash(s, disk); /* what is told is there without whatever was in memory */
  world_settle(&s->w);
  sim_reckon(s);
  cut_all(s);
  world_end(&s->w);
  sim_free(s);
}

static void add_counts(sim_counts *all, const sim_counts *more) {
  unsigned *to = (unsigned *)all;
  const unsigned *from = (const unsigned *)more;
  for (size_t i = 0; i < sizeof *all / sizeof *to; i++)
    to[i] += from[i];
}

static void print_counts(const sim_counts *c) {
  printf("%u games, %u lines, %u refusals, %u crashes, %u failures of the store, %u cuts, %u jumps "
         "of the clock, %u matched, %u rematches, %u kicked, %u said, %u handed over, %u resigned, "
         "%u drawn, %u escapes\n",
         c->games, c->plies, c->refused, c->crashes, c->failures, c->cuts, c->jumps, c->matches,
         c->rematches, c->kicks, c->talk, c->handovers, c->resigned, c->drawn, c->escapes);
}

static void season(uint64_t seed, unsigned games, size_t people, sim_counts *all) {
  sim *s = calloc(1, sizeof *s);
  faulty_disk disk;
  assert_non_null(s);
  open_season(s, seed, people, &disk);
  for (unsigned rounds = 0; s->counts.games < games; rounds++) {
    if (rounds > 400 * games + 4000) fail_msg("seed %lu: games do not end", (unsigned long)seed);
    round_of(s, &disk);
  }
  close_season(s, &disk);
  add_counts(all, &s->counts);
  free(s);
}

static void short_season(void **state) {
  sim_counts c = {0};
  (void)state;
  season(1, 10, 30, &c);
  print_counts(&c);
  assert_true(c.plies > 0 && c.refused > 0 && c.cuts > 0);
}

/* What was asked for on the command line. */
typedef struct wanted {
  unsigned games;
  uint64_t seed;
  size_t people;
} wanted;

/* A hundred tables, two hundred people, two hundred games a season. */
static void long_run(void **state) {
  const wanted *want = *state;
  sim_counts c = {0};
  for (uint64_t seed = want->seed; c.games < want->games; seed++) {
    unsigned left = want->games - c.games;
    printf("seed %lu\n", (unsigned long)seed);
    fflush(stdout);
    season(seed, left < 200 ? left : 200, want->people, &c);
    print_counts(&c);
  }
}

int main(int argc, char **argv) {
  wanted want = {.games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0,
                 .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
                 .people = argc > 3 ? strtoull(argv[3], NULL, 10) : 200};
  const struct CMUnitTest few[] = {cmocka_unit_test(short_season)};
  const struct CMUnitTest many[] = {cmocka_unit_test_prestate(long_run, &want)};
  return want.games ? cmocka_run_group_tests(many, NULL, NULL)
                    : cmocka_run_group_tests(few, NULL, NULL);
}
