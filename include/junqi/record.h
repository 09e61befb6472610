/* Game records (FORMATS.md F-5) read and written whole, and QQ replays (F-3). Reading is a replay:
 * the referee of game.h, or a view for a record seen through one, must agree with every line.
 * Computer players must not include this header. Nothing here allocates; conventions as in
 * notation.h. */
#ifndef JUNQI_RECORD_H
#define JUNQI_RECORD_H

#include "junqi/game.h"
#include "junqi/notation.h"

enum {
  JUNQI_NAME_SIZE = 128, /* bytes of a player's name in UTF-8 with the final zero */
  JUNQI_DATE_SIZE = 40,
  JUNQI_PRESET_SIZE = 16
};

/* Everything in front of `start` that has a meaning. */
typedef struct junqi_header {
  junqi_rules rules;
  char preset[JUNQI_PRESET_SIZE];              /* "" if none */
  char name[JUNQI_MAX_SEATS][JUNQI_NAME_SIZE]; /* decoded; "" if none */
  char date[JUNQI_DATE_SIZE];                  /* "" if none */
  junqi_layout layout[JUNQI_MAX_SEATS];        /* JUNQI_UNKNOWN where a view does not know */
  junqi_piece deal[60];                        /* `flip`; JUNQI_FACE_DOWN through a view */
  junqi_seat first;
} junqi_header;

typedef enum junqi_record_kind {
  JUNQI_RECORD_KEY,     /* header: a line with an unknown key, kept as it is */
  JUNQI_RECORD_COMMENT, /* a comment on a line of its own */
  JUNQI_RECORD_EVENT
} junqi_record_kind;

typedef struct junqi_record_line {
  uint8_t kind;    /* junqi_record_kind */
  uint32_t number; /* line in the text it was read from, from 1 */
  junqi_slice key; /* KEY: the whole line without its comment */
  junqi_line line; /* EVENT; its comment serves the other kinds too */
} junqi_record_line;

/* A record: header, then lines, the first `kept` of which stand before `start`. The caller owns
 * `lines` and sets `capacity`; slices point into the text that was read, which must outlive the
 * record. */
typedef struct junqi_record {
  junqi_header header;
  junqi_record_line *lines;
  size_t capacity, count, kept;
} junqi_record;

/* No record read from this text has more lines: the capacity to give. */
size_t junqi_record_capacity(const char *text, size_t length);

/* Reads a record into record->lines and replays it in *game, which is then as at the record's end;
 * game->position.rules points to record->header.rules. Faults carry the line: RECORD_…, LINE_…, and
 * whatever the referee has against an event. RECORD_LINES when the capacity is too small. */
junqi_code junqi_record_read(const char *text, size_t length, junqi_record *record,
                             junqi_game *game, junqi_error *error);

/* The same for a record through a view: layouts with `?`, flips with their piece, `show` lines;
 * replayed in *view, made for `viewer`. It may stop anywhere. */
junqi_code junqi_record_follow(const char *text, size_t length, junqi_seat viewer,
                               junqi_record *record, junqi_view *view, junqi_error *error);

/* The canonical text of a record; `shown` as in junqi_event_write. What it writes reads back byte
 * for byte. `show` lines are left out unless `shown`. */
size_t junqi_record_write(const junqi_record *record, bool shown, char *text, size_t size);

/* The header alone, from `junqi 1` to `start` and a line end. With a viewer that is a seat or
 * JUNQI_SPECTATOR, layouts that it must not see and the deal are written unknown; with
 * JUNQI_NO_SEAT all is written. */
size_t junqi_header_write(const junqi_header *header, junqi_seat viewer, char *text, size_t size);

/* --- F-3 QQ four-seat replays .jgs
 * ---------------------------------------------------------------- */

/* Converts the bytes of a replay into the text of a record with `preset qq`. The referee replays
 * each record and must agree with every result, revealed flag and next mover. *written gets the
 * length of the whole text, which was cut when that is `size` or more. Faults: JGS_… with the
 * offset of the record. Account numbers are not kept. */
junqi_code junqi_jgs_convert(const uint8_t *bytes, size_t length, char *text, size_t size,
                             size_t *written, junqi_error *error);

#endif
