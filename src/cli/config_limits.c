/* Limits and rates as settings: `limit_tables = 10000` is a number, `limit_guests = 100/5s` is so
 * many at once and then one every so long. What they are is known to the server room. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BURST = 1000000, DAY_MS = 86400000 };

/* The units of a time, the largest first. */
static const struct {
  const char *name;
  uint32_t ms;
} units[] = {{"h", 3600000}, {"m", 60000}, {"s", 1000}, {"ms", 1}};

enum { UNITS = sizeof units / sizeof *units };

void config_limit_key(unsigned index, char key[CONFIG_KEY_SIZE]) {
  snprintf(key, CONFIG_KEY_SIZE, "limit_%s",
           index < JUNQI_LIMITS ? junqi_limit_about((junqi_server_limit)index)->name
                                : junqi_rate_name((junqi_server_rate)(index - JUNQI_LIMITS)));
}

/* Digits at the beginning of a text, no more than seven; *rest is what follows. */
static bool read_digits(const char *text, uint32_t *number, const char **rest) {
  size_t length = strspn(text, "0123456789");
  if (length == 0 || length > 7) return false;
  *number = (uint32_t)strtoul(text, NULL, 10);
  *rest = text + length;
  return true;
}

static bool read_time(const char *text, uint32_t *ms) {
  const char *unit;
  uint32_t number;
  if (!read_digits(text, &number, &unit)) return false;
  for (size_t i = 0; i < UNITS; i++)
    if (strcmp(unit, units[i].name) == 0 && number >= 1 && number <= DAY_MS / units[i].ms) {
      *ms = number * units[i].ms;
      return true;
    }
  return false;
}

static bool read_rate(const char *text, junqi_rate *rate) {
  junqi_rate read;
  if (!read_digits(text, &read.burst, &text) || *text != '/') return false;
  if (read.burst < 1 || read.burst > MOST_BURST || !read_time(text + 1, &read.every_ms))
    return false;
  *rate = read;
  return true;
}

static junqi_code read_most(junqi_server_limit limit, const char *key, const char *text,
                            uint32_t *most, junqi_error *error) {
  const junqi_limit_info *about = junqi_limit_about(limit);
  char wanted[32];
  const char *rest;
  uint32_t number;
  if (read_digits(text, &number, &rest) && !*rest && number >= about->least &&
      number <= about->most) {
    *most = number;
    return JUNQI_E_OK;
  }
  snprintf(wanted, sizeof wanted, "%" PRIu32 "-%" PRIu32, about->least, about->most);
  return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, key, text, wanted);
}

junqi_code config_limit_read(unsigned index, const char *text, junqi_server_limits *limits,
                             junqi_error *error) {
  char key[CONFIG_KEY_SIZE];
  config_limit_key(index, key);
  if (index < JUNQI_LIMITS)
    return read_most((junqi_server_limit)index, key, text, &limits->most[index], error);
  if (read_rate(text, &limits->rate[index - JUNQI_LIMITS])) return JUNQI_E_OK;
  return junqi_fail_with(error, JUNQI_E_CONFIG_VALUE, key, text, "100/5s, 200/20ms, 3/8h");
}

void config_limit_write(const junqi_server_limits *limits, unsigned index,
                        char text[CONFIG_VALUE_SIZE]) {
  size_t unit = 0;
  if (index < JUNQI_LIMITS) {
    snprintf(text, CONFIG_VALUE_SIZE, "%" PRIu32, limits->most[index]);
    return;
  }
  const junqi_rate *rate = &limits->rate[index - JUNQI_LIMITS];
  while (rate->every_ms % units[unit].ms != 0)
    unit++;
  snprintf(text, CONFIG_VALUE_SIZE, "%" PRIu32 "/%" PRIu32 "%s", rate->burst,
           rate->every_ms / units[unit].ms, units[unit].name);
}
