/* Set-up by RULES.md R-3: what may stand where, and legal layouts found for a player who placed few
 * pieces or none. */
#include "junqi/layout.h"

#include <string.h>

enum { FRONT_END = 5, MINE_START = 20 }; /* row 1 is 0..4; rows 5 and 6 are 20..29 */

bool junqi_layout_camp(unsigned index) {
  return index == 6 || index == 8 || index == 12 || index == 16 || index == 18;
}

bool junqi_layout_hq(unsigned index) {
  return index == 26 || index == 28;
}

junqi_code junqi_layout_spot(const junqi_rules *rules, unsigned index, junqi_type type) {
  if (type == JUNQI_NONE) return JUNQI_E_OK;
  if (junqi_layout_camp(index)) return JUNQI_E_LAYOUT_CAMP;
  if (type == JUNQI_FLAG && !junqi_layout_hq(index)) return JUNQI_E_LAYOUT_FLAG;
  if (type == JUNQI_MINE && index < MINE_START) return JUNQI_E_LAYOUT_MINE;
  if (type == JUNQI_BOMB && index < FRONT_END && !junqi_opt(rules, JUNQI_OPT_BOMB_FRONT))
    return JUNQI_E_LAYOUT_BOMB;
  return JUNQI_E_OK;
}

static void count_types(const junqi_layout *layout, unsigned count[JUNQI_TYPES]) {
  memset(count, 0, JUNQI_TYPES * sizeof *count);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (layout->at[i] < JUNQI_TYPES) count[layout->at[i]]++;
}

static junqi_code fail_at(junqi_error *error, junqi_code code, junqi_seat seat, unsigned index) {
  junqi_fail(error, code);
  if (error) {
    char name[3] = {(char)('a' + seat), (char)('1' + index / 5), (char)('1' + index % 5)};
    junqi_error_put(error->where, sizeof error->where, name, 3);
  }
  return code;
}

static junqi_code fail_count(junqi_error *error, junqi_type type) {
  junqi_fail(error, JUNQI_E_LAYOUT_COUNT);
  if (error) {
    error->found[0] = junqi_type_letter(type);
    error->wanted[0] = (char)('0' + junqi_type_count[type]);
  }
  return JUNQI_E_LAYOUT_COUNT;
}

junqi_code junqi_layout_check(const junqi_rules *rules, const junqi_layout *layout, junqi_seat seat,
                              junqi_error *error) {
  unsigned count[JUNQI_TYPES];
  count_types(layout, count);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    junqi_type type = (junqi_type)layout->at[i];
    if (type >= JUNQI_UNKNOWN) return fail_at(error, JUNQI_E_LAYOUT_EMPTY, seat, i);
    junqi_code code = junqi_layout_spot(rules, i, type);
    if (code != JUNQI_E_OK) return fail_at(error, code, seat, i);
  }
  for (unsigned n = 0; n < 12; n++) {
    junqi_type type = (junqi_type)junqi_type_order[n];
    if (count[type] > junqi_type_count[type]) return fail_count(error, type);
  }
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (layout->at[i] == JUNQI_NONE && !junqi_layout_camp(i))
      return fail_at(error, JUNQI_E_LAYOUT_EMPTY, seat, i);
  return junqi_fail(error, JUNQI_E_OK);
}

unsigned junqi_layout_faults(const junqi_rules *rules, const junqi_layout *layout,
                             junqi_code fault[JUNQI_ARM_POINTS]) {
  unsigned count[JUNQI_TYPES], faults = 0;
  count_types(layout, count);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    junqi_type type = (junqi_type)layout->at[i];
    fault[i] = junqi_layout_spot(rules, i, type);
    if (fault[i] == JUNQI_E_OK && type != JUNQI_NONE && count[type] > junqi_type_count[type])
      fault[i] = JUNQI_E_LAYOUT_COUNT;
    faults += fault[i] != JUNQI_E_OK;
  }
  return faults;
}

/* Puts `missing` pieces of a type on random free points that R-3 allows; how many found no place.
 */
static unsigned place(const junqi_rules *rules, junqi_layout *layout, junqi_type type,
                      unsigned missing, junqi_random *random) {
  for (; missing; missing--) {
    unsigned free[JUNQI_ARM_POINTS], n = 0;
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      if (layout->at[i] == JUNQI_NONE && junqi_layout_spot(rules, i, type) == JUNQI_E_OK)
        free[n++] = i;
    if (n == 0) return missing;
    layout->at[free[junqi_random_below(random, n)]] = (uint8_t)type;
  }
  return 0;
}

/* Keeps the legal pieces of `partial`, at most as many of a type as a seat has. */
static junqi_layout keep_legal(const junqi_rules *rules, const junqi_layout *partial) {
  junqi_layout layout;
  unsigned count[JUNQI_TYPES] = {0};
  memset(&layout, 0, sizeof layout);
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    junqi_type type = (junqi_type)partial->at[i];
    if (type == JUNQI_NONE || type >= JUNQI_UNKNOWN || count[type] == junqi_type_count[type])
      continue;
    if (junqi_layout_spot(rules, i, type) != JUNQI_E_OK) continue;
    layout.at[i] = (uint8_t)type;
    count[type]++;
  }
  return layout;
}

/* Gives up a random kept piece that is freer to stand elsewhere than `type`, on a point that `type`
 * needs. */
static void give_way(const junqi_rules *rules, junqi_layout *layout, junqi_type type,
                     junqi_random *random) {
  unsigned taken[JUNQI_ARM_POINTS], n = 0;
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    junqi_type there = (junqi_type)layout->at[i];
    bool stricter = there == JUNQI_FLAG || there == JUNQI_MINE || there == type;
    if (there != JUNQI_NONE && !stricter && junqi_layout_spot(rules, i, type) == JUNQI_E_OK)
      taken[n++] = i;
  }
  /* A flag may need a headquarters that a mine holds. */
  for (unsigned i = 0; n == 0 && i < JUNQI_ARM_POINTS; i++)
    if (layout->at[i] == JUNQI_MINE && junqi_layout_spot(rules, i, type) == JUNQI_E_OK)
      taken[n++] = i;
  if (n) layout->at[taken[junqi_random_below(random, n)]] = JUNQI_NONE;
}

static unsigned missing_of(const junqi_layout *layout, junqi_type type) {
  unsigned count[JUNQI_TYPES];
  count_types(layout, count);
  return junqi_type_count[type] - count[type];
}

junqi_layout junqi_layout_complete(const junqi_rules *rules, const junqi_layout *partial,
                                   junqi_random *random) {
  /* The types with the fewest places first; after them every piece fits anywhere. */
  static const uint8_t strict_first[] = {JUNQI_FLAG, JUNQI_MINE, JUNQI_BOMB};
  junqi_layout layout = keep_legal(rules, partial);
  for (unsigned n = 0; n < sizeof strict_first; n++) {
    junqi_type type = (junqi_type)strict_first[n];
    while (place(rules, &layout, type, missing_of(&layout, type), random) > 0)
      give_way(rules, &layout, type, random);
  }
  for (unsigned n = 0; n < 12; n++) {
    junqi_type type = (junqi_type)junqi_type_order[n];
    place(rules, &layout, type, missing_of(&layout, type), random);
  }
  return layout;
}
