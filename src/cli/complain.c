/* How the program says that something is wrong: one line on stderr, in the person's language. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

junqi_language cli_language(void) {
  /* POSIX: the first of these that is set and not empty decides. */
  static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *locale = getenv(variables[i]);
    if (locale && *locale) return strncmp(locale, "zh", 2) == 0 ? JUNQI_CHINESE : JUNQI_ENGLISH;
  }
  return JUNQI_ENGLISH;
}

void cli_complain(const junqi_error *error) {
  char text[512];
  junqi_error_text(error, cli_language(), text, sizeof text);
  fprintf(stderr, "junqi: %s\n", text);
}

int cli_complain_of(const char *file, const junqi_error *error) {
  char text[512];
  junqi_error_text(error, cli_language(), text, sizeof text);
  fprintf(stderr, "junqi: %s: %s\n", file, text);
  return CLI_FAILED;
}

int cli_misused(junqi_code code, const char *command, const char *found) {
  return cli_wanted(code, command, found, "");
}

int cli_wanted(junqi_code code, const char *where, const char *found, const char *wanted) {
  junqi_error error;
  junqi_fail(&error, code);
  junqi_error_put(error.where, sizeof error.where, where, strlen(where));
  junqi_error_put(error.found, sizeof error.found, found, strlen(found));
  junqi_error_put(error.wanted, sizeof error.wanted, wanted, strlen(wanted));
  cli_complain(&error);
  return CLI_USAGE;
}
