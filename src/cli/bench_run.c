/* What `junqi bench` measures: random games, perft with bulk counting, and making and unmaking
 * every ply of a tree. One thread, CPU time. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <string.h>
#include <time.h>

static const double least_seconds = 0.25;

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Plies of `level` random games. */
static uint64_t play_out(const bench_case *bench) {
  junqi_random random = {bench->level};
  junqi_move move;
  uint64_t plies = 0;
  for (unsigned game = 0; game < bench->level; game++) {
    junqi_position p = bench->start;
    while (junqi_random_move(&p, &random, &move)) {
      junqi_make(&p, move, NULL, NULL);
      plies++;
    }
  }
  return plies;
}

static uint64_t count_perft(const bench_case *bench) {
  return junqi_perft(&bench->start, bench->level) + junqi_perft(&bench->middle, bench->level);
}

static uint64_t make_tree(junqi_position *p, unsigned depth) {
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_undo undo;
  unsigned count = junqi_moves(p, list);
  uint64_t made = count;
  for (unsigned i = 0; i < count; i++) {
    junqi_make(p, list[i], &undo, NULL);
    if (depth > 1) made += make_tree(p, depth - 1);
    junqi_unmake(p, list[i], &undo);
  }
  return made;
}

/* Plies made and taken back, the last ones too. */
static uint64_t make_all(const bench_case *bench) {
  junqi_position start = bench->start, middle = bench->middle;
  return make_tree(&start, bench->level) + make_tree(&middle, bench->level);
}

/* A position from the middle of a game, the same everywhere. */
static junqi_position middle_of(const junqi_position *start) {
  junqi_random random = {1};
  junqi_position p = *start, before = p;
  junqi_move move;
  for (unsigned ply = 0; ply < 80 && junqi_random_move(&p, &random, &move); ply++) {
    before = p;
    junqi_make(&p, move, NULL, NULL);
  }
  return p.state == JUNQI_RUNNING ? p : before;
}

static void set_up(bench_case *bench) {
  junqi_layout layouts[JUNQI_MAX_SEATS];
  junqi_random random = {1};
  junqi_piece deal[60];
  bench->rules = junqi_rules_default(bench->variant);
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    layouts[seat] = junqi_ready(seat)->layout;
  junqi_random_deal(&random, deal);
  if (bench->variant == JUNQI_FLIP)
    junqi_position_deal(&bench->start, &bench->rules, deal, 0, NULL);
  else
    junqi_position_start(&bench->start, &bench->rules, layouts, 0, NULL);
  bench->middle = middle_of(&bench->start);
}

typedef struct topic {
  const char *name;
  uint64_t (*work)(const bench_case *bench);
} topic;

static void prepare(bench_case *bench, const topic *of, junqi_variant variant) {
  memset(bench, 0, sizeof *bench);
  bench->topic = of->name;
  bench->work = of->work;
  bench->variant = variant;
  set_up(bench);
}

void bench_prepare(bench_case cases[BENCH_CASES]) {
  static const topic rules[] = {{"playout", play_out}, {"perft", count_perft}, {"make", make_all}};
  static const topic player[] = {
      {"search", bench_search}, {"worlds", bench_worlds}, {"views", bench_views}};
  enum { OF_RULES = sizeof rules / sizeof *rules, OF_PLAYER = sizeof player / sizeof *player };
  for (unsigned i = 0; i < OF_RULES * JUNQI_VARIANTS; i++)
    prepare(&cases[i], &rules[i / JUNQI_VARIANTS], (junqi_variant)(i % JUNQI_VARIANTS));
  for (unsigned i = 0; i < OF_PLAYER; i++)
    prepare(&cases[OF_RULES * JUNQI_VARIANTS + i], &player[i], JUNQI_DARK);
}

void bench_calibrate(bench_case *bench) {
  double seconds = 0;
  bool games = bench->work == play_out;
  bench->repeats = 1;
  for (bench->level = 1;; bench->level = games ? bench->level * 2 : bench->level + 1) {
    double from = cpu_seconds();
    bench->work(bench);
    seconds = cpu_seconds() - from;
    if (seconds > least_seconds / 16) break;
  }
  if (seconds < least_seconds) bench->repeats = 1 + (unsigned)(least_seconds / seconds);
}

void bench_round(bench_case *bench) {
  uint64_t work = 0;
  double from = cpu_seconds();
  for (unsigned i = 0; i < bench->repeats; i++)
    work += bench->work(bench);
  double rate = (double)work / (cpu_seconds() - from);
  if (rate > bench->best) bench->best = rate;
}
