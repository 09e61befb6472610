/* Letters, words and numbers of pieces, reasons and variants (RULES.md ). Data and
 * look-ups only. */
#include "junqi/types.h"

#include <string.h>

const uint8_t junqi_type_count[JUNQI_TYPES] = {
    [JUNQI_ENGINEER] = 3, [JUNQI_PLATOON] = 3, [JUNQI_COMPANY] = 3,  [JUNQI_BATTALION] = 2,
    [JUNQI_REGIMENT] = 2, [JUNQI_BRIGADE] = 2, [JUNQI_DIVISION] = 2, [JUNQI_GENERAL] = 1,
    [JUNQI_MARSHAL] = 1,  [JUNQI_BOMB] = 2,    [JUNQI_MINE] = 3,     [JUNQI_FLAG] = 1,
};

const uint8_t junqi_type_order[12] = {
    JUNQI_MARSHAL, JUNQI_GENERAL, JUNQI_DIVISION, JUNQI_BRIGADE, JUNQI_REGIMENT, JUNQI_BATTALION,
    JUNQI_COMPANY, JUNQI_PLATOON, JUNQI_ENGINEER, JUNQI_BOMB,    JUNQI_MINE,     JUNQI_FLAG,
};

static const char type_letters[] = ".123456789BMF?";

char junqi_type_letter(junqi_type type) {
  return type < JUNQI_TYPES ? type_letters[type] : '?';
}

junqi_type junqi_type_from_letter(char letter) {
  const char *found = letter ? strchr(type_letters, letter) : NULL;
  return found ? (junqi_type)(found - type_letters) : JUNQI_NONE;
}

static bool same_word(const char *name, const char *word, size_t length) {
  return strlen(name) == length && memcmp(name, word, length) == 0;
}

static const char *const reason_words[JUNQI_REASONS] = {
    "",       "flag",    "pieces", "stuck", "timeouts", "resign",
    "escape", "illegal", "time",   "quiet", "agreed",   "quit",
};

const char *junqi_reason_word(junqi_reason reason) {
  return reason < JUNQI_REASONS ? reason_words[reason] : "";
}

junqi_reason junqi_reason_from_word(const char *word, size_t length) {
  for (unsigned i = 1; i < JUNQI_REASONS; i++)
    if (same_word(reason_words[i], word, length)) return (junqi_reason)i;
  return JUNQI_NO_REASON;
}

static const char *const variant_names[JUNQI_VARIANTS] = {"dark", "flip", "four", "three"};

const char *junqi_variant_name(junqi_variant variant) {
  return variant < JUNQI_VARIANTS ? variant_names[variant] : "";
}

bool junqi_variant_from_name(const char *word, size_t length, junqi_variant *variant) {
  for (unsigned i = 0; i < JUNQI_VARIANTS; i++) {
    if (!same_word(variant_names[i], word, length)) continue;
    *variant = (junqi_variant)i;
    return true;
  }
  return false;
}

bool junqi_number_from_digits(const char *text, size_t length, uint64_t most, uint64_t *value) {
  uint64_t sum = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned digit = (unsigned)(text[i] - '0');
    if (digit > 9 || digit > most || sum > (most - digit) / 10) return false;
    sum = sum * 10 + digit;
  }
  if (length > 0) *value = sum;
  return length > 0;
}

size_t junqi_utf8(const char *text, size_t length, uint32_t *code) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* anything below is overlong */
  const unsigned char *at = (const unsigned char *)text;
  if (length == 0) return 0;
  size_t size = *at < 0x80   ? 1
                : *at < 0xC2 ? 0
                : *at < 0xE0 ? 2
                : *at < 0xF0 ? 3
                : *at < 0xF5 ? 4
                             : 0;
  if (size == 0 || size > length) return 0;
  uint32_t number = size == 1 ? *at : *at & (0x7Fu >> size);
  for (size_t i = 1; i < size; i++) {
    if ((at[i] & 0xC0) != 0x80) return 0;
    number = number << 6 | (at[i] & 0x3F);
  }
  bool surrogate = number >= 0xD800 && number <= 0xDFFF;
  if (number < least[size] || surrogate || number > 0x10FFFF) return 0;
  *code = number;
  return size;
}

unsigned junqi_seats(junqi_variant variant) {
  static const uint8_t seats[JUNQI_VARIANTS] = {2, 2, 4, 3};
  return variant < JUNQI_VARIANTS ? seats[variant] : 0;
}
