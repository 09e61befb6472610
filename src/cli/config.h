/* The settings of `junqi serve`: one table for the configuration file, the flags and what is
 * printed. Private to the room cli. */
#ifndef CLI_CONFIG_H
#define CLI_CONFIG_H

#include "junqi/server.h"

#include <stdbool.h>
#include <stddef.h>

/* The plain ones, then the limits and rates of junqi/server.h as `limit_<name>`. */
enum { CONFIG_PLAIN = 8, CONFIG_KEYS = CONFIG_PLAIN + JUNQI_LIMITS + JUNQI_RATES };

/* The settings as they were given, as texts that are borrowed. Zero-initialise. */
typedef struct config {
  const char *value[CONFIG_KEYS]; /* NULL: not set */
} config;

/* Sets one by its key (`trusted_proxy`), or by its flag (`--trusted-proxy`). False: there is no
 * such one. *again says that it was set before. */
bool config_set(config *c, const char *key, const char *value, bool *again);
bool config_set_flag(config *c, const char *flag, const char *value);

/* Reads a file's text, which is changed and must live as long as the settings: `key = value`,
 * blanks around both left out; a line that begins with # is a comment. Settings of `over` come
 * first. */
junqi_code config_read(config *c, char *text, junqi_error *error);

/* What `over` sets takes the place of what the file said. */
void config_overlay(config *c, const config *over);

/* Puts the settings into the server's options, the limits into *limits; those not set stay as they
 * are. CONFIG_VALUE. */
junqi_code config_apply(const config *c, junqi_server_options *options, junqi_server_limits *limits,
                        junqi_error *error);

/* config_limits.c: the name of a limit's key, and its value from a text and to one. CONFIG_VALUE.
 */
enum { CONFIG_KEY_SIZE = 40, CONFIG_VALUE_SIZE = 40 };
void config_limit_key(unsigned index, char key[CONFIG_KEY_SIZE]);
junqi_code config_limit_read(unsigned index, const char *text, junqi_server_limits *limits,
                             junqi_error *error);
void config_limit_write(const junqi_server_limits *limits, unsigned index,
                        char text[CONFIG_VALUE_SIZE]);

/* Prints the options as a configuration file; secrets are left out. */
void config_print(const junqi_server_options *options);

#endif
