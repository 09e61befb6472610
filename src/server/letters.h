/* Texts that people write and others read: marks nobody sees, and dates. UTF-8 throughout. */
#ifndef SERVER_LETTERS_H
#define SERVER_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a mark at `at` that is not seen or turns the writing direction; 0 for others. */
size_t letters_invisible(const unsigned char *at);

/* Would a person see this text, and on one line? It is UTF-8 already. */
bool letters_readable(const char *text);

/* "2026-11-30 04:05 UTC" of ms since 1970. */
enum { LETTERS_DATE = 24 };
void letters_date(char date[LETTERS_DATE], int64_t ms);

#endif
