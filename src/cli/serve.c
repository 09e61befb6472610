/* `junqi serve [--host HOST] [--port PORT] [--data DIRECTORY]`: reads the command line, says where
 * the game is, and leaves the rest to the server room. */
#include "cli.h"

#include "junqi/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cli_data_directory(char *path, size_t size) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  int length = -1;
  if (data && *data == '/')
    length = snprintf(path, size, "%s/junqi", data);
  else if (home && *home == '/')
    length = snprintf(path, size, "%s/.local/share/junqi", home);
  return length > 0 && (size_t)length < size ? path : "data";
}

static void say_ready(void *context, int port) {
  const junqi_server_options *options = context;
  const char *host = options->host;
  const char *open = strchr(host, ':') ? "[" : "", *close = *open ? "]" : ""; /* IPv6 */
  printf("junqi: play at http://%s%s%s:%d/ - Ctrl+C ends it; games are kept in %s\n"
         "junqi: 请在浏览器打开 http://%s%s%s:%d/ ,按 Ctrl+C 结束;对局保存在 %s\n",
         open, host, close, port, options->directory, open, host, close, port, options->directory);
  fflush(stdout);
}

static bool read_port(const char *text, int *port) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value > 65535) return false;
  *port = (int)value;
  return true;
}

/* Reads the options; CLI_OK or what to return. */
static int read_options(int argc, char **argv, junqi_server_options *options) {
  for (int i = 1; i < argc; i += 2) {
    const char *value = argv[i + 1];
    bool host = strcmp(argv[i], "--host") == 0, port = strcmp(argv[i], "--port") == 0;
    if (!host && !port && strcmp(argv[i], "--data") != 0)
      return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "serve", argv[i]);
    if (!value || !*value) return cli_misused(JUNQI_E_VALUE_MISSING, argv[i], "");
    if (port && !read_port(value, &options->port))
      return cli_misused(JUNQI_E_PORT_NUMBER, argv[i], value);
    if (host) options->host = value;
    if (!host && !port) options->directory = value;
  }
  return CLI_OK;
}

int cli_serve(int argc, char **argv) {
  char path[1024];
  junqi_error error;
  junqi_server_options options = {.host = "127.0.0.1", .port = 8080, .ready = say_ready};
  options.directory = cli_data_directory(path, sizeof path);
  options.context = &options;
  int status = read_options(argc, argv, &options);
  if (status) return status;
  if (junqi_serve(&options, &error) == JUNQI_E_OK) return CLI_OK;
  cli_complain(&error);
  return CLI_FAILED;
}
