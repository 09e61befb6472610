/* Events as text, for the store and for eyes: `<at> <kind> …` in one line. Layouts and lines are
 * written as everywhere else (FORMATS F-1, F-5); nothing here knows whether an event can follow
 * (fold.c). */
#include "state.h"

#include "junqi/notation.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const words[JUNQI_TABLE_EVENT_KINDS] = {
    [JUNQI_TABLE_CREATED] = "created",   [JUNQI_TABLE_OPTIONS] = "options",
    [JUNQI_TABLE_SEAT] = "seat",         [JUNQI_TABLE_OWNER] = "owner",
    [JUNQI_TABLE_LAYOUT] = "layout",     [JUNQI_TABLE_READY] = "ready",
    [JUNQI_TABLE_UNREADY] = "unready",   [JUNQI_TABLE_SETUP] = "setup",
    [JUNQI_TABLE_START] = "start",       [JUNQI_TABLE_LINE] = "line",
    [JUNQI_TABLE_CUT] = "cut",           [JUNQI_TABLE_BACK] = "back",
    [JUNQI_TABLE_REVEAL] = "reveal",     [JUNQI_TABLE_CLOSE] = "close",
    [JUNQI_TABLE_SETTINGS] = "settings", [JUNQI_TABLE_COUNTDOWN] = "countdown",
    [JUNQI_TABLE_HANDOVER] = "handover", [JUNQI_TABLE_RETURN] = "return",
    [JUNQI_TABLE_WISH] = "wish",         [JUNQI_TABLE_REMATCH] = "rematch"};

static const char *const whys[JUNQI_WHYS] = {[JUNQI_WHY_OWN] = "",
                                             [JUNQI_WHY_KICKED] = "kicked",
                                             [JUNQI_WHY_LOST] = "lost",
                                             [JUNQI_WHY_CLOSED] = "closed",
                                             [JUNQI_WHY_RESTART] = "restart"};

const char *junqi_table_event_word(junqi_table_event_kind kind) {
  return kind < JUNQI_TABLE_EVENT_KINDS ? words[kind] : "";
}

const char *junqi_table_why_word(junqi_table_why why) {
  return why < JUNQI_WHYS ? whys[why] : "";
}

/* Writing ------------------------------------------------------------------------------------ */

typedef struct out {
  char *text;
  size_t size, used;
} out;

__attribute__((format(printf, 2, 3))) static void put(out *o, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(o->text + o->used, o->size - o->used, format, list);
  va_end(list);
  if (length > 0)
    o->used += (size_t)length < o->size - o->used ? (size_t)length : o->size - o->used - 1;
}

static char seat_letter(junqi_seat seat) {
  return seat < JUNQI_MAX_SEATS ? (char)('a' + seat) : '-';
}

static void put_rules(out *o, const junqi_rules *rules) {
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    const junqi_option_info *info = junqi_option_about((junqi_option)i);
    char value[32];
    if (info->fallback[rules->variant] < 0) continue;
    junqi_option_text(rules, (junqi_option)i, value, sizeof value);
    put(o, " %s=%s", info->name, value);
  }
}

static void put_layout(out *o, const junqi_table_event *e, unsigned seat) {
  char text[JUNQI_LAYOUT_TEXT] = "?";
  if (e->shown >> seat & 1) junqi_layout_write(&e->layout[seat], text, sizeof text);
  put(o, " %s", text);
}

/* The 50 points that are no camps: colour and letter. */
static void put_deal(out *o, const junqi_table_event *e) {
  put(o, e->dealt ? " " : " ?");
  for (unsigned q = 0; q < 60 && e->dealt; q++)
    if (!junqi_layout_camp(q % JUNQI_ARM_POINTS))
      put(o, "%c%c", 'a' + (int)junqi_owner_of(e->deal[q]),
          junqi_type_letter(junqi_type_of(e->deal[q])));
}

static void put_set_up(out *o, const junqi_table *t, const junqi_table_event *e) {
  if (table_flip(t)) {
    put_deal(o, e);
    return;
  }
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    put_layout(o, e, seat);
}

static void put_settings(out *o, const junqi_settings *settings) {
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++) {
    char value[16];
    junqi_setting_text(settings, (junqi_setting)i, value, sizeof value);
    put(o, " %s=%s", junqi_setting_about((junqi_setting)i)->name, value);
  }
}

static void put_why(out *o, const junqi_table_event *e) {
  if (e->why) put(o, " %s", junqi_table_why_word((junqi_table_why)e->why));
}

static void put_seat(out *o, const junqi_table_event *e) {
  if (e->who == JUNQI_FREE) put(o, " free");
  if (e->who == JUNQI_HUMAN) put(o, " person %" PRIu64, e->person);
  if (e->who == JUNQI_COMPUTER) put(o, " computer %u", e->level);
}

static void put_line(out *o, const junqi_table *t, const junqi_table_event *e) {
  char line[JUNQI_EVENT_TEXT];
  junqi_table_event_line(t, e, line, sizeof line);
  put(o, " %c %s", seat_letter(e->line.seat), line);
}

size_t junqi_table_event_write(const junqi_table *t, const junqi_table_event *e, char *text,
                               size_t size) {
  out o = {text, size, 0};
  put(&o, "%" PRIu64 " %s", e->at, junqi_table_event_word((junqi_table_event_kind)e->kind));
  switch (e->kind) {
  case JUNQI_TABLE_CREATED:
  case JUNQI_TABLE_OPTIONS:
    put(&o, " %s", junqi_variant_name((junqi_variant)e->rules.variant));
    if (e->kind == JUNQI_TABLE_CREATED) put(&o, " %" PRIu64, e->seed);
    put_rules(&o, &e->rules);
    break;
  case JUNQI_TABLE_LINE: put_line(&o, t, e); break;
  case JUNQI_TABLE_REVEAL: put_set_up(&o, t, e); break;
  case JUNQI_TABLE_SETTINGS: put_settings(&o, &e->settings); break;
  case JUNQI_TABLE_SETUP:
  case JUNQI_TABLE_COUNTDOWN:
  case JUNQI_TABLE_CLOSE: break;
  default: put(&o, " %c", seat_letter(e->seat)); break;
  }
  if (e->kind == JUNQI_TABLE_SEAT) put_seat(&o, e);
  if (e->kind == JUNQI_TABLE_SEAT || e->kind == JUNQI_TABLE_CUT) put_why(&o, e);
  if (e->kind == JUNQI_TABLE_HANDOVER) put(&o, " %u", e->level);
  if (e->kind == JUNQI_TABLE_LAYOUT) put_layout(&o, e, e->seat);
  if (e->kind == JUNQI_TABLE_START) put_set_up(&o, t, e);
  return o.used;
}

size_t junqi_table_event_line(const junqi_table *t, const junqi_table_event *e, char *text,
                              size_t size) {
  if (size) text[0] = '\0';
  if (e->kind != JUNQI_TABLE_LINE) return 0;
  bool timed = e->line.kind == JUNQI_EV_PLY || e->line.kind == JUNQI_EV_TIMEOUT;
  return junqi_event_write((junqi_variant)t->rules.variant, &e->line, timed ? (int64_t)e->used : -1,
                           true, text, size);
}

/* Reading ------------------------------------------------------------------------------------ */

typedef struct in {
  const char *start, *at, *end;
} in;

/* The next word; empty at the end, and when there is more than one space before it. */
static junqi_slice word(in *i) {
  if (i->at != i->start && i->at < i->end) i->at++;
  const char *from = i->at;
  while (i->at < i->end && *i->at != ' ')
    i->at++;
  return (junqi_slice){from, (size_t)(i->at - from)};
}

/* Most words differ in their first letter, so their lengths are not asked for. */
static bool is(junqi_slice s, const char *text) {
  size_t same = 0;
  while (same < s.length && text[same] && text[same] == s.at[same])
    same++;
  return same == s.length && !text[same];
}

static bool number(junqi_slice s, uint64_t most, uint64_t *value) {
  return junqi_number_from_digits(s.at, s.length, most, value);
}

static bool read_seat(in *i, junqi_seat *seat) {
  junqi_slice s = word(i);
  *seat = s.length ? (junqi_seat)(s.at[0] - 'a') : JUNQI_NO_SEAT;
  return s.length == 1 && *seat < JUNQI_MAX_SEATS;
}

static bool read_rules(in *i, junqi_table_event *e) {
  junqi_slice name = word(i), s;
  junqi_variant variant;
  if (!junqi_variant_from_name(name.at, name.length, &variant)) return false;
  if (e->kind == JUNQI_TABLE_CREATED && !number(word(i), UINT64_MAX, &e->seed)) return false;
  e->rules = junqi_rules_default(variant);
  while ((s = word(i)).length) {
    const char *mark = memchr(s.at, '=', s.length);
    if (!mark) return false;
    size_t key = (size_t)(mark - s.at);
    if (junqi_rules_set(&e->rules, s.at, key, mark + 1, s.length - key - 1, NULL) != JUNQI_E_OK)
      return false;
  }
  return true;
}

static bool read_settings(in *i, junqi_table_event *e) {
  junqi_slice s;
  while ((s = word(i)).length) {
    const char *mark = memchr(s.at, '=', s.length);
    if (!mark) return false;
    size_t key = (size_t)(mark - s.at);
    if (junqi_settings_set(&e->settings, s.at, key, mark + 1, s.length - key - 1, NULL) !=
        JUNQI_E_OK)
      return false;
  }
  return true;
}

/* Nothing stands for what the person did. */
static bool read_why(in *i, junqi_table_event *e) {
  junqi_slice s = word(i);
  for (e->why = 0; e->why < JUNQI_WHYS; e->why++)
    if (is(s, whys[e->why])) return true;
  return false;
}

static bool read_level(in *i, junqi_table_event *e) {
  uint64_t level;
  if (!number(word(i), JUNQI_TABLE_LEVELS, &level)) return false;
  e->level = (uint8_t)level;
  return true;
}

static bool read_holder(in *i, junqi_table_event *e) {
  junqi_slice who = word(i);
  uint64_t value = 0;
  if (is(who, "free")) return read_why(i, e);
  e->who = is(who, "person") ? JUNQI_HUMAN : JUNQI_COMPUTER;
  if (e->who == JUNQI_COMPUTER && !is(who, "computer")) return false;
  if (!number(word(i), e->who == JUNQI_HUMAN ? UINT64_MAX : JUNQI_TABLE_LEVELS, &value))
    return false;
  if (e->who == JUNQI_HUMAN) e->person = value;
  if (e->who == JUNQI_COMPUTER) e->level = (uint8_t)value;
  return true;
}

static bool read_layout(in *i, junqi_table_event *e, unsigned seat) {
  junqi_slice s = word(i);
  if (is(s, "?")) return true;
  e->shown |= (uint8_t)(1u << seat);
  return junqi_layout_read(s.at, s.length, JUNQI_PARTIAL_LAYOUT, NULL, (junqi_seat)seat,
                           &e->layout[seat], NULL) == JUNQI_E_OK;
}

static bool read_deal(in *i, junqi_table_event *e) {
  junqi_slice s = word(i);
  if (is(s, "?")) return true;
  if (s.length != 100) return false;
  e->dealt = true;
  for (unsigned q = 0; q < 60; q++) {
    if (junqi_layout_camp(q % JUNQI_ARM_POINTS)) continue;
    junqi_type type = junqi_type_from_letter(s.at[1]);
    if ((s.at[0] != 'a' && s.at[0] != 'b') || type == JUNQI_NONE) return false;
    e->deal[q] = junqi_piece_of((unsigned)(s.at[0] - 'a'), type);
    s.at += 2;
  }
  return true;
}

static bool read_set_up(in *i, const junqi_table *t, junqi_table_event *e) {
  if (table_flip(t)) return read_deal(i, e);
  for (unsigned seat = 0; seat < table_seats(t); seat++)
    if (!read_layout(i, e, seat)) return false;
  return true;
}

/* Fills in what an F-5 line leaves to its reader, so that the event is the one that was written. */
static void complete_line(junqi_event *line) {
  bool flip = line->kind == JUNQI_EV_PLY && line->move.from == line->move.to;
  if (flip || line->kind == JUNQI_EV_SHOW) line->piece |= JUNQI_PUBLIC;
  if (line->kind == JUNQI_EV_SHOW) {
    line->move.to = line->move.from;
    line->seat = (junqi_seat)junqi_owner_of(line->piece);
  }
  if (line->kind == JUNQI_EV_END) line->seat = JUNQI_NO_SEAT;
}

static bool read_line(in *i, const junqi_table *t, junqi_table_event *e) {
  junqi_slice seat = word(i);
  junqi_line line;
  if (seat.length != 1 || i->at == i->end) return false;
  i->at++;
  junqi_code code =
      junqi_event_read((junqi_variant)t->rules.variant, (junqi_seat)(seat.at[0] - 'a'), i->at,
                       (size_t)(i->end - i->at), &line, NULL);
  i->at = i->end;
  if (code != JUNQI_E_OK || line.ms > UINT32_MAX) return false;
  e->line = line.event;
  e->used = line.ms < 0 ? 0 : (uint32_t)line.ms;
  complete_line(&e->line);
  return true;
}

static bool read_kind(in *i, junqi_table_event *e) {
  junqi_slice s = word(i);
  for (e->kind = 0; e->kind < JUNQI_TABLE_EVENT_KINDS; e->kind++)
    if (is(s, words[e->kind])) return true;
  return false;
}

static bool read_rest(in *i, const junqi_table *t, junqi_table_event *e) {
  switch (e->kind) {
  case JUNQI_TABLE_CREATED:
  case JUNQI_TABLE_OPTIONS: return read_rules(i, e);
  case JUNQI_TABLE_LINE: return read_line(i, t, e);
  case JUNQI_TABLE_REVEAL: return read_set_up(i, t, e);
  case JUNQI_TABLE_SETTINGS: return read_settings(i, e);
  case JUNQI_TABLE_SETUP:
  case JUNQI_TABLE_COUNTDOWN:
  case JUNQI_TABLE_CLOSE: return true;
  default: break;
  }
  if (!read_seat(i, &e->seat)) return false;
  if (e->kind == JUNQI_TABLE_SEAT) return read_holder(i, e);
  if (e->kind == JUNQI_TABLE_CUT) return read_why(i, e);
  if (e->kind == JUNQI_TABLE_HANDOVER) return read_level(i, e);
  if (e->kind == JUNQI_TABLE_LAYOUT) return read_layout(i, e, e->seat);
  return e->kind != JUNQI_TABLE_START || read_set_up(i, t, e);
}

junqi_code junqi_table_event_read(const junqi_table *t, uint32_t seq, const char *text,
                                  size_t length, junqi_table_event *e, junqi_error *error) {
  in i = {text, text, text + length};
  memset(e, 0, sizeof *e);
  e->seq = seq;
  if (number(word(&i), INT64_MAX, &e->at) && read_kind(&i, e) && read_rest(&i, t, e) &&
      i.at == i.end)
    return junqi_fail(error, JUNQI_E_OK);
  junqi_fail(error, JUNQI_E_TABLE_LOG);
  if (error) {
    error->offset = (int32_t)(i.at - text);
    snprintf(error->found, sizeof error->found, "%lu", (unsigned long)seq);
  }
  return JUNQI_E_TABLE_LOG;
}
