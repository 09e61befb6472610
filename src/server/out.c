/* See out.h. */
#include "out.h"

#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void out_free(out *o) {
  free(o->text);
  *o = (out){NULL, 0, 0};
}

void out_raw(out *o, const char *bytes, size_t length) {
  if (length == 0) return;
  o->text = server_grow(o->text, &o->capacity, o->length + length, 1);
  memcpy(o->text + o->length, bytes, length);
  o->length += length;
}

/* Bytes up to the first that JSON wants escaped, or the end. */
static size_t plain_length(const char *text) {
  size_t length = 0;
  while ((unsigned char)text[length] >= 32 && text[length] != '"' && text[length] != '\\')
    length++;
  return length;
}

static void out_string(out *o, const char *text) {
  out_raw(o, "\"", 1);
  for (;;) {
    char escaped[8];
    size_t length = plain_length(text);
    out_raw(o, text, length);
    text += length;
    if (!*text) break;
    unsigned char c = (unsigned char)*text++;
    if (c == '"' || c == '\\')
      snprintf(escaped, sizeof escaped, "\\%c", c);
    else
      snprintf(escaped, sizeof escaped, "\\u%04x", c);
    out_raw(o, escaped, strlen(escaped));
  }
  out_raw(o, "\"", 1);
}

/* The comma, if something stands before, and the key. */
static void out_key(out *o, const char *key) {
  if (o->length > 0 && o->text[o->length - 1] != '{' && o->text[o->length - 1] != '[')
    out_raw(o, ",", 1);
  if (!key) return;
  out_string(o, key);
  out_raw(o, ":", 1);
}

void out_format(out *o, const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length > 0) out_raw(o, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

void out_open(out *o, const char *key, char bracket) {
  out_key(o, key);
  out_raw(o, &bracket, 1);
}

void out_close(out *o, char bracket) {
  out_raw(o, &bracket, 1);
}

void out_text(out *o, const char *key, const char *text) {
  out_key(o, key);
  out_string(o, text);
}

void out_integer(out *o, const char *key, int64_t value) {
  char digits[24];
  size_t first = sizeof digits;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do
    digits[--first] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) digits[--first] = '-';
  out_key(o, key);
  out_raw(o, digits + first, sizeof digits - first);
}

void out_boolean(out *o, const char *key, bool value) {
  out_key(o, key);
  out_raw(o, value ? "true" : "false", value ? 4 : 5);
}

void out_null(out *o, const char *key) {
  out_key(o, key);
  out_raw(o, "null", 4);
}

void out_message(out *o, const char *type, int64_t re) {
  o->length = 0;
  out_open(o, NULL, '{');
  out_text(o, "type", type);
  if (re >= 0) out_integer(o, "re", re);
}
