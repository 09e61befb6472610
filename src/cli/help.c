/* `junqi help [COMMAND]`: what the program can do, read from the table of commands, in the
 * person's language. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

/* The summary line of a command or, with `whole`, all there is to say, indented. */
static void print_usage(const struct cli_command *command, bool whole) {
  const char *text = cli_language() == JUNQI_CHINESE ? command->chinese : command->english;
  printf("junqi %s%s%s\n", command->name, *command->arguments ? " " : "", command->arguments);
  do {
    int length = (int)strcspn(text, "\n");
    printf("    %.*s\n", length, text);
    text += length;
  } while (whole && *text++);
}

static void print_exit_status(void) {
  puts(cli_language() == JUNQI_CHINESE ? "\n退出状态：0 正常，1 发现错误，2 用法不对。"
                                       : "\nExit status: 0 fine, 1 a fault found, 2 wrong usage.");
}

int cli_help(int argc, char **argv) {
  if (argc < 2) {
    for (const struct cli_command *command = cli_commands; command->name; command++)
      print_usage(command, false);
    print_exit_status();
    return CLI_OK;
  }
  const struct cli_command *command = cli_find(argv[1]);
  if (!command) return cli_misused(JUNQI_E_COMMAND_UNKNOWN, "help", argv[1]);
  print_usage(command, true);
  return CLI_OK;
}
