/* Texts that people write and others read: what nobody sees of them, and dates. They are valid
 * UTF-8 already. */
#ifndef SERVER_LETTERS_H
#define SERVER_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line of it: line ends become spaces; what is not seen or turns the writing direction goes,
 * and so do blanks at the end and marks that are heaped on one letter. `cleaned` has room for as
 * many bytes as the text. */
void letters_clean(const char *text, char *cleaned);

/* Would a person see this text, on one line, and nothing of what letters_clean() takes away? */
bool letters_readable(const char *text);

/* "2026-11-30 04:05 UTC" of ms since 1970. */
enum { LETTERS_DATE = 24 };
void letters_date(char date[LETTERS_DATE], int64_t ms);

#endif
