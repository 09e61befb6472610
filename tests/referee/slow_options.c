/*
 * The options of R-11 and the presets of for the second referee, as texts: a value is kept
 * the way it is written. What an option means is asked where its clause is written down.
 */
#include "slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of the table of R-11. `values` names the words, or is 0 and low … high is the range; a
 * default of 0 is an empty column. */
typedef struct option_row {
  const char *key;
  const char *values;
  int low;
  int high;
  const char *normal[4]; /* dark, flip, four, three */
} option_row;

static const option_row table[SLOW_OPTIONS] = {
    {"bomb_front", "no,yes", 0, 0, {"no", 0, "no", "yes"}},
    {"hq_lock", "yes,no", 0, 0, {"yes", "no", "yes", "yes"}},
    {"mine_hit", "stays,both,bounce,forbidden", 0, 0, {"stays", "stays", "stays", "stays"}},
    {"engineer_scout", "no,yes", 0, 0, {"no", 0, "no", "no"}},
    {"marshal_reveals_flag", "yes,no", 0, 0, {"yes", 0, "yes", "no"}},
    {"partner", "hidden,shown", 0, 0, {0, 0, "hidden", 0}},
    {"open", "no,yes", 0, 0, {"no", 0, "no", "no"}},
    {"stuck", "lose,mutual,skip,at_once", 0, 0, {"lose", "lose", "skip", "skip"}},
    {"quiet_limit", 0, 0, 9999, {"70", "70", "70", "70"}},
    {"quiet_loses", "no,yes", 0, 0, {"no", 0, 0, 0}},
    {"resign", "yes,no", 0, 0, {"yes", "yes", "yes", "no"}},
    {"resign_ply", 0, 0, 9999, {"20", "20", "20", "20"}},
    {"resign_seconds", 0, 0, 9999, {"90", "90", "90", "90"}},
    {"flip_colour", "engineer,first,pair", 0, 0, {0, "engineer", 0, 0}},
    {"flip_flag", "smallest,mines,any,carry", 0, 0, {0, "smallest", 0, 0}},
    {"turn",
     "clockwise,counterclockwise",
     0,
     0,
     {"clockwise", "clockwise", "clockwise", "clockwise"}},
    {"move_seconds", 0, 1, 3600, {"30", "30", "30", "30"}},
    {"setup_seconds", 0, 10, 3600, {"180", 0, "180", "180"}},
    {"timeout_limit", 0, 1, 99, {"5", "5", "5", "5"}},
    {"escape_seconds", 0, 0, 3600, {"120", "120", "120", "120"}},
    {"score_gate", 0, 0, 9999, {"50", "50", "50", "50"}},
    {"X", 0, 0, 99, {0, 0, 0, "2"}},
    {"Y", 0, 0, 99, {0, 0, 0, "2"}},
    {"Z", 0, 0, 99, {0, 0, 0, "6"}},
};

/* variant, preset, and its options. */
typedef struct preset_row {
  const char *variant;
  const char *name;
  const char *key;
  const char *value;
} preset_row;

static const preset_row presets[] = {
    {"four", "qq", "stuck", "at_once"},
    {"four", "qq", "quiet_limit", "71"},
    {"four", "qq", "turn", "counterclockwise"},
    {"dark", "ccgc", "stuck", "mutual"},
    {"dark", "ccgc", "quiet_limit", "31"},
    {"dark", "ccgc", "quiet_loses", "yes"},
    {"dark", "ccgc", "resign_ply", "0"},
    {"dark", "ccgc", "resign_seconds", "0"},
    {"three", "ally", "Y", "4"},
    {"flip", "qq", "mine_hit", "forbidden"},
    {"flip", "qq", "flip_colour", "pair"},
    {"flip", "qq", "flip_flag", "mines"},
    {"flip", "qq", "timeout_limit", "3"},
};

bool slow_fail(slow_error *error, const char *what, const char *detail) {
  snprintf(error->text, sizeof error->text, "%s: %s", what, detail);
  return false;
}

static int variant_column(const char *variant) {
  const char *names[4] = {"dark", "flip", "four", "three"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(variant, names[i])) return i;
  return -1;
}

/* A game of this variant with R-11's values, an empty board and nobody out. */
bool slow_new(slow_game *game, const char *variant, slow_error *error) {
  int column = variant_column(variant);
  if (column < 0) return slow_fail(error, variant, "no variant; dark, flip, four or three");
  memset(game, 0, sizeof *game);
  snprintf(game->variant, sizeof game->variant, "%s", variant);
  game->seats = column == 2 ? 4 : column == 3 ? 3 : 2;
  game->points = slow_board_of(game->seats).points;
  game->turn = 'a';
  game->carry[0] = game->carry[1] = -1;
  for (int i = 0; i < SLOW_OPTIONS; i++)
    if (table[i].normal[column])
      snprintf(game->option[i], sizeof game->option[i], "%s", table[i].normal[column]);
  return true;
}

static int option_index(const char *key) {
  for (int i = 0; i < SLOW_OPTIONS; i++)
    if (!strcmp(key, table[i].key)) return i;
  return -1;
}

/* Is the word one of a list separated by commas? */
static bool is_listed(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; length && !strchr(word, ',') && at; at = strchr(at, ',')) {
    at += *at == ',';
    if (!strncmp(at, word, length) && (at[length] == ',' || !at[length])) return true;
  }
  return false;
}

/* A decimal number in the range, without leading zeros. */
static bool is_number(const char *value, int low, int high) {
  size_t length = strlen(value);
  if (length < 1 || length > 4 || strspn(value, "0123456789") != length) return false;
  return (length == 1 || value[0] != '0') && atoi(value) >= low && atoi(value) <= high;
}

static bool is_allowed(const option_row *row, const char *variant, const char *value) {
  if (!row->values) return is_number(value, row->low, row->high);
  if (!strcmp(value, "forbidden") && strcmp(variant, "flip")) return false;
  return is_listed(row->values, value);
}

/* */
bool slow_set(slow_game *game, const char *key, const char *value, slow_error *error) {
  int i = option_index(key);
  if (i < 0 || !table[i].normal[variant_column(game->variant)])
    return slow_fail(error, key, "this variant has no such option");
  if (!is_allowed(&table[i], game->variant, value)) {
    char range[80];
    snprintf(range, sizeof range, "%d to %d", table[i].low, table[i].high);
    return slow_fail(error, key, table[i].values ? table[i].values : range);
  }
  snprintf(game->option[i], sizeof game->option[i], "%s", value);
  return true;
}

/* */
bool slow_preset(slow_game *game, const char *name, slow_error *error) {
  bool found = false;
  for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++)
    if (!strcmp(presets[i].variant, game->variant) && !strcmp(presets[i].name, name)) {
      found = true;
      if (!slow_set(game, presets[i].key, presets[i].value, error)) return false;
    }
  return found || slow_fail(error, name, "this variant has no such preset");
}

/* Does option number `index` have the variant's normal value? Its name goes to `key`. */
bool slow_option_default(const slow_game *game, int index, const char **key) {
  const char *normal = table[index].normal[variant_column(game->variant)];
  *key = table[index].key;
  return !normal || !strcmp(normal, game->option[index]);
}

const char *slow_option(const slow_game *game, const char *key) {
  int i = option_index(key);
  return i < 0 ? "" : game->option[i];
}

bool slow_option_is(const slow_game *game, const char *key, const char *value) {
  return !strcmp(slow_option(game, key), value);
}

int slow_number(const slow_game *game, const char *key) {
  return atoi(slow_option(game, key));
}
