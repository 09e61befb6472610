/* See letters.h. */
#define _POSIX_C_SOURCE 200809L /* gmtime_r */
#include "letters.h"

#include <time.h>

size_t letters_invisible(const unsigned char *at) {
  if (at[0] == 0xEF && at[1] == 0xBB && at[2] == 0xBF) return 3; /* U+FEFF */
  if (at[0] != 0xE2) return 0;
  bool general =
      at[1] == 0x80 && ((at[2] >= 0x8B && at[2] <= 0x8F) || (at[2] >= 0xA8 && at[2] <= 0xAE));
  bool format = at[1] == 0x81 && at[2] >= 0xA0 && at[2] <= 0xAF;
  return general || format ? 3 : 0;
}

bool letters_readable(const char *text) {
  bool seen = false;
  for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
    if (*at < 0x20 || *at == 0x7F || letters_invisible(at)) return false;
    bool wide_space = at[0] == 0xE3 && at[1] == 0x80 && at[2] == 0x80;
    seen |= *at != ' ' && !wide_space;
    if (wide_space) at += 2;
  }
  return seen;
}

void letters_date(char date[LETTERS_DATE], int64_t ms) {
  time_t seconds = (time_t)(ms / 1000);
  struct tm parts;
  if (!gmtime_r(&seconds, &parts) || !strftime(date, LETTERS_DATE, "%Y-%m-%d %H:%M UTC", &parts))
    date[0] = 0;
}
