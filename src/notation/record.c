/* Whole records (FORMATS.md F-5). Reading is a replay: the referee, or a view, plays every line,
 * and what follows from it must stand in the text, line by line. */
#include "junqi/record.h"

#include <string.h>

#include "header.h"

typedef struct replay {
  notation_lines lines;
  junqi_record *record;
  junqi_game *game;    /* of a full record */
  junqi_view *view;    /* of a record through a view */
  junqi_events events; /* what the referee made of the last ply or event */
  unsigned next;       /* the first of them that has not been read yet */
  junqi_error *error;
} replay;

size_t junqi_record_capacity(const char *text, size_t length) {
  size_t lines = 1;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n';
  return lines;
}

static junqi_variant variant_of(const replay *r) {
  return (junqi_variant)r->record->header.rules.variant;
}

/* Every fault of a record has its line. */
static junqi_code at_line(replay *r, junqi_code code) {
  if (code != JUNQI_E_OK && r->error)
    r->error->line = (int32_t)(r->lines.number ? r->lines.number : 1);
  return code;
}

static junqi_code fail_against(replay *r, junqi_code code, const junqi_event *wanted) {
  char line[JUNQI_EVENT_TEXT] = "";
  if (wanted) junqi_event_write(variant_of(r), wanted, -1, false, line, sizeof line);
  return notation_fail(r->error, code, 0, NULL, r->lines.content, wanted ? line : "nothing");
}

/* The next automatic line that the referee wants to see; what became public is no line of a full
 * record. */
static const junqi_event *pending(replay *r) {
  while (r->next < r->events.count && r->events.item[r->next].kind < JUNQI_EV_SKIP)
    r->next++;
  return r->next < r->events.count ? &r->events.item[r->next] : NULL;
}

static bool same_automatic(const junqi_event *a, const junqi_event *b) {
  return a->kind == b->kind && a->seat == b->seat && a->reason == b->reason &&
         a->winners == b->winners;
}

/* `end draw reason agreed|quit` without offers ends an imported game. */
static bool is_stop(const junqi_event *event) {
  return event->kind == JUNQI_EV_END && !event->winners &&
         (event->reason == JUNQI_BY_AGREED || event->reason == JUNQI_BY_QUIT);
}

static junqi_code play_automatic(replay *r, const junqi_event *event) {
  const junqi_event *wanted = pending(r);
  bool running = r->game->position.state == JUNQI_RUNNING;
  if (!wanted && running && is_stop(event)) {
    junqi_code code = junqi_game_stop(r->game, (junqi_reason)event->reason, &r->events, r->error);
    r->next = r->events.count;
    return code;
  }
  if (!wanted || !same_automatic(wanted, event))
    return fail_against(r, JUNQI_E_RECORD_AUTOMATIC, wanted);
  r->next++;
  return JUNQI_E_OK;
}

static junqi_code play_ply(replay *r, junqi_event *event) {
  if (event->piece) return fail_against(r, JUNQI_E_RECORD_FLIP, event);
  junqi_code code = junqi_game_play(r->game, event->seat, event->move, &r->events, r->error);
  if (code != JUNQI_E_OK) return code;
  r->next = 1;
  if (r->events.item[0].outcome != event->outcome)
    return fail_against(r, JUNQI_E_RECORD_OUTCOME, &r->events.item[0]);
  *event = r->events.item[0];
  return JUNQI_E_OK;
}

/* One line of a full record through the referee. */
static junqi_code play_line(replay *r, junqi_event *event) {
  if (event->kind >= JUNQI_EV_SKIP) return play_automatic(r, event);
  const junqi_event *wanted = pending(r);
  if (wanted) return fail_against(r, JUNQI_E_RECORD_AUTOMATIC, wanted);
  if (event->kind == JUNQI_EV_SHOW) return fail_against(r, JUNQI_E_RECORD_AUTOMATIC, NULL);
  if (event->kind == JUNQI_EV_PLY) return play_ply(r, event);
  junqi_code code = junqi_game_event(r->game, (junqi_event_kind)event->kind, event->seat,
                                     UINT32_MAX, &r->events, r->error);
  r->next = 1;
  return code;
}

static junqi_code follow_line(replay *r, const junqi_event *event) {
  bool flip = event->kind == JUNQI_EV_PLY && event->move.from == event->move.to;
  if (event->kind == JUNQI_EV_PLY && flip == !event->piece)
    return fail_against(r, JUNQI_E_RECORD_FLIP, event);
  junqi_code code = junqi_view_apply(r->view, event);
  return code == JUNQI_E_OK ? code : notation_fail(r->error, code, 0, NULL, r->lines.content, NULL);
}

static junqi_code read_line(replay *r) {
  junqi_record_line line = {.kind = JUNQI_RECORD_COMMENT, .number = r->lines.number};
  junqi_seat turn = r->game ? r->game->position.turn : r->view->turn;
  junqi_slice whole = r->lines.whole;
  junqi_code code =
      junqi_event_read(variant_of(r), turn, whole.at, whole.length, &line.line, r->error);
  if (code == JUNQI_E_OK) {
    line.kind = JUNQI_RECORD_EVENT;
    code = r->game ? play_line(r, &line.line.event) : follow_line(r, &line.line.event);
  } else if (code == JUNQI_E_LINE_EMPTY) {
    code = JUNQI_E_OK;
  }
  return code == JUNQI_E_OK ? notation_keep_line(r->record, &line, r->error) : code;
}

static junqi_code read_lines(replay *r) {
  for (;;) {
    bool more;
    junqi_code code = notation_lines_next(&r->lines, &more, r->error);
    if (code != JUNQI_E_OK) return code;
    if (!more) break;
    code = read_line(r);
    if (code != JUNQI_E_OK) return code;
  }
  const junqi_event *wanted = pending(r);
  r->lines.content = (junqi_slice){NULL, 0};
  return wanted ? fail_against(r, JUNQI_E_RECORD_CUT, wanted) : junqi_fail(r->error, JUNQI_E_OK);
}

static junqi_code start_game(replay *r) {
  const junqi_header *header = &r->record->header;
  if (header->rules.variant == JUNQI_FLIP)
    return junqi_game_deal(r->game, &header->rules, header->deal, header->first, &r->events,
                           r->error);
  return junqi_game_start(r->game, &header->rules, header->layout, header->first, &r->events,
                          r->error);
}

static void start_view(replay *r, junqi_seat viewer) {
  const junqi_header *header = &r->record->header;
  const junqi_layout *layouts[JUNQI_MAX_SEATS] = {NULL};
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (header->layout[seat].at[0] != JUNQI_UNKNOWN) layouts[seat] = &header->layout[seat];
  junqi_view_start(r->view, &header->rules, viewer,
                   header->rules.variant == JUNQI_FLIP ? NULL : layouts, header->first);
}

static junqi_code read_header(replay *r, const char *text, size_t length, bool shown) {
  notation_lines_start(&r->lines, text, length);
  r->events.count = 0;
  r->next = 0;
  return notation_header_read(&r->lines, r->record, shown, r->error);
}

junqi_code junqi_record_read(const char *text, size_t length, junqi_record *record,
                             junqi_game *game, junqi_error *error) {
  replay r = {.record = record, .game = game, .error = error};
  junqi_code code = read_header(&r, text, length, false);
  if (code == JUNQI_E_OK) code = start_game(&r);
  if (code == JUNQI_E_OK) code = read_lines(&r);
  return at_line(&r, code);
}

junqi_code junqi_record_follow(const char *text, size_t length, junqi_seat viewer,
                               junqi_record *record, junqi_view *view, junqi_error *error) {
  replay r = {.record = record, .view = view, .error = error};
  junqi_code code = read_header(&r, text, length, true);
  if (code != JUNQI_E_OK) return at_line(&r, code);
  start_view(&r, viewer);
  return at_line(&r, read_lines(&r));
}

/* --- writing
 * --------------------------------------------------------------------------------------- */

static void put_line(notation_text *text, junqi_variant variant, const junqi_record_line *line,
                     bool shown) {
  if (line->kind == JUNQI_RECORD_EVENT) {
    if (line->line.event.kind == JUNQI_EV_SHOW && !shown) return;
    notation_put_event(text, variant, &line->line.event, line->line.ms, shown);
  }
  if (line->kind == JUNQI_RECORD_KEY) notation_put_slice(text, line->key);
  notation_put_comment(text, line->line.comment, line->kind == JUNQI_RECORD_COMMENT);
  notation_put(text, '\n');
}

size_t junqi_record_write(const junqi_record *record, bool shown, char *text, size_t size) {
  notation_text out = {text, size, 0};
  junqi_variant variant = (junqi_variant)record->header.rules.variant;
  notation_put_header(&out, &record->header, JUNQI_NO_SEAT);
  for (size_t i = 0; i < record->count; i++) {
    if (i == record->kept) notation_put_word(&out, "start\n");
    put_line(&out, variant, &record->lines[i], shown);
  }
  if (record->kept == record->count) notation_put_word(&out, "start\n");
  return notation_end(&out);
}
