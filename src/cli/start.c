/* Positions on the command line: a position text, or a starting position from layouts or a deal. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

static int fault(const junqi_error *error) {
  cli_complain(error);
  return CLI_FAILED;
}

/* `random:SEED`: true when the word is one; then *random is set up, or *status says why not. */
static bool is_random(const char *word, junqi_random *random, int *status) {
  uint64_t seed;
  if (strncmp(word, "random:", 7) != 0) return false;
  *status = cli_number("random:", word + 7, 0, UINT64_MAX, &seed) ? CLI_OK : CLI_USAGE;
  if (*status == CLI_OK) random->state = seed;
  return true;
}

static int read_layout(const char *word, const junqi_rules *rules, junqi_seat seat,
                       junqi_layout *layout) {
  junqi_random random;
  junqi_error error;
  int status;
  if (is_random(word, &random, &status)) {
    memset(layout, 0, sizeof *layout);
    if (status == CLI_OK) *layout = junqi_layout_complete(rules, layout, &random);
    return status;
  }
  if (junqi_layout_read(word, strlen(word), JUNQI_COMPLETE_LAYOUT, rules, seat, layout, &error) !=
      JUNQI_E_OK)
    return fault(&error);
  return CLI_OK;
}

static int start_layouts(char **words, cli_start *start) {
  junqi_layout layouts[JUNQI_MAX_SEATS];
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)start->rules.variant); seat++) {
    int status = read_layout(words[seat], &start->rules, (junqi_seat)seat, &layouts[seat]);
    if (status != CLI_OK) return status;
  }
  junqi_position_start(&start->position, &start->rules, layouts, 0, NULL);
  return CLI_OK;
}

/* A deal is the board of a position text (F-4) with everything face down. */
static int start_deal(const char *word, cli_start *start) {
  char text[JUNQI_POSITION_TEXT];
  static junqi_events events;
  junqi_piece deal[60];
  junqi_random random;
  junqi_rules rules;
  junqi_position board;
  junqi_game game;
  junqi_error error;
  int status;
  if (is_random(word, &random, &status)) {
    if (status != CLI_OK) return status;
    junqi_random_deal(&random, deal);
  } else {
    snprintf(text, sizeof text, "flip %s a 0 0", word);
    if (junqi_position_read(text, strlen(text), &rules, &board, &error) != JUNQI_E_OK)
      return fault(&error);
    memcpy(deal, board.at, sizeof deal);
  }
  if (junqi_game_deal(&game, &start->rules, deal, 0, &events, &error) != JUNQI_E_OK)
    return fault(&error);
  start->position = game.position;
  return CLI_OK;
}

/* Behind `startpos`. */
static int read_start(const char *command, int *argc, char ***argv, cli_start *start) {
  cli_words options = {0};
  if (*argc < 1) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, command, "", "startpos VARIANT");
  const char *variant = *(*argv)++;
  --*argc;
  while (*argc > 0 && strchr(**argv, '=') && options.count < CLI_MAX_WORDS) {
    options.at[options.count++] = *(*argv)++;
    --*argc;
  }
  int status = cli_rules(variant, NULL, &options, &start->rules);
  if (status != CLI_OK) return status;
  bool flip = start->rules.variant == JUNQI_FLIP;
  int wanted = flip ? 1 : (int)junqi_seats((junqi_variant)start->rules.variant);
  char what[32];
  snprintf(what, sizeof what, "%d %s", wanted, flip ? "DEAL" : "LAYOUT");
  if (*argc < wanted) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, command, "", what);
  status = flip ? start_deal(**argv, start) : start_layouts(*argv, start);
  *argv += wanted;
  *argc -= wanted;
  return status;
}

int cli_position(const char *command, int *argc, char ***argv, cli_start *start) {
  junqi_error error;
  if (*argc < 1) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, command, "", "POSITION");
  const char *word = *(*argv)++;
  --*argc;
  if (strcmp(word, "startpos") == 0) return read_start(command, argc, argv, start);
  if (junqi_position_read(word, strlen(word), &start->rules, &start->position, &error) !=
      JUNQI_E_OK)
    return fault(&error);
  return CLI_OK;
}
