/* `junqi admin --data DIRECTORY COMMAND ...`: what an administrator does to people, whether a
 * server runs on the data or not. What the commands mean is the server room's business. */
#include "cli.h"

#include "junqi/server.h"

#include <stdio.h>

static void print(void *context, const char *text, size_t length) {
  (void)context;
  fwrite(text, 1, length, stdout);
}

int cli_admin(int argc, char **argv) {
  char path[1024];
  const char *directory = NULL;
  const cli_option options[] = {{.name = "--data", .value = &directory}};
  junqi_error error;
  int status = cli_take_options(&argc, argv, options, 1);
  if (status != CLI_OK) return status;
  if (argc < 2) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "admin", "", "list, show, ban, ...");
  if (!directory) directory = cli_data_directory(path, sizeof path);
  junqi_code code =
      junqi_admin(directory, (const char *const *)argv + 1, (size_t)argc - 1, print, NULL, &error);
  if (code == JUNQI_E_OK) return CLI_OK;
  cli_complain(&error);
  return code == JUNQI_E_ADMIN_COMMAND || code == JUNQI_E_ADMIN_USAGE ||
                 code == JUNQI_E_ADMIN_DURATION || code == JUNQI_E_ADMIN_ROLE
             ? CLI_USAGE
             : CLI_FAILED;
}
