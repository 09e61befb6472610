/* Private to the notation room: the lines of a record (FORMATS.md F-5), cut from its text one by
 * one. */
#ifndef NOTATION_LINES_H
#define NOTATION_LINES_H

#include "text.h"

typedef struct notation_lines {
  junqi_slice rest;
  uint32_t number;     /* of the line read last, from 1 */
  junqi_slice whole;   /* it, without its end */
  junqi_slice content; /* without comment and spaces around it */
  junqi_slice comment; /* behind the `;`; `at` null without one */
} notation_lines;

/* Begins at a text; a byte order mark in front is skipped. */
void notation_lines_start(notation_lines *lines, const char *text, size_t length);

/* Takes the next line that is not blank. *more is false at the end. A fault: bytes that are no
 * text. */
junqi_code notation_lines_next(notation_lines *lines, bool *more, junqi_error *error);

/* Cuts a line into content and comment. LINE_BYTES for control characters and broken UTF-8. */
junqi_code notation_split_line(junqi_slice whole, junqi_slice *content, junqi_slice *comment,
                               junqi_error *error);

/* Adds ` ; comment`, or `; comment` on a line of its own. */
void notation_put_comment(notation_text *text, junqi_slice comment, bool own_line);

/* Cuts the first word off *rest, and the spaces behind it. Empty at the end. */
junqi_slice notation_word(junqi_slice *rest);

/* Adds an event's line without end; see junqi_event_write. */
void notation_put_event(notation_text *text, junqi_variant variant, const junqi_event *event,
                        int64_t ms, bool shown);

#endif
