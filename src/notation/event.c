/* One event and its line in a record (FORMATS.md F-5), both ways. Only the form is known here:
 * whether an event can happen is for the referee or a view to say. */
#include <string.h>

#include "lines.h"

/* The words of the events that name a seat and nothing else, by kind; null for the others. */
static const char *const seat_words[JUNQI_EVENT_KINDS] = {
    [JUNQI_EV_TIMEOUT] = "timeout",    [JUNQI_EV_RESIGN] = "resign",
    [JUNQI_EV_ESCAPE] = "escape",      [JUNQI_EV_OFFER] = "draw-offer",
    [JUNQI_EV_ACCEPT] = "draw-accept", [JUNQI_EV_REFUSE] = "draw-refuse",
    [JUNQI_EV_ILLEGAL] = "illegal",    [JUNQI_EV_TIME] = "time",
    [JUNQI_EV_SKIP] = "skip",
};

static const char outcome_marks[JUNQI_OUTCOMES] = {' ', '>', '<', '=', '~', '#'};

static const int64_t most_ms = 999999999999;

/* --- writing
 * --------------------------------------------------------------------------------------- */

static void put_piece(notation_text *text, junqi_piece piece) {
  notation_put(text, ' ');
  notation_put(text, (char)('a' + junqi_owner_of(piece)));
  notation_put(text, junqi_type_letter(junqi_type_of(piece)));
}

static void put_ply(notation_text *text, junqi_variant variant, const junqi_event *event,
                    bool shown) {
  bool flip = event->move.from == event->move.to;
  if (flip) notation_put(text, '!');
  notation_put_point(text, variant, event->move.from);
  if (flip) {
    if (shown) put_piece(text, event->piece);
    return;
  }
  notation_put_point(text, variant, event->move.to);
  if (event->outcome == JUNQI_QUIET) return;
  notation_put(text, ' ');
  notation_put(text, outcome_marks[event->outcome]);
}

static void put_end(notation_text *text, const junqi_event *event) {
  notation_put_word(text, event->winners ? "end win " : "end draw");
  bool first = true;
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    if (!(event->winners >> seat & 1)) continue;
    if (!first) notation_put(text, ',');
    notation_put(text, (char)('a' + seat));
    first = false;
  }
  notation_put_word(text, " reason ");
  notation_put_word(text, junqi_reason_word((junqi_reason)event->reason));
}

void notation_put_event(notation_text *text, junqi_variant variant, const junqi_event *event,
                        int64_t ms, bool shown) {
  const char *word = event->kind < JUNQI_EVENT_KINDS ? seat_words[event->kind] : NULL;
  if (word) {
    notation_put_word(text, word);
    notation_put(text, ' ');
    notation_put(text, (char)('a' + event->seat));
  } else if (event->kind == JUNQI_EV_PLY) {
    put_ply(text, variant, event, shown);
  } else if (event->kind == JUNQI_EV_SHOW) {
    notation_put_word(text, "show ");
    notation_put_point(text, variant, event->move.from);
    put_piece(text, event->piece);
  } else if (event->kind == JUNQI_EV_OUT) {
    notation_put_word(text, "out ");
    notation_put(text, (char)('a' + event->seat));
    notation_put(text, ' ');
    notation_put_word(text, junqi_reason_word((junqi_reason)event->reason));
  } else {
    put_end(text, event);
  }
  if (ms < 0 || event->kind >= JUNQI_EV_SHOW) return;
  notation_put_word(text, " @");
  notation_put_number(text, (uint64_t)ms);
}

size_t junqi_event_write(junqi_variant variant, const junqi_event *event, int64_t ms, bool shown,
                         char *text, size_t size) {
  notation_text out = {text, size, 0};
  notation_put_event(&out, variant, event, ms, shown);
  return notation_end(&out);
}

/* --- reading
 * --------------------------------------------------------------------------------------- */

typedef struct reader {
  const char *base;
  junqi_variant variant;
  junqi_line *line;
  junqi_error *error;
} reader;

static junqi_code fail(reader *r, junqi_slice found, const char *wanted) {
  return notation_fail(r->error, JUNQI_E_LINE_FORM, found.at - r->base, NULL, found, wanted);
}

static junqi_code read_seat(reader *r, junqi_slice word) {
  r->line->event.seat = notation_seat(word, junqi_seats(r->variant));
  return r->line->event.seat == JUNQI_NO_SEAT ? fail(r, word, "a seat of this variant")
                                              : JUNQI_E_OK;
}

static junqi_code read_point(reader *r, junqi_slice *rest, junqi_point *point) {
  size_t used;
  *point = junqi_point_named(junqi_board_of(r->variant), rest->at, rest->length, &used);
  if (*point == JUNQI_NO_POINT) return fail(r, *rest, "a point of this board, or an event's word");
  rest->at += used;
  rest->length -= used;
  return JUNQI_E_OK;
}

static junqi_code read_piece(reader *r, junqi_slice word) {
  unsigned owner = notation_seat((junqi_slice){word.at, word.length == 2}, junqi_seats(r->variant));
  junqi_type type = word.length == 2 ? junqi_type_from_letter(word.at[1]) : JUNQI_NONE;
  if (owner == JUNQI_NO_SEAT || type == JUNQI_NONE || type == JUNQI_UNKNOWN)
    return fail(r, word, "owner and piece such as b9");
  r->line->event.piece = junqi_piece_of(owner, type) | JUNQI_PUBLIC;
  return JUNQI_E_OK;
}

/* What may stand at the end of a ply or event: nothing, or `@` and a time. */
static junqi_code read_time(reader *r, junqi_slice rest) {
  uint64_t ms;
  if (rest.length == 0) return JUNQI_E_OK;
  if (rest.at[0] != '@' ||
      !notation_number((junqi_slice){rest.at + 1, rest.length - 1}, (uint64_t)most_ms, &ms))
    return fail(r, rest, "the end of the line, or a space and @milliseconds");
  r->line->ms = (int64_t)ms;
  return JUNQI_E_OK;
}

static junqi_code read_end_of_line(reader *r, junqi_slice rest) {
  return rest.length ? fail(r, rest, "the end of the line") : JUNQI_E_OK;
}

/* A space in front of `@` is part of it. */
static junqi_code read_spaced_time(reader *r, junqi_slice rest) {
  junqi_slice time = notation_trim(rest);
  if (time.length && time.at == rest.at)
    return fail(r, rest, "a mark of > < = ~ #, a space, or the end of the line");
  return read_time(r, time);
}

static junqi_code read_flip(reader *r, junqi_slice rest) {
  junqi_event *event = &r->line->event;
  rest.at++;
  rest.length--;
  junqi_code code = read_point(r, &rest, &event->move.from);
  event->move.to = event->move.from;
  junqi_slice words = notation_trim(rest);
  if (code != JUNQI_E_OK || words.length == 0 || words.at[0] == '@' || words.at == rest.at)
    return code != JUNQI_E_OK ? code : read_spaced_time(r, rest);
  code = read_piece(r, notation_word(&words));
  return code != JUNQI_E_OK ? code : read_time(r, words);
}

static junqi_code read_move(reader *r, junqi_slice rest) {
  junqi_event *event = &r->line->event;
  junqi_code code = read_point(r, &rest, &event->move.from);
  if (code != JUNQI_E_OK) return code;
  junqi_slice to = rest;
  code = read_point(r, &rest, &event->move.to);
  if (code != JUNQI_E_OK) return code;
  if (event->move.to == event->move.from)
    return fail(r, to, "another point than the first; a flip is `!` and a point");
  junqi_slice mark = notation_trim(rest);
  for (unsigned i = JUNQI_WON; mark.length && i < JUNQI_OUTCOMES; i++) {
    if (*mark.at != outcome_marks[i]) continue;
    event->outcome = (uint8_t)i;
    return read_spaced_time(r, (junqi_slice){mark.at + 1, mark.length - 1});
  }
  return read_spaced_time(r, rest);
}

static junqi_code read_show(reader *r, junqi_slice rest) {
  junqi_event *event = &r->line->event;
  junqi_slice point = notation_word(&rest), left = point;
  junqi_code code = read_point(r, &left, &event->move.from);
  if (code == JUNQI_E_OK && left.length) code = fail(r, point, "a point");
  event->move.to = event->move.from;
  if (code == JUNQI_E_OK) code = read_piece(r, notation_word(&rest));
  if (code != JUNQI_E_OK) return code;
  event->seat = (junqi_seat)junqi_owner_of(event->piece);
  return read_end_of_line(r, rest);
}

static junqi_code read_out(reader *r, junqi_slice rest) {
  junqi_code code = read_seat(r, notation_word(&rest));
  if (code != JUNQI_E_OK) return code;
  junqi_slice word = notation_word(&rest);
  junqi_reason reason = junqi_reason_from_word(word.at, word.length);
  if (reason == JUNQI_NO_REASON || reason > JUNQI_BY_TIME)
    return fail(r, word, "flag, pieces, stuck, timeouts, resign, escape, illegal or time");
  r->line->event.reason = (uint8_t)reason;
  return read_end_of_line(r, rest);
}

/* `a` or `a,c`: the bit set of a whole side, 0 when it is none. */
static uint8_t read_side(junqi_variant variant, junqi_slice list) {
  unsigned set = 0;
  junqi_slice word;
  while (notation_cut(&list, ',', &word)) {
    junqi_seat seat = notation_seat(word, junqi_seats(variant));
    if (seat == JUNQI_NO_SEAT || set >> seat) return 0;
    set |= 1u << seat;
  }
  bool whole = variant == JUNQI_FOUR ? set == 5 || set == 10 : (set & (set - 1)) == 0;
  return whole ? (uint8_t)set : 0;
}

static bool is_end_reason(junqi_reason reason, bool win) {
  switch (reason) {
  case JUNQI_NO_REASON: return false;
  case JUNQI_BY_QUIET:
  case JUNQI_BY_STUCK:
  case JUNQI_BY_ESCAPE: return true;
  case JUNQI_BY_AGREED:
  case JUNQI_BY_QUIT: return !win;
  default: return win;
  }
}

static junqi_code read_end(reader *r, junqi_slice rest) {
  junqi_event *event = &r->line->event;
  junqi_slice how = notation_word(&rest);
  bool win = notation_is(how, "win");
  if (!win && !notation_is(how, "draw")) return fail(r, how, "win or draw");
  event->seat = JUNQI_NO_SEAT;
  if (win) {
    junqi_slice side = notation_word(&rest);
    event->winners = read_side(r->variant, side);
    if (!event->winners) return fail(r, side, "all seats of one side, such as a or a,c");
  }
  junqi_slice key = notation_word(&rest), word = notation_word(&rest);
  if (!notation_is(key, "reason")) return fail(r, key, "reason");
  junqi_reason reason = junqi_reason_from_word(word.at, word.length);
  if (!is_end_reason(reason, win))
    return fail(r, word,
                win ? "the reason of the last out, or quiet"
                    : "quiet, agreed, stuck, escape or quit");
  event->reason = (uint8_t)reason;
  return read_end_of_line(r, rest);
}

static junqi_code read_content(reader *r, junqi_slice content, junqi_seat turn) {
  junqi_event *event = &r->line->event;
  junqi_slice rest = content, word = notation_word(&rest);
  for (unsigned kind = 0; kind < JUNQI_EVENT_KINDS; kind++) {
    if (!seat_words[kind] || !notation_is(word, seat_words[kind])) continue;
    event->kind = (uint8_t)kind;
    junqi_code code = read_seat(r, notation_word(&rest));
    if (code != JUNQI_E_OK) return code;
    return kind == JUNQI_EV_SKIP ? read_end_of_line(r, rest) : read_time(r, rest);
  }
  event->kind = notation_is(word, "show")  ? JUNQI_EV_SHOW
                : notation_is(word, "out") ? JUNQI_EV_OUT
                : notation_is(word, "end") ? JUNQI_EV_END
                                           : JUNQI_EV_PLY;
  if (event->kind == JUNQI_EV_SHOW) return read_show(r, rest);
  if (event->kind == JUNQI_EV_OUT) return read_out(r, rest);
  if (event->kind == JUNQI_EV_END) return read_end(r, rest);
  event->seat = turn;
  return *content.at == '!' ? read_flip(r, content) : read_move(r, content);
}

junqi_code junqi_event_read(junqi_variant variant, junqi_seat turn, const char *text, size_t length,
                            junqi_line *line, junqi_error *error) {
  reader r = {text, variant, line, error};
  junqi_slice content;
  memset(line, 0, sizeof *line);
  line->ms = -1;
  junqi_code code =
      notation_split_line((junqi_slice){text, length}, &content, &line->comment, error);
  if (code != JUNQI_E_OK) return code;
  if (content.length == 0) return junqi_fail(error, JUNQI_E_LINE_EMPTY);
  code = read_content(&r, content, turn);
  return code != JUNQI_E_OK ? code : junqi_fail(error, JUNQI_E_OK);
}
