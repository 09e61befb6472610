/* Position texts (FORMATS.md F-4) of full positions and of views. Both are read into a
 * junqi_position, which holds all that the text says but `gone=`; what is legal on the board is
 * none of this file's business. */
#include "junqi/position.h"

#include <string.h>

#include "board_text.h"

/* The fields that are no options, in canonical order; `known` counts bits after those of the
 * options. */
typedef enum field {
  FIELD_OUT = JUNQI_OPTIONS,
  FIELD_TIMEOUTS,
  FIELD_COLOURS,
  FIELD_LAST,
  FIELD_DUG,
  FIELD_CARRY,
  FIELD_GONE,
  FIELDS
} field;

static const char *const field_names[FIELDS - JUNQI_OPTIONS] = {
    "out", "timeouts", "colours", "last", "dug", "carry", "gone"};

enum { MAX_TIMEOUTS = 100, MAX_QUIET = UINT16_MAX, MINES = 3 };

typedef struct reader {
  const char *base;
  bool view;
  junqi_rules *rules;
  junqi_position *p;
  uint8_t (*gone)[JUNQI_TYPES]; /* of a view; null otherwise */
  uint32_t known;               /* fields read so far */
  junqi_slice value[FIELDS];
  junqi_error *error;
} reader;

static bool is_flip(const reader *r) {
  return r->rules->variant == JUNQI_FLIP;
}

static unsigned seats_of(const junqi_rules *rules) {
  return junqi_seats((junqi_variant)rules->variant);
}

static junqi_code fail(reader *r, junqi_code code, const char *where, junqi_slice found,
                       const char *wanted) {
  ptrdiff_t offset = found.at ? found.at - r->base : -1;
  return notation_fail(r->error, code, offset, where, found, wanted);
}

static junqi_code fail_value(reader *r, field which, const char *wanted) {
  return fail(r, JUNQI_E_POSITION_FIELD, field_names[which - JUNQI_OPTIONS], r->value[which],
              wanted);
}

/* --- fields
 * ---------------------------------------------------------------------------------------- */

static junqi_code read_out(reader *r) {
  junqi_slice text = r->value[FIELD_OUT];
  junqi_position *p = r->p;
  for (size_t i = 0; i < text.length; i++) {
    junqi_seat seat = notation_seat((junqi_slice){text.at + i, 1}, seats_of(r->rules));
    if (seat == JUNQI_NO_SEAT || junqi_is_out(p, seat))
      return fail_value(r, FIELD_OUT, "seat letters in the order they went out, each once");
    p->out[p->outs++] = seat;
    p->out_set |= (uint8_t)(1u << seat);
  }
  return text.length ? JUNQI_E_OK : fail_value(r, FIELD_OUT, "seat letters");
}

/* `a1c2`: owners in order and a number for each; false when it is not. */
static bool read_counts(junqi_slice text, unsigned owners, unsigned most, uint8_t count[]) {
  const char *at = text.at, *end = text.at + text.length;
  unsigned next = 0;
  while (at < end) {
    unsigned owner = notation_seat((junqi_slice){at++, 1}, owners);
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9')
      at++;
    uint64_t number;
    if (owner == JUNQI_NO_SEAT || owner < next ||
        !notation_number(notation_slice(digits, at), most, &number))
      return false;
    count[owner] = (uint8_t)number;
    next = owner + 1;
  }
  return next > 0;
}

static junqi_code read_timeouts(reader *r) {
  bool fine =
      read_counts(r->value[FIELD_TIMEOUTS], seats_of(r->rules), MAX_TIMEOUTS, r->p->timeouts);
  return fine ? JUNQI_E_OK
              : fail_value(r, FIELD_TIMEOUTS, "seats in order with their counts, such as a1c2");
}

static junqi_code read_colours(reader *r) {
  bool ab = notation_is(r->value[FIELD_COLOURS], "ab");
  if (!ab && !notation_is(r->value[FIELD_COLOURS], "ba"))
    return fail_value(r, FIELD_COLOURS, "ab or ba");
  r->p->colour[0] = !ab;
  r->p->colour[1] = ab;
  return JUNQI_E_OK;
}

static junqi_code read_last(reader *r) {
  junqi_seat colour = notation_seat(r->value[FIELD_LAST], 2);
  if (colour == JUNQI_NO_SEAT) return fail_value(r, FIELD_LAST, "a or b");
  if (junqi_opt(r->rules, JUNQI_OPT_FLIP_COLOUR) != JUNQI_COLOUR_PAIR ||
      r->known >> FIELD_COLOURS & 1)
    return fail_value(r, FIELD_LAST, "only with flip_colour=pair while colours are unknown");
  r->p->last_colour = colour;
  return JUNQI_E_OK;
}

static junqi_code read_dug(reader *r) {
  bool fine = read_counts(r->value[FIELD_DUG], 2, MINES, r->p->dug);
  return fine ? JUNQI_E_OK : fail_value(r, FIELD_DUG, "mines gone of both colours, such as a0b2");
}

/* A carrier is a piece that may move, face up; its colour says whose flag it has. */
static junqi_code read_carry(reader *r) {
  static const char wanted[] = "points of face-up carriers, colour a first, with flip_flag=carry";
  junqi_slice text = r->value[FIELD_CARRY];
  const junqi_board *board = junqi_board_of(JUNQI_FLIP);
  unsigned next = 0;
  if (junqi_opt(r->rules, JUNQI_OPT_FLIP_FLAG) != JUNQI_FLAG_CARRY)
    return fail_value(r, FIELD_CARRY, wanted);
  while (text.length) {
    size_t used;
    junqi_point q = junqi_point_named(board, text.at, text.length, &used);
    junqi_piece piece = q == JUNQI_NO_POINT ? JUNQI_EMPTY : r->p->at[q];
    unsigned colour = junqi_owner_of(piece);
    if (!(piece & JUNQI_PUBLIC) || junqi_type_of(piece) > JUNQI_BOMB || colour < next)
      return fail_value(r, FIELD_CARRY, wanted);
    r->p->carrier[colour] = q;
    next = colour + 1;
    text.at += used;
    text.length -= used;
  }
  return next ? JUNQI_E_OK : fail_value(r, FIELD_CARRY, wanted);
}

static unsigned order_of(junqi_type type) {
  unsigned place = 0;
  while (junqi_type_order[place] != type)
    place++;
  return place;
}

/* `a9BBb81`: a colour, then its pieces in the order of. */
static junqi_code read_gone(reader *r) {
  static const char wanted[] = "colour and pieces in the order 987654321BMF, such as a9BBb81";
  junqi_slice text = r->value[FIELD_GONE];
  unsigned colour = JUNQI_NO_SEAT, place = 0;
  bool any = false;
  for (size_t i = 0; i < text.length; i++) {
    junqi_seat named = notation_seat((junqi_slice){text.at + i, 1}, 2);
    if (named != JUNQI_NO_SEAT) {
      if (colour != JUNQI_NO_SEAT && (named <= colour || !any))
        return fail_value(r, FIELD_GONE, wanted);
      colour = named;
      place = 0;
      any = false;
      continue;
    }
    junqi_type type = junqi_type_from_letter(text.at[i]);
    if (colour == JUNQI_NO_SEAT || type == JUNQI_NONE || type == JUNQI_UNKNOWN ||
        order_of(type) < place)
      return fail_value(r, FIELD_GONE, wanted);
    place = order_of(type);
    any = true;
    if (++r->gone[colour][type] > junqi_type_count[type])
      return fail_value(r, FIELD_GONE, "at most as many pieces as a colour has");
  }
  return any ? JUNQI_E_OK : fail_value(r, FIELD_GONE, wanted);
}

typedef junqi_code (*field_reader)(reader *r);

static const field_reader field_readers[FIELDS - JUNQI_OPTIONS] = {
    read_out, read_timeouts, read_colours, read_last, read_dug, read_carry, read_gone};

static field field_named(const reader *r, junqi_slice name) {
  for (unsigned i = FIELD_OUT; i < FIELDS; i++) {
    bool here = i < FIELD_COLOURS || (is_flip(r) && (i != FIELD_GONE || r->view));
    if (here && notation_is(name, field_names[i - JUNQI_OPTIONS])) return (field)i;
  }
  junqi_option option = junqi_option_named(name.at, name.length);
  return option == JUNQI_OPTIONS ? FIELDS : (field)option;
}

/* One `key=value`: options are set at once, other fields are read when all options are known. */
static junqi_code take_field(reader *r, junqi_slice word) {
  junqi_slice value = word, name;
  notation_cut(&value, '=', &name);
  if (!value.at) return fail(r, JUNQI_E_POSITION_FORM, NULL, word, "one space, then key=value");
  unsigned which = field_named(r, name);
  if (which < FIELDS) {
    if (r->known >> which & 1) return fail(r, JUNQI_E_POSITION_REPEATED, NULL, name, NULL);
    r->known |= 1u << which;
    r->value[which] = value;
  }
  if (which >= FIELD_OUT && which < FIELDS) return JUNQI_E_OK;
  junqi_code code =
      junqi_rules_set(r->rules, name.at, name.length, value.at, value.length, r->error);
  if (code != JUNQI_E_OK && r->error) r->error->offset = (int32_t)(word.at - r->base);
  return code;
}

/* --- checks
 * ---------------------------------------------------------------------------------------- */

typedef struct tally {
  unsigned of[JUNQI_MAX_SEATS][JUNQI_TYPES]; /* by owner and type, on the board and gone */
  unsigned all[JUNQI_MAX_SEATS];             /* by owner */
  unsigned down;                             /* `??` */
} tally;

static junqi_code fail_count(reader *r, unsigned owner, junqi_type type, unsigned most) {
  char name[3] = {(char)('a' + owner), type ? junqi_type_letter(type) : '\0'}, number[4];
  notation_text text = {number, sizeof number, 0};
  notation_put_number(&text, most);
  notation_end(&text);
  return notation_fail(r->error, JUNQI_E_POSITION_COUNT, -1, name, (junqi_slice){NULL, 0}, number);
}

/* A carried flag and mines dug up are off the board; in a view `gone` names them already. */
static junqi_code check_owner(reader *r, const tally *t, unsigned owner) {
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
    if (t->of[owner][type] > junqi_type_count[type])
      return fail_count(r, owner, (junqi_type)type, junqi_type_count[type]);
  if (t->all[owner] > JUNQI_ARM_PIECES) return fail_count(r, owner, JUNQI_NONE, JUNQI_ARM_PIECES);
  if (!is_flip(r) || owner > 1) return JUNQI_E_OK;
  unsigned gone_mines = r->gone ? r->gone[owner][JUNQI_MINE] : 0;
  unsigned gone_flags = r->gone ? r->gone[owner][JUNQI_FLAG] : 0;
  if (t->of[owner][JUNQI_MINE] - gone_mines + r->p->dug[owner] > MINES)
    return fail_count(r, owner, JUNQI_MINE, MINES);
  bool carries = r->p->carrier[owner] != JUNQI_NO_POINT;
  if (carries && t->of[owner][JUNQI_FLAG] > gone_flags) return fail_count(r, owner, JUNQI_FLAG, 1);
  return JUNQI_E_OK;
}

static junqi_code check_counts(reader *r) {
  tally t = {0};
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++) {
    junqi_piece piece = r->p->at[q];
    if (piece == JUNQI_FACE_DOWN) t.down++;
    if (!piece || piece == JUNQI_FACE_DOWN) continue;
    t.of[junqi_owner_of(piece)][junqi_type_of(piece)]++;
    t.all[junqi_owner_of(piece)]++;
  }
  for (unsigned colour = 0; r->gone && colour < 2; colour++)
    for (unsigned type = 0; type < JUNQI_TYPES; type++) {
      t.of[colour][type] += r->gone[colour][type];
      t.all[colour] += r->gone[colour][type];
    }
  for (unsigned owner = 0; owner < seats_of(r->rules); owner++) {
    junqi_code code = check_owner(r, &t, owner);
    if (code != JUNQI_E_OK) return code;
  }
  if (is_flip(r) && t.down + t.all[0] + t.all[1] > 2 * JUNQI_ARM_PIECES)
    return notation_fail(r->error, JUNQI_E_POSITION_COUNT, -1, "??", (junqi_slice){NULL, 0}, "50");
  return JUNQI_E_OK;
}

/* F-4: no pieces of a seat that is out. */
static junqi_code check_outs(reader *r) {
  const junqi_position *p = r->p;
  const junqi_board *board = junqi_board_of((junqi_variant)r->rules->variant);
  for (unsigned i = 0; i < p->outs; i++) {
    unsigned owner = junqi_owner_played(p, p->out[i]);
    for (unsigned q = 0; q < board->points; q++)
      if (p->at[q] && p->at[q] != JUNQI_FACE_DOWN && junqi_owner_of(p->at[q]) == owner)
        return fail(r, JUNQI_E_POSITION_OUT, board->name[q], r->value[FIELD_OUT], NULL);
  }
  return JUNQI_E_OK;
}

/* --- reading
 * --------------------------------------------------------------------------------------- */

static junqi_code read_count(reader *r, junqi_slice word, const char *name, uint64_t most,
                             uint64_t *number) {
  if (notation_number(word, most, number)) return JUNQI_E_OK;
  return fail(r, JUNQI_E_POSITION_FIELD, name, word,
              most == MAX_QUIET ? "0..65535" : "0..4294967295");
}

/* `<variant> <board> <turn> <quiet> <ply>`; false words are errors of their own. */
static junqi_code read_fixed(reader *r, junqi_slice *rest, junqi_slice *turn) {
  junqi_slice word[5];
  for (unsigned i = 0; i < 5; i++)
    if (!notation_cut(rest, ' ', &word[i]) || word[i].length == 0)
      return fail(r, JUNQI_E_POSITION_FORM, NULL, i ? word[i - 1] : word[0],
                  "variant, board, turn, quiet, ply");
  junqi_variant variant;
  if (!junqi_variant_from_name(word[0].at, word[0].length, &variant))
    return fail(r, JUNQI_E_VARIANT_UNKNOWN, NULL, word[0], NULL);
  *r->rules = junqi_rules_default(variant);
  junqi_code code = notation_board_read(word[1], r->base, variant, r->view, r->p->at, r->error);
  if (code != JUNQI_E_OK) return code;
  *turn = word[2];
  r->p->turn = notation_seat(*turn, seats_of(r->rules));
  if (r->p->turn == JUNQI_NO_SEAT) return fail(r, JUNQI_E_POSITION_TURN, NULL, *turn, NULL);
  uint64_t quiet, ply;
  code = read_count(r, word[3], "quiet", MAX_QUIET, &quiet);
  if (code == JUNQI_E_OK) code = read_count(r, word[4], "ply", UINT32_MAX, &ply);
  if (code != JUNQI_E_OK) return code;
  r->p->quiet = (uint16_t)quiet;
  r->p->ply = (uint32_t)ply;
  return JUNQI_E_OK;
}

static junqi_code read_fields(reader *r, junqi_slice rest) {
  junqi_slice word;
  while (notation_cut(&rest, ' ', &word)) {
    junqi_code code = take_field(r, word);
    if (code != JUNQI_E_OK) return code;
  }
  for (unsigned i = FIELD_OUT; i < FIELDS; i++) {
    junqi_code code = r->known >> i & 1 ? field_readers[i - JUNQI_OPTIONS](r) : JUNQI_E_OK;
    if (code != JUNQI_E_OK) return code;
  }
  return JUNQI_E_OK;
}

static junqi_code read_position(reader *r, size_t length) {
  junqi_slice rest = {r->base, length}, turn;
  junqi_position *p = r->p;
  memset(p, 0, sizeof *p);
  p->rules = r->rules;
  p->colour[0] = p->colour[1] = p->last_colour = JUNQI_NO_SEAT;
  p->carrier[0] = p->carrier[1] = JUNQI_NO_POINT;
  junqi_code code = read_fixed(r, &rest, &turn);
  if (code == JUNQI_E_OK) code = read_fields(r, rest);
  if (code == JUNQI_E_OK) code = check_counts(r);
  if (code == JUNQI_E_OK) code = check_outs(r);
  if (code != JUNQI_E_OK) return code;
  junqi_position_index(p);
  if (p->state == JUNQI_RUNNING && junqi_is_out(p, p->turn))
    return fail(r, JUNQI_E_POSITION_TURN, NULL, turn, NULL);
  return junqi_fail(r->error, JUNQI_E_OK);
}

junqi_code junqi_position_read(const char *text, size_t length, junqi_rules *rules,
                               junqi_position *position, junqi_error *error) {
  reader r = {.base = text, .rules = rules, .p = position, .error = error};
  return read_position(&r, length);
}

/* --- writing
 * --------------------------------------------------------------------------------------- */

static void put_options(notation_text *text, const junqi_rules *rules) {
  junqi_rules usual = junqi_rules_default((junqi_variant)rules->variant);
  char value[24];
  for (unsigned i = 0; i < JUNQI_OPTIONS; i++) {
    if (rules->value[i] == usual.value[i]) continue;
    notation_put(text, ' ');
    notation_put_word(text, junqi_option_about((junqi_option)i)->name);
    notation_put(text, '=');
    notation_put_bytes(text, value, junqi_option_text(rules, (junqi_option)i, value, sizeof value));
  }
}

static void put_counts(notation_text *text, const char *key, const uint8_t count[], unsigned owners,
                       bool zeros) {
  bool any = false;
  for (unsigned i = 0; i < owners; i++)
    any |= count[i] != 0;
  if (any) notation_put_word(text, key);
  for (unsigned i = 0; any && i < owners; i++) {
    if (!count[i] && !zeros) continue;
    notation_put(text, (char)('a' + i));
    notation_put_number(text, count[i]);
  }
}

static void put_flip_fields(notation_text *text, const junqi_position *p) {
  if (p->colour[0] != JUNQI_NO_SEAT) {
    notation_put_word(text, " colours=");
    notation_put(text, (char)('a' + p->colour[0]));
    notation_put(text, (char)('a' + p->colour[1]));
  }
  if (p->last_colour != JUNQI_NO_SEAT) {
    notation_put_word(text, " last=");
    notation_put(text, (char)('a' + p->last_colour));
  }
  put_counts(text, " dug=", p->dug, 2, true);
  if (p->carrier[0] != JUNQI_NO_POINT || p->carrier[1] != JUNQI_NO_POINT)
    notation_put_word(text, " carry=");
  for (unsigned i = 0; i < 2; i++)
    if (p->carrier[i] != JUNQI_NO_POINT) notation_put_point(text, JUNQI_FLIP, p->carrier[i]);
}

static void put_position(notation_text *text, const junqi_position *p) {
  junqi_variant variant = (junqi_variant)p->rules->variant;
  notation_put_word(text, junqi_variant_name(variant));
  notation_put(text, ' ');
  notation_board_put(text, variant, p->at);
  notation_put(text, ' ');
  notation_put(text, (char)('a' + p->turn));
  notation_put(text, ' ');
  notation_put_number(text, p->quiet);
  notation_put(text, ' ');
  notation_put_number(text, p->ply);
  put_options(text, p->rules);
  if (p->outs) notation_put_word(text, " out=");
  for (unsigned i = 0; i < p->outs; i++)
    notation_put(text, (char)('a' + p->out[i]));
  put_counts(text, " timeouts=", p->timeouts, seats_of(p->rules), false);
  if (variant == JUNQI_FLIP) put_flip_fields(text, p);
}

size_t junqi_position_write(const junqi_position *position, char *text, size_t size) {
  notation_text out = {text, size, 0};
  put_position(&out, position);
  return notation_end(&out);
}

/* --- views
 * ----------------------------------------------------------------------------------------- */

/* In `flip` the text says what is gone; elsewhere it is what does not stand. */
static void count_lost(junqi_view *v) {
  unsigned seats = seats_of(v->rules),
           points = junqi_board_of((junqi_variant)v->rules->variant)->points;
  if (v->rules->variant == JUNQI_FLIP) {
    for (unsigned colour = 0; colour < 2; colour++)
      for (unsigned type = 0; type < JUNQI_TYPES; type++)
        v->lost[colour] = (uint8_t)(v->lost[colour] + v->gone[colour][type]);
    return;
  }
  for (unsigned seat = 0; seat < seats; seat++)
    v->lost[seat] = JUNQI_ARM_PIECES;
  for (unsigned q = 0; q < points; q++)
    if (v->at[q]) v->lost[junqi_owner_of(v->at[q])]--;
}

junqi_code junqi_view_read(const char *text, size_t length, junqi_seat viewer, junqi_rules *rules,
                           junqi_view *view, junqi_error *error) {
  junqi_position p;
  uint8_t gone[2][JUNQI_TYPES] = {{0}};
  reader r = {.base = text, .view = true, .rules = rules, .p = &p, .gone = gone, .error = error};
  junqi_code code = read_position(&r, length);
  if (code != JUNQI_E_OK) return code;
  junqi_view_open(view, viewer, &p);
  memcpy(view->gone, gone, sizeof view->gone);
  count_lost(view);
  return JUNQI_E_OK;
}

static void put_gone(notation_text *text, const junqi_view *v) {
  bool key = false;
  for (unsigned colour = 0; colour < 2; colour++) {
    bool named = false;
    for (unsigned n = 0; n < sizeof junqi_type_order; n++)
      for (unsigned i = 0; i < v->gone[colour][junqi_type_order[n]]; i++) {
        if (!key) notation_put_word(text, " gone=");
        if (!named) notation_put(text, (char)('a' + colour));
        key = named = true;
        notation_put(text, junqi_type_letter((junqi_type)junqi_type_order[n]));
      }
  }
}

size_t junqi_view_write(const junqi_view *v, char *text, size_t size) {
  junqi_position p;
  junqi_view_position(v, &p);
  notation_text out = {text, size, 0};
  put_position(&out, &p);
  if (v->rules->variant == JUNQI_FLIP) put_gone(&out, v);
  return notation_end(&out);
}
