/* Private to the notation room: names and comments of QQ files, GBK to UTF-8. */
#ifndef NOTATION_GBK_H
#define NOTATION_GBK_H

#include "text.h"

/* By lead byte from 0x81 and trail byte from 0x40; 0 where there is no character. Generated. */
extern const uint16_t notation_gbk_table[126][191];

/* Adds GBK text up to its first zero byte as UTF-8. A character cut off at the end is left out; a
 * pair that is none becomes U+FFFD, a control character a space. */
void notation_put_gbk(notation_text *text, const uint8_t *bytes, size_t length);

#endif
