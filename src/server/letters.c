/* See letters.h. Which characters are which is Unicode's; the ranges are those that matter in a
 * line of text, not all there are. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "letters.h"

#include <time.h>

#include "junqi/types.h"

enum { MARKS = 3 /* on one letter; living languages need no more */ };

typedef enum letter { SEEN, BLANK, MARK, UNSEEN, CONTROL } letter;

/* What is not drawn, or turns the writing direction; what is drawn on the letter before it. */
static const struct {
  uint32_t first, last;
  letter is;
} ranges[] = {
    {0x0, 0x1f, CONTROL},       {' ', ' ', BLANK},          {0x7f, 0x9f, CONTROL},
    {0xa0, 0xa0, BLANK},        {0xad, 0xad, UNSEEN},       {0x300, 0x34e, MARK},
    {0x34f, 0x34f, UNSEEN},     {0x350, 0x36f, MARK},       {0x483, 0x489, MARK},
    {0x591, 0x5bd, MARK},       {0x610, 0x61a, MARK},       {0x61c, 0x61c, UNSEEN},
    {0x64b, 0x65f, MARK},       {0xe31, 0xe31, MARK},       {0xe34, 0xe3a, MARK},
    {0xe47, 0xe4e, MARK},       {0xeb1, 0xeb1, MARK},       {0xeb4, 0xebc, MARK},
    {0xec8, 0xece, MARK},       {0x115f, 0x1160, UNSEEN},   {0x1680, 0x1680, BLANK},
    {0x17b4, 0x17b5, UNSEEN},   {0x180b, 0x180f, UNSEEN},   {0x1ab0, 0x1aff, MARK},
    {0x1dc0, 0x1dff, MARK},     {0x2000, 0x200a, BLANK},    {0x200b, 0x200f, UNSEEN},
    {0x2028, 0x202e, UNSEEN},   {0x202f, 0x202f, BLANK},    {0x205f, 0x205f, BLANK},
    {0x2060, 0x206f, UNSEEN},   {0x20d0, 0x20ff, MARK},     {0x2800, 0x2800, UNSEEN},
    {0x3000, 0x3000, BLANK},    {0x3099, 0x309a, MARK},     {0x3164, 0x3164, UNSEEN},
    {0xfe00, 0xfe0f, MARK},     {0xfe20, 0xfe2f, MARK},     {0xfeff, 0xfeff, UNSEEN},
    {0xffa0, 0xffa0, UNSEEN},   {0xfff0, 0xfffb, UNSEEN},   {0x13430, 0x1345f, UNSEEN},
    {0x16fe4, 0x16fe4, UNSEEN}, {0x1bca0, 0x1bca3, UNSEEN}, {0x1d173, 0x1d17a, UNSEEN},
    {0xe0000, 0xe0fff, UNSEEN},
};

/* The bytes of the character that begins here, and what it is. */
static size_t look(const char *at, letter *is) {
  uint32_t code;
  size_t size = junqi_utf8(at, SIZE_MAX, &code);
  *is = size ? SEEN : CONTROL;
  for (size_t i = 0; size && i < sizeof ranges / sizeof *ranges; i++)
    if (code >= ranges[i].first && code <= ranges[i].last) *is = ranges[i].is;
  return size ? size : 1;
}

void letters_clean(const char *text, char *cleaned) {
  size_t length = 0, end = 0, marks = 0;
  for (const char *at = text; *at;) {
    letter is;
    size_t size = look(at, &is);
    marks = is == MARK ? marks + 1 : 0;
    if (is == CONTROL) cleaned[length++] = ' ';
    for (size_t i = 0; i < size && is != CONTROL && is != UNSEEN && marks <= MARKS; i++)
      cleaned[length++] = at[i];
    if (is == SEEN || is == MARK) end = length;
    at += size;
  }
  cleaned[end] = 0;
}

bool letters_readable(const char *text) {
  bool seen = false;
  size_t marks = 0;
  for (const char *at = text; *at;) {
    letter is;
    at += look(at, &is);
    marks = is == MARK ? marks + 1 : 0;
    if (is == CONTROL || is == UNSEEN || marks > MARKS) return false;
    seen |= is == SEEN;
  }
  return seen;
}

void letters_date(char date[LETTERS_DATE], int64_t ms) {
  time_t seconds = (time_t)(ms / 1000);
  struct tm parts;
  if (!gmtime_r(&seconds, &parts) || !strftime(date, LETTERS_DATE, "%Y-%m-%d %H:%M UTC", &parts))
    date[0] = 0;
}
