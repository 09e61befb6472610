/* `junqi bench server`: how many people a server bears, how fast it tells them what happens, and
 * how soon it is back. Measured in bench_parts.c. */
#include "cli.h"

#include "bench_server.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const names[PARTS] = {"idle", "sockets", "moves", "past", "restart"};

/* -- Telling -------------------------------------------------------------------------------------
 */

static void tell_text(const bench_wish *wish, const bench_found *f) {
  if (wish->part[PART_IDLE])
    printf("idle %.3f %% of a core over %" PRIu64 " s\n", f->idle_cpu, wish->idle);
  if (wish->part[PART_SOCKETS])
    printf("sockets %" PRIu64 " in %.1f s, %.1f KB each (aim: 15000, 16 KB); idle %.2f %% of a "
           "core\n",
           f->sockets, f->socket_seconds, (double)f->socket_bytes / 1024, f->socket_cpu);
  if (wish->part[PART_MOVES])
    printf("moves %.0f a second (aim 5000), %" PRIu64 " in all, in %" PRIu64 " games over %" PRIu64
           " sockets, %" PRIu64 " games ended\n"
           "shown to the others within %.1f ms (half), %.1f ms (99 %%, aim 50), %.1f ms (99.9 %%), "
           "%.1f ms (all); server %.0f %% of a core\n",
           f->rate, f->moves, wish->games, f->moves_sockets, f->ended, f->shown[0], f->shown[1],
           f->shown[2], f->shown[3], f->moves_cpu);
  if (wish->part[PART_PAST])
    printf("past %.2f ms to join a finished game of %" PRIu64 " events, %.2f ms at its end\n",
           f->past_all, f->past_events, f->past_last);
  if (wish->part[PART_RESTART])
    printf("restart %" PRIu64 " games of %" PRIu64 " events in all: up after %.2f s (aim: 10000 in "
           "3 s), all answered after %.2f s, all played on after %.2f s; %.0f MB\n",
           f->restored, f->events, f->ready, f->answered, f->went_on,
           (double)f->restored_bytes / 1048576);
}

static void tell_json(const bench_wish *wish, const bench_found *f) {
  const char *comma = "";
  printf("{");
  if (wish->part[PART_IDLE]) {
    printf("\"idle\": {\"seconds\": %" PRIu64 ", \"cpu_percent\": %.4f}", wish->idle, f->idle_cpu);
    comma = ",\n ";
  }
  if (wish->part[PART_SOCKETS]) {
    printf("%s\"sockets\": {\"count\": %" PRIu64 ", \"seconds\": %.3f, \"bytes_each\": %" PRIu64
           ", \"idle_cpu_percent\": %.4f}",
           comma, f->sockets, f->socket_seconds, f->socket_bytes, f->socket_cpu);
    comma = ",\n ";
  }
  if (wish->part[PART_MOVES]) {
    printf("%s\"moves\": {\"per_second\": %.1f, \"count\": %" PRIu64 ", \"games\": %" PRIu64
           ", \"sockets\": %" PRIu64 ", \"ended\": %" PRIu64
           ", \"shown_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"p999\": %.3f, \"max\": %.3f}"
           ", \"cpu_percent\": %.1f}",
           comma, f->rate, f->moves, wish->games, f->moves_sockets, f->ended, f->shown[0],
           f->shown[1], f->shown[2], f->shown[3], f->moves_cpu);
    comma = ",\n ";
  }
  if (wish->part[PART_PAST]) {
    printf("%s\"past\": {\"events\": %" PRIu64 ", \"join_ms\": %.3f, \"join_end_ms\": %.3f}", comma,
           f->past_events, f->past_all, f->past_last);
    comma = ",\n ";
  }
  if (wish->part[PART_RESTART])
    printf("%s\"restart\": {\"games\": %" PRIu64 ", \"events\": %" PRIu64
           ", \"ready_seconds\": %.3f, \"answered_seconds\": %.3f, \"played_seconds\": %.3f"
           ", \"bytes\": %" PRIu64 "}",
           comma, f->restored, f->events, f->ready, f->answered, f->went_on, f->restored_bytes);
  printf("}\n");
}

/* -- The command line ----------------------------------------------------------------------------
 */

static bool choose(bench_wish *wish, const char *name) {
  for (unsigned part = 0; part < PARTS; part++)
    if (strcmp(names[part], name) == 0) return wish->part[part] = true;
  return false;
}

static bool read_variant(const char *name, junqi_variant *variant) {
  if (junqi_variant_from_name(name, strlen(name), variant) && *variant != JUNQI_FLIP) return true;
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, "--variant", name, "dark, four, three");
  return false;
}

int cli_bench_server(int argc, char **argv) {
  const char *variant = "dark", *sockets = "15000", *games = "1000", *rate = "5000";
  const char *seconds = "10", *restored = "10000", *plies = "100", *idle = "5", *seed = "1";
  bool json = false;
  bench_wish wish = {{false}, JUNQI_DARK, 0, 0, 0, 0, 0, 0, 0, 0};
  bench_found found;
  junqi_error error;
  const cli_option options[] = {
      {.name = "--variant", .value = &variant}, {.name = "--sockets", .value = &sockets},
      {.name = "--games", .value = &games},     {.name = "--rate", .value = &rate},
      {.name = "--seconds", .value = &seconds}, {.name = "--restored", .value = &restored},
      {.name = "--plies", .value = &plies},     {.name = "--idle", .value = &idle},
      {.name = "--seed", .value = &seed},       {.name = "--json", .flag = &json}};
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (!read_variant(variant, &wish.variant) ||
      !cli_number("--sockets", sockets, 1, 1000000, &wish.sockets) ||
      !cli_number("--games", games, 1, 100000, &wish.games) ||
      !cli_number("--rate", rate, 1, 1000000, &wish.rate) ||
      !cli_number("--seconds", seconds, 1, 3600, &wish.seconds) ||
      !cli_number("--restored", restored, 1, 100000, &wish.restored) ||
      !cli_number("--plies", plies, 0, 400, &wish.plies) ||
      !cli_number("--idle", idle, 1, 3600, &wish.idle) ||
      !cli_number("--seed", seed, 0, UINT64_MAX, &wish.seed))
    return CLI_USAGE;
  for (int i = 1; i < argc; i++)
    if (!choose(&wish, argv[i]))
      return cli_wanted(JUNQI_E_ARGUMENT_VALUE, "PART", argv[i],
                        "idle, sockets, moves, past, restart");
  for (unsigned part = 0; argc == 1 && part < PARTS; part++)
    wish.part[part] = true;
  if (bench_server_measure(&wish, &found, &error)) {
    cli_complain(&error);
    return CLI_FAILED;
  }
  (json ? tell_json : tell_text)(&wish, &found);
  return CLI_OK;
}
