/* Writing one JSON text, key by key, into a buffer that grows. It escapes and sets commas; that the
 * brackets match is the caller's business. */
#ifndef SERVER_OUT_H
#define SERVER_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise; `text` is not ended by a NUL. */
typedef struct out {
  char *text;
  size_t length, capacity;
} out;

void out_free(out *o);

/* Bytes as they are, not JSON. */
void out_raw(out *o, const char *bytes, size_t length);

/* The same, as printf, at most 1,023 of them. */
void out_format(out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* `key` is NULL inside a list and at the top. */
void out_open(out *o, const char *key, char bracket); /* '{' or '[' */
void out_close(out *o, char bracket);                 /* '}' or ']' */
void out_text(out *o, const char *key, const char *text);
void out_integer(out *o, const char *key, int64_t value);
void out_boolean(out *o, const char *key, bool value);
void out_null(out *o, const char *key);

/* Starts over with `{"type":"<type>"`, and `"re":<re>` unless re is negative. */
void out_message(out *o, const char *type, int64_t re);

#endif
