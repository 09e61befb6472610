/* One seat's set-up as text (FORMATS.md F-1) and as a QQ file (F-2). What R-3 allows is asked of
 * the rules. */
#include "junqi/layout.h"

#include <string.h>

#include "qq.h"
#include "text.h"

static const char row_wanted[] = "six rows of five letters 987654321BMF. with / between them";

static void name_point(char name[4], junqi_seat seat, unsigned index) {
  name[0] = (char)('a' + seat);
  name[1] = (char)('1' + index / 5);
  name[2] = (char)('1' + index % 5);
  name[3] = '\0';
}

static bool is_layout_letter(char letter, junqi_layout_form form) {
  if (letter == '?') return form == JUNQI_HIDDEN_LAYOUT;
  return letter == '.' || junqi_type_from_letter(letter) != JUNQI_NONE;
}

/* Where the point `index` stands in a layout text. */
static size_t text_offset(unsigned index) {
  return index / 5 * 6 + index % 5;
}

static junqi_code fail_letter(junqi_error *error, const char *text, size_t length, size_t offset,
                              junqi_seat seat, unsigned index) {
  char name[4];
  name_point(name, seat, index);
  size_t rest = offset < length ? length - offset : 0;
  return notation_fail(error, JUNQI_E_LAYOUT_TEXT, (ptrdiff_t)offset, name,
                       (junqi_slice){text + (rest ? offset : 0), rest < 6 ? rest : 6}, row_wanted);
}

/* The index of a point such as "a35" that the rules named. */
static unsigned named_index(const char *where) {
  return (unsigned)(where[1] - '1') * 5 + (unsigned)(where[2] - '1');
}

junqi_code junqi_layout_read(const char *text, size_t length, junqi_layout_form form,
                             const junqi_rules *rules, junqi_seat seat, junqi_layout *layout,
                             junqi_error *error) {
  memset(layout, 0, sizeof *layout);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    size_t at = text_offset(i);
    if (at >= length || !is_layout_letter(text[at], form))
      return fail_letter(error, text, length, at, seat, i);
    layout->at[i] = (uint8_t)junqi_type_from_letter(text[at]);
    bool row_end = i % 5 == 4;
    if (!row_end) continue;
    if (i == JUNQI_ARM_POINTS - 1 ? at + 1 != length : at + 1 >= length || text[at + 1] != '/')
      return fail_letter(error, text, length, at + 1, seat, i);
  }
  if (form != JUNQI_COMPLETE_LAYOUT) return junqi_fail(error, JUNQI_E_OK);
  junqi_error fault;
  junqi_code code = junqi_layout_check(rules, layout, seat, &fault);
  if (code != JUNQI_E_OK && fault.where[0])
    fault.offset = (int32_t)text_offset(named_index(fault.where));
  if (error) *error = fault;
  return code;
}

size_t junqi_layout_write(const junqi_layout *layout, char *text, size_t size) {
  notation_text out = {text, size, 0};
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    if (i && i % 5 == 0) notation_put(&out, '/');
    notation_put(&out, junqi_type_letter((junqi_type)layout->at[i]));
  }
  return notation_end(&out);
}

const uint8_t junqi_jql_version[4] = {0x57, 4, 0, 0};

static const char jql_magic[16] = "QQGame JQL File";

enum { JQL_VERSION = 0x10, JQL_POINTS = 0x14 };

/* Piece bytes of QQ files, by value; 01 (face down) never stands in a layout. */
static const uint8_t qq_types[14] = {
    JUNQI_NONE,      JUNQI_UNKNOWN, JUNQI_FLAG,     JUNQI_MINE,     JUNQI_BOMB,
    JUNQI_MARSHAL,   JUNQI_GENERAL, JUNQI_DIVISION, JUNQI_BRIGADE,  JUNQI_REGIMENT,
    JUNQI_BATTALION, JUNQI_COMPANY, JUNQI_PLATOON,  JUNQI_ENGINEER,
};

junqi_type notation_qq_type(uint8_t byte) {
  return byte < sizeof qq_types ? (junqi_type)qq_types[byte] : JUNQI_UNKNOWN;
}

static uint8_t qq_byte(junqi_type type) {
  for (uint8_t i = 0; i < sizeof qq_types; i++)
    if (qq_types[i] == type) return i;
  return 0;
}

static junqi_code fail_jql_piece(junqi_error *error, unsigned index, uint8_t byte) {
  static const char digits[] = "0123456789ABCDEF";
  char name[4], hex[2] = {digits[byte >> 4], digits[byte & 15]};
  name_point(name, 0, index);
  return notation_fail(error, JUNQI_E_JQL_PIECE, JQL_POINTS + (ptrdiff_t)index, name,
                       (junqi_slice){hex, 2}, "00, 02..0D");
}

junqi_code junqi_jql_read(const uint8_t *bytes, size_t length, junqi_jql *jql, junqi_error *error) {
  memset(jql, 0, sizeof *jql);
  if (length != JUNQI_JQL_BYTES) {
    char found[24];
    notation_text number = {found, sizeof found, 0};
    notation_put_number(&number, length);
    return notation_fail(error, JUNQI_E_JQL_SIZE, -1, NULL,
                         (junqi_slice){found, notation_end(&number)}, "50");
  }
  for (unsigned i = 0; i < sizeof jql_magic; i++)
    if (bytes[i] != (uint8_t)jql_magic[i])
      return notation_fail(error, JUNQI_E_JQL_HEADER, i, NULL,
                           (junqi_slice){(const char *)bytes, 15}, jql_magic);
  memcpy(jql->version, bytes + JQL_VERSION, sizeof jql->version);
  jql->warning = memcmp(jql->version, junqi_jql_version, sizeof jql->version) != 0;
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    junqi_type type = notation_qq_type(bytes[JQL_POINTS + i]);
    if (type == JUNQI_UNKNOWN) return fail_jql_piece(error, i, bytes[JQL_POINTS + i]);
    jql->layout.at[i] = (uint8_t)type;
  }
  /* The default rules of `dark` have bomb_front=no. */
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_error fault;
  junqi_code code = junqi_layout_check(&rules, &jql->layout, 0, &fault);
  if (code != JUNQI_E_OK && fault.where[0])
    fault.offset = JQL_POINTS + (int32_t)named_index(fault.where);
  if (error) *error = fault;
  return code;
}

void junqi_jql_write(const junqi_jql *jql, uint8_t bytes[JUNQI_JQL_BYTES]) {
  memcpy(bytes, jql_magic, sizeof jql_magic);
  memcpy(bytes + JQL_VERSION, jql->version, sizeof jql->version);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    bytes[JQL_POINTS + i] = qq_byte((junqi_type)jql->layout.at[i]);
}
