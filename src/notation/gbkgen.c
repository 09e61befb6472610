/* Writes the table of GBK characters as C, from the build machine's iconv. It runs at build time
 * only, so that reading QQ files needs no conversion library at run time, in the browser either. */
#include <iconv.h>
#include <stdio.h>

enum { FIRST_LEAD = 0x81, LAST_LEAD = 0xFE, FIRST_TRAIL = 0x40, LAST_TRAIL = 0xFE };

/* The code point of a pair, 0 when it is no character. */
static unsigned code_point(iconv_t convert, int lead, int trail) {
  char in[2] = {(char)lead, (char)trail}, *from = in;
  unsigned char out[8] = {0};
  char *to = (char *)out;
  size_t left = sizeof in, room = sizeof out;
  iconv(convert, NULL, NULL, NULL, NULL);
  if (iconv(convert, &from, &left, &to, &room) != 0 || left || room != sizeof out - 2) return 0;
  return out[0] | (unsigned)out[1] << 8;
}

int main(void) {
  iconv_t convert = iconv_open("UCS-2LE", "GBK");
  /* The library's own word on a character that every such table has. */
  if (convert == (iconv_t)-1 || code_point(convert, 0xB0, 0xA1) != 0x554A) {
    fprintf(stderr, "gbkgen: this machine cannot convert from GBK\n");
    return 1;
  }
  printf("/* Written by gbkgen. */\n#include \"gbk.h\"\n\nconst uint16_t "
         "notation_gbk_table[126][191] = {\n");
  for (int lead = FIRST_LEAD; lead <= LAST_LEAD; lead++) {
    printf("{");
    for (int trail = FIRST_TRAIL; trail <= LAST_TRAIL; trail++)
      printf("%u,", code_point(convert, lead, trail));
    printf("},\n");
  }
  printf("};\n");
  iconv_close(convert);
  return 0;
}
