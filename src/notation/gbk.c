/* GBK to UTF-8 with a generated table; see gbkgen.c. */
#include "gbk.h"

enum { UNKNOWN_CHARACTER = 0xFFFD };

static void put_utf8(notation_text *text, unsigned code) {
  if (code < 0x80) {
    notation_put(text, (char)code);
  } else if (code < 0x800) {
    notation_put(text, (char)(0xC0 | code >> 6));
    notation_put(text, (char)(0x80 | (code & 63)));
  } else {
    notation_put(text, (char)(0xE0 | code >> 12));
    notation_put(text, (char)(0x80 | (code >> 6 & 63)));
    notation_put(text, (char)(0x80 | (code & 63)));
  }
}

static unsigned code_of_pair(unsigned lead, unsigned trail) {
  bool pair = lead >= 0x81 && lead <= 0xFE && trail >= 0x40 && trail <= 0xFE;
  unsigned code = pair ? notation_gbk_table[lead - 0x81][trail - 0x40] : 0;
  return code ? code : UNKNOWN_CHARACTER;
}

void notation_put_gbk(notation_text *text, const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length && bytes[i]; i++) {
    unsigned byte = bytes[i];
    if (byte < 0x80) {
      put_utf8(text, byte < 0x20 || byte == 0x7F ? ' ' : byte);
      continue;
    }
    bool cut = i + 1 >= length || !bytes[i + 1];
    if (cut) return;
    put_utf8(text, code_of_pair(byte, bytes[++i]));
  }
}
