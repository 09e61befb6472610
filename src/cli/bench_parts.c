/* The parts of `junqi bench server`, each on a server of its own. What people do and check is in
 * load_game.c. */
#define _GNU_SOURCE /* RLIMIT_NOFILE */
#include "bench_server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum {
  OTHER_FILES = 64,
  SETTLE_MS = 500,
  WARM_SECONDS = 2,
  PAST_PLIES = 250,
  PAST_JOINS = 200,
  PINGS = 6 /* times as long with sockets, to see the pings to all of them */
};

static const uint64_t SECOND = 1000000000;

typedef struct bench_run {
  const bench_wish *wish;
  bench_found *found;
  load_server server;
  load_crowd crowd;
} bench_run;

static double seconds_since(uint64_t from) {
  return (double)(load_now() - from) / 1e9;
}

/* -- A server and its people ---------------------------------------------------------------------
 */

/* Sockets are open files, of ours as of the server's. */
static junqi_code check_files(uint64_t people, junqi_error *error) {
  struct rlimit limit;
  char has[24], wanted[24];
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return junqi_fail(error, JUNQI_E_OK);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max >= people + OTHER_FILES) return junqi_fail(error, JUNQI_E_OK);
  snprintf(has, sizeof has, "%llu", (unsigned long long)limit.rlim_max);
  snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)people + OTHER_FILES);
  return junqi_fail_with(error, JUNQI_E_LOAD_FILES, "", has, wanted);
}

/* Something that had to come did not, or something wrong came; what, was told. */
static junqi_code fail_part(const bench_run *run, const char *what, junqi_error *error) {
  char faults[24];
  snprintf(faults, sizeof faults, "%llu", (unsigned long long)run->crowd.faults);
  return junqi_fail_with(error, JUNQI_E_LOAD_FAULT, what, faults, "");
}

static junqi_code start(bench_run *run, uint64_t people, junqi_error *error) {
  const bench_wish *wish = run->wish;
  junqi_code code = check_files(people, error);
  if (!code) code = load_server_start(&run->server, people + OTHER_FILES, 1000000, error);
  run->crowd.port = run->server.port;
  run->crowd.rules = junqi_rules_default(wish->variant);
  run->crowd.random.state = wish->seed;
  if (!code && people && !run->crowd.person && !load_open(&run->crowd, people))
    code = junqi_fail(error, JUNQI_E_NO_MEMORY);
  return code;
}

/* The same, and they come in. */
static junqi_code start_with(bench_run *run, uint64_t people, junqi_error *error) {
  junqi_code code = start(run, people, error);
  if (!code && !load_enter_all(&run->crowd, people)) code = fail_part(run, "sockets", error);
  return code;
}

/* Lets time pass, while people answer the server's pings. */
static void pass(load_crowd *crowd, uint64_t ms) {
  for (uint64_t until = load_now() + ms * 1000000, now;
       (now = load_now()) < until && !crowd->faults;) {
    int left = (int)((until - now) / 1000000) + 1;
    if (crowd->person) {
      load_wait(crowd, left);
    } else {
      nanosleep(&(struct timespec){.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000L}, NULL);
    }
  }
}

/* Processor time that the server takes while nothing happens, in per cent of a core. */
static double idle_cpu(bench_run *run, uint64_t seconds) {
  pass(&run->crowd, SETTLE_MS);
  double cpu = load_server_cpu(&run->server);
  uint64_t from = load_now();
  pass(&run->crowd, seconds * 1000);
  return (load_server_cpu(&run->server) - cpu) / seconds_since(from) * 100;
}

/* -- Idle ----------------------------------------------------------------------------------------
 */

static junqi_code measure_idle(bench_run *run, junqi_error *error) {
  junqi_code code = start(run, 0, error);
  if (!code) run->found->idle_cpu = idle_cpu(run, run->wish->idle);
  return code;
}

static junqi_code measure_sockets(bench_run *run, junqi_error *error) {
  bench_found *found = run->found;
  junqi_code code = start(run, run->wish->sockets, error);
  if (code) return code;
  uint64_t before = load_server_memory(&run->server), from = load_now();
  if (!load_enter_all(&run->crowd, run->crowd.people)) return fail_part(run, "sockets", error);
  found->socket_seconds = seconds_since(from);
  found->socket_cpu = idle_cpu(run, run->wish->idle * PINGS);
  found->sockets = run->crowd.in;
  found->socket_bytes = (load_server_memory(&run->server) - before) / found->sockets;
  return run->crowd.faults ? fail_part(run, "sockets", error) : JUNQI_E_OK;
}

/* -- Moves ---------------------------------------------------------------------------------------
 */

/* Plies are sent at an even pace, each game's in turn, whether or not the server keeps up: where it
 * has not finished the last ply of a game, the next one is sent as soon as it has. */
static void send_due(load_crowd *crowd, uint64_t due, uint64_t *issued) {
  for (; *issued < due && crowd->first; ++*issued) {
    load_game *game = crowd->first;
    crowd->first = game->next;
    if (!crowd->first) crowd->last = NULL;
    if (game->stage == LOAD_READY)
      load_play(crowd, game);
    else
      game->late = true;
  }
}

static void play_for(load_crowd *crowd, uint64_t rate, uint64_t *issued, uint64_t from,
                     uint64_t until) {
  for (uint64_t now; (now = load_now()) < until && !crowd->faults;) {
    send_due(crowd, (uint64_t)((double)(now - from) / 1e9 * (double)rate), issued);
    load_wait(crowd, 1);
  }
}

static int compare_times(const void *a, const void *b) {
  uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  return (one > other) - (one < other);
}

static void sort_times(const load_times *times, double shown[4]) {
  static const double parts[4] = {0.5, 0.99, 0.999, 1};
  if (!times->count) return;
  qsort(times->at, times->count, sizeof *times->at, compare_times);
  for (int i = 0; i < 4; i++)
    shown[i] = times->at[(size_t)(parts[i] * (double)(times->count - 1))] / 1e6;
}

/* Every ply that was sent comes to its end. */
static bool finish_plies(load_crowd *crowd) {
  uint64_t until = load_now() + 60 * SECOND;
  for (size_t g = 0; g < crowd->games; g++)
    while (crowd->game[g].stage == LOAD_ASKED && load_now() < until && !crowd->faults)
      load_wait(crowd, 10);
  return load_now() < until && !crowd->faults;
}

static junqi_code measure_moves(bench_run *run, junqi_error *error) {
  const bench_wish *wish = run->wish;
  bench_found *found = run->found;
  load_crowd *crowd = &run->crowd;
  uint64_t people = wish->games * junqi_seats(wish->variant), issued = 0;
  junqi_code code = start_with(run, people, error);
  if (code) return code;
  if (!load_begin_games(crowd, wish->games, 1)) return fail_part(run, "moves", error);
  for (size_t g = 0; g < crowd->games; g++)
    load_line_up(crowd, &crowd->game[g]);
  crowd->again = true;
  uint64_t from = load_now(), warm = from + WARM_SECONDS * SECOND;
  play_for(crowd, wish->rate, &issued, from, warm);
  double cpu = load_server_cpu(&run->server);
  uint64_t done = crowd->done;
  warm = load_now();
  crowd->counting = true;
  play_for(crowd, wish->rate, &issued, from, warm + wish->seconds * SECOND);
  crowd->counting = false;
  found->moves_cpu = (load_server_cpu(&run->server) - cpu) / seconds_since(warm) * 100;
  found->moves = crowd->done - done;
  found->rate = (double)found->moves / seconds_since(warm);
  found->moves_sockets = people;
  found->ended = crowd->ended;
  crowd->again = false;
  bool fine = finish_plies(crowd);
  sort_times(&crowd->times, found->shown);
  return fine ? JUNQI_E_OK : fail_part(run, "moves", error);
}

/* -- Finished games ------------------------------------------------------------------------------
 */

/* Plays one game for so many plies, then somebody leaves, which ends it. */
static bool play_one(load_crowd *crowd) {
  load_game *game = crowd->game;
  uint64_t until = load_now() + 60 * SECOND;
  while (!game->revealed && load_now() < until && !crowd->faults) {
    if (game->stage == LOAD_READY && game->plies < PAST_PLIES) {
      load_play(crowd, game);
    } else if (game->stage == LOAD_READY) {
      load_say(crowd, game->seat[0].person, "{\"type\":\"leave\",\"table\":\"%s\"}", game->id);
      game->stage = LOAD_ENDED;
    }
    load_wait(crowd, 10);
  }
  for (unsigned seat = 0; seat < game->seats; seat++)
    load_say(crowd, game->seat[seat].person, "{\"type\":\"unjoin\",\"table\":\"%s\"}", game->id);
  pass(crowd, SETTLE_MS);
  return game->revealed;
}

/* Ms of a join of the finished game from event `after` on. */
static double time_joins(load_crowd *crowd, uint32_t after) {
  uint64_t from = load_now();
  for (int n = 0; n < PAST_JOINS && !crowd->faults; n++) {
    load_seat *seat = &crowd->game->seat[0];
    seat->seq = after;
    seat->live = false;
    load_join(crowd, crowd->game, seat);
    while (!seat->live && load_wait(crowd, 10000))
      continue;
  }
  return seconds_since(from) * 1000 / PAST_JOINS;
}

static junqi_code measure_past(bench_run *run, junqi_error *error) {
  bench_found *found = run->found;
  load_crowd *crowd = &run->crowd;
  junqi_code code = start_with(run, junqi_seats(run->wish->variant), error);
  if (code) return code;
  if (!load_begin_games(crowd, 1, 1) || !play_one(crowd)) return fail_part(run, "past", error);
  uint32_t last = crowd->game->seat[0].seq;
  found->past_events = last;
  found->past_all = time_joins(crowd, 0);
  found->past_last = time_joins(crowd, last);
  return crowd->faults ? fail_part(run, "past", error) : JUNQI_E_OK;
}

/* -- Restart -------------------------------------------------------------------------------------
 */

static bool wait_for(load_crowd *crowd, const uint64_t *count, uint64_t wanted) {
  uint64_t until = load_now() + 60 * SECOND;
  while (*count < wanted && load_now() < until && !crowd->faults)
    load_wait(crowd, 10);
  return *count >= wanted;
}

/* Everybody comes back to their games, and every game goes on by a ply. */
static junqi_code go_on(bench_run *run, junqi_error *error) {
  load_crowd *crowd = &run->crowd;
  bench_found *found = run->found;
  crowd->port = run->server.port;
  if (!load_enter_all(crowd, crowd->people)) return fail_part(run, "restart", error);
  load_join_again(crowd);
  uint64_t seats = crowd->games * crowd->game->seats;
  if (!wait_for(crowd, &crowd->joined, seats)) return fail_part(run, "restart", error);
  found->answered = seconds_since(run->server.started);
  uint64_t wanted = crowd->done + crowd->games;
  for (size_t g = 0; g < crowd->games; g++) {
    load_play(crowd, &crowd->game[g]);
    load_wait(crowd, 0);
  }
  if (!wait_for(crowd, &crowd->done, wanted)) return fail_part(run, "restart", error);
  found->went_on = seconds_since(run->server.started);
  return JUNQI_E_OK;
}

static junqi_code measure_restart(bench_run *run, junqi_error *error) {
  const bench_wish *wish = run->wish;
  bench_found *found = run->found;
  load_crowd *crowd = &run->crowd;
  uint64_t people = (wish->restored + LOAD_OWN - 1) / LOAD_OWN * junqi_seats(wish->variant);
  junqi_code code = start_with(run, people, error);
  if (code) return code;
  if (!load_begin_games(crowd, wish->restored, LOAD_OWN)) return fail_part(run, "restart", error);
  load_server_stop(&run->server, SIGKILL);
  for (size_t i = 0; i < crowd->people; i++)
    load_leave(crowd, &crowd->person[i]);
  code = load_lengthen(crowd, run->server.directory, (unsigned)wish->plies, &found->events, error);
  if (!code) code = load_server_start(&run->server, people + OTHER_FILES, 1000000, error);
  if (code) return code;
  found->ready = (double)(run->server.ready - run->server.started) / 1e9;
  found->restored = crowd->games;
  found->restored_bytes = load_server_memory(&run->server);
  return go_on(run, error);
}

junqi_code bench_server_measure(const bench_wish *wish, bench_found *found, junqi_error *error) {
  static junqi_code (*const measures[PARTS])(bench_run *, junqi_error *) = {
      [PART_IDLE] = measure_idle, [PART_SOCKETS] = measure_sockets, [PART_MOVES] = measure_moves,
      [PART_PAST] = measure_past, [PART_RESTART] = measure_restart,
  };
  junqi_code code = JUNQI_E_OK;
  *found = (bench_found){0};
  for (unsigned part = 0; part < PARTS && !code; part++) {
    if (!wish->part[part]) continue;
    bench_run run = {.wish = wish, .found = found, .crowd = {.epoll = -1}};
    code = load_server_make(&run.server, error);
    if (!code) code = measures[part](&run, error);
    load_close(&run.crowd); /* first: the server would wait for them to say goodbye */
    if (run.server.pid > 0 && !code) load_server_stop(&run.server, SIGTERM);
    load_server_free(&run.server);
  }
  return code;
}
