/* Entry of the `junqi` program: finds the subcommand and hands over. It does nothing else. */
#include "cli.h"

#include <stddef.h>
#include <string.h>

const struct cli_command cli_commands[] = {
    {"help", "[COMMAND]", "show the commands, or one command's arguments", cli_help},
    {"serve", "[--host ADDRESS] [--port NUMBER] [--data DIRECTORY]", "serve the game", cli_serve},
    {"version", "", "show the version", cli_version},
    {NULL, NULL, NULL, NULL},
};

const struct cli_command *cli_find(const char *name) {
  for (const struct cli_command *command = cli_commands; command->name; command++)
    if (strcmp(command->name, name) == 0) return command;
  return NULL;
}

/* The customary spellings of options that mean a subcommand. */
static const char *spelled(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
  if (strcmp(word, "--version") == 0) return "version";
  return word;
}

int main(int argc, char **argv) {
  if (argc < 2) return cli_misused(JUNQI_E_COMMAND_MISSING, "", "");
  const struct cli_command *command = cli_find(spelled(argv[1]));
  if (!command) return cli_misused(JUNQI_E_COMMAND_UNKNOWN, "", argv[1]);
  return command->run(argc - 1, argv + 1);
}
