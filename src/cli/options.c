/* `junqi options [VARIANT]`: the options of a game, their values and defaults, from the one table
 * of the rules (RULES.md R-11). docs/rules.md holds what --markdown prints. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

typedef enum form { AS_TEXT, AS_JSON, AS_MARKDOWN } form;

static bool has_option(junqi_option option, unsigned variant) {
  return junqi_option_about(option)->fallback[variant] >= 0;
}

/* The last variant that takes this value, when another with the option does not. */
static const char *only_in(junqi_option option, const char *word, size_t length) {
  const char *name = NULL;
  bool all = true;
  for (unsigned v = 0; v < JUNQI_VARIANTS; v++) {
    junqi_rules rules = junqi_rules_default((junqi_variant)v);
    const char *option_name = junqi_option_about(option)->name;
    if (!has_option(option, v)) continue;
    if (junqi_rules_set(&rules, option_name, strlen(option_name), word, length, NULL) == JUNQI_E_OK)
      name = junqi_variant_name((junqi_variant)v);
    else
      all = false;
  }
  return all ? NULL : name;
}

/* "stays, both, bounce, forbidden (flip)" or "0..9999". */
static void values_text(junqi_option option, char *text, size_t size) {
  const junqi_option_info *info = junqi_option_about(option);
  int used = 0;
  if (!info->words) {
    snprintf(text, size, "%u..%u", info->least, info->most);
    return;
  }
  for (const char *at = info->words; *at;) {
    size_t length = strcspn(at, " ");
    const char *only = only_in(option, at, length);
    used += snprintf(text + used, size - (size_t)used, "%s%.*s%s%s%s", used ? ", " : "",
                     (int)length, at, only ? " (" : "", only ? only : "", only ? ")" : "");
    at += length + (at[length] == ' ');
  }
}

/* Default of a variant; "" where it has no such option. */
static void default_text(junqi_option option, junqi_variant variant, char *text, size_t size) {
  junqi_rules rules = junqi_rules_default(variant);
  text[0] = '\0';
  if (has_option(option, variant)) junqi_option_text(&rules, option, text, size);
}

static void print_text(junqi_option option, junqi_variant variant, bool every) {
  const junqi_option_info *info = junqi_option_about(option);
  char values[96], value[24];
  values_text(option, values, sizeof values);
  printf("%s", info->name);
  for (unsigned v = 0; v < JUNQI_VARIANTS; v++) {
    if (!every && v != variant) continue;
    default_text(option, (junqi_variant)v, value, sizeof value);
    if (every && *value) printf(" %s=%s", junqi_variant_name((junqi_variant)v), value);
    if (!every) printf("=%s", value);
  }
  printf(" (%s)\n    %s\n", values,
         cli_language() == JUNQI_CHINESE ? info->chinese : info->english);
}

static void print_json(junqi_option option, bool first) {
  const junqi_option_info *info = junqi_option_about(option);
  char values[96], value[24];
  bool more = false;
  values_text(option, values, sizeof values);
  printf("%s  {\"name\": \"%s\", \"values\": \"%s\", \"default\": {", first ? "" : ",\n",
         info->name, values);
  for (unsigned v = 0; v < JUNQI_VARIANTS; v++) {
    default_text(option, (junqi_variant)v, value, sizeof value);
    if (!*value) continue;
    printf("%s\"%s\": \"%s\"", more ? ", " : "", junqi_variant_name((junqi_variant)v), value);
    more = true;
  }
  printf("}, \"english\": ");
  cli_json_text(info->english);
  printf(", \"chinese\": ");
  cli_json_text(info->chinese);
  printf("}");
}

static void print_markdown(junqi_option option) {
  const junqi_option_info *info = junqi_option_about(option);
  char values[96], value[24];
  values_text(option, values, sizeof values);
  printf("| `%s` | %s |", info->name, values);
  for (unsigned v = 0; v < JUNQI_VARIANTS; v++) {
    default_text(option, (junqi_variant)v, value, sizeof value);
    printf(*value ? " %s |" : "%s |", value);
  }
  printf(" %s · %s |\n", info->english, info->chinese);
}

static void print_all(form how, junqi_variant variant, bool every) {
  if (how == AS_MARKDOWN)
    printf("| option | values | dark | flip | four | three | meaning |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n");
  if (how == AS_JSON) printf("[\n");
  bool first = true;
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    junqi_option option = (junqi_option)i;
    if (!every && !has_option(option, variant)) continue;
    if (how == AS_MARKDOWN) print_markdown(option);
    if (how == AS_JSON) print_json(option, first);
    if (how == AS_TEXT) print_text(option, variant, every);
    first = false;
  }
  if (how == AS_JSON) printf("\n]\n");
}

int cli_options(int argc, char **argv) {
  bool json = false, markdown = false;
  junqi_variant variant = JUNQI_DARK;
  const cli_option options[] = {{.name = "--json", .flag = &json},
                                {.name = "--markdown", .flag = &markdown}};
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (argc > 2) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "options", argv[2]);
  if (argc == 2 && !junqi_variant_from_name(argv[1], strlen(argv[1]), &variant))
    return cli_misused(JUNQI_E_VARIANT_UNKNOWN, "", argv[1]);
  print_all(markdown ? AS_MARKDOWN : json ? AS_JSON : AS_TEXT, variant, argc < 2);
  return CLI_OK;
}
