/* The words of a command line: options, numbers, seats, rules. What they mean is for the
 * subcommands. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const cli_option *find(const cli_option options[], size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(options[i].name, name) == 0) return &options[i];
  return NULL;
}

int cli_take_options(int *argc, char **argv, const cli_option options[], size_t count) {
  int kept = 1;
  bool end = false;
  for (int i = 1; i < *argc; i++) {
    if (end || strncmp(argv[i], "--", 2) != 0) {
      argv[kept++] = argv[i];
      continue;
    }
    end = strcmp(argv[i], "--") == 0;
    if (end) continue;
    const cli_option *option = find(options, count, argv[i]);
    if (!option) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, argv[0], argv[i]);
    if (option->flag) {
      *option->flag = true;
      continue;
    }
    if (++i == *argc) return cli_misused(JUNQI_E_VALUE_MISSING, option->name, "");
    if (option->value)
      *option->value = argv[i];
    else if (option->list->count < CLI_MAX_WORDS)
      option->list->at[option->list->count++] = argv[i];
    else
      return cli_wanted(JUNQI_E_ARGUMENT_MANY, option->name, "", "32");
  }
  argv[kept] = NULL;
  *argc = kept;
  return CLI_OK;
}

bool cli_number(const char *name, const char *text, uint64_t least, uint64_t most,
                uint64_t *number) {
  uint64_t value;
  if (junqi_number_from_digits(text, strlen(text), most, &value) && value >= least) {
    *number = value;
    return true;
  }
  char wanted[64];
  snprintf(wanted, sizeof wanted, "%llu..%llu", (unsigned long long)least,
           (unsigned long long)most);
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, name, text, wanted);
  return false;
}

/* A match starts several in a second. */
bool cli_seed(const char *text, uint64_t *seed) {
  if (text) return cli_number("--seed", text, 0, UINT64_MAX, seed);
  *seed = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
  return true;
}

bool cli_seat(const char *name, const char *text, junqi_variant variant, bool spectator,
              junqi_seat *seat) {
  unsigned letter = (unsigned)(text[0] - 'a');
  if (spectator && strcmp(text, "spectator") == 0) {
    *seat = JUNQI_SPECTATOR;
    return true;
  }
  if (letter < junqi_seats(variant) && text[1] == '\0') {
    *seat = (junqi_seat)letter;
    return true;
  }
  char wanted[32];
  snprintf(wanted, sizeof wanted, "a..%c%s", 'a' + junqi_seats(variant) - 1,
           spectator ? ", spectator" : "");
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, name, text, wanted);
  return false;
}

static int set_option(junqi_rules *rules, const char *word) {
  junqi_error error;
  size_t name = strcspn(word, "=");
  if (word[name] != '=') return cli_wanted(JUNQI_E_ARGUMENT_VALUE, "--option", word, "key=value");
  if (junqi_rules_set(rules, word, name, word + name + 1, strlen(word) - name - 1, &error) ==
      JUNQI_E_OK)
    return CLI_OK;
  cli_complain(&error);
  return CLI_USAGE;
}

int cli_rules(const char *variant, const char *preset, const cli_words *options,
              junqi_rules *rules) {
  junqi_variant which;
  junqi_error error;
  if (!junqi_variant_from_name(variant, strlen(variant), &which))
    return cli_misused(JUNQI_E_VARIANT_UNKNOWN, "", variant);
  *rules = junqi_rules_default(which);
  if (preset && junqi_rules_preset(rules, preset, strlen(preset), &error) != JUNQI_E_OK) {
    cli_complain(&error);
    return CLI_USAGE;
  }
  for (size_t i = 0; options && i < options->count; i++) {
    int status = set_option(rules, options->at[i]);
    if (status != CLI_OK) return status;
  }
  return CLI_OK;
}
