/* `junqi version`: the version the build was configured with. */
#include "cli.h"

#include <stdio.h>

int cli_version(int argc, char **argv) {
  if (argc > 1) {
    fprintf(stderr,
            "junqi version: takes no arguments, got `%s`\n"
            "junqi version: 不接受参数，收到 `%s`\n",
            argv[1], argv[1]);
    return CLI_USAGE;
  }
  printf("junqi %s\n", JUNQI_VERSION);
  return CLI_OK;
}
