/* Private to the notation room: what stands in front of `start` in a record (FORMATS.md F-5). */
#ifndef NOTATION_HEADER_H
#define NOTATION_HEADER_H

#include "junqi/record.h"
#include "lines.h"

/* Reads up to and including `start`. Lines with unknown keys and comments are kept in
 * record->lines. `shown`: through a view. Faults carry offsets in the line; the caller adds the
 * line. */
junqi_code notation_header_read(notation_lines *lines, junqi_record *record, bool shown,
                                junqi_error *error);

/* Appends a line to a record; RECORD_LINES when it is full. */
junqi_code notation_keep_line(junqi_record *record, const junqi_record_line *line,
                              junqi_error *error);

/* Adds the header without its `start`. */
void notation_put_header(notation_text *text, const junqi_header *header, junqi_seat viewer);

#endif
