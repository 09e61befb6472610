/* `junqi engine`: our player on standard input and output, for programs that play. */
#include "cli.h"

#include "junqi/ai.h"
#include "junqi/arena.h"

#include <stdio.h>

int cli_engine(int argc, char **argv) {
  const char *level_text = "5", *seed_text = NULL, *nodes_text = NULL, *movetime_text = NULL;
  bool ccgc = false;
  const cli_option options[] = {{.name = "--ccgc", .flag = &ccgc},
                                {.name = "--level", .value = &level_text},
                                {.name = "--seed", .value = &seed_text},
                                {.name = "--nodes", .value = &nodes_text},
                                {.name = "--movetime", .value = &movetime_text}};
  uint64_t level, movetime = 0;
  junqi_engine engine = {.version = JUNQI_VERSION};
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "engine", argv[1]);
  if (!cli_number("--level", level_text, 1, JUNQI_AI_LEVELS, &level)) return CLI_USAGE;
  if (!cli_seed(seed_text, &engine.seed)) return CLI_USAGE;
  if (nodes_text && !cli_number("--nodes", nodes_text, 1, UINT64_MAX, &engine.nodes))
    return CLI_USAGE;
  if (movetime_text && !cli_number("--movetime", movetime_text, 1, 3600000, &movetime))
    return CLI_USAGE;
  if (nodes_text && movetime_text)
    return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "engine", "--movetime --nodes");
  engine.level = (unsigned)level;
  engine.movetime = (uint32_t)movetime;
  bool fine =
      ccgc ? junqi_engine_ccgc(&engine, stdin, stdout) : junqi_engine_run(&engine, stdin, stdout);
  return fine ? CLI_OK : CLI_FAILED;
}
