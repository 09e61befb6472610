/* Private to the notation room: a text that grows inside a fixed buffer, words cut from somebody's
 * text, and errors with their place. No format strings: the room also runs where there is no stdio.
 */
#ifndef NOTATION_TEXT_H
#define NOTATION_TEXT_H

#include "junqi/error.h"
#include "junqi/notation.h"

/* Counts all that is put, keeps what fits. */
typedef struct notation_text {
  char *at;
  size_t size, used;
} notation_text;

void notation_put(notation_text *text, char letter);
void notation_put_bytes(notation_text *text, const char *bytes, size_t length);
void notation_put_word(notation_text *text, const char *word);
void notation_put_slice(notation_text *text, junqi_slice slice);
void notation_put_number(notation_text *text, uint64_t number);
void notation_put_point(notation_text *text, junqi_variant variant, junqi_point point);

/* Sets the final zero (the text may be cut) and returns the full length. */
size_t notation_end(notation_text *text);

/* Cuts the part of *rest in front of the first `mark` off; without one, all of it. False when *rest
 * was used up before (its `at` is null then). */
bool notation_cut(junqi_slice *rest, char mark, junqi_slice *part);

bool notation_is(junqi_slice slice, const char *word);

/* A decimal number without superfluous zeros, at most `most`. */
bool notation_number(junqi_slice slice, uint64_t most, uint64_t *number);

/* A slice without the spaces and tabs around it. */
junqi_slice notation_trim(junqi_slice slice);

/* The index of a seat letter of this many seats; JUNQI_NO_SEAT for any other slice. */
junqi_seat notation_seat(junqi_slice slice, unsigned seats);

/* Fills *error: place, what stood there, what would be right. `offset` -1 for none; words may be
 * null. */
junqi_code notation_fail(junqi_error *error, junqi_code code, ptrdiff_t offset, const char *where,
                         junqi_slice found, const char *wanted);

static inline junqi_slice notation_slice(const char *at, const char *end) {
  return (junqi_slice){at, (size_t)(end - at)};
}

#endif
