/* When two names are the same name: a key that ignores case, width and look-alikes, kept simple.
 * Not a full Unicode normalisation: what would need one is refused instead. */
#include "internal.h"

#include <string.h>

enum { NAME_MIN_CHARACTERS = 2, NAME_MAX_CHARACTERS = 16, BAD_CHARACTER = -1 };

typedef struct code_range {
  int32_t first, last;
} code_range;

/* Characters no name has: controls, spaces but one, marks that combine, jamo and ideographs that
 * have a composed or canonical form, fillers, private use, letters dressed up. */
static const code_range refused[] = {
    {0x0, 0x1f},        {0x7f, 0xa0},        {0xad, 0xad},       {0x300, 0x36f},
    {0x483, 0x489},     {0x591, 0x5c7},      {0x600, 0x605},     {0x610, 0x61c},
    {0x64b, 0x65f},     {0x670, 0x670},      {0x6d6, 0x6ed},     {0x1100, 0x11ff},
    {0x1680, 0x1680},   {0x17b4, 0x17b5},    {0x180b, 0x180f},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},   {0x2000, 0x200f},    {0x2028, 0x202f},   {0x205f, 0x206f},
    {0x20d0, 0x20ff},   {0x2126, 0x2126},    {0x212a, 0x212b},   {0x2460, 0x24ff},
    {0x2800, 0x2800},   {0x3000, 0x3000},    {0x302a, 0x302f},   {0x3099, 0x309a},
    {0x3164, 0x3164},   {0xd800, 0xfaff},    {0xfe00, 0xfe2f},   {0xfeff, 0xfeff},
    {0xff61, 0xffdf},   {0xfff0, 0xffff},    {0x1d100, 0x1d1ff}, {0x1d400, 0x1d7ff},
    {0x2f800, 0x2fa1f}, {0xe0000, 0x10ffff}, {0x70f, 0x70f},     {0x8d3, 0x8ff},
    {0x13430, 0x1345f}, {0x16fe4, 0x16fe4},  {0x1bca0, 0x1bca3},
};

/* Thai and Lao signs above and below a letter: a name needs them, but no heaps of them. */
static const code_range stacked[] = {{0xe31, 0xe31}, {0xe34, 0xe3a}, {0xe47, 0xe4e},
                                     {0xeb1, 0xeb1}, {0xeb4, 0xebc}, {0xec8, 0xece}};
enum { STACKED_MAX = 2 };

typedef struct look_alike {
  int32_t code;
  int32_t like;
} look_alike;

/* After folding to lower case: letters and signs that some fonts draw alike, in either case. */
static const look_alike look_alikes[] = {
    {'0', 'o'},
    {'1', 'i'},
    {'l', 'i'},
    {'|', 'i'},
    {0x131, 'i'},
    /* Greek, as its capitals look */
    {0x3b1, 'a'},
    {0x3b2, 'b'},
    {0x3b5, 'e'},
    {0x3b6, 'z'},
    {0x3b7, 'h'},
    {0x3b9, 'i'},
    {0x3ba, 'k'},
    {0x3bc, 'm'},
    {0x3bd, 'n'},
    {0x3bf, 'o'},
    {0x3c1, 'p'},
    {0x3c4, 't'},
    {0x3c5, 'y'},
    {0x3c7, 'x'},
    {0x3c2, 0x3c3},
    /* Cyrillic */
    {0x430, 'a'},
    {0x432, 'b'},
    {0x435, 'e'},
    {0x43a, 'k'},
    {0x43c, 'm'},
    {0x43d, 'h'},
    {0x43e, 'o'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x442, 't'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x455, 's'},
    {0x456, 'i'},
    {0x458, 'j'},
    {0x501, 'd'},
    {0x51b, 'q'},
    {0x51d, 'w'},
    /* dashes, dots, quotes */
    {0x2010, '-'},
    {0x2011, '-'},
    {0x2012, '-'},
    {0x2013, '-'},
    {0x2014, '-'},
    {0x2015, '-'},
    {0x2212, '-'},
    {0x30fc, '-'},
    {0x4e00, '-'},
    {0x2019, '\''},
    {0x2018, '\''},
    {0xb7, 0x30fb},
    {0x2022, 0x30fb},
    /* kana and ideographs */
    {0x3007, 'o'},
    {0x30ed, 0x53e3},
    {0x30cb, 0x4e8c},
    {0x30cf, 0x516b},
    {0x30ab, 0x529b},
    {0x30a8, 0x5de5},
    {0x30bf, 0x5915},
    {0x30c8, 0x535c},
    {0x30df, 0x4e09},
    {0x3078, 0x30d8},
    {0x56d7, 0x53e3},
};

/* Takes one character off the text, or one byte that is none. */
static int32_t take_character(const char **text) {
  uint32_t code;
  size_t size = junqi_utf8(*text, SIZE_MAX, &code);
  *text += size ? size : 1;
  return size ? (int32_t)code : BAD_CHARACTER;
}

static size_t put_character(char *to, int32_t code) {
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  for (size_t i = more; i > 0; i--, code >>= 6) {
    to[i] = (char)(0x80 | (code & 0x3f));
  }
  /* A lead byte for each length: not that of UTF-8, but keys in databases are made so. */
  to[0] = (char)((0xf00 >> more & 0xff) | code);
  return more + 1;
}

static bool is_among(const code_range *ranges, size_t count, int32_t code) {
  for (size_t i = 0; i < count; i++) {
    if (code >= ranges[i].first && code <= ranges[i].last) {
      return true;
    }
  }
  return false;
}

static bool is_refused(int32_t code) {
  return code == BAD_CHARACTER || is_among(refused, sizeof refused / sizeof refused[0], code);
}

static bool is_stacked(int32_t code) {
  return is_among(stacked, sizeof stacked / sizeof stacked[0], code);
}

/* Lower case of Latin, Greek and Cyrillic. */
static int32_t lower(int32_t c) {
  bool plus_32 = (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) ||
                 (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f);
  bool even = (c >= 0x100 && c <= 0x137 && c != 0x130) || (c >= 0x14a && c <= 0x177) ||
              (c >= 0x460 && c <= 0x481) || (c >= 0x48a && c <= 0x4bf) ||
              (c >= 0x4d0 && c <= 0x52f) || (c >= 0x1e00 && c <= 0x1eff);
  bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e) || (c >= 0x4c1 && c <= 0x4ce);
  if (plus_32) {
    return c + 0x20;
  }
  if (c >= 0x400 && c <= 0x40f) {
    return c + 0x50;
  }
  if (c == 0x130 || c == 0x178) {
    return c == 0x130 ? 'i' : 0xff;
  }
  return (even && c % 2 == 0) || (odd && c % 2 == 1) ? c + 1 : c;
}

static int32_t narrow(int32_t code) {
  bool full_width = code >= 0xff01 && code <= 0xff5e;
  return full_width ? code - 0xff01 + '!' : code;
}

static int32_t fold(int32_t code) {
  code = lower(narrow(code));
  for (size_t i = 0; i < sizeof look_alikes / sizeof look_alikes[0]; i++) {
    if (look_alikes[i].code == code) {
      return look_alikes[i].like;
    }
  }
  return code;
}

/* Spaces, points, signs and pictures: what may be put around a word without changing it. */
static bool is_ornament(int32_t code) {
  static const code_range plain[] = {
      {' ', '/'},       {':', '@'},       {'[', '`'},       {'{', 0xbf},
      {0x2010, 0x2bff}, {0x3001, 0x303f}, {0x30fb, 0x30fb}, {0x1f000, 0x1faff},
  };
  return is_among(plain, sizeof plain / sizeof plain[0], code);
}

junqi_code junqi_store_name_check(const char *name, junqi_error *error) {
  const char *at = name;
  bool spaced = false;
  unsigned count = 0, signs = 0; /* in all; on one letter */
  int32_t last = ' ';
  for (; *at != '\0'; count++) {
    int32_t code = take_character(&at);
    signs = is_stacked(code) ? signs + 1 : 0;
    if (is_refused(code) || signs > STACKED_MAX) {
      return junqi_fail_with(error, JUNQI_E_NAME_CHARACTER, "name", name, "");
    }
    spaced = spaced || (code == ' ' && last == ' ');
    last = code;
  }
  if (count > 0 && (spaced || last == ' ')) {
    return junqi_fail_with(error, JUNQI_E_NAME_SPACES, "name", name, "");
  }
  if (count < NAME_MIN_CHARACTERS || count > NAME_MAX_CHARACTERS) {
    char number[16];
    sqlite3_snprintf(sizeof number, number, "%u", count);
    return junqi_fail_with(error, JUNQI_E_NAME_LENGTH, "name", number, "");
  }
  return junqi_fail(error, JUNQI_E_OK);
}

bool store_name_key(const char *name, char key[STORE_NAME_KEY_SIZE]) {
  size_t size = 0, count = 0; /* a folded character is never longer, and a name has few */
  const char *at = name;
  for (; at && *at != '\0' && count < NAME_MAX_CHARACTERS; count++) {
    int32_t code = take_character(&at);
    if (code == BAD_CHARACTER) {
      return false;
    }
    size += put_character(key + size, fold(code));
  }
  key[size] = '\0';
  return at && *at == '\0' && count >= NAME_MIN_CHARACTERS;
}

size_t store_name_letters(const char *name, bool digits, char letters[STORE_NAME_KEY_SIZE]) {
  size_t size = 0, end = 0; /* `end`: behind the last one that is no digit */
  for (const char *at = name; *at != '\0';) {
    int32_t code = narrow(take_character(&at)), folded = fold(code);
    bool digit = !digits && code >= '0' && code <= '9';
    if (is_ornament(folded) || (digit && end == 0)) {
      continue;
    }
    size += put_character(letters + size, folded);
    end = digit ? end : size;
  }
  letters[end] = '\0';
  return end;
}
