/* The settings of a table as one list, from which parser, texts and the page's words come. */
#include "junqi/settings.h"

#include <stdio.h>
#include <string.h>

static const junqi_setting_info list[JUNQI_SETTINGS] = {
    {"friendly", "no yes", 0, 1, 0, "a friendly game: it does not score", "友谊局，不计分"},
    {"private", "no yes", 0, 1, 0, "only people with the link or code can come in",
     "私人桌，凭链接或口令进入"},
    {"watch", "no yes", 0, 1, 1, "spectators may watch", "允许旁观"},
    {"substitutes", NULL, 0, 5, 0,
     "a player who is away or wishes so hands the seat to a computer player of this level (0: "
     "never); for friendly games",
     "托管：离开或愿意的玩家由该级别的电脑代走（0 为不允许），限友谊局"},
    {"anticheat", "no yes", 0, 1, 0,
     "an anti-cheat room: seats drawn by lot, names hidden until the end, no chat during play",
     "防作弊房间：随机座位，终局前不显示名字，对局中不能聊天"},
    {"countdown", NULL, 0, 60, 3, "seconds from the last player's readiness to the start",
     "全部准备好后几秒开局"},
    {"rematch", "no kept rotated", 0, 2, 1,
     "after the end: no rematch, one in which the same player moves first, or the next player does",
     "终局后：不再来一局、再来一局先手不变，或由下一家先走"}};

const junqi_setting_info *junqi_setting_about(junqi_setting setting) {
  return &list[setting];
}

junqi_settings junqi_settings_default(void) {
  junqi_settings settings;
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++)
    settings.value[i] = list[i].fallback;
  return settings;
}

/* The n-th word of a list and its length; null after the last. */
static const char *word_at(const char *words, unsigned n, size_t *length) {
  for (;; n--) {
    *length = strcspn(words, " ");
    if (n == 0) return words;
    if (!words[*length]) return NULL;
    words += *length + 1;
  }
}

static bool read_word(const char *words, const char *text, size_t length, unsigned *value) {
  size_t size;
  const char *word;
  for (*value = 0; (word = word_at(words, *value, &size)); ++*value)
    if (size == length && memcmp(word, text, length) == 0) return true;
  return false;
}

static bool read_number(const char *text, size_t length, unsigned *value) {
  *value = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    *value = *value * 10 + (unsigned)(text[i] - '0');
  }
  return length > 0 && length <= 3;
}

static junqi_code fail_value(junqi_error *error, unsigned setting, const char *text,
                             size_t length) {
  const junqi_setting_info *info = &list[setting];
  junqi_fail(error, JUNQI_E_TABLE_SETTING_VALUE);
  if (!error) return JUNQI_E_TABLE_SETTING_VALUE;
  snprintf(error->where, sizeof error->where, "%s", info->name);
  junqi_error_put(error->found, sizeof error->found, text, length);
  if (info->words)
    snprintf(error->wanted, sizeof error->wanted, "%s", info->words);
  else
    snprintf(error->wanted, sizeof error->wanted, "%u..%u", info->least, info->most);
  return JUNQI_E_TABLE_SETTING_VALUE;
}

static junqi_code fail_unknown(junqi_error *error, const char *name, size_t length) {
  junqi_fail(error, JUNQI_E_TABLE_SETTING_UNKNOWN);
  if (!error) return JUNQI_E_TABLE_SETTING_UNKNOWN;
  junqi_error_put(error->where, sizeof error->where, name, length);
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++) {
    size_t used = strlen(error->wanted);
    snprintf(error->wanted + used, sizeof error->wanted - used, "%s%s", i ? ", " : "",
             list[i].name);
  }
  return JUNQI_E_TABLE_SETTING_UNKNOWN;
}

junqi_code junqi_settings_set(junqi_settings *settings, const char *name, size_t name_length,
                              const char *value, size_t value_length, junqi_error *error) {
  unsigned i = 0, number;
  while (i < JUNQI_SETTINGS &&
         (strlen(list[i].name) != name_length || memcmp(list[i].name, name, name_length) != 0))
    i++;
  if (i == JUNQI_SETTINGS) return fail_unknown(error, name, name_length);
  bool fine = list[i].words ? read_word(list[i].words, value, value_length, &number)
                            : read_number(value, value_length, &number);
  if (!fine || number < list[i].least || number > list[i].most)
    return fail_value(error, i, value, value_length);
  settings->value[i] = (uint8_t)number;
  return junqi_fail(error, JUNQI_E_OK);
}

static junqi_code fail_clash(junqi_error *error, junqi_setting setting, const char *wanted) {
  junqi_fail(error, JUNQI_E_TABLE_SETTING_CLASH);
  if (!error) return JUNQI_E_TABLE_SETTING_CLASH;
  snprintf(error->where, sizeof error->where, "%s", list[setting].name);
  snprintf(error->wanted, sizeof error->wanted, "%s", wanted);
  return JUNQI_E_TABLE_SETTING_CLASH;
}

junqi_code junqi_settings_check(const junqi_settings *s, junqi_error *error) {
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++) {
    char number[4];
    int length = snprintf(number, sizeof number, "%u", s->value[i]);
    if (s->value[i] < list[i].least || s->value[i] > list[i].most)
      return fail_value(error, i, number, (size_t)length);
  }
  if (s->value[JUNQI_SET_ANTICHEAT] &&
      (s->value[JUNQI_SET_PRIVATE] || s->value[JUNQI_SET_SUBSTITUTES] ||
       s->value[JUNQI_SET_REMATCH]))
    return fail_clash(error, JUNQI_SET_ANTICHEAT, "private=no substitutes=0 rematch=no");
  if (s->value[JUNQI_SET_SUBSTITUTES] && !s->value[JUNQI_SET_FRIENDLY])
    return fail_clash(error, JUNQI_SET_SUBSTITUTES, "friendly=yes");
  return junqi_fail(error, JUNQI_E_OK);
}

size_t junqi_setting_text(const junqi_settings *settings, junqi_setting setting, char *text,
                          size_t size) {
  size_t length = 0;
  unsigned value = settings->value[setting];
  const char *word = list[setting].words ? word_at(list[setting].words, value, &length) : NULL;
  int written =
      word ? snprintf(text, size, "%.*s", (int)length, word) : snprintf(text, size, "%u", value);
  return (size_t)written < size ? (size_t)written : size ? size - 1 : 0;
}
