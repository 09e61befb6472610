/* `junqi version`: the version the build was configured with. */
#include "cli.h"

#include <stdio.h>

int cli_version(int argc, char **argv) {
  if (argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "version", argv[1]);
  printf("junqi %s\n", JUNQI_VERSION);
  return CLI_OK;
}
