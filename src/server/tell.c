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

void tell_clause(out *o, junqi_score_clause clause) {
  out_text(o, "clause", junqi_score_clause_id(clause));
  out_text(o, "en", junqi_score_clause_text(clause, JUNQI_ENGLISH));
  out_text(o, "zh", junqi_score_clause_text(clause, JUNQI_CHINESE));
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

const char *tell_who(junqi_table_who who) {
  static const char *const words[] = {"nobody", "person", "computer"};
  return words[who];
}

void tell_options(out *o, const junqi_rules *rules, bool differing) {
  const junqi_rules usual = junqi_rules_default((junqi_variant)rules->variant);
  out_open(o, "options", '{');
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    const junqi_option_info *about = junqi_option_about((junqi_option)i);
    char value[32];
    if (about->fallback[rules->variant] < 0) continue;
    if (differing && rules->value[i] == usual.value[i]) continue;
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

void tell_settings(out *o, const junqi_settings *settings) {
  out_open(o, "settings", '{');
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++) {
    char value[32];
    junqi_setting_text(settings, (junqi_setting)i, value, sizeof value);
    out_text(o, junqi_setting_about((junqi_setting)i)->name, value);
  }
  out_close(o, '}');
}

static void put_why(out *o, const junqi_table_event *event) {
  const char *word = junqi_table_why_word((junqi_table_why)event->why);
  out_text(o, "why", *word ? word : "own");
}

static void put_sitter(out *o, const junqi_table_event *event) {
  tell_seat(o, "seat", event->seat);
  out_text(o, "who", tell_who((junqi_table_who)event->who));
  if (event->who == JUNQI_COMPUTER)
    out_integer(o, "level", event->level);
  else
    out_null(o, "level");
  put_why(o, event);
}

static void put_seats(out *o, const char *key, unsigned set) {
  out_open(o, key, '[');
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (set >> seat & 1) tell_seat(o, NULL, seat);
  out_close(o, ']');
}

/* A clock that does not run is null. */
static void put_left(out *o, const char *key, uint32_t left) {
  if (left == UINT32_MAX)
    out_null(o, key);
  else
    out_integer(o, key, left);
}

/* Null unless the game is being played. */
static void put_talk(out *o, const junqi_table *table, junqi_seat turn,
                     const junqi_table_talk *talk) {
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(table)->variant);
  if (turn >= JUNQI_MAX_SEATS) {
    out_null(o, "talk");
    return;
  }
  out_open(o, "talk", '{');
  tell_seat(o, "proposer", talk->proposer);
  put_seats(o, "accepted", talk->accepted);
  out_open(o, "offers", '[');
  for (unsigned seat = 0; seat < seats; seat++)
    out_integer(o, NULL, talk->offers[seat]);
  out_close(o, ']');
  out_integer(o, "resign_plies", talk->resign_plies);
  put_left(o, "resign_left", talk->resign_left);
  out_close(o, '}');
}

static void put_line(out *o, const junqi_table *table, const junqi_table_event *event) {
  char line[JUNQI_EVENT_TEXT + 32];
  junqi_table_event_line(table, event, line, sizeof line);
  out_text(o, "line", line);
  put_talk(o, table, event->turn, &event->talk);
}

/* What is special to the kind of an event. */
static void put_kind(out *o, const junqi_table *table, const junqi_table_event *event) {
  switch ((junqi_table_event_kind)event->kind) {
  case JUNQI_TABLE_CREATED:
  case JUNQI_TABLE_OPTIONS: tell_options(o, &event->rules, false); break;
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
  case JUNQI_TABLE_CUT:
    tell_seat(o, "seat", event->seat);
    put_why(o, event);
    out_integer(o, "wait", event->wait);
    break;
  case JUNQI_TABLE_SETUP:
  case JUNQI_TABLE_COUNTDOWN: out_integer(o, "wait", event->wait); break;
  case JUNQI_TABLE_SETTINGS: tell_settings(o, &event->settings); break;
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
  tell_options(o, rules, false);
  tell_settings(o, junqi_table_settings(table));
  out_text(o, "state", tell_state(junqi_table_state_of(table)));
  out_integer(o, "seq", junqi_table_seq(table));
  out_close(o, '}');
}

static void put_clock(out *o, const junqi_table *table, const junqi_table_clock *clock) {
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(table)->variant);
  out_open(o, "clock", '{');
  tell_seat(o, "turn", clock->turn);
  put_left(o, "left", clock->turn < JUNQI_MAX_SEATS ? clock->left : UINT32_MAX);
  put_left(o, "setup", clock->setup);
  put_left(o, "countdown", clock->countdown);
  out_open(o, "grace", '[');
  for (unsigned seat = 0; seat < seats; seat++)
    put_left(o, NULL, clock->grace[seat]);
  out_close(o, ']');
  out_open(o, "timeouts", '[');
  for (unsigned seat = 0; seat < seats; seat++)
    out_integer(o, NULL, clock->timeouts[seat]);
  out_close(o, ']');
  put_talk(o, table, clock->turn, &clock->talk);
  out_close(o, '}');
}

void tell_live(out *o, const char *id, const junqi_table *table, const junqi_table_clock *clock) {
  out_message(o, "live", -1);
  out_text(o, "table", id);
  out_integer(o, "seq", junqi_table_seq(table));
  put_clock(o, table, clock);
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
