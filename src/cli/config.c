/* See config.h. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST, PORT, DATA, TRUSTED_PROXY, TLS, METRICS_TOKEN, LOG, THREADS };

static const char *const keys[CONFIG_PLAIN] = {
    [HOST] = "host", [PORT] = "port",
    [DATA] = "data", [TRUSTED_PROXY] = "trusted_proxy",
    [TLS] = "tls",   [METRICS_TOKEN] = "metrics_token",
    [LOG] = "log",   [THREADS] = "threads",
};

static const char *const levels[] = {"error", "warning", "info", "debug"};

/* -- Setting -------------------------------------------------------------------------------------
 */

static bool has_key(unsigned index, const char *key) {
  char name[CONFIG_KEY_SIZE];
  if (index < CONFIG_PLAIN) return strcmp(keys[index], key) == 0;
  config_limit_key(index - CONFIG_PLAIN, name);
  return strcmp(name, key) == 0;
}

bool config_set(config *c, const char *key, const char *value, bool *again) {
  for (unsigned i = 0; i < CONFIG_KEYS; i++) {
    if (!has_key(i, key)) continue;
    *again = c->value[i] != NULL;
    c->value[i] = value;
    return true;
  }
  return false;
}

bool config_set_flag(config *c, const char *flag, const char *value) {
  char key[CONFIG_KEY_SIZE];
  bool again;
  size_t length = strlen(flag);
  if (strncmp(flag, "--", 2) != 0 || strchr(flag, '_') || length - 1 > sizeof key) return false;
  for (size_t i = 2; i <= length; i++)
    key[i - 2] = flag[i];
  for (char *dash; (dash = strchr(key, '-'));)
    *dash = '_';
  return config_set(c, key, value, &again);
}

void config_overlay(config *c, const config *over) {
  for (size_t i = 0; i < CONFIG_KEYS; i++)
    if (over->value[i]) c->value[i] = over->value[i];
}

/* -- Reading -------------------------------------------------------------------------------------
 */

/* Without the blanks around it; the text is cut behind. */
static char *trimmed(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1]))
    text[--length] = 0;
  return text;
}

static junqi_code read_line(config *c, char *line, junqi_error *error) {
  bool again;
  char *text = trimmed(line), *sign = strchr(text, '=');
  if (*text == 0 || *text == '#') return JUNQI_E_OK;
  if (!sign) return junqi_fail_with(error, JUNQI_E_CONFIG_LINE, "", text, "");
  *sign = 0;
  const char *key = trimmed(text), *value = trimmed(sign + 1);
  if (!config_set(c, key, value, &again))
    return junqi_fail_with(error, JUNQI_E_CONFIG_KEY, "", key,
                           "host, port, data, trusted_proxy, tls, metrics_token, log, threads, "
                           "limit_...");
  return again ? junqi_fail_with(error, JUNQI_E_CONFIG_TWICE, key, "", "") : JUNQI_E_OK;
}

junqi_code config_read(config *c, char *text, junqi_error *error) {
  int32_t number = 1;
  for (char *line = text, *end; line; line = end, number++) {
    end = strchr(line, '\n');
    if (end) *end++ = 0;
    junqi_code code = read_line(c, line, error);
    if (code) {
      error->line = number;
      return code;
    }
  }
  return JUNQI_E_OK;
}

/* -- Meaning -------------------------------------------------------------------------------------
 */

static bool read_number(const char *text, unsigned long least, unsigned long most,
                        unsigned long *number) {
  char *end;
  *number = strtoul(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == 0 && strlen(text) <= 6 && *number >= least &&
         *number <= most;
}

/* Numeric addresses are what the server compares with: anything else would never match. */
static bool are_addresses(const char *text) {
  return strspn(text, "0123456789abcdefABCDEF.:, \t") == strlen(text);
}

static junqi_code apply_network(const config *c, junqi_server_options *o, junqi_error *error) {
  const char *const *v = c->value;
  unsigned long number;
  if (v[PORT] && !read_number(v[PORT], 0, 65535, &number))
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "port", v[PORT], "0-65535");
  if (v[PORT]) o->port = (int)number;
  if (v[HOST] && !*v[HOST])
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "host", "", "127.0.0.1, 0.0.0.0, ::");
  if (v[HOST]) o->host = v[HOST];
  if (v[TRUSTED_PROXY] && !are_addresses(v[TRUSTED_PROXY]))
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "trusted_proxy", v[TRUSTED_PROXY],
                           "127.0.0.1, ::1");
  if (v[TRUSTED_PROXY]) o->trusted_proxies = v[TRUSTED_PROXY];
  if (v[TLS] && strcmp(v[TLS], "yes") != 0 && strcmp(v[TLS], "no") != 0)
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "tls", v[TLS], "yes, no");
  if (v[TLS]) o->secure = strcmp(v[TLS], "yes") == 0;
  return JUNQI_E_OK;
}

static junqi_code apply_rest(const config *c, junqi_server_options *o, junqi_error *error) {
  const char *const *v = c->value;
  unsigned long number;
  size_t level = 0;
  if (v[DATA] && !*v[DATA])
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "data", "", "/var/lib/junqi");
  if (v[DATA]) o->directory = v[DATA];
  if (v[METRICS_TOKEN] && (strlen(v[METRICS_TOKEN]) < 16 || strlen(v[METRICS_TOKEN]) > 200))
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "metrics_token", "...", "16-200 bytes");
  if (v[METRICS_TOKEN]) o->metrics_token = v[METRICS_TOKEN];
  while (v[LOG] && level < 4 && strcmp(levels[level], v[LOG]) != 0)
    level++;
  if (level == 4)
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "log", v[LOG],
                           "error, warning, info, debug");
  if (v[LOG]) o->log_level = (junqi_log_level)level;
  if (v[THREADS] && !read_number(v[THREADS], 1, 16, &number))
    return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, "threads", v[THREADS], "1-16");
  if (v[THREADS]) o->thinking_threads = (unsigned)number;
  return JUNQI_E_OK;
}

junqi_code config_apply(const config *c, junqi_server_options *options, junqi_server_limits *limits,
                        junqi_error *error) {
  junqi_code code = apply_network(c, options, error);
  if (!code) code = apply_rest(c, options, error);
  for (unsigned i = CONFIG_PLAIN; i < CONFIG_KEYS && !code; i++)
    if (c->value[i]) code = config_limit_read(i - CONFIG_PLAIN, c->value[i], limits, error);
  return code;
}

void config_print(const junqi_server_options *o) {
  printf("host = %s\nport = %d\ndata = %s\n", o->host, o->port, o->directory);
  printf("%strusted_proxy = %s\n", o->trusted_proxies ? "" : "# ",
         o->trusted_proxies ? o->trusted_proxies : "127.0.0.1, ::1");
  printf("tls = %s\n# metrics_token = %s\n", o->secure ? "yes" : "no",
         o->metrics_token ? "..." : "");
  printf("log = %s\nthreads = %u\n", levels[o->log_level], o->thinking_threads);
  for (unsigned i = 0; i < JUNQI_LIMITS + JUNQI_RATES; i++) {
    char key[CONFIG_KEY_SIZE], value[CONFIG_VALUE_SIZE];
    config_limit_key(i, key);
    config_limit_write(o->limits, i, value);
    printf("%s = %s\n", key, value);
  }
}
