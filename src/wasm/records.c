/* Whole records for the page. The referee replays them here, so that what the page gets is the
 * same stream of lines as a live game sends: flips with their piece, and `show` lines. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "junqi/record.h"

enum { MOST_LINES = 65536, MOST_DEPTH = 6 };

/* --- what stands in front of `start` -----------------------------------------------------------
 */

static bool flip(const junqi_header *header) {
  return header->rules.variant == JUNQI_FLIP;
}

static bool layout_known(const junqi_layout *layout) {
  return !memchr(layout->at, JUNQI_UNKNOWN, sizeof layout->at);
}

/* Is something of it unknown, as in a record through a view? */
static bool hidden(const junqi_header *header) {
  unsigned seats = junqi_seats((junqi_variant)header->rules.variant);
  if (flip(header)) return memchr(header->deal, JUNQI_FACE_DOWN, sizeof header->deal) != NULL;
  for (unsigned seat = 0; seat < seats; seat++)
    if (!layout_known(&header->layout[seat])) return true;
  return false;
}

static void put_names(wasm_desk *desk, const junqi_header *header) {
  wasm_key(desk, "names");
  wasm_open(desk, '[');
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)header->rules.variant); seat++)
    wasm_text(desk, header->name[seat]);
  wasm_close(desk, ']');
}

static void put_layouts(wasm_desk *desk, const junqi_header *header) {
  unsigned seats = flip(header) ? 0 : junqi_seats((junqi_variant)header->rules.variant);
  char text[JUNQI_POSITION_TEXT];
  wasm_key(desk, "layouts");
  wasm_open(desk, '[');
  for (unsigned seat = 0; seat < seats; seat++) {
    if (layout_known(&header->layout[seat]))
      wasm_bytes(desk, text, junqi_layout_write(&header->layout[seat], text, sizeof text));
    else
      wasm_null(desk);
  }
  wasm_close(desk, ']');
  wasm_key(desk, "deal");
  if (flip(header) && !hidden(header))
    wasm_bytes(desk, text, junqi_board_write(JUNQI_FLIP, header->deal, text, sizeof text));
  else
    wasm_null(desk);
}

static void put_header(wasm_desk *desk, const junqi_header *header) {
  wasm_key(desk, "variant");
  wasm_text(desk, junqi_variant_name((junqi_variant)header->rules.variant));
  wasm_key(desk, "preset");
  if (header->preset[0])
    wasm_text(desk, header->preset);
  else
    wasm_null(desk);
  wasm_key(desk, "options");
  wasm_values(desk, &header->rules);
  put_names(desk, header);
  wasm_key(desk, "date");
  wasm_text(desk, header->date);
  wasm_key(desk, "first");
  wasm_seat(desk, header->first);
  put_layouts(desk, header);
}

/* --- lines -------------------------------------------------------------------------------------
 */

static void put_event(wasm_desk *desk, const junqi_header *header, const junqi_event *event,
                      int64_t ms, junqi_slice comment) {
  char text[JUNQI_EVENT_TEXT];
  size_t length =
      junqi_event_write((junqi_variant)header->rules.variant, event, ms, true, text, sizeof text);
  wasm_bytes_with(desk, text, length, comment);
}

static void put_events(wasm_desk *desk, const junqi_header *header, const junqi_events *events,
                       const junqi_line *line) {
  for (unsigned i = 0; i < events->count; i++)
    put_event(desk, header, &events->item[i], i ? -1 : line->ms,
              i ? (junqi_slice){NULL, 0} : line->comment);
}

/* Plays one line; the automatic ones come with what caused them. */
static junqi_code replay_line(junqi_game *game, const junqi_event *event, junqi_events *events,
                              junqi_error *error) {
  events->count = 0;
  if (game->position.state != JUNQI_RUNNING) return junqi_fail(error, JUNQI_E_OK);
  if (event->kind == JUNQI_EV_PLY)
    return junqi_game_play(game, event->seat, event->move, events, error);
  if (event->kind == JUNQI_EV_END)
    return junqi_game_stop(game, (junqi_reason)event->reason, events, error);
  if (event->kind >= JUNQI_EV_SHOW) return junqi_fail(error, JUNQI_E_OK);
  return junqi_game_event(game, (junqi_event_kind)event->kind, event->seat, UINT32_MAX, events,
                          error);
}

/* The lines of a full record, played again. It has been read, so nothing in it is wrong. */
static junqi_code put_played(wasm_desk *desk, const junqi_record *record, junqi_error *error) {
  const junqi_header *header = &record->header;
  const junqi_line nothing = {.ms = -1};
  junqi_events events = {0};
  junqi_game game;
  junqi_code code =
      flip(header)
          ? junqi_game_deal(&game, &header->rules, header->deal, header->first, &events, error)
          : junqi_game_start(&game, &header->rules, header->layout, header->first, &events, error);
  put_events(desk, header, &events, &nothing);
  for (size_t i = record->kept; code == JUNQI_E_OK && i < record->count; i++) {
    const junqi_record_line *line = &record->lines[i];
    if (line->kind != JUNQI_RECORD_EVENT) continue;
    junqi_event event = line->line.event;
    event.seat = event.kind == JUNQI_EV_PLY ? game.position.turn : event.seat;
    code = replay_line(&game, &event, &events, error);
    put_events(desk, header, &events, &line->line);
  }
  return code;
}

/* Those of a record through a view are shown as they are. */
static void put_seen(wasm_desk *desk, const junqi_record *record) {
  for (size_t i = record->kept; i < record->count; i++) {
    const junqi_record_line *line = &record->lines[i];
    if (line->kind == JUNQI_RECORD_EVENT)
      put_event(desk, &record->header, &line->line.event, line->line.ms, line->line.comment);
  }
}

static int put_record(wasm_desk *desk, const junqi_record *record, bool seen) {
  junqi_error error;
  junqi_code code = JUNQI_E_OK;
  wasm_begin(desk);
  wasm_open(desk, '{');
  put_header(desk, &record->header);
  wasm_key(desk, "lines");
  wasm_open(desk, '[');
  if (seen)
    put_seen(desk, record);
  else
    code = put_played(desk, record, &error);
  wasm_close(desk, ']');
  wasm_close(desk, '}');
  return code == JUNQI_E_OK ? 1 : wasm_refuse(desk, &error);
}

/* A record through a view is told by what it leaves unknown. */
static int read_record(wasm_desk *desk, size_t length, junqi_record *record) {
  junqi_error error, seen_error;
  junqi_game game;
  junqi_view view;
  memset(&record->header, 0, sizeof record->header);
  if (junqi_record_read(desk->in, length, record, &game, &error) == JUNQI_E_OK)
    return put_record(desk, record, false);
  memset(&record->header, 0, sizeof record->header);
  junqi_code code =
      junqi_record_follow(desk->in, length, JUNQI_SPECTATOR, record, &view, &seen_error);
  if (!hidden(&record->header)) return wasm_refuse(desk, &error);
  return code == JUNQI_E_OK ? put_record(desk, record, true) : wasm_refuse(desk, &seen_error);
}

int wasm_record_read(wasm_desk *desk, size_t length) {
  junqi_record record;
  junqi_error error;
  memset(&record, 0, sizeof record);
  record.capacity = junqi_record_capacity(desk->in, length);
  if (record.capacity <= MOST_LINES)
    record.lines = calloc(record.capacity + 1, sizeof *record.lines);
  if (!record.lines) {
    junqi_fail(&error, JUNQI_E_RECORD_LINES);
    return wasm_refuse(desk, &error);
  }
  int done = read_record(desk, length, &record);
  free(record.lines);
  return done;
}

int wasm_perft(wasm_desk *desk, unsigned depth, size_t length) {
  junqi_position position;
  junqi_rules rules;
  junqi_error error;
  if (junqi_position_read(desk->in, length, &rules, &position, &error) != JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  wasm_begin(desk);
  wasm_number(desk, (int64_t)junqi_perft(&position, depth < MOST_DEPTH ? depth : MOST_DEPTH));
  return 1;
}
