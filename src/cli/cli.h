/* The subcommands of the `junqi` program: one function each, in a file of the same name.
 *
 * To add one: write src/cli/<name>.c with `int cli_<name>(int argc, char **argv)`, declare it
 * here, give it a row in the table of main.c and name the file in CMakeLists.txt. No subcommand
 * holds logic that another room could own. What they share is declared at the end. */
#ifndef CLI_H
#define CLI_H

#include <pthread.h>
#include <stdatomic.h>

#include "junqi/error.h"
#include "junqi/game.h"
#include "junqi/record.h"

/* What a subcommand returns: the exit status of the program. Fine; a fault found; wrong usage. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

/* argv[0] is the subcommand's name, argv[argc] is NULL. Each returns the exit status. */
typedef int cli_main(int argc, char **argv);

struct cli_command {
  const char *name;
  const char *arguments;         /* As shown after the name by `junqi help`; "" for none. */
  const char *english, *chinese; /* A line that sums it up, then what else there is to say. */
  cli_main *run;
};

/* The table of main.c, ended by a row whose name is NULL. */
extern const struct cli_command cli_commands[];

/* The row of that name, or NULL. */
const struct cli_command *cli_find(const char *name);

cli_main cli_admin;
cli_main cli_backup;
cli_main cli_bench;
cli_main cli_bench_server; /* of cli_bench: `junqi bench server` */
cli_main cli_check;
cli_main cli_convert;
cli_main cli_engine;
cli_main cli_help;
cli_main cli_layout;
cli_main cli_match;
cli_main cli_moves;
cli_main cli_options;
cli_main cli_perft;
cli_main cli_random;
cli_main cli_restore;
cli_main cli_score;
cli_main cli_serve;
cli_main cli_version;
cli_main cli_view;

/* --- complain.c: one line on stderr, in the person's language --------------------------------- */

/* The language of LC_ALL, LC_MESSAGES or LANG: Chinese where it begins with "zh". */
junqi_language cli_language(void);

/* Prints the error's message on stderr, in cli_language(). */
void cli_complain(const junqi_error *error);

/* The same with the name of the file at fault in front. Returns CLI_FAILED. */
int cli_complain_of(const char *file, const junqi_error *error);

/* Complains of a command line: `found` is the wrong word, `command` the subcommand it was given to
 * (either may be ""). Returns CLI_USAGE. */
int cli_misused(junqi_code code, const char *command, const char *found);

/* The same with what would be right. */
int cli_wanted(junqi_code code, const char *where, const char *found, const char *wanted);

/* --- arguments.c: the words of a command line ------------------------------------------------- */

enum { CLI_MAX_WORDS = 32 };

/* The values of an option that may be given several times. */
typedef struct cli_words {
  size_t count;
  const char *at[CLI_MAX_WORDS];
} cli_words;

/* An option: exactly one of flag, value and list is set, and says what follows the name. */
typedef struct cli_option {
  const char *name; /* "--seed" */
  bool *flag;
  const char **value;
  cli_words *list;
} cli_option;

/* Takes `count` known options out of argv, which keeps the other words; "--" ends options. Any
 * other word that begins with "--" is refused. CLI_OK or what to return. */
int cli_take_options(int *argc, char **argv, const cli_option options[], size_t count);

/* A decimal number of least..most; complains of `name` and returns false otherwise. */
bool cli_number(const char *name, const char *text, uint64_t least, uint64_t most,
                uint64_t *number);

/* The number of --seed; for null one that no other run has. Complains and returns false otherwise.
 */
bool cli_seed(const char *text, uint64_t *seed);

/* A seat of the variant, as a letter. With `spectator`, that word too. Complains otherwise. */
bool cli_seat(const char *name, const char *text, junqi_variant variant, bool spectator,
              junqi_seat *seat);

/* The rules of a variant, a preset (may be null) and options `key=value`. CLI_OK or what to
 * return. */
int cli_rules(const char *variant, const char *preset, const cli_words *options,
              junqi_rules *rules);

/* --- start.c: positions on the command line --------------------------------------------------- */

typedef struct cli_start {
  junqi_rules rules; /* what position.rules points to: do not move */
  junqi_position position;
} cli_start;

/* Takes a position from the words of *argv: one word in F-4, or `startpos VARIANT [key=value...]
 * LAYOUT...`, `startpos flip [key=value...] DEAL`; a layout or deal may be `random:SEED`. *argc and
 * *argv go on behind it. A position text is read as it is: see junqi_position_settle. CLI_OK or
 * what to return. */
int cli_position(const char *command, int *argc, char ***argv, cli_start *start);

/* --- files.c ---------------------------------------------------------------------------------- */

typedef enum cli_kind { CLI_TEXT, CLI_JG, CLI_JGS, CLI_JQL } cli_kind;

/* By the end of its name, else by how it begins; CLI_TEXT for anything else. */
cli_kind cli_kind_of(const char *name, const char *bytes, size_t length);

/* A whole file in memory that the caller frees, with a zero behind it; null with *error set. */
char *cli_read_file(const char *name, size_t *length, junqi_error *error);

/* Writes a whole file; "-" is stdout. FILE_WRITE. */
junqi_code cli_write_file(const char *name, const char *bytes, size_t length, junqi_error *error);

/* Makes a folder where there is none. FILE_WRITE. */
junqi_code cli_make_folder(const char *name, junqi_error *error);

/* Fills *error with the reason that errno gives, in the person's language. Returns the code. */
junqi_code cli_refused(junqi_error *error, junqi_code code);

/* A record that was read and replayed, with the memory that it stands in. */
typedef struct cli_record {
  char *text;
  size_t length;
  junqi_record record;
  junqi_game game;
} cli_record;

/* Replays the bytes of a .jg, or of a .jgs turned into one. Free it with cli_free_record, whether
 * it was read or not. */
junqi_code cli_read_record(cli_kind kind, const char *bytes, size_t length, cli_record *out,
                           junqi_error *error);
void cli_free_record(cli_record *record);

/* A layout text with spaces and a line end around it, complete and legal under the rules. */
junqi_code cli_read_layout(const char *text, size_t length, const junqi_rules *rules,
                           junqi_layout *layout, junqi_error *error);

/* Says of a .jql file that its bytes 0x10 to 0x13 are unusual, if they are. */
void cli_warn_jql(const char *file, const junqi_jql *jql);

/* --- interrupt.c ------------------------------------------------------------------------------ */

typedef struct cli_interrupt {
  atomic_bool raised; /* somebody wants us to end: put in order what there is, and return */
  pthread_t watcher;
  bool watching;
} cli_interrupt;

/* From now on SIGINT, SIGTERM and SIGHUP raise the flag instead of ending the program; a second one
 * ends it. To be called before other threads are started. */
void cli_interrupt_begin(cli_interrupt *interrupt);
void cli_interrupt_end(cli_interrupt *interrupt);

/* --- serve.c ---------------------------------------------------------------------------------- */

/* Where data is kept when nobody says: $XDG_DATA_HOME/junqi, ~/.local/share/junqi, else ./data. */
const char *cli_data_directory(char *path, size_t size);

/* --- json.c: JSON on stdout ------------------------------------------------------------------- */

/* A text in quotes. */
void cli_json_text(const char *text);

/* The members of an error: "code", "line" or "offset", "message". */
void cli_json_error(const junqi_error *error);

#endif
