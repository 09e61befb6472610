/* Look-ups on the generated boards (RULES.md R-2). The tables themselves come from boardgen.c. */
#include "junqi/board.h"

#include "sets.h"

const junqi_board *junqi_board_of(junqi_variant variant) {
  switch (variant) {
  case JUNQI_FOUR: return &rules_board_four;
  case JUNQI_THREE: return &rules_board_three;
  default: return &rules_board_two;
  }
}

static junqi_point centre_point(const junqi_board *board, const char *text, size_t length,
                                size_t *used) {
  for (unsigned p = (unsigned)(board->points - board->centre); p < board->points; p++) {
    const char *name = board->name[p];
    size_t size = name[1] ? 2 : 1;
    if (size > length || text[0] != name[0] || (size == 2 && text[1] != name[1])) continue;
    *used = size;
    return (junqi_point)p;
  }
  return JUNQI_NO_POINT;
}

junqi_point junqi_point_named(const junqi_board *board, const char *text, size_t length,
                              size_t *used) {
  size_t ignored;
  if (!used) used = &ignored;
  *used = 0;
  if (length == 0) return JUNQI_NO_POINT;
  if (text[0] < 'a' || text[0] >= 'a' + board->seats)
    return centre_point(board, text, length, used);
  if (length < 3 || text[1] < '1' || text[1] > '6' || text[2] < '1' || text[2] > '5')
    return JUNQI_NO_POINT;
  *used = 3;
  return junqi_arm_point((junqi_seat)(text[0] - 'a'), (unsigned)(text[1] - '0'),
                         (unsigned)(text[2] - '0'));
}

bool junqi_adjacent(const junqi_board *board, junqi_point from, junqi_point to) {
  for (const junqi_point *p = board->edge[from]; *p != JUNQI_NO_POINT; p++)
    if (*p == to) return true;
  return false;
}
