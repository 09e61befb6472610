/* The settings of a table: what its people agree on beside the rules of the game, which are
 * the same at every table. They are in no record and change no ply. */
#ifndef JUNQI_SETTINGS_H
#define JUNQI_SETTINGS_H

#include "junqi/error.h"

/* In the order of every text. */
typedef enum junqi_setting {
  JUNQI_SET_FRIENDLY,    /* does not score */
  JUNQI_SET_PRIVATE,     /* only who has its link or code comes in; for the caller to keep */
  JUNQI_SET_WATCH,       /* spectators may come; for the caller to keep */
  JUNQI_SET_SUBSTITUTES, /* 托管: level of the computer player that takes a seat over; 0: none */
  JUNQI_SET_ANTICHEAT,   /* a table of an anti-cheat room */
  JUNQI_SET_COUNTDOWN,   /* seconds between the last readiness and the start */
  JUNQI_SET_REMATCH,     /* junqi_rematch */
  JUNQI_SETTINGS
} junqi_setting;

typedef enum junqi_rematch {
  JUNQI_REMATCH_NO,
  JUNQI_REMATCH_KEPT,   /* the same seats, the same owner: who moves first does so again */
  JUNQI_REMATCH_ROTATED /* the same seats; the table passes to the next person, who moves first */
} junqi_rematch;

/* Words as their place in junqi_setting_info.words, yes as 1, no as 0. */
typedef struct junqi_settings {
  uint8_t value[JUNQI_SETTINGS];
} junqi_settings;

typedef struct junqi_setting_info {
  const char *name;
  const char *words;             /* "no kept rotated"; null for a number */
  uint8_t least, most;           /* range, of words too */
  uint8_t fallback;              /* default of a new table */
  const char *english, *chinese; /* what it means, in plain words */
} junqi_setting_info;

/* Constant; never null for a setting of the enum. */
const junqi_setting_info *junqi_setting_about(junqi_setting setting);

/* The default of a new table. */
junqi_settings junqi_settings_default(void);

/* Sets one from its text. Nothing changes on an error: TABLE_SETTING_UNKNOWN, TABLE_SETTING_VALUE,
 * with what is allowed. */
junqi_code junqi_settings_set(junqi_settings *settings, const char *name, size_t name_length,
                              const char *value, size_t value_length, junqi_error *error);

/* Do they go together? TABLE_SETTING_VALUE for a value out of range. TABLE_SETTING_CLASH:
 * `substitutes` asks for `friendly` (else a loser could void a game by handing over), `anticheat`
 * for neither `private`, `substitutes` nor `rematch` (its people are drawn by lot). */
junqi_code junqi_settings_check(const junqi_settings *settings, junqi_error *error);

/* Text of a value; at most `size` bytes with the final zero. Returns the length. */
size_t junqi_setting_text(const junqi_settings *settings, junqi_setting setting, char *text,
                          size_t size);

static inline unsigned junqi_set(const junqi_settings *settings, junqi_setting setting) {
  return settings->value[setting];
}

#endif
