/* The option table of RULES.md R-11 and the presets of: the one place where options are
 * described. */
#include "junqi/options.h"

#include <string.h>

#define NONE (-1)

static const junqi_option_info table[JUNQI_OPTIONS] = {
    {"bomb_front",
     "no yes",
     0,
     0,
     {0, NONE, 0, 1},
     "bombs may be set up in the front row",
     "炸弹可以摆在第一排"},
    {"hq_lock",
     "no yes",
     0,
     0,
     {1, 0, 1, 1},
     "a piece in any headquarters never moves again",
     "进入大本营的棋子不能再动"},
    {"mine_hit",
     "stays both bounce forbidden",
     0,
     0,
     {0, 0, 0, 0},
     "when an ordinary piece hits a mine: it is lost and the mine stays, both are lost, it bounces "
     "back, or the "
     "attack is forbidden",
     "普通棋子碰地雷：棋子消失地雷留下、两者都消失、弹回原位，或不许碰"},
    {"engineer_scout",
     "no yes",
     0,
     0,
     {0, NONE, 0, 0},
     "an engineer that dies attacking shows everyone what it met",
     "工兵侦察：工兵撞死时亮出对方棋子"},
    {"marshal_reveals_flag",
     "no yes",
     0,
     0,
     {1, NONE, 1, 0},
     "when a marshal dies its owner's flag is shown",
     "司令阵亡后亮出军旗"},
    {"partner",
     "hidden shown",
     0,
     0,
     {NONE, NONE, 0, NONE},
     "whether partners see each other's pieces",
     "盟友的棋子是否可见（四暗或双明）"},
    {"open", "no yes", 0, 0, {0, NONE, 0, 0}, "all pieces are shown to all", "全明：所有棋子公开"},
    {"stuck",
     "lose mutual skip at_once",
     0,
     0,
     {0, 0, 2, 2},
     "a seat without a legal move: loses on its turn; the same but a draw if nobody can move; is "
     "passed over; or "
     "loses at once",
     "无棋可走：轮到时判负、双方都不能走算和、跳过，或立即判负"},
    {"quiet_limit",
     NULL,
     0,
     9999,
     {70, 70, 70, 70},
     "moves in a row without a capture that end the game (0: never)",
     "连续多少步无吃子判和（0 为不限）"},
    {"quiet_loses",
     "no yes",
     0,
     0,
     {0, NONE, NONE, NONE},
     "at that limit the seat to move loses instead of a draw",
     "达到步数时该走的一方判负，不算和"},
    {"resign", "no yes", 0, 0, {1, 1, 1, 0}, "whether a seat may resign", "是否允许认输"},
    {"resign_ply",
     NULL,
     0,
     9999,
     {20, 20, 20, 20},
     "moves before a seat may resign",
     "走满多少步才能认输"},
    {"resign_seconds",
     NULL,
     0,
     9999,
     {90, 90, 90, 90},
     "seconds before a seat may resign",
     "开局多少秒后才能认输"},
    {"flip_colour",
     "engineer first pair",
     0,
     0,
     {NONE, 0, NONE, NONE},
     "what decides the colours: the first engineer flipped, the first piece flipped, or two flips "
     "of one colour "
     "in a row",
     "定色：先翻到工兵、翻第一子，或连续两次同色"},
    {"flip_flag",
     "smallest mines any carry",
     0,
     0,
     {NONE, 0, NONE, NONE},
     "taking the flag: by the smallest piece once the mines are gone, by any piece once they are "
     "gone, by any "
     "piece, or by carrying one's own flag home",
     "夺旗：挖完雷后由最小的子、挖完雷后任何子、任何子，或扛旗"},
    {"turn", "clockwise counterclockwise", 0, 0, {0, 0, 0, 0}, "order of turns", "行棋顺序"},
    {"move_seconds", NULL, 1, 3600, {30, 30, 30, 30}, "seconds for one move", "每步时限（秒）"},
    {"setup_seconds",
     NULL,
     10,
     3600,
     {180, NONE, 180, 180},
     "seconds for the set-up",
     "布阵时限（秒）"},
    {"timeout_limit",
     NULL,
     1,
     99,
     {5, 5, 5, 5},
     "forfeited turns that put a seat out",
     "超时多少次判负"},
    {"escape_seconds",
     NULL,
     0,
     3600,
     {120, 120, 120, 120},
     "seconds a player may be disconnected before it counts as an escape",
     "断线多少秒算逃跑"},
    {"score_gate",
     NULL,
     0,
     9999,
     {50, 50, 50, 50},
     "players above this score gain nothing from opponents below it (0: off)",
     "高于此分的玩家赢低于此分的对手不得分（0 为关闭）"},
    {"X", NULL, 0, 99, {NONE, NONE, NONE, 2}, "points for the first seat out", "首家出局的分数"},
    {"Y",
     NULL,
     0,
     99,
     {NONE, NONE, NONE, 2},
     "points lost by the second seat out",
     "第二家出局扣分"},
    {"Z", NULL, 0, 99, {NONE, NONE, NONE, 6}, "points for the last one standing", "最后胜者得分"},
};

typedef struct preset {
  const char *name;
  junqi_variant variant;
  const char *settings; /* "key=value key=value" */
} preset;

static const preset presets[] = {
    {"qq", JUNQI_FOUR, "stuck=at_once quiet_limit=71 turn=counterclockwise"},
    {"ccgc", JUNQI_DARK,
     "stuck=mutual quiet_limit=31 quiet_loses=yes resign_ply=0 resign_seconds=0"},
    {"ally", JUNQI_THREE, "Y=4"},
    {"qq", JUNQI_FLIP, "mine_hit=forbidden flip_colour=pair flip_flag=mines timeout_limit=3"},
};

const junqi_option_info *junqi_option_about(junqi_option option) {
  return &table[option < JUNQI_OPTIONS ? option : 0];
}

junqi_option junqi_option_named(const char *name, size_t length) {
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++)
    if (strlen(table[i].name) == length && memcmp(table[i].name, name, length) == 0)
      return (junqi_option)i;
  return JUNQI_OPTIONS;
}

junqi_rules junqi_rules_default(junqi_variant variant) {
  junqi_rules rules;
  memset(&rules, 0, sizeof rules);
  rules.variant = (uint8_t)variant;
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++)
    rules.value[i] = table[i].fallback[variant] < 0 ? 0 : (uint16_t)table[i].fallback[variant];
  return rules;
}

/* The n-th word of a space-separated list, or null. */
static const char *word_at(const char *words, unsigned n, size_t *length) {
  for (;;) {
    *length = strcspn(words, " ");
    if (n-- == 0) return *length ? words : NULL;
    if (!words[*length]) return NULL;
    words += *length + 1;
  }
}

/* `forbidden` is a value of `flip` alone. */
static bool word_allowed(junqi_option option, unsigned value, unsigned variant) {
  return option != JUNQI_OPT_MINE_HIT || value != JUNQI_MINE_FORBIDDEN || variant == JUNQI_FLIP;
}

static bool parse_word(junqi_option option, unsigned variant, const char *value, size_t length,
                       uint16_t *out) {
  size_t size;
  const char *word;
  for (unsigned n = 0; (word = word_at(table[option].words, n, &size)); n++) {
    if (size != length || memcmp(word, value, length) != 0) continue;
    *out = (uint16_t)n;
    return word_allowed(option, n, variant);
  }
  return false;
}

static bool parse_number(junqi_option option, const char *value, size_t length, uint16_t *out) {
  unsigned number = 0;
  if (length == 0 || length > 4 || (length > 1 && value[0] == '0')) return false;
  for (size_t i = 0; i < length; i++) {
    if (value[i] < '0' || value[i] > '9') return false;
    number = number * 10 + (unsigned)(value[i] - '0');
  }
  *out = (uint16_t)number;
  return number >= table[option].least && number <= table[option].most;
}

static size_t put_number(char *text, unsigned number) {
  char digits[8];
  size_t n = 0, length;
  do
    digits[n++] = (char)('0' + number % 10);
  while (number /= 10);
  length = n;
  while (n)
    *text++ = digits[--n];
  *text = '\0';
  return length;
}

static void put_text(char *field, size_t size, const char *text) {
  junqi_error_put(field, size, text, strlen(text));
}

static void say_allowed(junqi_error *error, junqi_option option, unsigned variant) {
  char *wanted = error->wanted;
  if (!table[option].words) {
    wanted += put_number(wanted, table[option].least);
    memcpy(wanted, "..", 2);
    put_number(wanted + 2, table[option].most);
    return;
  }
  size_t size;
  const char *word;
  for (unsigned n = 0; (word = word_at(table[option].words, n, &size)); n++) {
    if (!word_allowed(option, n, variant)) continue;
    if (n) {
      memcpy(wanted, ", ", 2);
      wanted += 2;
    }
    memcpy(wanted, word, size);
    wanted += size;
  }
  *wanted = '\0';
}

/* The names of a variant's options, comma-separated, as many as fit. */
static void say_options(junqi_error *error, unsigned variant) {
  size_t used = 0;
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    size_t length = strlen(table[i].name);
    if (table[i].fallback[variant] < 0) continue;
    if (used + length + 6 >= sizeof error->wanted) {
      memcpy(error->wanted + used, ", …", sizeof ", …");
      return;
    }
    if (used) {
      memcpy(error->wanted + used, ", ", 2);
      used += 2;
    }
    memcpy(error->wanted + used, table[i].name, length + 1);
    used += length;
  }
}

junqi_code junqi_rules_set(junqi_rules *rules, const char *name, size_t name_length,
                           const char *value, size_t value_length, junqi_error *error) {
  junqi_option option = junqi_option_named(name, name_length);
  junqi_code code = option == JUNQI_OPTIONS                      ? JUNQI_E_OPTION_UNKNOWN
                    : table[option].fallback[rules->variant] < 0 ? JUNQI_E_OPTION_VARIANT
                                                                 : JUNQI_E_OK;
  uint16_t number = 0;
  if (code == JUNQI_E_OK) {
    bool fine = table[option].words
                    ? parse_word(option, rules->variant, value, value_length, &number)
                    : parse_number(option, value, value_length, &number);
    if (fine) {
      rules->value[option] = number;
      return JUNQI_E_OK;
    }
    code = JUNQI_E_OPTION_VALUE;
  }
  junqi_fail(error, code);
  if (!error) return code;
  junqi_error_put(error->where, sizeof error->where, name, name_length);
  junqi_error_put(error->found, sizeof error->found, value, value_length);
  if (code == JUNQI_E_OPTION_VALUE)
    say_allowed(error, option, rules->variant);
  else
    say_options(error, rules->variant);
  return code;
}

static void apply_settings(junqi_rules *rules, const char *settings) {
  while (*settings) {
    size_t length = strcspn(settings, " "), name = strcspn(settings, "=");
    junqi_rules_set(rules, settings, name, settings + name + 1, length - name - 1, NULL);
    settings += length;
    if (*settings) settings++;
  }
}

junqi_code junqi_rules_preset(junqi_rules *rules, const char *name, size_t length,
                              junqi_error *error) {
  const char *known = "-";
  for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
    if (presets[i].variant != rules->variant) continue;
    known = presets[i].name;
    if (strlen(known) != length || memcmp(known, name, length) != 0) continue;
    apply_settings(rules, presets[i].settings);
    return JUNQI_E_OK;
  }
  junqi_fail(error, JUNQI_E_PRESET_UNKNOWN);
  if (error) {
    junqi_error_put(error->found, sizeof error->found, name, length);
    put_text(error->wanted, sizeof error->wanted, known);
  }
  return JUNQI_E_PRESET_UNKNOWN;
}

const char *junqi_preset_name(junqi_variant variant, unsigned index) {
  for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++)
    if (presets[i].variant == variant && index-- == 0) return presets[i].name;
  return NULL;
}

size_t junqi_option_text(const junqi_rules *rules, junqi_option option, char *text, size_t size) {
  char number[8];
  size_t length;
  const char *word = number;
  if (table[option].words)
    word = word_at(table[option].words, rules->value[option], &length);
  else
    length = put_number(number, rules->value[option]);
  if (!word || size == 0) return 0;
  if (length >= size) length = size - 1;
  memcpy(text, word, length);
  text[length] = '\0';
  return length;
}
