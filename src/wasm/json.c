/* JSON onto a desk. What does not fit for want of memory marks the desk as failed; nothing is
 * written past its end. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

static bool grow(wasm_desk *desk, size_t more) {
  size_t need = desk->length + more;
  if (desk->failed || need <= desk->out_size) return !desk->failed;
  size_t size = desk->out_size ? desk->out_size : 4096;
  while (size < need)
    size *= 2;
  char *out = realloc(desk->out, size);
  if (!out) {
    desk->failed = true;
    return false;
  }
  desk->out = out;
  desk->out_size = size;
  return true;
}

static void put(wasm_desk *desk, const char *text, size_t length) {
  if (length == 0 || !grow(desk, length)) return;
  memcpy(desk->out + desk->length, text, length);
  desk->length += length;
}

static void put_letter(wasm_desk *desk, char letter) {
  put(desk, &letter, 1);
}

/* In front of a value: a comma, unless it is the first or stands behind its key. */
static void separate(wasm_desk *desk) {
  char last = desk->length ? desk->out[desk->length - 1] : '[';
  if (last != '[' && last != '{' && last != ':') put_letter(desk, ',');
}

void wasm_begin(wasm_desk *desk) {
  desk->length = 0;
  desk->failed = false;
}

void wasm_open(wasm_desk *desk, char bracket) {
  separate(desk);
  put_letter(desk, bracket);
}

void wasm_close(wasm_desk *desk, char bracket) {
  put_letter(desk, bracket);
}

void wasm_key(wasm_desk *desk, const char *key) {
  wasm_text(desk, key);
  put_letter(desk, ':');
}

void wasm_text(wasm_desk *desk, const char *text) {
  wasm_bytes(desk, text, strlen(text));
}

static void put_escaped(wasm_desk *desk, const char *text, size_t length) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    char escape[6] = {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    if (byte == '"' || byte == '\\') put_letter(desk, '\\');
    put(desk, byte < 0x20 ? escape : text + i, byte < 0x20 ? sizeof escape : 1);
  }
}

void wasm_bytes(wasm_desk *desk, const char *text, size_t length) {
  separate(desk);
  put_letter(desk, '"');
  put_escaped(desk, text, length);
  put_letter(desk, '"');
}

void wasm_bytes_with(wasm_desk *desk, const char *text, size_t length, junqi_slice comment) {
  separate(desk);
  put_letter(desk, '"');
  put_escaped(desk, text, length);
  if (comment.length) put(desk, " ; ", 3);
  put_escaped(desk, comment.at, comment.length);
  put_letter(desk, '"');
}

void wasm_number(wasm_desk *desk, int64_t number) {
  char digits[24];
  size_t at = sizeof digits;
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  do
    digits[--at] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) digits[--at] = '-';
  separate(desk);
  put(desk, digits + at, sizeof digits - at);
}

void wasm_flag(wasm_desk *desk, bool flag) {
  separate(desk);
  put(desk, flag ? "true" : "false", flag ? 4 : 5);
}

void wasm_null(wasm_desk *desk) {
  separate(desk);
  put(desk, "null", 4);
}

void wasm_seat(wasm_desk *desk, unsigned seat) {
  char letter = (char)('a' + seat);
  if (seat >= JUNQI_MAX_SEATS)
    wasm_null(desk);
  else
    wasm_bytes(desk, &letter, 1);
}

void wasm_seats(wasm_desk *desk, unsigned set) {
  wasm_open(desk, '[');
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (set >> seat & 1) wasm_seat(desk, seat);
  wasm_close(desk, ']');
}

void wasm_point(wasm_desk *desk, const junqi_board *board, unsigned point) {
  wasm_text(desk, point < board->points ? board->name[point] : "");
}

void wasm_fault(wasm_desk *desk, const junqi_error *error) {
  char text[512];
  wasm_open(desk, '{');
  wasm_key(desk, "code");
  wasm_text(desk, junqi_code_name(error->code));
  wasm_key(desk, "point");
  wasm_text(desk, error->where);
  wasm_key(desk, "line");
  wasm_number(desk, error->line);
  wasm_key(desk, "offset");
  wasm_number(desk, error->offset);
  wasm_key(desk, "en");
  wasm_bytes(desk, text, junqi_error_text(error, JUNQI_ENGLISH, text, sizeof text));
  wasm_key(desk, "zh");
  wasm_bytes(desk, text, junqi_error_text(error, JUNQI_CHINESE, text, sizeof text));
  wasm_close(desk, '}');
}

int wasm_refuse(wasm_desk *desk, const junqi_error *error) {
  wasm_begin(desk);
  wasm_fault(desk, error);
  return 0;
}

int wasm_done(wasm_desk *desk) {
  wasm_begin(desk);
  wasm_null(desk);
  return 1;
}
