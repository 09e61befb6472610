/* Private to the rules room: the outcome of an attack by type (RULES.md R-5), for plies that are
 * played and for conclusions drawn from outcomes. */
#ifndef RULES_FIGHT_H
#define RULES_FIGHT_H

#include "junqi/options.h"

/* R-5 in its own order: a bomb takes all with it, then flag, mine, ranks. */
static inline junqi_outcome rules_fight(const junqi_rules *rules, junqi_type attacker,
                                        junqi_type defender) {
  if (defender == JUNQI_NONE) return JUNQI_QUIET;
  if (attacker == JUNQI_BOMB || defender == JUNQI_BOMB) return JUNQI_BOTH;
  if (defender == JUNQI_FLAG) return JUNQI_FLAG_TAKEN;
  if (defender == JUNQI_MINE) {
    if (attacker == JUNQI_ENGINEER) return JUNQI_WON;
    unsigned rule = junqi_opt(rules, JUNQI_OPT_MINE_HIT);
    return rule == JUNQI_MINE_BOTH     ? JUNQI_BOTH
           : rule == JUNQI_MINE_BOUNCE ? JUNQI_BOUNCED
                                       : JUNQI_LOST;
  }
  return attacker > defender ? JUNQI_WON : attacker < defender ? JUNQI_LOST : JUNQI_BOTH;
}

#endif
