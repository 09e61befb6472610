/* Bounded texts, words and places of faults. Nothing here knows a format. */
#include "text.h"

#include <string.h>

#include "junqi/board.h"

void notation_put(notation_text *text, char letter) {
  if (text->used + 1 < text->size) text->at[text->used] = letter;
  text->used++;
}

void notation_put_bytes(notation_text *text, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++)
    notation_put(text, bytes[i]);
}

void notation_put_word(notation_text *text, const char *word) {
  notation_put_bytes(text, word, strlen(word));
}

void notation_put_slice(notation_text *text, junqi_slice slice) {
  notation_put_bytes(text, slice.at, slice.length);
}

void notation_put_number(notation_text *text, uint64_t number) {
  char digits[20];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  notation_put_bytes(text, digits + at, sizeof digits - at);
}

void notation_put_point(notation_text *text, junqi_variant variant, junqi_point point) {
  notation_put_word(text, junqi_board_of(variant)->name[point]);
}

size_t notation_end(notation_text *text) {
  if (text->size) text->at[text->used < text->size ? text->used : text->size - 1] = '\0';
  return text->used;
}

bool notation_cut(junqi_slice *rest, char mark, junqi_slice *part) {
  if (!rest->at) return false;
  const char *found = rest->length ? memchr(rest->at, mark, rest->length) : NULL;
  *part = *rest;
  if (found) {
    part->length = (size_t)(found - rest->at);
    rest->at += part->length + 1;
    rest->length -= part->length + 1;
  } else {
    *rest = (junqi_slice){NULL, 0};
  }
  return true;
}

/* Most words differ in their first letter, so their lengths are not asked for. */
bool notation_is(junqi_slice slice, const char *word) {
  size_t same = 0;
  while (same < slice.length && word[same] && word[same] == slice.at[same])
    same++;
  return same == slice.length && !word[same];
}

bool notation_number(junqi_slice slice, uint64_t most, uint64_t *number) {
  if (slice.length == 0 || slice.length > 18) return false;
  if (slice.length > 1 && slice.at[0] == '0') return false;
  *number = 0;
  for (size_t i = 0; i < slice.length; i++) {
    if (slice.at[i] < '0' || slice.at[i] > '9') return false;
    *number = *number * 10 + (uint64_t)(slice.at[i] - '0');
  }
  return *number <= most;
}

static bool is_space(char letter) {
  return letter == ' ' || letter == '\t';
}

junqi_slice notation_trim(junqi_slice slice) {
  while (slice.length && is_space(slice.at[slice.length - 1]))
    slice.length--;
  while (slice.length && is_space(*slice.at))
    slice.at++, slice.length--;
  return slice;
}

junqi_seat notation_seat(junqi_slice slice, unsigned seats) {
  if (slice.length != 1 || slice.at[0] < 'a' || slice.at[0] >= (char)('a' + seats))
    return JUNQI_NO_SEAT;
  return (junqi_seat)(slice.at[0] - 'a');
}

junqi_code notation_fail(junqi_error *error, junqi_code code, ptrdiff_t offset, const char *where,
                         junqi_slice found, const char *wanted) {
  junqi_fail(error, code);
  if (!error) return code;
  if (offset <= INT32_MAX) error->offset = (int32_t)offset;
  if (where) junqi_error_put(error->where, sizeof error->where, where, strlen(where));
  junqi_error_put(error->found, sizeof error->found, found.at, found.length);
  if (wanted) junqi_error_put(error->wanted, sizeof error->wanted, wanted, strlen(wanted));
  return code;
}
