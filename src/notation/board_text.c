/* The board of a position text (FORMATS.md F-4): rows of points, empty runs, owners and marks. It
 * does not count pieces. */
#include "board_text.h"

#include <string.h>

typedef struct board_reader {
  const char *base, *at, *end;
  const junqi_board *board;
  junqi_error *error;
  junqi_variant variant;
  bool view;
} board_reader;

static junqi_code fail_point(board_reader *r, unsigned q, const char *wanted) {
  size_t rest = (size_t)(r->end - r->at);
  return notation_fail(r->error, JUNQI_E_POSITION_BOARD, r->at - r->base, r->board->name[q],
                       (junqi_slice){r->at, rest < 8 ? rest : 8}, wanted);
}

static bool next_is(const board_reader *r, char letter) {
  return r->at < r->end && *r->at == letter;
}

/* `.` or `_n`: how many empty points, 0 when it is neither or does not fit in the `room` points. */
static unsigned read_empty(board_reader *r, unsigned room) {
  if (next_is(r, '.')) {
    r->at++;
    return 1;
  }
  if (!next_is(r, '_')) return 0;
  const char *digits = r->at + 1, *end = digits;
  while (end < r->end && *end >= '0' && *end <= '9')
    end++;
  uint64_t run;
  if (!notation_number(notation_slice(digits, end), room, &run) || run < 2) return 0;
  r->at = end;
  return (unsigned)run;
}

/* An owner letter, a piece letter, `!`; JUNQI_EMPTY when that is not what stands here. */
static junqi_piece read_piece(board_reader *r) {
  size_t rest = (size_t)(r->end - r->at);
  if (rest < 2) return JUNQI_EMPTY;
  if (r->at[0] == '?' && r->at[1] == '?') {
    if (!r->view || r->variant != JUNQI_FLIP) return JUNQI_EMPTY;
    r->at += 2;
    return JUNQI_FACE_DOWN;
  }
  unsigned owner = notation_seat((junqi_slice){r->at, 1}, r->board->seats);
  junqi_type type = junqi_type_from_letter(r->at[1]);
  bool mark = rest > 2 && r->at[2] == '!';
  if (owner == JUNQI_NO_SEAT || type == JUNQI_NONE) return JUNQI_EMPTY;
  if (type == JUNQI_UNKNOWN && (!r->view || mark || r->variant == JUNQI_FLIP)) return JUNQI_EMPTY;
  r->at += mark ? 3 : 2;
  return (junqi_piece)(junqi_piece_of(owner, type) | (mark ? JUNQI_PUBLIC : 0));
}

static junqi_code read_row(board_reader *r, junqi_piece at[], unsigned from, unsigned to) {
  for (unsigned q = from; q < to;) {
    unsigned run = read_empty(r, to - q);
    if (run) {
      q += run;
      continue;
    }
    junqi_piece piece = read_piece(r);
    if (!piece) return fail_point(r, q, "`.`, `_n` within the row, or owner and piece such as a9");
    at[q++] = piece;
  }
  return JUNQI_E_OK;
}

junqi_code notation_board_read(junqi_slice text, const char *base, junqi_variant variant, bool view,
                               junqi_piece at[], junqi_error *error) {
  const junqi_board *board = junqi_board_of(variant);
  board_reader r = {base, text.at, text.at + text.length, board, error, variant, view};
  unsigned arms = board->seats * JUNQI_ARM_POINTS;
  memset(at, 0, JUNQI_MAX_POINTS);
  for (unsigned q = 0; q < board->points;) {
    unsigned end = q < arms ? q + 5 : board->points;
    char mark = q % JUNQI_ARM_POINTS ? '/' : '|';
    if (q && !next_is(&r, mark))
      return fail_point(&r, q, mark == '/' ? "`/` and the next row" : "`|`");
    if (q) r.at++;
    junqi_code code = read_row(&r, at, q, end);
    if (code != JUNQI_E_OK) return code;
    q = end;
  }
  if (r.at != r.end) return fail_point(&r, board->points - 1u, "nothing more after the last point");
  return JUNQI_E_OK;
}

static void put_piece(notation_text *text, junqi_piece piece) {
  if (piece == JUNQI_FACE_DOWN) {
    notation_put_word(text, "??");
    return;
  }
  notation_put(text, (char)('a' + junqi_owner_of(piece)));
  notation_put(text, junqi_type_letter(junqi_type_of(piece)));
  if (piece & JUNQI_PUBLIC) notation_put(text, '!');
}

static void put_row(notation_text *text, const junqi_piece at[], unsigned from, unsigned to) {
  for (unsigned q = from; q < to;) {
    unsigned run = 0;
    while (q + run < to && !at[q + run])
      run++;
    if (run == 0) {
      put_piece(text, at[q++]);
      continue;
    }
    if (run > 1) {
      notation_put(text, '_');
      notation_put_number(text, run);
    } else {
      notation_put(text, '.');
    }
    q += run;
  }
}

void notation_board_put(notation_text *text, junqi_variant variant, const junqi_piece at[]) {
  const junqi_board *board = junqi_board_of(variant);
  unsigned arms = board->seats * JUNQI_ARM_POINTS;
  for (unsigned q = 0; q < board->points;) {
    unsigned end = q < arms ? q + 5 : board->points;
    if (q) notation_put(text, q % JUNQI_ARM_POINTS ? '/' : '|');
    put_row(text, at, q, end);
    q = end;
  }
}

size_t junqi_board_write(junqi_variant variant, const junqi_piece at[], char *text, size_t size) {
  notation_text out = {text, size, 0};
  notation_board_put(&out, variant, at);
  return notation_end(&out);
}
