/* Random games for the tests of the notation room. */
#include "support.h"

static void set_random_option(junqi_rules *rules, junqi_random *random, junqi_option option) {
  const junqi_option_info *info = junqi_option_about(option);
  char value[16];
  if (!info->words) {
    uint32_t range = info->most - info->least + 1u;
    snprintf(value, sizeof value, "%u", info->least + junqi_random_below(random, range));
    junqi_rules_set(rules, info->name, strlen(info->name), value, strlen(value), NULL);
    return;
  }
  const char *word = info->words;
  for (unsigned skip = junqi_random_below(random, 4); skip && strchr(word, ' '); skip--)
    word = strchr(word, ' ') + 1;
  junqi_rules_set(rules, info->name, strlen(info->name), word, strcspn(word, " "), NULL);
}

junqi_rules support_rules(junqi_random *random, junqi_variant variant) {
  junqi_rules rules = junqi_rules_default(variant);
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++)
    if (junqi_random_below(random, 3) == 0) set_random_option(&rules, random, (junqi_option)i);
  return rules;
}

void support_start(junqi_game *game, const junqi_rules *rules, junqi_random *random,
                   junqi_events *events) {
  junqi_layout layouts[JUNQI_MAX_SEATS], empty;
  junqi_piece deal[60];
  junqi_seat first =
      (junqi_seat)junqi_random_below(random, junqi_seats((junqi_variant)rules->variant));
  memset(&empty, 0, sizeof empty);
  for (unsigned i = 0; i < JUNQI_MAX_SEATS; i++)
    layouts[i] = junqi_layout_complete(rules, &empty, random);
  junqi_random_deal(random, deal);
  junqi_code code = rules->variant == JUNQI_FLIP
                        ? junqi_game_deal(game, rules, deal, first, events, NULL)
                        : junqi_game_start(game, rules, layouts, first, events, NULL);
  assert_int_equal(code, JUNQI_E_OK);
}

bool support_ply(junqi_game *game, junqi_random *random, junqi_events *events) {
  static junqi_move list[JUNQI_MAX_MOVES];
  unsigned count = junqi_moves(&game->position, list);
  if (count == 0) return false;
  junqi_move move = list[junqi_random_below(random, count)];
  for (unsigned i = 0; i < 4 && !game->position.at[move.to]; i++)
    move = list[junqi_random_below(random, count)];
  assert_int_equal(junqi_game_play(game, game->position.turn, move, events, NULL), JUNQI_E_OK);
  return true;
}

/* Two words in a row are English, but for the lines of a record. */
static bool is_sentence(const char *text) {
  unsigned letters = 0, words = 0;
  if (strncmp(text, "end ", 4) == 0 || strncmp(text, "out ", 4) == 0) return false;
  for (; *text; text++) {
    letters = *text >= 'a' && *text <= 'z' ? letters + 1 : 0;
    if (letters == 2) words++;
    if (*text != ' ' && letters == 0) words = 0;
    if (words == 2) return true;
  }
  return false;
}

void support_fault(const junqi_error *error, junqi_code code, int offset, const char *part) {
  char english[512], chinese[512];
  junqi_error_text(error, JUNQI_ENGLISH, english, sizeof english);
  junqi_error_text(error, JUNQI_CHINESE, chinese, sizeof chinese);
  if (error->code != code || error->offset != offset || !strstr(english, part))
    fail_msg("expected %s at %d with \"%s\", got %s at %d: %s", junqi_code_name(code), offset, part,
             junqi_code_name(error->code), (int)error->offset, english);
  assert_true(chinese[0] != '\0');
  if (is_sentence(error->wanted) && strstr(chinese, error->wanted))
    fail_msg("phrases.def has no Chinese for \"%s\"", error->wanted);
}

char *support_shared(const char *name, size_t *length) {
  char path[512];
  snprintf(path, sizeof path, "%s/../shared/%s", JUNQI_SOURCE_DIR, name);
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *bytes = malloc(1 << 20);
  assert_non_null(bytes);
  *length = fread(bytes, 1, (1 << 20) - 1, file);
  bytes[*length] = '\0';
  fclose(file);
  return bytes;
}
