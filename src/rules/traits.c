/* A position's traits; see traits.h. */
#include "traits.h"

/* The types whose death brings about more than a piece less; JUNQI_UNKNOWN is left to the long way
 * too. */
static void set_grave(junqi_position *p, bool all) {
  unsigned grave = 1u << JUNQI_FLAG | 1u << JUNQI_UNKNOWN;
  if (p->rules->variant == JUNQI_FLIP) grave |= 1u << JUNQI_MINE; /* counted */
  if (junqi_opt(p->rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG)) grave |= 1u << JUNQI_MARSHAL;
  p->grave[0] = p->grave[1] = all ? UINT16_MAX : (uint16_t)grave;
  if (junqi_opt(p->rules, JUNQI_OPT_ENGINEER_SCOUT)) p->grave[0] |= 1u << JUNQI_ENGINEER;
}

void rules_set_traits(junqi_position *p) {
  const junqi_rules *rules = p->rules;
  unsigned limit = junqi_opt(rules, JUNQI_OPT_QUIET_LIMIT);
  bool lacking = false;
  p->after = 0;
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++) {
    lacking |= !junqi_is_out(p, (junqi_seat)seat) && p->living[seat] == 0;
    p->after |= (uint8_t)(junqi_next_seat(p, (junqi_seat)seat) << 2 * seat);
  }
  bool at_once = junqi_opt(rules, JUNQI_OPT_STUCK) == JUNQI_STUCK_AT_ONCE;
  bool unknown = rules->variant == JUNQI_FLIP && p->colour[0] == JUNQI_NO_SEAT;
  bool all_long = at_once || lacking || unknown;
  p->plain_below = all_long ? 0 : (uint16_t)(limit ? limit - 1 : UINT16_MAX);
  set_grave(p, all_long);
}
