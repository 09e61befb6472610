/* A clock that stands still while the process did: stopped, in a machine that was suspended,
 * waiting for a disk. It goes by the monotonic clock that it is read from; what date somebody sets
 * is none of its business. Private to net. */
#ifndef NET_AWAKE_H
#define NET_AWAKE_H

#include <stdint.h>

/* Later than this, and it was no late wake-up of a busy machine: the process was away. No work
 * between two readings takes as long. */
enum { NET_AWAY_MS = 2000 };

/* `seen`: the last reading; `until`: how long the loop meant to sleep from there on (0: not at all,
 * NET_NEVER: until something comes); `away`: ms for which it has stood still. */
struct net_awake {
  uint64_t seen;
  uint64_t until;
  uint64_t away;
};

/* The process is about to sleep, for so long if nothing comes. */
void net_awake_sleep(struct net_awake *awake, uint64_t now, uint64_t until);
/* Its time at `now` of the monotonic clock; never less than before. */
uint64_t net_awake_at(struct net_awake *awake, uint64_t now);

#endif
