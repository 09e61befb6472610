/* Set-ups for computer players. */
#include "layout.h"

#include "junqi/ai.h"
#include "learned.h"

static junqi_layout mirror(const junqi_layout *layout) {
  junqi_layout mirrored;
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    mirrored.at[i] = layout->at[ai_mirrored(i)];
  return mirrored;
}

/* Swaps a few pairs of pieces that may stand in each other's place, so that no two set-ups are
 * alike. What was learned is less for change. */
static void vary(const junqi_rules *rules, junqi_layout *layout, junqi_random *random) {
  unsigned tries = rules->variant == JUNQI_DARK ? 5 : 12;
  for (unsigned n = 0; n < tries; n++) {
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

/* Learned ones for two seats, else of the ready ones those that in games against each other won
 * their share (docs/players.md). */
unsigned ai_layouts(const junqi_rules *rules) {
  enum { THREE_BEST = 3, FOUR_BEST = 4 }; /* they come first */
  return rules->variant == JUNQI_DARK    ? AI_LEARNED
         : rules->variant == JUNQI_THREE ? THREE_BEST
         : rules->variant == JUNQI_FOUR  ? FOUR_BEST
                                         : junqi_ready_count();
}

/* People take ready ones. */
unsigned ai_known_layouts(const junqi_rules *rules) {
  return ai_layouts(rules) + (rules->variant == JUNQI_DARK ? junqi_ready_count() : 0);
}

const junqi_layout *ai_layout(const junqi_rules *rules, unsigned index) {
  unsigned learned = rules->variant == JUNQI_DARK ? AI_LEARNED : 0;
  return index < learned ? &ai_learned[index] : &junqi_ready(index - learned)->layout;
}

junqi_layout junqi_ai_layout(const junqi_rules *rules, uint64_t seed) {
  junqi_random random = {seed};
  junqi_layout layout = *ai_layout(rules, junqi_random_below(&random, ai_layouts(rules)));
  if (junqi_random_below(&random, 2)) layout = mirror(&layout);
  vary(rules, &layout, &random);
  return layout;
}
