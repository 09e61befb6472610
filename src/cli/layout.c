/* `junqi layout check|convert|random|list`: layouts as texts and files (FORMATS.md F-1, F-2). */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Options that several of the words take. */
typedef struct layout_options {
  const char *variant, *seed, *count, *keep;
  cli_words rules;
  bool json;
} layout_options;

static int take(int *argc, char **argv, layout_options *o, junqi_rules *rules) {
  const cli_option options[] = {
      {.name = "--variant", .value = &o->variant}, {.name = "--option", .list = &o->rules},
      {.name = "--seed", .value = &o->seed},       {.name = "--count", .value = &o->count},
      {.name = "--keep", .value = &o->keep},       {.name = "--json", .flag = &o->json}};
  int status = cli_take_options(argc, argv, options, sizeof options / sizeof *options);
  return status == CLI_OK ? cli_rules(o->variant, NULL, &o->rules, rules) : status;
}

/* The word is a layout text, or else a file that holds one or is a .jql. */
static junqi_code check_word(const char *word, const junqi_rules *rules, junqi_layout *layout,
                             junqi_error *error) {
  size_t length;
  junqi_jql jql;
  junqi_error no_file;
  char *bytes = cli_read_file(word, &length, &no_file);
  if (!bytes)
    return junqi_layout_read(word, strlen(word), JUNQI_COMPLETE_LAYOUT, rules, 0, layout, error);
  junqi_code code;
  if (cli_kind_of(word, bytes, length) == CLI_JQL) {
    code = junqi_jql_read((const uint8_t *)bytes, length, &jql, error);
    if (code == JUNQI_E_OK) cli_warn_jql(word, &jql);
    *layout = jql.layout;
  } else {
    code = cli_read_layout(bytes, length, rules, layout, error);
  }
  free(bytes);
  return code;
}

static int check(int argc, char **argv, const junqi_rules *rules, const layout_options *o) {
  char text[JUNQI_LAYOUT_TEXT];
  junqi_layout layout;
  junqi_error error;
  int status = CLI_OK;
  (void)o;
  if (argc < 2) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "layout", "", "LAYOUT|FILE");
  for (int i = 1; i < argc; i++) {
    if (check_word(argv[i], rules, &layout, &error) != JUNQI_E_OK) {
      status = cli_complain_of(argv[i], &error);
      continue;
    }
    junqi_layout_write(&layout, text, sizeof text);
    printf("ok %s\n", text);
  }
  return status;
}

static int print_random(int argc, char **argv, const junqi_rules *rules, const layout_options *o) {
  char text[JUNQI_LAYOUT_TEXT];
  junqi_layout keep = {{0}};
  junqi_random random;
  junqi_error error;
  uint64_t count;
  if (argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "layout", argv[1]);
  if (!cli_seed(o->seed, &random.state)) return CLI_USAGE;
  if (!cli_number("--count", o->count, 1, 1000000, &count)) return CLI_USAGE;
  if (o->keep && junqi_layout_read(o->keep, strlen(o->keep), JUNQI_PARTIAL_LAYOUT, rules, 0, &keep,
                                   &error) != JUNQI_E_OK)
    return cli_complain_of("--keep", &error);
  while (count--) {
    junqi_layout layout = junqi_layout_complete(rules, &keep, &random);
    junqi_layout_write(&layout, text, sizeof text);
    puts(text);
  }
  return CLI_OK;
}

static int list(int argc, char **argv, const junqi_rules *rules, const layout_options *o) {
  char text[JUNQI_LAYOUT_TEXT];
  (void)rules;
  if (argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "layout", argv[1]);
  if (o->json) printf("[\n");
  for (unsigned i = 0; i < junqi_ready_count(); i++) {
    const junqi_ready_layout *ready = junqi_ready(i);
    junqi_layout_write(&ready->layout, text, sizeof text);
    if (o->json)
      printf("%s  {\"english\": \"%s\", \"chinese\": \"%s\", \"layout\": \"%s\"}", i ? ",\n" : "",
             ready->english, ready->chinese, text);
    else
      printf("%s %s %s\n", text, ready->chinese, ready->english);
  }
  if (o->json) printf("\n]\n");
  return CLI_OK;
}

int cli_layout(int argc, char **argv) {
  layout_options o = {.variant = "dark", .count = "1"};
  junqi_rules rules;
  static char name[] = "layout"; /* what the words say in a complaint */
  if (argc < 2)
    return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "layout", "", "check|convert|random|list");
  const char *word = argv[1];
  argc--, argv++;
  argv[0] = name;
  if (strcmp(word, "convert") == 0) return cli_convert(argc, argv);
  bool checks = strcmp(word, "check") == 0, draws = strcmp(word, "random") == 0;
  if (!checks && !draws && strcmp(word, "list") != 0)
    return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "layout", word);
  int status = take(&argc, argv, &o, &rules);
  if (status != CLI_OK) return status;
  return (checks ? check : draws ? print_random : list)(argc, argv, &rules, &o);
}
