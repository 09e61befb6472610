/* QQ four-seat replays .jgs (FORMATS.md F-3) into records. The file's records are played one by one
 * through the referee; whatever it says of results, revealed flags, outs and next movers must be
 * what the file says. */
#include <string.h>

#include "gbk.h"
#include "header.h"
#include "qq.h"

enum {
  SEATS = 4,
  BASE = 0x10, /* offsets in the header count from here */
  END_AT = 0x12,
  COUNT_AT = 0x1A,
  PLAYERS_AT = 0x20,
  PLAYER_SIZE = 88,
  NAME_AT = 8,
  NAME_BYTES = 20,
  LAYOUT_AT = 28,
  RECORDS_AT = 0x19C,
  RECORD_SIZE = 10,
  TRAILER_SIZE = 8,
  COMMENT_HEAD = 20,
  COMMENT_SIZE = 216,
  NOBODY = 0xFF
};

enum { MOVE_RECORD = 0x5F, EVENT_RECORD = 0xF5 };
enum { EV_TIMEOUT = 2, EV_OUT = 3, EV_LEFT = 4, EV_END = 5 };
enum { OUT_FLAG = 1, OUT_NO_MOVE = 2, OUT_TIMEOUTS = 3, OUT_RESIGNED = 4, OUT_FLED = 6 };
enum { END_DRAW = 2, END_DECIDED = 4, END_FORCED = 6, END_AGREED = 7 };

typedef struct importer {
  const uint8_t *bytes;
  size_t length;
  unsigned records;         /* their number */
  size_t comments, comment; /* offset of the first comment, and how many */
  junqi_header header;
  junqi_game game;
  junqi_events events; /* of the last ply or event */
  unsigned next;       /* the first of them that the file has not confirmed yet */
  uint8_t outs;        /* seats whose `out` has been read */
  junqi_seat turn;     /* by the file's way of counting: outs not read yet are ignored */
  unsigned record;     /* the one being read */
  notation_text text;
  junqi_error *error;
} importer;

static unsigned get16(const uint8_t *at) {
  return at[0] | (unsigned)at[1] << 8;
}

static uint32_t get32(const uint8_t *at) {
  return get16(at) | (uint32_t)get16(at + 2) << 16;
}

static size_t record_at(unsigned record) {
  return RECORDS_AT + (size_t)record * RECORD_SIZE;
}

/* --- faults
 * ---------------------------------------------------------------------------------------- */

static junqi_code fail_header(importer *m, size_t offset, const char *wanted) {
  return notation_fail(m->error, JUNQI_E_JGS_HEADER, (ptrdiff_t)offset, NULL,
                       (junqi_slice){NULL, 0}, wanted);
}

/* A fault of the record being read; texts may be null. */
static junqi_code fail_record(importer *m, junqi_code code, const char *found, const char *wanted) {
  char number[16];
  notation_text text = {number, sizeof number, 0};
  notation_put_number(&text, m->record);
  notation_end(&text);
  return notation_fail(m->error, code, (ptrdiff_t)record_at(m->record), number,
                       (junqi_slice){found, found ? strlen(found) : 0}, wanted);
}

/* The referee refused what the record tells: its words, our place. */
static junqi_code refused(importer *m, junqi_code code) {
  if (code != JUNQI_E_OK && m->error) m->error->offset = (int32_t)record_at(m->record);
  return code;
}

/* Who is next, as the record says and as the referee does. */
static junqi_code fail_seat(importer *m, unsigned found, unsigned wanted) {
  static const char *const names[] = {"nobody", "a", "b", "c", "d"};
  char line[40], right[8];
  notation_text text = {line, sizeof line, 0};
  notation_put_word(&text, "next ");
  notation_put_word(&text, names[found < SEATS ? found + 1 : 0]);
  notation_end(&text);
  text = (notation_text){right, sizeof right, 0};
  notation_put_word(&text, names[wanted < SEATS ? wanted + 1 : 0]);
  notation_end(&text);
  return fail_record(m, JUNQI_E_JGS_DISAGREE, line, right);
}

static junqi_code fail_event(importer *m, const char *found, const junqi_event *wanted) {
  char line[JUNQI_EVENT_TEXT] = "nothing";
  if (wanted) junqi_event_write(JUNQI_FOUR, wanted, -1, false, line, sizeof line);
  return fail_record(m, JUNQI_E_JGS_DISAGREE, found, line);
}

/* --- points
 * ---------------------------------------------------------------------------------------- */

typedef struct cell {
  uint8_t x, y;
} cell;

/* Where a point stands in the file's grid. */
static cell cell_of(junqi_point point) {
  static const cell palace[] = {{10, 10}, {6, 10}, {6, 6}, {10, 6}, {10, 8},
                                {8, 10},  {6, 8},  {8, 6}, {8, 8}};
  unsigned colour = point / JUNQI_ARM_POINTS, r = point % JUNQI_ARM_POINTS / 5, c = point % 5;
  switch (colour) {
  case 0: return (cell){(uint8_t)(11 + r), (uint8_t)(10 - c)};
  case 1: return (cell){(uint8_t)(6 + c), (uint8_t)(11 + r)};
  case 2: return (cell){(uint8_t)(5 - r), (uint8_t)(6 + c)};
  case 3: return (cell){(uint8_t)(10 - c), (uint8_t)(5 - r)};
  default: return palace[point - SEATS * JUNQI_ARM_POINTS];
  }
}

static junqi_point point_at(const uint8_t xy[2]) {
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++) {
    cell at = cell_of((junqi_point)q);
    if (at.x == xy[0] && at.y == xy[1]) return (junqi_point)q;
  }
  return JUNQI_NO_POINT;
}

/* --- writing the record
 * ---------------------------------------------------------------------------- */

static void put_event(importer *m, const junqi_event *event) {
  notation_put_event(&m->text, JUNQI_FOUR, event, -1, false);
  notation_put(&m->text, '\n');
}

static void put_comments(importer *m) {
  for (size_t i = 0; i < m->comment; i++) {
    const uint8_t *at = m->bytes + m->comments + i * COMMENT_SIZE;
    if (get32(at) != m->record) continue;
    char utf8[2 * COMMENT_SIZE];
    notation_text comment = {utf8, sizeof utf8, 0};
    notation_put_gbk(&comment, at + 4, COMMENT_SIZE - 4);
    junqi_slice slice = {utf8, notation_end(&comment)};
    notation_put_comment(&m->text, notation_trim(slice), true);
    notation_put(&m->text, '\n');
  }
}

/* --- the referee against the file
 * ------------------------------------------------------------------ */

static const junqi_event *pending(importer *m) {
  while (m->next < m->events.count && m->events.item[m->next].kind < JUNQI_EV_SKIP)
    m->next++;
  return m->next < m->events.count ? &m->events.item[m->next] : NULL;
}

/* The next seat by turn order that is in neither set. */
static junqi_seat seat_after(const importer *m, junqi_seat seat, unsigned out) {
  junqi_position p;
  p.rules = &m->header.rules;
  p.out_set = (uint8_t)out;
  return junqi_next_seat(&p, seat);
}

static bool decided(const importer *m) {
  return (m->outs & 5) == 5 || (m->outs & 10) == 10;
}

/* The flag of the side whose marshal fell, as the file writes it: its cell, or 0 0. */
static bool flag_agrees(const junqi_piece before[], bool fell, unsigned owner,
                        const uint8_t xy[2]) {
  if (!fell) return xy[0] == 0 && xy[1] == 0;
  junqi_point point = point_at(xy);
  return point != JUNQI_NO_POINT && junqi_type_of(before[point]) == JUNQI_FLAG &&
         junqi_owner_of(before[point]) == owner;
}

/* What the file's results 0 to 3 stand for. */
static unsigned result_of(junqi_outcome outcome) {
  switch (outcome) {
  case JUNQI_WON:
  case JUNQI_FLAG_TAKEN: return 1;
  case JUNQI_LOST: return 2;
  case JUNQI_BOTH: return 3;
  default: return 0;
  }
}

static junqi_code check_flags(importer *m, const junqi_piece before[], junqi_move move,
                              unsigned result, const uint8_t *record) {
  junqi_piece mover = before[move.from], target = before[move.to];
  bool mover_fell = result >= 2 && junqi_type_of(mover) == JUNQI_MARSHAL;
  bool target_fell = (result & 1) && junqi_type_of(target) == JUNQI_MARSHAL;
  if (target_fell != (record[1] >> 6 & 1))
    return fail_record(m, JUNQI_E_JGS_DISAGREE, target_fell ? "marshal stays" : "marshal removed",
                       target_fell ? "marshal removed" : "marshal stays");
  if (!flag_agrees(before, mover_fell, junqi_owner_of(mover), record + 6) ||
      !flag_agrees(before, target_fell, junqi_owner_of(target), record + 8))
    return fail_record(m, JUNQI_E_JGS_DISAGREE, "another flag",
                       mover_fell || target_fell ? "the flag" : "no flag");
  return JUNQI_E_OK;
}

static junqi_code read_move(importer *m, const uint8_t *record) {
  static const char *const words[] = {"no removal", "attacker wins", "attacker removed",
                                      "both removed"};
  junqi_move move = {point_at(record + 2), point_at(record + 4)};
  junqi_seat seat = m->game.position.turn;
  uint8_t out_before = m->game.position.out_set;
  junqi_piece before[JUNQI_MAX_POINTS];
  if (pending(m)) return fail_event(m, "a move", pending(m));
  if (move.from == JUNQI_NO_POINT || move.to == JUNQI_NO_POINT)
    return fail_record(m, JUNQI_E_JGS_RECORD, NULL, "two cells of the board");
  memcpy(before, m->game.position.at, sizeof before);
  junqi_code code = junqi_game_play(&m->game, seat, move, &m->events, m->error);
  if (code != JUNQI_E_OK) return refused(m, code);
  m->next = 1;
  unsigned result = result_of((junqi_outcome)m->events.item[0].outcome), told = record[1] & 7;
  if (told != result)
    return fail_record(m, JUNQI_E_JGS_DISAGREE, told < 4 ? words[told] : "?", words[result]);
  code = check_flags(m, before, move, result, record);
  if (code != JUNQI_E_OK) return code;
  m->turn = seat_after(m, seat, out_before);
  if ((record[1] >> 3 & 3) != m->turn) return fail_seat(m, record[1] >> 3 & 3, m->turn);
  put_event(m, &m->events.item[0]);
  return JUNQI_E_OK;
}

static junqi_code check_next(importer *m, uint8_t told) {
  unsigned wanted = decided(m) ? NOBODY : m->turn;
  return told == wanted ? JUNQI_E_OK : fail_seat(m, told, wanted);
}

/* An event that the referee is told of; the events that follow are then pending. */
static junqi_code tell(importer *m, junqi_event_kind kind, junqi_seat seat) {
  if (pending(m)) return fail_event(m, "another event", pending(m));
  junqi_code code = junqi_game_event(&m->game, kind, seat, UINT32_MAX, &m->events, m->error);
  if (code != JUNQI_E_OK) return refused(m, code);
  m->next = 1;
  put_event(m, &m->events.item[0]);
  return JUNQI_E_OK;
}

static junqi_code read_timeout(importer *m, junqi_seat seat, uint8_t count, uint8_t next) {
  uint8_t out_before = m->game.position.out_set;
  junqi_code code = tell(m, JUNQI_EV_TIMEOUT, seat);
  if (code != JUNQI_E_OK) return code;
  if (m->game.position.timeouts[seat] != count)
    return fail_record(m, JUNQI_E_JGS_DISAGREE, "another number of timeouts",
                       "one more than before");
  m->turn = seat_after(m, seat, out_before);
  return next == m->turn ? JUNQI_E_OK : fail_seat(m, next, m->turn);
}

static bool reason_fits(uint8_t told, junqi_reason reason) {
  switch (told) {
  case OUT_FLAG: return reason == JUNQI_BY_FLAG;
  case OUT_NO_MOVE: return reason == JUNQI_BY_PIECES || reason == JUNQI_BY_STUCK;
  case OUT_TIMEOUTS: return reason == JUNQI_BY_TIMEOUTS;
  case OUT_RESIGNED: return reason == JUNQI_BY_RESIGN;
  case OUT_FLED: return reason == JUNQI_BY_ESCAPE;
  default: return false;
  }
}

static junqi_code read_out(importer *m, junqi_seat seat, uint8_t reason, uint8_t next) {
  if (reason == OUT_RESIGNED || reason == OUT_FLED) {
    junqi_code code = tell(m, reason == OUT_FLED ? JUNQI_EV_ESCAPE : JUNQI_EV_RESIGN, seat);
    if (code != JUNQI_E_OK) return code;
  }
  const junqi_event *wanted = pending(m);
  bool agrees = wanted && wanted->kind == JUNQI_EV_OUT && wanted->seat == seat &&
                reason_fits(reason, (junqi_reason)wanted->reason);
  if (!agrees) return fail_event(m, "a seat out", wanted);
  put_event(m, wanted);
  m->next++;
  m->outs |= (uint8_t)(1u << seat);
  if (!decided(m) && m->outs >> m->turn & 1) m->turn = seat_after(m, m->turn, m->outs);
  return check_next(m, next);
}

/* After a flight the end may carry any argument. */
static bool end_fits(const importer *m, uint8_t told, const junqi_event *end) {
  for (unsigned seat = 0; seat < SEATS; seat++)
    if (m->game.position.out_reason[seat] == JUNQI_BY_ESCAPE) return true;
  return told == (end->winners ? END_DECIDED : END_DRAW);
}

static junqi_code read_end(importer *m, uint8_t told, uint8_t next) {
  const junqi_event *wanted = pending(m);
  if (next != NOBODY) return fail_seat(m, next, NOBODY);
  if (!wanted && (told == END_DRAW || told == END_FORCED || told == END_AGREED)) {
    junqi_reason reason = told == END_DRAW ? JUNQI_BY_AGREED : JUNQI_BY_QUIT;
    junqi_code code = junqi_game_stop(&m->game, reason, &m->events, m->error);
    if (code != JUNQI_E_OK) return refused(m, code);
    m->next = 0;
    wanted = pending(m);
  } else if (!wanted || wanted->kind != JUNQI_EV_END || !end_fits(m, told, wanted)) {
    return fail_event(m, told == END_DRAW ? "end draw" : "end", wanted);
  }
  put_event(m, wanted);
  m->next++;
  return JUNQI_E_OK;
}

static junqi_code read_left(importer *m, junqi_seat seat, uint8_t next) {
  char line[] = "; seat ? left the table\n";
  line[7] = (char)('a' + seat);
  notation_put_word(&m->text, line);
  return m->game.position.state == JUNQI_RUNNING ? check_next(m, next) : JUNQI_E_OK;
}

static junqi_code read_event(importer *m, const uint8_t *record) {
  uint8_t kind = record[1], who = record[2], arg = record[3], next = record[4];
  if (kind != EV_END && who >= SEATS)
    return fail_record(m, JUNQI_E_JGS_RECORD, NULL, "a colour 0..3");
  switch (kind) {
  case EV_TIMEOUT: return read_timeout(m, who, arg, next);
  case EV_OUT: return read_out(m, who, arg, next);
  case EV_LEFT: return read_left(m, who, next);
  case EV_END: return read_end(m, arg, next);
  default: return fail_record(m, JUNQI_E_JGS_RECORD, NULL, "an event 02..05");
  }
}

static junqi_code read_records(importer *m) {
  for (m->record = 0; m->record < m->records; m->record++) {
    const uint8_t *record = m->bytes + record_at(m->record);
    junqi_code code = record[0] == MOVE_RECORD ? read_move(m, record)
                      : record[0] == EVENT_RECORD
                          ? read_event(m, record)
                          : fail_record(m, JUNQI_E_JGS_RECORD, NULL, "5F or F5");
    if (code != JUNQI_E_OK) return code;
    put_comments(m);
  }
  return pending(m) ? fail_event(m, "the end of the records", pending(m)) : JUNQI_E_OK;
}

/* --- header
 * ---------------------------------------------------------------------------------------- */

static junqi_code check_frame(importer *m) {
  static const char magic[] = "QQGame JQS";
  if (m->length < RECORDS_AT) return fail_header(m, m->length, "at least 412 bytes");
  if (memcmp(m->bytes, magic, sizeof magic) != 0) return fail_header(m, 0, "QQGame JQS");
  if (m->bytes[0x0E] != 1) return fail_header(m, 0x0E, "01");
  if (get16(m->bytes + BASE) != RECORDS_AT - BASE) return fail_header(m, BASE, "8C 01");
  if (m->bytes[0x19] != SEATS) return fail_header(m, 0x19, "04");
  m->records = get16(m->bytes + COUNT_AT);
  size_t end = record_at(m->records);
  if (get16(m->bytes + END_AT) != ((end - BASE) & 0xFFFF))
    return fail_header(m, END_AT, "the end of the records");
  if (end > m->length) return fail_header(m, m->length, "all records that the header announces");
  return JUNQI_E_OK;
}

/* Comments stand behind the trailer, if there are any. */
static junqi_code find_comments(importer *m) {
  size_t head = record_at(m->records) + TRAILER_SIZE;
  if (m->length <= head) return JUNQI_E_OK;
  if (m->length < head + COMMENT_HEAD) return fail_header(m, head, "a whole header of comments");
  uint32_t count = get32(m->bytes + head);
  m->comments = head + COMMENT_HEAD;
  if ((m->length - m->comments) / COMMENT_SIZE < count)
    return fail_header(m, head, "as many comments as announced");
  m->comment = count;
  for (size_t i = 0; i < count; i++)
    if (get32(m->bytes + m->comments + i * COMMENT_SIZE) >= m->records)
      return fail_header(m, m->comments + i * COMMENT_SIZE, "the number of a record");
  return JUNQI_E_OK;
}

static junqi_code read_players(importer *m) {
  unsigned seen = 0;
  for (unsigned k = 0; k < SEATS; k++) {
    size_t offset = PLAYERS_AT + k * PLAYER_SIZE;
    const uint8_t *player = m->bytes + offset;
    unsigned seat = player[0];
    if (seat >= SEATS || seen >> seat & 1) return fail_header(m, offset, "each colour 0..3 once");
    seen |= 1u << seat;
    notation_text name = {m->header.name[seat], JUNQI_NAME_SIZE, 0};
    notation_put_gbk(&name, player + NAME_AT, NAME_BYTES);
    notation_end(&name);
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      m->header.layout[seat].at[i] = (uint8_t)notation_qq_type(player[LAYOUT_AT + i]);
    junqi_code code =
        junqi_layout_check(&m->header.rules, &m->header.layout[seat], (junqi_seat)seat, m->error);
    if (code != JUNQI_E_OK && m->error) m->error->offset = (int32_t)offset + LAYOUT_AT;
    if (code != JUNQI_E_OK) return code;
  }
  return JUNQI_E_OK;
}

static junqi_code start(importer *m) {
  m->header.rules = junqi_rules_default(JUNQI_FOUR);
  memcpy(m->header.preset, "qq", 3);
  junqi_rules_preset(&m->header.rules, "qq", 2, NULL);
  junqi_code code = read_players(m);
  if (code != JUNQI_E_OK) return code;
  code = junqi_game_start(&m->game, &m->header.rules, m->header.layout, 0, &m->events, m->error);
  if (code != JUNQI_E_OK) return code;
  notation_put_header(&m->text, &m->header, JUNQI_NO_SEAT);
  notation_put_word(&m->text, "start\n");
  return JUNQI_E_OK;
}

junqi_code junqi_jgs_convert(const uint8_t *bytes, size_t length, char *text, size_t size,
                             size_t *written, junqi_error *error) {
  importer m = {.bytes = bytes, .length = length, .text = {text, size, 0}, .error = error};
  *written = 0;
  junqi_code code = check_frame(&m);
  if (code == JUNQI_E_OK) code = find_comments(&m);
  if (code == JUNQI_E_OK) code = start(&m);
  if (code == JUNQI_E_OK) code = read_records(&m);
  if (code != JUNQI_E_OK) return code;
  *written = notation_end(&m.text);
  return junqi_fail(error, JUNQI_E_OK);
}
