/* Set-ups for computer players. */
#include "junqi/ai.h"

static void mirror(junqi_layout *layout) {
  for (unsigned row = 0; row < 6; row++)
    for (unsigned column = 0; column < 2; column++) {
      uint8_t *left = &layout->at[row * 5 + column], *right = &layout->at[row * 5 + 4 - column];
      uint8_t swap = *left;
      *left = *right;
      *right = swap;
    }
}

/* Swaps a few pairs of pieces that may stand in each other's place, so that no two set-ups are
 * alike. */
static void vary(const junqi_rules *rules, junqi_layout *layout, junqi_random *random) {
  for (unsigned n = 0; n < 12; n++) {
    unsigned a = junqi_random_below(random, 25), b = a + 1 + junqi_random_below(random, 5);
    if (b >= JUNQI_ARM_POINTS) continue;
    junqi_type ta = (junqi_type)layout->at[a], tb = (junqi_type)layout->at[b];
    if (ta == JUNQI_NONE || tb == JUNQI_NONE || ta > JUNQI_BOMB || tb > JUNQI_BOMB) continue;
    if (junqi_layout_spot(rules, a, tb) != JUNQI_E_OK) continue;
    if (junqi_layout_spot(rules, b, ta) != JUNQI_E_OK) continue;
    layout->at[a] = (uint8_t)tb;
    layout->at[b] = (uint8_t)ta;
  }
}

/* One of the ready layouts; for more than two seats, of those that in games against each other won
 * their share (docs/players.md). */
static unsigned draw_ready(const junqi_rules *rules, junqi_random *random) {
  enum { THREE_BEST = 3, FOUR_BEST = 4 }; /* they come first */
  unsigned count = rules->variant == JUNQI_THREE  ? THREE_BEST
                   : rules->variant == JUNQI_FOUR ? FOUR_BEST
                                                  : junqi_ready_count();
  return junqi_random_below(random, count);
}

junqi_layout junqi_ai_layout(const junqi_rules *rules, uint64_t seed) {
  junqi_random random = {seed};
  junqi_layout layout = junqi_ready(draw_ready(rules, &random))->layout;
  if (junqi_random_below(&random, 2)) mirror(&layout);
  vary(rules, &layout, &random);
  return layout;
}
