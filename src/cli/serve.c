/* `junqi serve`: reads the command line and the configuration file, says where the game is, and
 * leaves the rest to the server room. */
#include "cli.h"
#include "config.h"

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
         "junqi: 请在浏览器打开 http://%s%s%s:%d/ ，按 Ctrl+C 结束；对局保存在 %s\n",
         open, host, close, port, options->directory, open, host, close, port, options->directory);
  fflush(stdout);
}

/* Takes the flags; *file and *print are those that are no settings. CLI_OK or what to return. */
static int read_flags(int argc, char **argv, config *flags, const char **file, bool *print) {
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i];
    if (strcmp(name, "--print-config") == 0) {
      *print = true;
      continue;
    }
    const char *value = argv[++i];
    bool is_file = strcmp(name, "--config") == 0;
    if (!is_file && !config_set_flag(flags, name, value ? value : ""))
      return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "serve", name);
    if (!value || !*value) return cli_misused(JUNQI_E_VALUE_MISSING, name, "");
    if (is_file) *file = value;
  }
  return CLI_OK;
}

/* The file's settings, then the flags in their place. *text is the caller's to free. */
static int read_settings(const char *file, const config *flags, char **text,
                         junqi_server_options *options, junqi_server_limits *limits) {
  config all = {{NULL}};
  junqi_error error;
  size_t length;
  if (file) {
    *text = cli_read_file(file, &length, &error);
    if (!*text || config_read(&all, *text, &error) || config_apply(&all, options, limits, &error))
      return cli_complain_of(file, &error);
  }
  config_overlay(&all, flags);
  if (config_apply(&all, options, limits, &error) == JUNQI_E_OK) return CLI_OK;
  cli_complain(&error);
  return CLI_USAGE;
}

static int serve(const junqi_server_options *options) {
  junqi_error error;
  if (junqi_serve(options, &error) == JUNQI_E_OK) return CLI_OK;
  cli_complain(&error);
  return CLI_FAILED;
}

int cli_serve(int argc, char **argv) {
  char path[1024], *text = NULL;
  const char *file = NULL;
  bool print = false;
  config flags = {{NULL}};
  junqi_server_limits limits = junqi_server_limits_default();
  junqi_server_options options = {.host = "127.0.0.1",
                                  .port = 8080,
                                  .directory = cli_data_directory(path, sizeof path),
                                  .log_level = JUNQI_LOG_WARNING,
                                  .thinking_threads = 2,
                                  .limits = &limits,
                                  .ready = say_ready,
                                  .context = &options};
  int status = read_flags(argc, argv, &flags, &file, &print);
  if (!status) status = read_settings(file, &flags, &text, &options, &limits);
  if (!status && print) config_print(&options);
  if (!status && !print) status = serve(&options);
  free(text);
  return status;
}
