/* The small values that every room shares: seats, points, pieces, moves, and their letters
 * (RULES.md ). Open structs and integers only; nothing here holds a rule. */
#ifndef JUNQI_TYPES_H
#define JUNQI_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum junqi_variant {
  JUNQI_DARK,
  JUNQI_FLIP,
  JUNQI_FOUR,
  JUNQI_THREE,
  JUNQI_VARIANTS
} junqi_variant;

enum {
  JUNQI_MAX_SEATS = 4,
  JUNQI_MAX_POINTS = 129,
  JUNQI_ARM_POINTS = 30, /* six rows of five */
  JUNQI_ARM_PIECES = 25
};

/* Seats a..d are 0..3, clockwise (R: "named in clockwise order"). A spectator is no seat. */
typedef uint8_t junqi_seat;
enum { JUNQI_SPECTATOR = 254, JUNQI_NO_SEAT = 255 };

/* A point of a board. Arm points come first: seat * 30 + (row - 1) * 5 + (column - 1); then the
 * centre points in the order k1.., e1.., o (F-4's order). */
typedef uint8_t junqi_point;
enum { JUNQI_NO_POINT = 255 };

/* Ranked pieces carry their rank as value, so combat is a comparison. */
typedef enum junqi_type {
  JUNQI_NONE = 0,
  JUNQI_ENGINEER = 1,
  JUNQI_PLATOON = 2,
  JUNQI_COMPANY = 3,
  JUNQI_BATTALION = 4,
  JUNQI_REGIMENT = 5,
  JUNQI_BRIGADE = 6,
  JUNQI_DIVISION = 7,
  JUNQI_GENERAL = 8,
  JUNQI_MARSHAL = 9,
  JUNQI_BOMB = 10,
  JUNQI_MINE = 11,
  JUNQI_FLAG = 12,
  JUNQI_UNKNOWN = 13, /* in a view: an enemy's piece of unknown type */
  JUNQI_TYPES = 14
} junqi_type;

/* A piece on a point, one byte: type in bits 0-3, owner (in `flip`: colour) in bits 4-5, bit 6 set
 * once its identity is public (`!` of F-4; in `flip`: face up). An empty point is 0. */
typedef uint8_t junqi_piece;
enum {
  JUNQI_EMPTY = 0,
  JUNQI_PUBLIC = 0x40,
  JUNQI_FACE_DOWN = 0x3F /* in a view of `flip`: nobody has seen it, `??` */
};

static inline junqi_piece junqi_piece_of(unsigned owner, junqi_type type) {
  return (junqi_piece)(owner << 4 | (unsigned)type);
}
static inline junqi_type junqi_type_of(junqi_piece piece) {
  return (junqi_type)(piece & 15);
}
static inline unsigned junqi_owner_of(junqi_piece piece) {
  return piece >> 4 & 3;
}

/* A ply: from and to, or the flip of a face-down piece when both are the same point. */
typedef struct junqi_move {
  junqi_point from, to;
} junqi_move;

/* What an attack did (R-6.1; marks of F-5: none > < = ~ #). */
typedef enum junqi_outcome {
  JUNQI_QUIET,      /* no attack */
  JUNQI_WON,        /* `>` attacker wins */
  JUNQI_LOST,       /* `<` attacker removed */
  JUNQI_BOTH,       /* `=` both removed, a bombed flag too */
  JUNQI_BOUNCED,    /* */
  JUNQI_FLAG_TAKEN, /* `#` */
  JUNQI_OUTCOMES
} junqi_outcome;

/* Why a seat is out or a game ended (F-5). */
typedef enum junqi_reason {
  JUNQI_NO_REASON,
  JUNQI_BY_FLAG,
  JUNQI_BY_PIECES,
  JUNQI_BY_STUCK,
  JUNQI_BY_TIMEOUTS,
  JUNQI_BY_RESIGN,
  JUNQI_BY_ESCAPE,
  JUNQI_BY_ILLEGAL,
  JUNQI_BY_TIME,
  JUNQI_BY_QUIET,
  JUNQI_BY_AGREED,
  JUNQI_BY_QUIT,
  JUNQI_REASONS
} junqi_reason;

/* How many of each type a seat has, indexed by junqi_type. */
extern const uint8_t junqi_type_count[JUNQI_TYPES];

/* The types in the order of: 9 8 7 6 5 4 3 2 1 B M F. */
extern const uint8_t junqi_type_order[12];

/* Letter of a type: `.` for none, `?` for unknown. */
char junqi_type_letter(junqi_type type);

/* Type of a letter of; JUNQI_NONE for `.` and for any other character. */
junqi_type junqi_type_from_letter(char letter);

/* "flag", "pieces", … as written in F-5; "" for JUNQI_NO_REASON. */
const char *junqi_reason_word(junqi_reason reason);

/* The reason of a word of `length` bytes; JUNQI_NO_REASON when there is none. */
junqi_reason junqi_reason_from_word(const char *word, size_t length);

/* "dark", "flip", "four", "three". */
const char *junqi_variant_name(junqi_variant variant);

/* True when `word` (`length` bytes) names a variant; then *variant is set. */
bool junqi_variant_from_name(const char *word, size_t length, junqi_variant *variant);

/* True when `text` (`length` bytes) is digits alone and no more than `most`; then *value is set. */
bool junqi_number_from_digits(const char *text, size_t length, uint64_t most, uint64_t *value);

/* Bytes of the well-formed UTF-8 character that `text` begins with, at most `length`; then *code is
 * its number. 0 when there is none. A zero byte is a character; nothing behind one is read. */
size_t junqi_utf8(const char *text, size_t length, uint32_t *code);

/* Seats of a variant: 2, 2, 4, 3. */
unsigned junqi_seats(junqi_variant variant);

#endif
