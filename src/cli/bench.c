/* `junqi bench`: measures and prints. The work is in bench_run.c, the yardstick in stockfish.c. */
#include "cli.h"

#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct benching {
  bench_case cases[BENCH_CASES];
  bool chosen[BENCH_CASES];
  uint64_t rounds;
  bool compared, json;
  bench_stockfish fish;
} benching;

/* The processor's name as Linux tells it. */
static void machine_name(char *name, size_t size) {
  char line[256];
  FILE *file = fopen("/proc/cpuinfo", "r");
  snprintf(name, size, "unknown");
  while (file && fgets(line, sizeof line, file)) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    snprintf(name, size, "%s", colon + 2);
    name[strcspn(name, "\n")] = '\0';
    break;
  }
  if (file) fclose(file);
}

static const char *compiler_name(void) {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

/* `search` is all three of the player. */
static bool chosen_by(const bench_case *bench, const char *topic) {
  return strcmp(bench->topic, topic) == 0 ||
         (strcmp(topic, "search") == 0 &&
          (strcmp(bench->topic, "worlds") == 0 || strcmp(bench->topic, "views") == 0));
}

static bool choose(benching *b, const char *topic) {
  bool known = false;
  for (unsigned i = 0; i < BENCH_CASES; i++)
    if (chosen_by(&b->cases[i], topic)) b->chosen[i] = known = true;
  return known;
}

/* Rounds go through everything in turn, so that a slow minute of the machine hits all alike. */
static bool run(benching *b, const char **wanted) {
  for (unsigned i = 0; i < BENCH_CASES; i++)
    if (b->chosen[i]) bench_calibrate(&b->cases[i]);
  for (uint64_t round = 0; round < b->rounds; round++) {
    if (b->compared && !bench_stockfish_round(&b->fish, wanted)) return false;
    for (unsigned i = 0; i < BENCH_CASES; i++)
      if (b->chosen[i]) bench_round(&b->cases[i]);
  }
  return true;
}

/* The plies of perft and make are comparable with Stockfish's, the rest is not. */
static bool has_ratio(const benching *b, const bench_case *bench) {
  return b->compared && (strcmp(bench->topic, "perft") == 0 || strcmp(bench->topic, "make") == 0);
}

static bool searches(const benching *b) {
  for (unsigned i = 0; i < BENCH_CASES; i++)
    if (b->chosen[i] && strcmp(b->cases[i].topic, "search") == 0) return true;
  return false;
}

static void print_text(const benching *b, const char *machine) {
  printf("machine %s\ncompiler %s\nposition %zu bytes\n", machine, compiler_name(),
         sizeof(junqi_position));
  if (b->compared) printf("stockfish perft 6 %.1f million/s\n", b->fish.best / 1e6);
  for (unsigned i = 0; i < BENCH_CASES; i++) {
    const bench_case *bench = &b->cases[i];
    if (!b->chosen[i]) continue;
    printf("%s %s %.1f million/s", bench->topic, junqi_variant_name(bench->variant),
           bench->best / 1e6);
    if (has_ratio(b, bench)) printf(" ratio %.2f", bench->best / b->fish.best);
    printf("\n");
  }
  if (searches(b)) printf("signature %016" PRIx64 "\n", bench_signature());
}

static void print_json(const benching *b, const char *machine) {
  bool more = false;
  printf("{\"machine\": ");
  cli_json_text(machine);
  printf(", \"compiler\": ");
  cli_json_text(compiler_name());
  printf(", \"position_bytes\": %zu", sizeof(junqi_position));
  if (b->compared) printf(", \"stockfish_per_second\": %.0f", b->fish.best);
  printf(", \"results\": [");
  for (unsigned i = 0; i < BENCH_CASES; i++) {
    const bench_case *bench = &b->cases[i];
    if (!b->chosen[i]) continue;
    printf("%s\n  {\"topic\": \"%s\", \"variant\": \"%s\", \"per_second\": %.0f", more ? "," : "",
           bench->topic, junqi_variant_name(bench->variant), bench->best);
    if (has_ratio(b, bench)) printf(", \"ratio\": %.3f", bench->best / b->fish.best);
    printf("}");
    more = true;
  }
  printf("\n]");
  if (searches(b)) printf(", \"signature\": \"%016" PRIx64 "\"", bench_signature());
  printf("}\n");
}

static int measure(benching *b, const char *stockfish) {
  char machine[128];
  const char *wanted = "";
  bool fine = !b->compared || bench_stockfish_start(&b->fish, stockfish, &wanted);
  if (fine) {
    fine = run(b, &wanted);
    if (b->compared) bench_stockfish_end(&b->fish);
  }
  if (!fine) {
    cli_wanted(JUNQI_E_STOCKFISH, "", stockfish, wanted);
    return CLI_FAILED;
  }
  machine_name(machine, sizeof machine);
  (b->json ? print_json : print_text)(b, machine);
  return CLI_OK;
}

int cli_bench(int argc, char **argv) {
  static benching b;
  if (argc > 1 && strcmp(argv[1], "server") == 0) return cli_bench_server(argc - 1, argv + 1);
  const char *stockfish = NULL, *rounds = "5";
  const cli_option options[] = {{.name = "--stockfish", .value = &stockfish},
                                {.name = "--rounds", .value = &rounds},
                                {.name = "--json", .flag = &b.json}};
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (!cli_number("--rounds", rounds, 1, 1000, &b.rounds)) return CLI_USAGE;
  bench_prepare(b.cases);
  for (int i = 1; i < argc; i++)
    if (!choose(&b, argv[i]))
      return cli_wanted(JUNQI_E_ARGUMENT_VALUE, "TOPIC", argv[i],
                        "playout, perft, make, search, worlds, views, server");
  for (unsigned i = 0; argc == 1 && i < BENCH_CASES; i++)
    b.chosen[i] = true;
  b.compared = stockfish != NULL;
  return measure(&b, stockfish);
}
