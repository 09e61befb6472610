/* See ccgc.h: F-6's letters and coordinates, both ways. */
#include "ccgc.h"

#include <string.h>

/* a marshal … i engineer, j mine, k bomb, l flag. */
static const uint8_t types[] = {JUNQI_MARSHAL,  JUNQI_GENERAL,   JUNQI_DIVISION, JUNQI_BRIGADE,
                                JUNQI_REGIMENT, JUNQI_BATTALION, JUNQI_COMPANY,  JUNQI_PLATOON,
                                JUNQI_ENGINEER, JUNQI_MINE,      JUNQI_BOMB,     JUNQI_FLAG};

void ccgc_put_point(junqi_seat seat, junqi_point point, char text[3]) {
  unsigned row = point % JUNQI_ARM_POINTS / 5, column = point % 5;
  bool own = point / JUNQI_ARM_POINTS == seat;
  text[0] = (char)(own ? 'G' + row : 'F' - row);
  text[1] = (char)(own ? '0' + column : '4' - column);
  text[2] = '\0';
}

junqi_point ccgc_point(junqi_seat seat, const char *text) {
  if (text[0] < 'A' || text[0] > 'L' || text[1] < '0' || text[1] > '4') return JUNQI_NO_POINT;
  bool own = text[0] >= 'G';
  unsigned row = own ? (unsigned)(text[0] - 'G') : (unsigned)('F' - text[0]);
  unsigned column = own ? (unsigned)(text[1] - '0') : (unsigned)('4' - text[1]);
  return junqi_arm_point(own ? seat : (junqi_seat)(1 - seat), row + 1, column + 1);
}

bool ccgc_move(junqi_seat seat, const char *text, junqi_move *move) {
  if (strlen(text) != 4) return false;
  move->from = ccgc_point(seat, text);
  move->to = ccgc_point(seat, text + 2);
  return move->from != JUNQI_NO_POINT && move->to != JUNQI_NO_POINT;
}

void ccgc_put_layout(const junqi_layout *layout, char text[JUNQI_ARM_PIECES + 1]) {
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    for (unsigned t = 0; t < sizeof types; t++)
      if (layout->at[i] == types[t]) *text++ = (char)('a' + t);
  *text = '\0';
}

bool ccgc_layout(const char *text, junqi_layout *layout) {
  memset(layout, 0, sizeof *layout);
  if (strlen(text) != JUNQI_ARM_PIECES) return false;
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    if (junqi_layout_camp(i)) continue;
    if (*text < 'a' || *text > 'l') return false;
    layout->at[i] = types[*text++ - 'a'];
  }
  return true;
}

char ccgc_result(junqi_outcome outcome) {
  switch (outcome) {
  case JUNQI_LOST: return '0';
  case JUNQI_WON:
  case JUNQI_FLAG_TAKEN: return '1';
  case JUNQI_BOTH: return '2';
  default: return '3';
  }
}

bool ccgc_outcome(char digit, junqi_outcome *outcome) {
  static const junqi_outcome outcomes[] = {JUNQI_LOST, JUNQI_WON, JUNQI_BOTH, JUNQI_QUIET};
  if (digit < '0' || digit > '3') return false;
  *outcome = outcomes[digit - '0'];
  return true;
}
