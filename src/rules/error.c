/* Errors put into words. The sentences stand in errors.def and what they quote of our own words in
 * phrases.def; this file fills in their blanks. */
#include "junqi/error.h"

#include <string.h>

typedef struct error_words {
  const char *name, *english, *chinese;
} error_words;

static const error_words words[JUNQI_CODES] = {
#define JUNQI_ERROR_CODE(code, name, english, chinese) [JUNQI_E_##code] = {name, english, chinese},
#include "junqi/errors.def"
#undef JUNQI_ERROR_CODE
};

static const struct {
  const char *english, *chinese;
} phrases[] = {
#define JUNQI_PHRASE(english, chinese) {english, chinese},
#include "junqi/phrases.def"
#undef JUNQI_PHRASE
};

junqi_code junqi_fail(junqi_error *error, junqi_code code) {
  if (error) {
    memset(error, 0, sizeof *error);
    error->code = code;
    error->offset = -1;
  }
  return code;
}

/* Bytes of the UTF-8 character at `text`, 0 when it is none. Overlong forms pass: this only keeps
 * characters whole in messages. */
static size_t character_length(const unsigned char *text, size_t length) {
  size_t want = text[0] < 0x80    ? 1
                : text[0] >= 0xF0 ? 4
                : text[0] >= 0xE0 ? 3
                : text[0] >= 0xC2 ? 2
                                  : 0;
  if (want == 0 || want > length || text[0] > 0xF4) return 0;
  for (size_t i = 1; i < want; i++)
    if ((text[i] & 0xC0) != 0x80) return 0;
  return want;
}

/* Marks of direction, which would turn around what stands behind them, are shown like controls. */
static bool turns_around(const unsigned char *at, size_t take) {
  if (take != 3 || at[0] != 0xE2) return false;
  return (at[1] == 0x80 && (at[2] == 0x8E || at[2] == 0x8F || (at[2] >= 0xAA && at[2] <= 0xAE))) ||
         (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9);
}

void junqi_error_put(char *field, size_t size, const char *text, size_t length) {
  size_t used = 0;
  for (size_t i = 0; i < length;) {
    const unsigned char *at = (const unsigned char *)text + i;
    size_t take = character_length(at, length - i);
    bool shown = (take > 1 && !turns_around(at, take)) || (take == 1 && *at >= 0x20 && *at != 0x7F);
    if (used + (shown ? take : 1) >= size) break;
    if (shown) {
      memcpy(field + used, at, take);
      used += take;
    } else {
      field[used++] = '?';
    }
    i += take ? take : 1;
  }
  if (size) field[used] = '\0';
}

static void put_text(char *field, size_t size, const char *text) {
  if (text) junqi_error_put(field, size, text, strlen(text));
}

junqi_code junqi_fail_with(junqi_error *error, junqi_code code, const char *where,
                           const char *found, const char *wanted) {
  junqi_fail(error, code);
  if (!error) return code;
  put_text(error->where, sizeof error->where, where);
  put_text(error->found, sizeof error->found, found);
  put_text(error->wanted, sizeof error->wanted, wanted);
  return code;
}

const char *junqi_code_name(junqi_code code) {
  return code < JUNQI_CODES ? words[code].name : "unknown";
}

/* A text that grows inside a fixed buffer and never past it. */
typedef struct builder {
  char *text;
  size_t size, used;
} builder;

static void add(builder *b, const char *text, size_t length) {
  for (size_t i = 0; i < length && b->used + 1 < b->size;) {
    size_t take = character_length((const unsigned char *)text + i, length - i);
    if (take == 0) take = 1;
    if (b->used + take >= b->size) break;
    memcpy(b->text + b->used, text + i, take);
    b->used += take;
    i += take;
  }
}

static void add_number(builder *b, uint32_t number) {
  char digits[10];
  size_t at = sizeof digits;
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number);
  add(b, digits + at, sizeof digits - at);
}

static void add_place(builder *b, const junqi_error *error, junqi_language language) {
  const char *line = language == JUNQI_CHINESE ? "第 " : "line ";
  const char *after_line = language == JUNQI_CHINESE ? " 行：" : ": ";
  const char *offset = language == JUNQI_CHINESE ? "偏移 " : "offset ";
  if (error->line > 0) {
    add(b, line, strlen(line));
    add_number(b, (uint32_t)error->line);
    add(b, after_line, strlen(after_line));
  } else if (error->offset >= 0) {
    add(b, offset, strlen(offset));
    add_number(b, (uint32_t)error->offset);
    add(b, ": ", 2);
  }
}

/* A phrase of ours in this language; everything else stays as it is. */
static const char *phrase_in(junqi_language language, const char *text) {
  for (size_t i = 0; language == JUNQI_CHINESE && i < sizeof phrases / sizeof phrases[0]; i++)
    if (strcmp(phrases[i].english, text) == 0) return phrases[i].chinese;
  return text;
}

/* A text that ended too soon leaves nothing to quote: then the sentence says so. */
static const char *found_in(junqi_language language, const char *text) {
  if (*text) return phrase_in(language, text);
  return language == JUNQI_CHINESE ? "空" : "nothing";
}

static const char *blank_value(const junqi_error *error, junqi_language language, const char *blank,
                               size_t length) {
  if (length == 7 && memcmp(blank, "{where}", 7) == 0) return error->where;
  if (length == 7 && memcmp(blank, "{found}", 7) == 0) return found_in(language, error->found);
  if (length == 8 && memcmp(blank, "{wanted}", 8) == 0) return phrase_in(language, error->wanted);
  return NULL;
}

size_t junqi_error_text(const junqi_error *error, junqi_language language, char *text,
                        size_t size) {
  builder b = {text, size, 0};
  junqi_code code = error->code < JUNQI_CODES ? error->code : JUNQI_E_OK;
  const char *sentence = language == JUNQI_CHINESE ? words[code].chinese : words[code].english;
  add_place(&b, error, language);
  while (*sentence) {
    const char *open = strchr(sentence, '{');
    const char *close = open ? strchr(open, '}') : NULL;
    if (!close) break;
    const char *value = blank_value(error, language, open, (size_t)(close - open) + 1);
    add(&b, sentence, (size_t)(open - sentence));
    if (value) add(&b, value, strlen(value));
    sentence = close + 1;
  }
  add(&b, sentence, strlen(sentence));
  if (size) text[b.used] = '\0';
  return b.used;
}
