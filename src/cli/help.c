/* `junqi help [COMMAND]`: what the program can do, read from the table of commands. */
#include "cli.h"

#include <stdio.h>

static void print_usage(const struct cli_command *command) {
  printf("junqi %s%s%s\n    %s\n", command->name, *command->arguments ? " " : "",
         command->arguments, command->summary);
}

int cli_help(int argc, char **argv) {
  if (argc < 2) {
    for (const struct cli_command *command = cli_commands; command->name; command++)
      print_usage(command);
    return CLI_OK;
  }
  const struct cli_command *command = cli_find(argv[1]);
  if (!command) return cli_misused(JUNQI_E_COMMAND_UNKNOWN, "help", argv[1]);
  print_usage(command);
  return CLI_OK;
}
