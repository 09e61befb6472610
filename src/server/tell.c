/* See tell.h. */
#include "tell.h"

#include "junqi/notation.h"

#include <string.h>

void tell_seat(out *o, const char *key, junqi_seat seat) {
  const char letter[2] = {(char)('a' + seat), 0};
  if (seat < JUNQI_MAX_SEATS)
    out_text(o, key, letter);
  else
    out_null(o, key);
}

const char *tell_state(junqi_table_state state) {
  switch (state) {
  case JUNQI_TABLE_NEW:
  case JUNQI_TABLE_WAITING: break;
  case JUNQI_TABLE_PLAYING: return "playing";
  case JUNQI_TABLE_FINISHED: return "finished";
  case JUNQI_TABLE_CLOSED: return "closed";
  }
  return "waiting";
}

static void put_options(out *o, const junqi_rules *rules) {
  out_open(o, "options", '{');
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    const junqi_option_info *about = junqi_option_about((junqi_option)i);
    char value[32];
    if (about->fallback[rules->variant] < 0) continue;
    junqi_option_text(rules, (junqi_option)i, value, sizeof value);
    out_text(o, about->name, value);
  }
  out_close(o, '}');
}

static void put_layout(out *o, const char *key, const junqi_layout *layout) {
  char text[JUNQI_LAYOUT_TEXT];
  junqi_layout_write(layout, text, sizeof text);
  out_text(o, key, text);
}

static void put_layouts(out *o, const junqi_table *table, const junqi_table_event *event) {
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(table)->variant);
  out_open(o, "layouts", '[');
  for (unsigned seat = 0; seat < seats; seat++)
    if (!event->dealt && event->shown >> seat & 1)
      put_layout(o, NULL, &event->layout[seat]);
    else
      out_null(o, NULL);
  out_close(o, ']');
}

static void put_deal(out *o, const junqi_table_event *event) {
  char text[512];
  if (!event->dealt) {
    out_null(o, "deal");
    return;
  }
  junqi_board_write(JUNQI_FLIP, event->deal, text, sizeof text);
  out_text(o, "deal", text);
}

static void put_sitter(out *o, const junqi_table_event *event) {
  static const char *const who[] = {"nobody", "person", "computer"};
  tell_seat(o, "seat", event->seat);
  out_text(o, "who", who[event->who]);
  if (event->who == JUNQI_COMPUTER)
    out_integer(o, "level", event->level);
  else
    out_null(o, "level");
}

static void put_line(out *o, const junqi_table *table, const junqi_table_event *event) {
  char line[JUNQI_EVENT_TEXT + 32];
  junqi_table_event_line(table, event, line, sizeof line);
  out_text(o, "line", line);
}

/* What is special to the kind of an event. */
static void put_kind(out *o, const junqi_table *table, const junqi_table_event *event) {
  switch ((junqi_table_event_kind)event->kind) {
  case JUNQI_TABLE_CREATED:
  case JUNQI_TABLE_OPTIONS: put_options(o, &event->rules); break;
  case JUNQI_TABLE_SEAT: put_sitter(o, event); break;
  case JUNQI_TABLE_LAYOUT:
    tell_seat(o, "seat", event->seat);
    if (event->shown >> event->seat & 1)
      put_layout(o, "layout", &event->layout[event->seat]);
    else
      out_null(o, "layout");
    break;
  case JUNQI_TABLE_OWNER:
  case JUNQI_TABLE_READY:
  case JUNQI_TABLE_UNREADY:
  case JUNQI_TABLE_CUT:
  case JUNQI_TABLE_BACK:
  case JUNQI_TABLE_RETURN:
  case JUNQI_TABLE_WISH:
  case JUNQI_TABLE_REMATCH: tell_seat(o, "seat", event->seat); break;
  case JUNQI_TABLE_HANDOVER:
    tell_seat(o, "seat", event->seat);
    out_integer(o, "level", event->level);
    break;
  case JUNQI_TABLE_START:
    tell_seat(o, "first", event->seat);
    put_layouts(o, table, event);
    break;
  case JUNQI_TABLE_LINE: put_line(o, table, event); break;
  case JUNQI_TABLE_REVEAL:
    put_layouts(o, table, event);
    put_deal(o, event);
    break;
  case JUNQI_TABLE_SETUP:
  case JUNQI_TABLE_COUNTDOWN:
  case JUNQI_TABLE_SETTINGS:
  case JUNQI_TABLE_CLOSE:
  case JUNQI_TABLE_EVENT_KINDS: break;
  }
}

void tell_event(out *o, const char *id, const junqi_table *table, const junqi_table_event *event,
                junqi_seat viewer) {
  junqi_table_event told;
  junqi_table_event_for(table, event, viewer, &told);
  out_message(o, "event", -1);
  out_text(o, "kind", junqi_table_event_word((junqi_table_event_kind)told.kind));
  out_text(o, "table", id);
  out_integer(o, "seq", told.seq);
  out_integer(o, "at", (int64_t)told.at);
  tell_seat(o, "turn", told.turn);
  if (told.turn < JUNQI_MAX_SEATS)
    out_integer(o, "left", told.left);
  else
    out_null(o, "left");
  put_kind(o, table, &told);
  out_close(o, '}');
}

void tell_joined(out *o, int64_t re, const char *id, const junqi_table *table, junqi_seat viewer) {
  const junqi_rules *rules = junqi_table_rules(table);
  out_message(o, "joined", re);
  out_text(o, "table", id);
  tell_seat(o, "seat", viewer);
  tell_seat(o, "owner", junqi_table_owner(table));
  out_text(o, "variant", junqi_variant_name((junqi_variant)rules->variant));
  put_options(o, rules);
  out_text(o, "state", tell_state(junqi_table_state_of(table)));
  out_integer(o, "seq", junqi_table_seq(table));
  out_close(o, '}');
}

/* A clock that does not run is null. */
static void put_left(out *o, const char *key, uint32_t left) {
  if (left == UINT32_MAX)
    out_null(o, key);
  else
    out_integer(o, key, left);
}

static void put_clock(out *o, const junqi_table_clock *clock, unsigned seats) {
  out_open(o, "clock", '{');
  tell_seat(o, "turn", clock->turn);
  put_left(o, "left", clock->turn < JUNQI_MAX_SEATS ? clock->left : UINT32_MAX);
  put_left(o, "setup", clock->setup);
  out_open(o, "grace", '[');
  for (unsigned seat = 0; seat < seats; seat++)
    put_left(o, NULL, clock->grace[seat]);
  out_close(o, ']');
  out_open(o, "timeouts", '[');
  for (unsigned seat = 0; seat < seats; seat++)
    out_integer(o, NULL, clock->timeouts[seat]);
  out_close(o, ']');
  out_close(o, '}');
}

void tell_live(out *o, const char *id, const junqi_table *table, const junqi_table_clock *clock) {
  out_message(o, "live", -1);
  out_text(o, "table", id);
  out_integer(o, "seq", junqi_table_seq(table));
  put_clock(o, clock, junqi_seats((junqi_variant)junqi_table_rules(table)->variant));
  out_close(o, '}');
}

void tell_error(out *o, int64_t re, const junqi_error *error) {
  char text[512];
  out_message(o, "error", re);
  out_text(o, "code", junqi_code_name(error->code));
  if (*error->where) out_text(o, "where", error->where);
  junqi_error_text(error, JUNQI_ENGLISH, text, sizeof text);
  out_text(o, "en", text);
  junqi_error_text(error, JUNQI_CHINESE, text, sizeof text);
  out_text(o, "zh", text);
  out_close(o, '}');
}
