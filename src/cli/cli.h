/* The subcommands of the `junqi` program: one function each, in a file of the same name.
 *
 * To add one: write src/cli/<name>.c with `int cli_<name>(int argc, char **argv)`, declare it
 * here, give it a row in the table of main.c and name the file in CMakeLists.txt. No subcommand
 * holds logic that another room could own. */
#ifndef CLI_H
#define CLI_H

#include "junqi/error.h"

/* What a subcommand returns: the exit status of the program. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* argv[0] is the subcommand's name, argv[argc] is NULL. Each returns the exit status. */
typedef int cli_main(int argc, char **argv);

struct cli_command {
  const char *name;
  const char *arguments; /* As shown after the name by `junqi help`; "" for none. */
  const char *summary;   /* One line, English. */
  cli_main *run;
};

/* The table of main.c, ended by a row whose name is NULL. */
extern const struct cli_command cli_commands[];

/* The row of that name, or NULL. */
const struct cli_command *cli_find(const char *name);

/* The language of LC_ALL, LC_MESSAGES or LANG: Chinese where it begins with "zh". */
junqi_language cli_language(void);

/* Prints the error's message on stderr, in cli_language(). */
void cli_complain(const junqi_error *error);

/* Complains of a command line: `found` is the wrong word, `command` the subcommand it was given to
 * (either may be ""). Returns CLI_USAGE. */
int cli_misused(junqi_code code, const char *command, const char *found);

cli_main cli_help;
cli_main cli_serve;
cli_main cli_version;

#endif
