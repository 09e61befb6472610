/* `junqi backup` and `junqi restore`: the data of a server as one file, and back. The store does
 * the work. */
#include "cli.h"

#include "junqi/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The reason in the person's language, and the store's own words in brackets. */
static int complain(const char *file, const junqi_store_error *fault) {
  junqi_error error;
  junqi_fail(&error, junqi_store_code(fault->status));
  cli_complain_of(file, &error);
  if (*fault->detail) fprintf(stderr, "junqi: (%s)\n", fault->detail);
  return CLI_FAILED;
}

static int read_words(int *argc, char **argv, const char *wanted, const char **directory,
                      char *path, size_t size) {
  const cli_option options[] = {{.name = "--data", .value = directory}};
  int status = cli_take_options(argc, argv, options, 1);
  if (status != CLI_OK) return status;
  if (*argc < 2) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, argv[0], "", wanted);
  if (*argc > 2) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, argv[0], argv[2]);
  if (!*directory) *directory = cli_data_directory(path, size);
  return CLI_OK;
}

static int tell_summary(const char *file) {
  junqi_store_summary s;
  junqi_store_error fault;
  if (junqi_store_check(file, &s, &fault) != JUNQI_STORE_OK) return complain(file, &fault);
  printf("%s: schema %d, %" PRIu64 " tables (%" PRIu64 " in progress), %" PRIu64 " events, %" PRIu64
         " accounts\n",
         file, s.schema, s.tables, s.unfinished, s.events, s.accounts);
  return CLI_OK;
}

int cli_backup(int argc, char **argv) {
  char path[1024];
  const char *directory = NULL;
  junqi_store_error fault;
  int status = read_words(&argc, argv, "OUT", &directory, path, sizeof path);
  if (status != CLI_OK) return status;
  if (junqi_store_backup(directory, argv[1], &fault) != JUNQI_STORE_OK)
    return complain(fault.status == JUNQI_STORE_IN_WAY ? argv[1] : directory, &fault);
  return tell_summary(argv[1]);
}

/* Whether it was not the file that stood in the way of a restoration, but where it should go. */
static bool of_directory(junqi_store_status status) {
  return status == JUNQI_STORE_LOCKED || status == JUNQI_STORE_NO_DIR ||
         status == JUNQI_STORE_IN_WAY;
}

int cli_restore(int argc, char **argv) {
  char path[1024];
  const char *directory = NULL;
  junqi_store_error fault;
  int status = read_words(&argc, argv, "FILE", &directory, path, sizeof path);
  if (status != CLI_OK) return status;
  if (junqi_store_restore(argv[1], directory, &fault) != JUNQI_STORE_OK)
    return complain(of_directory(fault.status) ? directory : argv[1], &fault);
  return tell_summary(argv[1]);
}
