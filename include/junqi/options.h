/* The options of RULES.md R-11 as one table, from which parser, help text, page and documents come,
 * and the value of every option of one game. */
#ifndef JUNQI_OPTIONS_H
#define JUNQI_OPTIONS_H

#include "junqi/error.h"

typedef enum junqi_mine_hit {
  JUNQI_MINE_STAYS,
  JUNQI_MINE_BOTH,
  JUNQI_MINE_BOUNCE,
  JUNQI_MINE_FORBIDDEN
} junqi_mine_hit;
typedef enum junqi_stuck {
  JUNQI_STUCK_LOSE,
  JUNQI_STUCK_MUTUAL,
  JUNQI_STUCK_SKIP,
  JUNQI_STUCK_AT_ONCE
} junqi_stuck;
typedef enum junqi_flip_colour {
  JUNQI_COLOUR_ENGINEER,
  JUNQI_COLOUR_FIRST,
  JUNQI_COLOUR_PAIR
} junqi_flip_colour;
typedef enum junqi_flip_flag {
  JUNQI_FLAG_SMALLEST,
  JUNQI_FLAG_MINES,
  JUNQI_FLAG_ANY,
  JUNQI_FLAG_CARRY
} junqi_flip_flag;

/* In the canonical order of R-11. */
typedef enum junqi_option {
  JUNQI_OPT_BOMB_FRONT,
  JUNQI_OPT_HQ_LOCK,
  JUNQI_OPT_MINE_HIT,
  JUNQI_OPT_ENGINEER_SCOUT,
  JUNQI_OPT_MARSHAL_REVEALS_FLAG,
  JUNQI_OPT_PARTNER,
  JUNQI_OPT_OPEN,
  JUNQI_OPT_STUCK,
  JUNQI_OPT_QUIET_LIMIT,
  JUNQI_OPT_QUIET_LOSES,
  JUNQI_OPT_RESIGN,
  JUNQI_OPT_RESIGN_PLY,
  JUNQI_OPT_RESIGN_SECONDS,
  JUNQI_OPT_FLIP_COLOUR,
  JUNQI_OPT_FLIP_FLAG,
  JUNQI_OPT_TURN,
  JUNQI_OPT_MOVE_SECONDS,
  JUNQI_OPT_SETUP_SECONDS,
  JUNQI_OPT_TIMEOUT_LIMIT,
  JUNQI_OPT_ESCAPE_SECONDS,
  JUNQI_OPT_SCORE_GATE,
  JUNQI_OPT_X,
  JUNQI_OPT_Y,
  JUNQI_OPT_Z,
  JUNQI_OPTIONS
} junqi_option;

/* The rules of one game: variant and the value of every option (words as their place in R-11's list
 * of values given in junqi_option_info.words; yes/no as 1/0). Options a variant lacks hold 0. */
typedef struct junqi_rules {
  uint8_t variant; /* junqi_variant */
  uint16_t value[JUNQI_OPTIONS];
} junqi_rules;

typedef struct junqi_option_info {
  const char *name;
  const char *words;                /* "stays both bounce forbidden"; null for a number */
  uint16_t least, most;             /* range of a number */
  int32_t fallback[JUNQI_VARIANTS]; /* default per variant; -1: the variant has no such option */
  const char *english, *chinese;    /* what it means, in plain words */
} junqi_option_info;

/* Constant; never null for an option of the enum. */
const junqi_option_info *junqi_option_about(junqi_option option);

/* The option named by `length` bytes, or JUNQI_OPTIONS. */
junqi_option junqi_option_named(const char *name, size_t length);

/* The default rules of a variant. */
junqi_rules junqi_rules_default(junqi_variant variant);

/* Sets an option from its text value. Nothing changes on an error: OPTION_UNKNOWN, OPTION_VARIANT,
 * OPTION_VALUE, with the allowed values. */
junqi_code junqi_rules_set(junqi_rules *rules, const char *name, size_t name_length,
                           const char *value, size_t value_length, junqi_error *error);

/* The options of a preset on top of `rules`: qq (four, flip), ccgc (dark), ally (three). */
junqi_code junqi_rules_preset(junqi_rules *rules, const char *name, size_t length,
                              junqi_error *error);

/* The presets of a variant by index from 0; null after the last. */
const char *junqi_preset_name(junqi_variant variant, unsigned index);

/* Text of an option's value in these rules; at most `size` bytes with the final zero. */
size_t junqi_option_text(const junqi_rules *rules, junqi_option option, char *text, size_t size);

static inline unsigned junqi_opt(const junqi_rules *rules, junqi_option option) {
  return rules->value[option];
}

/* True when the two seats are on one side. */
static inline bool junqi_friends(const junqi_rules *rules, unsigned a, unsigned b) {
  return a == b || (rules->variant == JUNQI_FOUR && ((a ^ b) & 1) == 0);
}

#endif
