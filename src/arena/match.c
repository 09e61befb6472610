/* Matches: units dealt out to threads, and put together again in their order, so that the number of
 * threads changes nothing but the time it takes. */
#define _POSIX_C_SOURCE 200809L
#include "junqi/arena.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "play.h"

enum { UNIT_MOST = 4, MAX_THREADS = 64 };

typedef struct unit_result {
  bool done;
  arena_game game[UNIT_MOST];
  uint8_t ours[UNIT_MOST]; /* bit set of A's seats */
} unit_result;

typedef struct job {
  const junqi_match *match;
  junqi_variant variant;
  bool own_layouts;
  unsigned seats, games; /* games a unit */
  uint32_t units;
  atomic_uint next;
  atomic_bool over; /* decided, or something broke */
  pthread_mutex_t lock;
  unit_result *unit;        /* guarded by lock */
  uint32_t folded;          /* guarded by lock: units in the standing */
  junqi_standing *standing; /* guarded by lock */
  junqi_code code;          /* guarded by lock */
  junqi_error *error;
} job;

/* --- Units ------------------------------------------------------------------------------------ */

/* Which side a player is of: `four` A B A B round the table, `three` A B B. */
static unsigned side_of(junqi_variant variant, unsigned player) {
  return variant == JUNQI_FOUR ? player & 1 : player > 0;
}

/* A source for one purpose in one unit. */
static uint64_t seed_of(const junqi_match *m, uint32_t unit, unsigned purpose) {
  junqi_random random = {m->seed ^ (uint64_t)unit << 8 ^ purpose};
  random.state = junqi_random_next(&random) + unit;
  return junqi_random_next(&random) >> 1;
}

/* Layouts belong to the seats of a unit and stay while the players go round the table: what one
 * side gains by them the other gains in another game. */
static void give_layouts(const job *j, uint32_t unit, arena_game *g) {
  junqi_random random = {seed_of(j->match, unit, 100)};
  if (j->variant == JUNQI_FLIP) {
    junqi_random_deal(&random, g->deal);
    return;
  }
  for (unsigned seat = 0; seat < j->seats; seat++)
    g->layout[seat] = j->own_layouts
                          ? arena_player_set_up(g->player[seat])
                          : junqi_ai_layout(&j->match->rules, seed_of(j->match, unit, 101 + seat));
}

/* Game k of a unit: every player k seats on. In `four` the second half begins a seat later, so that
 * both teams move first on both pairs of seats. False when a process could not be started. */
static bool play_game(const job *j, arena_player players[], arena_alarm *alarm,
                      junqi_ai_slot *memory, uint32_t unit, unsigned k, unit_result *result) {
  arena_game *g = &result->game[k];
  memset(g, 0, sizeof *g);
  g->match = j->match;
  g->first = j->variant == JUNQI_FOUR && k >= 2 ? 1 : 0;
  result->ours[k] = 0;
  bool ready = true;
  for (unsigned p = 0; p < j->seats; p++) {
    junqi_seat seat = (junqi_seat)((p + k) % j->seats);
    unsigned side = side_of(j->variant, p);
    g->player[seat] = &players[p];
    if (side == 0) result->ours[k] |= (uint8_t)(1u << seat);
    ready &= arena_player_open(&players[p], j->match, j->match->side[side], alarm, seat, g->first,
                               seed_of(j->match, unit, p));
    players[p].memory = memory;
  }
  if (ready) {
    give_layouts(j, unit, g);
    arena_play(g);
  }
  for (unsigned seat = 0; seat < j->seats; seat++)
    arena_player_close(g->player[seat], g->state != JUNQI_WIN ? 2 : g->winners >> seat & 1);
  return ready;
}

/* --- Folding ---------------------------------------------------------------------------------- */

static unsigned points_of(const job *j, const arena_game *g, uint8_t ours) {
  if (g->state == JUNQI_WIN) return g->winners & ours ? JUNQI_GAME_POINTS : 0;
  if (j->variant != JUNQI_THREE) return JUNQI_GAME_POINTS / 2;
  unsigned in = (unsigned)__builtin_popcount(g->standing);
  return g->standing & ours ? JUNQI_GAME_POINTS / in : 0;
}

static void fold_game(job *j, const arena_game *g, uint8_t ours) {
  junqi_standing *s = j->standing;
  bool won = g->state == JUNQI_WIN && g->winners & ours, drawn = g->state != JUNQI_WIN;
  s->games++;
  s->wins += won;
  s->draws += drawn;
  s->losses += !won && !drawn;
  s->reason[won ? 0 : drawn ? 1 : 2][g->reason]++;
  s->plies += g->plies;
  for (unsigned seat = 0; seat < j->seats; seat++) {
    unsigned side = !(ours >> seat & 1);
    s->late[side] += g->late >> seat & 1;
    s->illegal[side] += g->illegal >> seat & 1;
  }
}

static void break_off(job *j, junqi_code code, const char *where, const char *found) {
  atomic_store(&j->over, true);
  if (j->code != JUNQI_E_OK) return;
  j->code = junqi_fail(j->error, code);
  if (!j->error) return;
  junqi_error_put(j->error->where, sizeof j->error->where, where, strlen(where));
  junqi_error_put(j->error->found, sizeof j->error->found, found, strlen(found));
}

/* `OUT/00012-3.jg`: unit 12, its third game. */
static void write_record(job *j, uint32_t unit, unsigned k, const arena_game *g) {
  char name[24], path[4096];
  if (!j->match->out) return;
  snprintf(name, sizeof name, "%05u-%u.jg", (unsigned)unit + 1, k + 1);
  if (!g->record) {
    break_off(j, JUNQI_E_MATCH_RESOURCES, "", "");
    return;
  }
  snprintf(path, sizeof path, "%s/%s", j->match->out, name);
  FILE *file = fopen(path, "wb");
  bool fine = file && fwrite(g->record, 1, g->length, file) == g->length;
  if (file) fine = fclose(file) == 0 && fine;
  if (!fine) break_off(j, JUNQI_E_MATCH_WRITE, name, strerror(errno));
}

static void fold_unit(job *j) {
  unit_result *u = &j->unit[j->folded];
  junqi_standing *s = j->standing;
  unsigned points = 0;
  for (unsigned k = 0; k < j->games; k++) {
    write_record(j, j->folded, k, &u->game[k]);
    fold_game(j, &u->game[k], u->ours[k]);
    points += points_of(j, &u->game[k], u->ours[k]);
  }
  s->unit[points]++;
  s->units++;
  j->folded++;
  if (j->match->progress)
    fprintf(j->match->progress, "unit %u/%u: +%u =%u -%u\n", (unsigned)j->folded,
            (unsigned)j->units, (unsigned)s->wins, (unsigned)s->draws, (unsigned)s->losses);
  if (j->match->sprt &&
      junqi_standing_sprt(s, j->match->elo0, j->match->elo1).state != JUNQI_SPRT_OPEN)
    atomic_store(&j->over, true);
}

static void free_unit(unit_result *u) {
  for (unsigned k = 0; k < UNIT_MOST; k++) {
    free(u->game[k].record);
    u->game[k].record = NULL;
  }
}

/* --- Threads ---------------------------------------------------------------------------------- */

/* Takes a unit over, and folds all that are now complete from the front. */
static void hand_in(job *j, uint32_t unit, const unit_result *result) {
  pthread_mutex_lock(&j->lock);
  j->unit[unit] = *result;
  j->unit[unit].done = true;
  while (!atomic_load(&j->over) && j->folded < j->units && j->unit[j->folded].done) {
    fold_unit(j);
    free_unit(&j->unit[j->folded - 1]);
  }
  pthread_mutex_unlock(&j->lock);
}

/* Both sides by the same clock, unless told otherwise: nobody knows what a process uses. */
static bool by_processor(const junqi_match *m) {
  if (m->timing != JUNQI_TIMING_ALIKE) return m->timing == JUNQI_TIMING_CPU;
  return !arena_foreign(m->side[0]) && !arena_foreign(m->side[1]);
}

/* This machine has no more memory, threads or processes: nobody loses a game by that. */
static void run_short(job *j) {
  pthread_mutex_lock(&j->lock);
  break_off(j, JUNQI_E_MATCH_RESOURCES, "", "");
  pthread_mutex_unlock(&j->lock);
}

static void *work(void *argument) {
  job *j = argument;
  const arena_clock clock = by_processor(j->match) ? arena_clock_thread() : arena_clock_wall();
  arena_alarm alarm;
  unit_result result;
  arena_player *players = calloc(JUNQI_MAX_SEATS, sizeof *players);
  junqi_ai_slot *memory = malloc(JUNQI_AI_SLOTS * sizeof *memory);
  bool ready = players && memory && arena_alarm_start(&alarm, &clock);
  if (!ready) run_short(j);
  while (ready && !atomic_load(&j->over) && !arena_stopped(j->match)) {
    uint32_t unit = atomic_fetch_add(&j->next, 1);
    if (unit >= j->units) break;
    memset(&result, 0, sizeof result);
    bool whole = true;
    for (unsigned k = 0; k < j->games && whole && !arena_stopped(j->match); k++)
      whole = play_game(j, players, &alarm, memory, unit, k, &result);
    if (!whole) run_short(j);
    if (!whole || arena_stopped(j->match))
      free_unit(&result);
    else
      hand_in(j, unit, &result);
  }
  if (ready) arena_alarm_end(&alarm);
  free(memory);
  free(players);
  return NULL;
}

static void run(job *j) {
  pthread_t thread[MAX_THREADS];
  unsigned started = 0;
  while (started + 1 < j->match->threads && started < MAX_THREADS &&
         pthread_create(&thread[started], NULL, work, j) == 0)
    started++;
  work(j);
  while (started)
    pthread_join(thread[--started], NULL);
}

/* --- The match -------------------------------------------------------------------------------- */

junqi_match junqi_match_default(void) {
  return (junqi_match){
      .games = 100, .margin = 500, .patience = 60000, .clock = 1800, .seed = 1, .threads = 1};
}

static bool foreign(const junqi_match *m) {
  return m->side[0]->brain == JUNQI_BRAIN_CCGC || m->side[1]->brain == JUNQI_BRAIN_CCGC;
}

/* F-6 knows one game: the preset's rules, whatever the quiet limit. */
static bool plays_ccgc(const junqi_rules *rules) {
  junqi_rules preset = junqi_rules_default(JUNQI_DARK);
  if (rules->variant != JUNQI_DARK) return false;
  junqi_rules_preset(&preset, "ccgc", 4, NULL);
  preset.value[JUNQI_OPT_QUIET_LIMIT] = rules->value[JUNQI_OPT_QUIET_LIMIT];
  for (unsigned o = 0; o <= JUNQI_OPT_QUIET_LOSES; o++)
    if (preset.value[o] != rules->value[o]) return false;
  return true;
}

junqi_code junqi_match_run(const junqi_match *match, junqi_standing *standing, junqi_error *error) {
  job j = {.match = match, .standing = standing, .code = JUNQI_E_OK, .error = error};
  memset(standing, 0, sizeof *standing);
  junqi_fail(error, JUNQI_E_OK);
  if (foreign(match) && !plays_ccgc(&match->rules))
    return junqi_fail(error, JUNQI_E_ENTRANT_VARIANT);
  if (match->rules.variant != JUNQI_FLIP &&
      (match->side[0]->brain == JUNQI_BRAIN_EXPECT || match->side[1]->brain == JUNQI_BRAIN_EXPECT))
    return junqi_fail(error, JUNQI_E_ENTRANT_FLIP);
  j.variant = (junqi_variant)match->rules.variant;
  standing->variant = (uint8_t)j.variant;
  j.own_layouts = match->own_layouts || foreign(match);
  j.seats = junqi_seats(j.variant);
  j.games = junqi_unit_games(j.variant);
  j.units = (match->games + j.games - 1) / j.games;
  j.unit = calloc(j.units ? j.units : 1, sizeof *j.unit);
  if (!j.unit) return junqi_fail(error, JUNQI_E_MATCH_RESOURCES);
  if (match->out && mkdir(match->out, 0777) != 0 && errno != EEXIST)
    break_off(&j, JUNQI_E_MATCH_WRITE, match->out, strerror(errno));
  signal(SIGPIPE, SIG_IGN);
  pthread_mutex_init(&j.lock, NULL);
  if (j.code == JUNQI_E_OK) run(&j);
  pthread_mutex_destroy(&j.lock);
  for (uint32_t unit = 0; unit < j.units; unit++)
    free_unit(&j.unit[unit]);
  free(j.unit);
  return j.code;
}
