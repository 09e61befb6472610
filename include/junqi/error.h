/* One error: a code of errors.def, the place, what was found and what would be right. Every room
 * reports through it, and one function puts it into words, in English or Chinese. */
#ifndef JUNQI_ERROR_H
#define JUNQI_ERROR_H

#include "junqi/types.h"

typedef enum junqi_code {
#define JUNQI_ERROR_CODE(code, name, english, chinese) JUNQI_E_##code,
#include "junqi/errors.def"
#undef JUNQI_ERROR_CODE
  JUNQI_CODES
} junqi_code;

typedef enum junqi_language { JUNQI_ENGLISH, JUNQI_CHINESE } junqi_language;

/* The place is a line (from 1; 0: the text has no lines), a byte offset (from 0; -1: none), and/or
 * a point or key named in `where`. Texts are cut to fit, never inside a UTF-8 character. */
typedef struct junqi_error {
  junqi_code code;
  int32_t line;
  int32_t offset;
  char where[24];  /* a point, a key, a seat; may be empty */
  char found[72];  /* what stood there, control characters shown as `?`; may be empty */
  char wanted[96]; /* what would be right; may be empty */
} junqi_error;

/* Fills *error (when not null): no line, no offset, no texts. Returns the code, so that a reader
 * can `return junqi_fail(error, …)`. */
junqi_code junqi_fail(junqi_error *error, junqi_code code);

/* The same with its texts: where it stood, what was found, what would be right; "" or null where
 * there is nothing to say. Each is cut as junqi_error_put() does. */
junqi_code junqi_fail_with(junqi_error *error, junqi_code code, const char *where,
                           const char *found, const char *wanted);

/* Copies a text into a field of an error, cut to its size at a whole character, control bytes and
 * broken UTF-8 shown as `?`. `length` bytes of `text` are read. */
void junqi_error_put(char *field, size_t size, const char *text, size_t length);

/* Name of a code as it goes over the wire, such as "rail_corner". */
const char *junqi_code_name(junqi_code code);

/* Writes the message of `error` in one language: the sentence of errors.def with {where}, {found}
 * and {wanted} filled in, and the line or offset in front where there is one. At most `size` bytes
 * with the final zero; returns the length written. */
size_t junqi_error_text(const junqi_error *error, junqi_language language, char *text, size_t size);

#endif
