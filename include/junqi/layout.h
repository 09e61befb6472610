/* Set-up (RULES.md R-3): one seat's 25 pieces on its arm. Check, completion, random legal layouts.
 * The text and file forms live in notation. */
#ifndef JUNQI_LAYOUT_H
#define JUNQI_LAYOUT_H

#include "junqi/options.h"

/* Types (junqi_type) on the 30 points of an arm, rows front to back, columns from the owner's left;
 * JUNQI_NONE where empty. */
typedef struct junqi_layout {
  uint8_t at[JUNQI_ARM_POINTS];
} junqi_layout;

/* True for the five camps and the two headquarters, by index 0..29. */
bool junqi_layout_camp(unsigned index);
bool junqi_layout_hq(unsigned index);

/* The code of R-3 that `type` on point `index` would break, or JUNQI_E_OK; empty is always fine. */
junqi_code junqi_layout_spot(const junqi_rules *rules, unsigned index, junqi_type type);

/* Complete and legal by R-3? The first fault, points named with the seat letter `seat`. */
junqi_code junqi_layout_check(const junqi_rules *rules, const junqi_layout *layout, junqi_seat seat,
                              junqi_error *error);

/* All faults at once: writes into fault[index] the code for each point (JUNQI_E_OK where fine; too
 * many of a type: LAYOUT_COUNT on each of them). Returns how many points are at fault. Empty
 * stations are no fault here: this serves an editor. */
unsigned junqi_layout_faults(const junqi_rules *rules, const junqi_layout *layout,
                             junqi_code fault[JUNQI_ARM_POINTS]);

/* A random source that the caller owns: 64 bits of state, any seed. Deterministic everywhere. */
typedef struct junqi_random {
  uint64_t state;
} junqi_random;
uint64_t junqi_random_next(junqi_random *random);
/* Uniform in 0..bound-1; bound at least 1. */
uint32_t junqi_random_below(junqi_random *random, uint32_t bound);

/* A layout that keeps every legal piece of `partial` in its place, drops illegal or surplus ones,
 * and places the rest at random so that R-3 holds (R-8.2: "completed by the server to a legal
 * one"). When what is kept leaves no legal completion, kept pieces are given up until there is one.
 * An empty `partial` gives a random legal layout. */
junqi_layout junqi_layout_complete(const junqi_rules *rules, const junqi_layout *partial,
                                   junqi_random *random);

/* A ready-made layout for people and players who want one at once: legal in every variant. */
typedef struct junqi_ready_layout {
  const char *english, *chinese; /* its name */
  junqi_layout layout;
} junqi_ready_layout;

/* How many there are, and one of them (index below that; else the last). Constant. */
unsigned junqi_ready_count(void);
const junqi_ready_layout *junqi_ready(unsigned index);

#endif
