/* Ready-made layouts (RULES.md R-3), this project's own. Data only; numbers are junqi_type: 10
 * bomb, 11 mine, 12 flag. */
#include "junqi/layout.h"

/* clang-format off */
static const junqi_ready_layout ready[] = {
    {"Iron triangle", "铁三角",
     {{ 6,  4,  2,  5,  7,
        9,  0,  1,  0,  8,
        7,  5,  0,  3,  6,
        4,  0,  1,  0, 10,
        3, 11,  1,  2, 10,
       11, 12, 11,  2,  3}}},
    {"Left storm", "左路强攻",
     {{ 8,  6,  3,  2,  4,
        9,  0,  5,  0,  2,
        7,  6,  0,  1,  7,
       10,  0,  3,  0,  5,
        1,  4,  2, 11,  3,
        1, 10, 11, 12, 11}}},
    {"Right storm", "右路强攻",
     {{ 4,  2,  3,  5,  8,
        2,  0,  6,  0,  9,
        7,  1,  0,  6,  7,
        5,  0, 10,  0,  3,
        3, 11,  2,  4,  1,
       11, 12, 11, 10,  1}}},
    {"Empty fort", "空城计",
     {{ 7,  5,  3,  6,  2,
        8,  0,  4,  0,  9,
        6,  1,  0,  2,  7,
       10,  0,  5,  0,  1,
        4, 10,  3, 11,  2,
        3, 12,  1, 11, 11}}},
    {"Centre column", "中路突破",
     {{ 4,  6,  7,  3,  8,
        5,  0,  9,  0,  6,
        7,  2,  0,  2,  5,
        1,  0, 10,  0,  1,
        3, 11,  4, 11,  2,
       10, 12, 11,  1,  3}}},
    {"Engineers' run", "工兵长廊",
     {{ 5,  7,  2,  6,  1,
        8,  0,  1,  0,  9,
        6,  3,  0,  4,  7,
        2,  0, 10,  0,  3,
        1, 11,  3, 11,  2,
        4, 12, 11, 10,  5}}},
};
/* clang-format on */

enum { READY = sizeof ready / sizeof ready[0] };

unsigned junqi_ready_count(void) {
  return READY;
}

const junqi_ready_layout *junqi_ready(unsigned index) {
  return &ready[index < READY ? index : READY - 1];
}
