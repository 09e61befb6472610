/* Text and bytes for what the rules know: layouts (FORMATS.md F-1, F-2), position texts (F-4) of
 * full positions and of views, and the single lines of a record (F-5). Whole records are in
 * record.h, which sees full games; this header does not. Nothing here allocates: callers give
 * buffers.
 *
 * Every writer works like snprintf: it writes at most `size` bytes with the final zero and returns
 * the length that the whole text has, so a result of `size` or more says that the text was cut.
 * `size` 0 only measures. Every reader takes `length` bytes that need no final zero, returns
 * JUNQI_E_OK or a code, and on an error leaves the result unspecified; *error may be null. */
#ifndef JUNQI_NOTATION_H
#define JUNQI_NOTATION_H

#include "junqi/layout.h"
#include "junqi/position.h"
#include "junqi/view.h"

enum {
  JUNQI_LAYOUT_TEXT = 36,     /* room for a layout text with the final zero */
  JUNQI_JQL_BYTES = 50,       /* F-2 */
  JUNQI_POSITION_TEXT = 2048, /* room for any position or view text */
  JUNQI_EVENT_TEXT = 64       /* room for any event line */
};

/* A piece of somebody else's text; no final zero. */
typedef struct junqi_slice {
  const char *at;
  size_t length;
} junqi_slice;

/* --- F-1 layout text
 * ------------------------------------------------------------------------------ */

typedef enum junqi_layout_form {
  JUNQI_COMPLETE_LAYOUT, /* all 25 pieces, legal by R-3 under `rules` */
  JUNQI_PARTIAL_LAYOUT,  /* while being edited: only the form is checked */
  JUNQI_HIDDEN_LAYOUT    /* in a record through a view: every piece may be `?` (JUNQI_UNKNOWN) */
} junqi_layout_form;

/* Reads a layout text. Faults: LAYOUT_TEXT with the offset and the point, and those of
 * junqi_layout_check. Points are named with the letter of `seat`. `rules` may be null unless the
 * form is complete. */
junqi_code junqi_layout_read(const char *text, size_t length, junqi_layout_form form,
                             const junqi_rules *rules, junqi_seat seat, junqi_layout *layout,
                             junqi_error *error);

/* Writes a layout text; 35 bytes and the final zero. */
size_t junqi_layout_write(const junqi_layout *layout, char *text, size_t size);

/* --- F-2 layout file .jql
 * ------------------------------------------------------------------------- */

typedef struct junqi_jql {
  junqi_layout layout;
  uint8_t version[4]; /* bytes 0x10 to 0x13, kept for the way back */
  bool warning;       /* they are not the usual 57 04 00 00 */
} junqi_jql;

/* The usual value at 0x10. */
extern const uint8_t junqi_jql_version[4];

/* Reads the bytes of a .jql file: complete and legal under R-3 with `bomb_front=no`. Faults:
 * JQL_SIZE, JQL_HEADER, JQL_PIECE (with the offset and the point of arm a), and those of
 * junqi_layout_check, with the offset. */
junqi_code junqi_jql_read(const uint8_t *bytes, size_t length, junqi_jql *jql, junqi_error *error);

/* Writes the file. The layout must be complete. */
void junqi_jql_write(const junqi_jql *jql, uint8_t bytes[JUNQI_JQL_BYTES]);

/* --- F-4 position text
 * ---------------------------------------------------------------------------- */

/* Reads a full position, all variants. Variant and options go to *rules, which the caller owns and
 * which must outlive the position. Ends with junqi_position_index; the position is not settled.
 * Faults: TEXT_…, POSITION_… with the offset and the point or field; those of junqi_rules_set. */
junqi_code junqi_position_read(const char *text, size_t length, junqi_rules *rules,
                               junqi_position *position, junqi_error *error);

/* Canonical text of a position. */
size_t junqi_position_write(const junqi_position *position, char *text, size_t size);

/* The same for what `viewer` sees: `b?`, `??` and `gone=` are read too. State and winners are those
 * that the text shows (F-4: one side standing, quiet limit). */
junqi_code junqi_view_read(const char *text, size_t length, junqi_seat viewer, junqi_rules *rules,
                           junqi_view *view, junqi_error *error);
size_t junqi_view_write(const junqi_view *view, char *text, size_t size);

/* The board part of F-4 alone, as in `deal` of F-5: points of the variant's board, `!` written
 * where the public bit is set. */
size_t junqi_board_write(junqi_variant variant, const junqi_piece at[], char *text, size_t size);

/* --- F-5 lines
 * ------------------------------------------------------------------------------------ */

/* One line of a record after `start`, taken apart. */
typedef struct junqi_line {
  junqi_event event;
  int64_t ms;          /* time used in milliseconds, below 10^12; -1 if none */
  junqi_slice comment; /* without the `;`; empty if none */
} junqi_line;

/* One F-5 line for an event, without a line end: `a11b15 > @5300`, `!a11 b9`, `show b63 bF`, `out b
 * flag`, `end win a,c reason flag`. `shown`: as through a view, where a flip tells what it turned
 * up. `ms` is -1 for none and ignored for automatic and `show` lines. */
size_t junqi_event_write(junqi_variant variant, const junqi_event *event, int64_t ms, bool shown,
                         char *text, size_t size);

/* Reads one line without its line end, spaces around it allowed. A ply has no name on it: `turn`
 * becomes its seat. A blank or comment line is LINE_EMPTY, with the comment set. Only the form is
 * checked, not the rules. Faults: LINE_… with the offset in the line. */
junqi_code junqi_event_read(junqi_variant variant, junqi_seat turn, const char *text, size_t length,
                            junqi_line *line, junqi_error *error);

#endif
