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

/* Marks of direction would turn around what stands behind them. */
static bool turns_around(uint32_t code) {
  return code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

static bool is_shown(uint32_t code) {
  return code >= 0x20 && code != 0x7F && !turns_around(code);
}

void junqi_error_put(char *field, size_t size, const char *text, size_t length) {
  size_t used = 0;
  for (size_t i = 0; i < length;) {
    uint32_t code;
    size_t take = junqi_utf8(text + i, length - i, &code);
    bool shown = take > 0 && is_shown(code);
    if (used + (shown ? take : 1) >= size) break;
    if (shown) {
      memcpy(field + used, text + i, take);
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
    uint32_t code;
    size_t take = junqi_utf8(text + i, length - i, &code);
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
