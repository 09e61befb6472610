/* A position's traits; see traits.h. */
#include "traits.h"

void rules_set_traits(junqi_position *p) {
  const junqi_rules *rules = p->rules;
  bool lacking = false;
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++)
    lacking |= !junqi_is_out(p, (junqi_seat)seat) && p->living[seat] == 0;
  bool at_once = junqi_opt(rules, JUNQI_OPT_STUCK) == JUNQI_STUCK_AT_ONCE;
  bool unknown = rules->variant == JUNQI_FLIP && p->colour[0] == JUNQI_NO_SEAT;
  p->traits = at_once || lacking || unknown ? RULES_TRAIT_LONG : 0;
  p->after = 0;
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++)
    p->after |= (uint8_t)(junqi_next_seat(p, (junqi_seat)seat) << 2 * seat);
  if (junqi_opt(rules, JUNQI_OPT_HQ_LOCK)) p->traits |= RULES_TRAIT_LOCK;
  if (junqi_opt(rules, JUNQI_OPT_ENGINEER_SCOUT)) p->traits |= RULES_TRAIT_SCOUT;
  if (junqi_opt(rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG)) p->traits |= RULES_TRAIT_MARSHAL;
}
