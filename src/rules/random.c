/* A small random source (splitmix64) whose state the caller owns; the rules room has no randomness
 * of its own. */
#include "junqi/layout.h"

uint64_t junqi_random_next(junqi_random *random) {
  uint64_t z = random->state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

uint32_t junqi_random_below(junqi_random *random, uint32_t bound) {
  uint64_t product = (junqi_random_next(random) >> 32) * bound;
  /* Fractions under 2^32 mod bound would make the low results likelier; draw again then. The
   * remainder is less than bound, and slow. */
  if ((uint32_t)product < bound)
    for (uint32_t uneven = (uint32_t)-bound % bound; (uint32_t)product < uneven;)
      product = (junqi_random_next(random) >> 32) * bound;
  return (uint32_t)(product >> 32);
}
