/* See awake.h. */
#include "awake.h"

void net_awake_sleep(struct net_awake *awake, uint64_t now, uint64_t until) {
  net_awake_at(awake, now);
  awake->until = until;
}

uint64_t net_awake_at(struct net_awake *awake, uint64_t now) {
  uint64_t expected = awake->until > awake->seen ? awake->until : awake->seen;
  if (now > expected && now - expected > NET_AWAY_MS) awake->away += now - expected;
  awake->seen = now;
  awake->until = 0;
  return now - awake->away;
}
