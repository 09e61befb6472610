/* The header of a record (FORMATS.md F-5): variant, options, seats with names and layouts, deal,
 * who is first. */
#include "header.h"

#include <string.h>

#include "board_text.h"

/* The known keys in the order in which they stand. */
typedef enum key {
  KEY_JUNQI,
  KEY_VARIANT,
  KEY_PRESET,
  KEY_OPTION,
  KEY_SEAT,
  KEY_DEAL,
  KEY_FIRST,
  KEY_DATE,
  KEY_START,
  KEYS
} key;

static const char *const key_names[KEYS] = {"junqi", "variant", "preset", "option", "seat",
                                            "deal",  "first",   "date",   "start"};

typedef struct reader {
  notation_lines *lines;
  junqi_record *record;
  junqi_header *header;
  unsigned next;   /* the first key that may still come */
  unsigned option; /* the first option that may still come */
  unsigned seats;  /* read so far */
  bool dealt, shown;
  junqi_error *error;
} reader;

static junqi_code fail(reader *r, junqi_code code, const char *where, junqi_slice found,
                       const char *wanted) {
  return notation_fail(r->error, code, found.at - r->lines->whole.at, where, found, wanted);
}

static junqi_variant variant_of(const reader *r) {
  return (junqi_variant)r->header->rules.variant;
}

static junqi_code fail_value(reader *r, key which, junqi_slice found, const char *wanted) {
  return fail(r, JUNQI_E_RECORD_VALUE, key_names[which], found, wanted);
}

/* Errors of other readers count from where their text begins; here they count from the line's
 * beginning. */
static junqi_code shift(reader *r, junqi_code code, junqi_slice value) {
  if (code == JUNQI_E_OK || !r->error) return code;
  if (r->error->offset < 0) r->error->offset = 0;
  r->error->offset += (int32_t)(value.at - r->lines->whole.at);
  return code;
}

static junqi_code read_junqi(reader *r, junqi_slice value) {
  return notation_is(value, "1") ? JUNQI_E_OK : fail_value(r, KEY_JUNQI, value, "1");
}

static junqi_code read_variant(reader *r, junqi_slice value) {
  junqi_variant variant;
  if (!junqi_variant_from_name(value.at, value.length, &variant))
    return fail(r, JUNQI_E_VARIANT_UNKNOWN, NULL, value, NULL);
  r->header->rules = junqi_rules_default(variant);
  return JUNQI_E_OK;
}

static junqi_code read_preset(reader *r, junqi_slice value) {
  junqi_code code = junqi_rules_preset(&r->header->rules, value.at, value.length, r->error);
  if (code != JUNQI_E_OK) return shift(r, code, value);
  /* The rules know no preset with a longer name. */
  if (value.length < JUNQI_PRESET_SIZE) memcpy(r->header->preset, value.at, value.length);
  return JUNQI_E_OK;
}

static junqi_code read_option(reader *r, junqi_slice value) {
  junqi_slice rest = value, name = notation_word(&rest);
  unsigned option = junqi_option_named(name.at, name.length);
  if (option < r->option) return fail(r, JUNQI_E_RECORD_ORDER, NULL, name, NULL);
  junqi_code code =
      junqi_rules_set(&r->header->rules, name.at, name.length, rest.at, rest.length, r->error);
  if (code == JUNQI_E_OK) r->option = option + 1;
  return shift(r, code, value);
}

/* A quoted string into a field; *rest moves behind it. */
static junqi_code read_quoted(reader *r, junqi_slice *rest, char *field, size_t size) {
  static const char wanted[] =
      "a text in double quotes, shorter than 128 bytes, with \\\" and \\\\ inside";
  junqi_slice all = *rest;
  size_t used = 0, i = 1;
  if (all.length < 2 || all.at[0] != '"') return fail_value(r, KEY_SEAT, all, wanted);
  for (; i < all.length && all.at[i] != '"'; i++) {
    if (all.at[i] == '\\' && (++i >= all.length || (all.at[i] != '"' && all.at[i] != '\\'))) break;
    bool control = all.at[i] == '\t';
    if (control || used + 1 >= size) return fail_value(r, KEY_SEAT, all, wanted);
    field[used++] = all.at[i];
  }
  if (i >= all.length || all.at[i] != '"') return fail_value(r, KEY_SEAT, all, wanted);
  field[used] = '\0';
  *rest = notation_trim((junqi_slice){all.at + i + 1, all.length - i - 1});
  return JUNQI_E_OK;
}

/* Through a view a layout is either known whole or unknown whole. */
static bool is_hidden(junqi_slice text) {
  return memchr(text.at, '?', text.length) != NULL;
}

static junqi_code read_layout(reader *r, junqi_slice text, junqi_seat seat) {
  junqi_layout *layout = &r->header->layout[seat];
  bool hidden = r->shown && is_hidden(text);
  junqi_code code =
      junqi_layout_read(text.at, text.length, hidden ? JUNQI_HIDDEN_LAYOUT : JUNQI_COMPLETE_LAYOUT,
                        &r->header->rules, seat, layout, r->error);
  for (unsigned i = 0; hidden && code == JUNQI_E_OK && i < JUNQI_ARM_POINTS; i++)
    if (layout->at[i] != (junqi_layout_camp(i) ? JUNQI_NONE : JUNQI_UNKNOWN))
      return fail_value(r, KEY_SEAT, text,
                        "a layout known whole, or `?` on every point that is no camp");
  return shift(r, code, text);
}

static junqi_code read_seat(reader *r, junqi_slice value) {
  junqi_slice rest = value, name = notation_word(&rest);
  junqi_seat seat = notation_seat(name, junqi_seats(variant_of(r)));
  if (seat == JUNQI_NO_SEAT) return fail_value(r, KEY_SEAT, name, "a seat of this variant");
  if (seat < r->seats) return fail(r, JUNQI_E_RECORD_ORDER, NULL, name, NULL);
  char missing[8] = {'s', 'e', 'a', 't', ' ', (char)('a' + r->seats)};
  if (seat > r->seats) return fail(r, JUNQI_E_RECORD_MISSING, NULL, value, missing);
  r->seats++;
  junqi_slice after = rest, word = notation_word(&after);
  if (notation_is(word, "name")) {
    junqi_code code = read_quoted(r, &after, r->header->name[seat], JUNQI_NAME_SIZE);
    if (code != JUNQI_E_OK) return code;
    rest = after;
    word = notation_word(&after);
  }
  if (variant_of(r) == JUNQI_FLIP)
    return rest.length ? fail_value(r, KEY_SEAT, rest, "name \"...\" or the end of the line")
                       : JUNQI_E_OK;
  if (!notation_is(word, "layout"))
    return fail_value(r, KEY_SEAT, rest, "name \"...\", then layout and six rows");
  return read_layout(r, after, seat);
}

static junqi_code read_deal(reader *r, junqi_slice value) {
  junqi_piece at[JUNQI_MAX_POINTS];
  if (variant_of(r) != JUNQI_FLIP) return fail_value(r, KEY_DEAL, value, "no deal in this variant");
  junqi_code code =
      notation_board_read(value, r->lines->whole.at, JUNQI_FLIP, r->shown, at, r->error);
  if (code != JUNQI_E_OK) return code;
  for (unsigned q = 0; q < 60; q++) {
    bool camp = junqi_layout_camp(q % JUNQI_ARM_POINTS);
    bool fine = camp       ? !at[q]
                : r->shown ? at[q] == JUNQI_FACE_DOWN
                           : at[q] && !(at[q] & JUNQI_PUBLIC);
    if (!fine) return fail(r, JUNQI_E_DEAL_WRONG, junqi_board_of(JUNQI_FLIP)->name[q], value, NULL);
  }
  memcpy(r->header->deal, at, sizeof r->header->deal);
  r->dealt = true;
  return JUNQI_E_OK;
}

static junqi_code read_first(reader *r, junqi_slice value) {
  r->header->first = notation_seat(value, junqi_seats(variant_of(r)));
  return r->header->first == JUNQI_NO_SEAT
             ? fail_value(r, KEY_FIRST, value, "a seat of this variant")
             : JUNQI_E_OK;
}

static junqi_code read_date(reader *r, junqi_slice value) {
  bool fine = value.length > 0 && value.length < JUNQI_DATE_SIZE;
  for (size_t i = 0; fine && i < value.length; i++)
    fine = value.at[i] > ' ' && value.at[i] < 0x7F && value.at[i] != '"';
  if (!fine) return fail_value(r, KEY_DATE, value, "a date and time such as 2026-11-29T21:00:00Z");
  memcpy(r->header->date, value.at, value.length);
  return JUNQI_E_OK;
}

static junqi_code read_start(reader *r, junqi_slice value) {
  char missing[8] = {'s', 'e', 'a', 't', ' ', (char)('a' + r->seats)};
  junqi_slice start = {r->lines->content.at, 5};
  if (value.length) return fail_value(r, KEY_START, value, "nothing behind it");
  if (r->next <= KEY_VARIANT) return fail(r, JUNQI_E_RECORD_MISSING, NULL, start, "variant");
  if (r->seats < junqi_seats(variant_of(r)))
    return fail(r, JUNQI_E_RECORD_MISSING, NULL, start, missing);
  if (variant_of(r) == JUNQI_FLIP && !r->dealt)
    return fail(r, JUNQI_E_RECORD_MISSING, NULL, start, "deal");
  return JUNQI_E_OK;
}

typedef junqi_code (*key_reader)(reader *r, junqi_slice value);
static const key_reader key_readers[KEYS] = {read_junqi,  read_variant, read_preset,
                                             read_option, read_seat,    read_deal,
                                             read_first,  read_date,    read_start};

junqi_code notation_keep_line(junqi_record *record, const junqi_record_line *line,
                              junqi_error *error) {
  if (record->count == record->capacity) return junqi_fail(error, JUNQI_E_RECORD_LINES);
  record->lines[record->count++] = *line;
  return JUNQI_E_OK;
}

/* An unknown key, or a comment that stands alone or behind a known key. */
static junqi_code keep(reader *r, junqi_slice text) {
  junqi_record_line line = {.number = r->lines->number, .key = text};
  line.kind = text.at ? JUNQI_RECORD_KEY : JUNQI_RECORD_COMMENT;
  line.line.ms = -1;
  line.line.comment = r->lines->comment;
  return text.at || line.line.comment.at ? notation_keep_line(r->record, &line, r->error)
                                         : JUNQI_E_OK;
}

static junqi_code read_key(reader *r, junqi_slice content, unsigned *which) {
  junqi_slice value = content, name = notation_word(&value);
  for (*which = 0; *which < KEYS && !notation_is(name, key_names[*which]);)
    ++*which;
  if (r->next == KEY_JUNQI && *which != KEY_JUNQI)
    return fail(r, JUNQI_E_RECORD_BEGIN, NULL, content, NULL);
  if (*which == KEYS) return keep(r, content);
  if (*which < r->next) return fail(r, JUNQI_E_RECORD_ORDER, NULL, name, NULL);
  if (*which > KEY_VARIANT && r->next <= KEY_VARIANT)
    return fail(r, JUNQI_E_RECORD_MISSING, NULL, name, "variant");
  junqi_code code = key_readers[*which](r, value);
  bool many = *which == KEY_OPTION || *which == KEY_SEAT;
  r->next = *which + !many;
  return code != JUNQI_E_OK ? code : keep(r, (junqi_slice){NULL, 0});
}

junqi_code notation_header_read(notation_lines *lines, junqi_record *record, bool shown,
                                junqi_error *error) {
  reader r = {
      .lines = lines, .record = record, .header = &record->header, .shown = shown, .error = error};
  unsigned which = KEYS;
  memset(&record->header, 0, sizeof record->header);
  record->count = record->kept = 0;
  while (which != KEY_START) {
    bool more;
    junqi_code code = notation_lines_next(lines, &more, error);
    if (code != JUNQI_E_OK) return code;
    if (!more)
      return junqi_fail(error, r.next == KEY_JUNQI ? JUNQI_E_RECORD_BEGIN : JUNQI_E_RECORD_START);
    code = lines->content.length ? read_key(&r, lines->content, &which)
                                 : keep(&r, (junqi_slice){NULL, 0});
    if (code != JUNQI_E_OK) return code;
  }
  record->kept = record->count;
  return JUNQI_E_OK;
}

/* --- writing
 * --------------------------------------------------------------------------------------- */

static void put_options(notation_text *text, const junqi_header *header) {
  junqi_rules base = junqi_rules_default((junqi_variant)header->rules.variant);
  char value[24];
  if (header->preset[0]) {
    junqi_rules_preset(&base, header->preset, strlen(header->preset), NULL);
    notation_put_word(text, "preset ");
    notation_put_word(text, header->preset);
    notation_put(text, '\n');
  }
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    if (header->rules.value[i] == base.value[i]) continue;
    notation_put_word(text, "option ");
    notation_put_word(text, junqi_option_about((junqi_option)i)->name);
    notation_put(text, ' ');
    notation_put_bytes(text, value,
                       junqi_option_text(&header->rules, (junqi_option)i, value, sizeof value));
    notation_put(text, '\n');
  }
}

/* A control character would break the line, so it is left out. */
static void put_quoted(notation_text *text, const char *name) {
  notation_put(text, '"');
  for (; *name; name++) {
    if ((unsigned char)*name < 0x20 || *name == 0x7F) continue;
    if (*name == '"' || *name == '\\') notation_put(text, '\\');
    notation_put(text, *name);
  }
  notation_put(text, '"');
}

static void put_layout(notation_text *text, const junqi_layout *layout, bool hidden) {
  junqi_layout unknown;
  char rows[JUNQI_LAYOUT_TEXT];
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    unknown.at[i] = junqi_layout_camp(i) ? JUNQI_NONE : JUNQI_UNKNOWN;
  notation_put_word(text, " layout ");
  notation_put_bytes(text, rows, junqi_layout_write(hidden ? &unknown : layout, rows, sizeof rows));
}

static void put_seat(notation_text *text, const junqi_header *header, junqi_seat seat,
                     junqi_seat viewer) {
  notation_put_word(text, "seat ");
  notation_put(text, (char)('a' + seat));
  if (header->name[seat][0]) {
    notation_put_word(text, " name ");
    put_quoted(text, header->name[seat]);
  }
  bool hidden = viewer != JUNQI_NO_SEAT && !junqi_view_sees(&header->rules, viewer, seat);
  if (header->rules.variant != JUNQI_FLIP) put_layout(text, &header->layout[seat], hidden);
  notation_put(text, '\n');
}

static void put_deal(notation_text *text, const junqi_header *header, junqi_seat viewer) {
  junqi_piece at[60];
  for (unsigned q = 0; q < 60; q++)
    at[q] = viewer == JUNQI_NO_SEAT || !header->deal[q] ? header->deal[q] : JUNQI_FACE_DOWN;
  notation_put_word(text, "deal ");
  notation_board_put(text, JUNQI_FLIP, at);
  notation_put(text, '\n');
}

void notation_put_header(notation_text *text, const junqi_header *header, junqi_seat viewer) {
  junqi_variant variant = (junqi_variant)header->rules.variant;
  notation_put_word(text, "junqi 1\nvariant ");
  notation_put_word(text, junqi_variant_name(variant));
  notation_put(text, '\n');
  put_options(text, header);
  for (unsigned seat = 0; seat < junqi_seats(variant); seat++)
    put_seat(text, header, (junqi_seat)seat, viewer);
  if (variant == JUNQI_FLIP) put_deal(text, header, viewer);
  if (header->first != 0) {
    notation_put_word(text, "first ");
    notation_put(text, (char)('a' + header->first));
    notation_put(text, '\n');
  }
  if (header->date[0]) {
    notation_put_word(text, "date ");
    notation_put_word(text, header->date);
    notation_put(text, '\n');
  }
}

size_t junqi_header_write(const junqi_header *header, junqi_seat viewer, char *text, size_t size) {
  notation_text out = {text, size, 0};
  notation_put_header(&out, header, viewer);
  notation_put_word(&out, "start\n");
  return notation_end(&out);
}
