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
 * alike; only a few, for what was learned is not for change. */
static void vary(const junqi_rules *rules, junqi_layout *layout, junqi_random *random) {
  enum { TRIES = 5 };
  for (unsigned n = 0; n < TRIES; n++) {
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

/* People take ready ones. */
unsigned ai_known_layouts(void) {
  return AI_LEARNED + junqi_ready_count();
}

const junqi_layout *ai_layout(const junqi_rules *rules, unsigned index) {
  if (index >= AI_LEARNED) return &junqi_ready(index - AI_LEARNED)->layout;
  return rules->variant == JUNQI_FOUR    ? &ai_learned_four[index]
         : rules->variant == JUNQI_THREE ? &ai_learned_three[index]
                                         : &ai_learned_dark[index];
}

junqi_layout junqi_ai_layout(const junqi_rules *rules, uint64_t seed) {
  junqi_random random = {seed};
  junqi_layout layout = *ai_layout(rules, junqi_random_below(&random, AI_LEARNED));
  if (junqi_random_below(&random, 2)) layout = mirror(&layout);
  vary(rules, &layout, &random);
  return layout;
}
