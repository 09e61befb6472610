/* Legal plies (RULES.md R-4): chooses the generator for this processor, and adds what flip chess
 * asks of mines and flags. The generating itself is in generator.h. */
#include "movegen.h"

#include <string.h>

static inline const rules_generator *generator(void) {
#ifdef RULES_HAVE_BMI
  if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
    return &rules_generator_bmi;
#endif
  return &rules_generator_any;
}

/* the types that may deal with a flag: the smallest living rank, or bombs when no ranked
 * piece of that colour lives (face-down pieces count: ). */
junqi_type rules_smallest(const junqi_position *p, unsigned colour) {
  junqi_type smallest = JUNQI_BOMB;
  for (unsigned q = 0; q < 60; q++) {
    junqi_type type = junqi_type_of(p->at[q]);
    if (type != JUNQI_NONE && junqi_owner_of(p->at[q]) == colour && type < smallest)
      smallest = type;
  }
  return smallest;
}

junqi_code rules_flip_refusal(const junqi_position *p, junqi_piece mover, junqi_piece target) {
  unsigned colour = junqi_owner_of(mover), owner = junqi_owner_of(target);
  junqi_type type = junqi_type_of(mover);
  unsigned rule = junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG);
  if (junqi_type_of(target) == JUNQI_MINE && owner != colour) {
    bool forbidden = junqi_opt(p->rules, JUNQI_OPT_MINE_HIT) == JUNQI_MINE_FORBIDDEN;
    return forbidden && type != JUNQI_ENGINEER && type != JUNQI_BOMB ? JUNQI_E_MINE_FORBIDDEN
                                                                     : JUNQI_E_OK;
  }
  if (junqi_type_of(target) != JUNQI_FLAG) return JUNQI_E_OK;
  if (rule == JUNQI_FLAG_CARRY) {
    if (owner != colour) return JUNQI_E_FLAG_CARRY;
    if (p->dug[colour ^ 1] < 3) return JUNQI_E_FLAG_MINES;
    return type == rules_smallest(p, colour) ? JUNQI_E_OK : JUNQI_E_FLAG_SMALLEST;
  }
  if (owner == colour) return JUNQI_E_OWN_PIECE;
  if (rule == JUNQI_FLAG_ANY) return JUNQI_E_OK;
  if (p->dug[owner] < 3) return JUNQI_E_FLAG_MINES;
  if (rule == JUNQI_FLAG_MINES) return JUNQI_E_OK;
  return type == rules_smallest(p, colour) ? JUNQI_E_OK : JUNQI_E_FLAG_SMALLEST;
}

unsigned rules_count_seat(const junqi_position *p, junqi_seat seat) {
  return generator()->count(p, seat);
}

bool rules_can_move(const junqi_position *p, junqi_seat seat) {
  return generator()->can_move(p, seat);
}

unsigned junqi_moves(const junqi_position *p, junqi_move list[]) {
  return p->state == JUNQI_RUNNING ? generator()->list(p, p->turn, list) : 0;
}

unsigned junqi_attacks(const junqi_position *p, junqi_move list[]) {
  return p->state == JUNQI_RUNNING ? generator()->attacks(p, p->turn, list) : 0;
}

unsigned junqi_count_moves(const junqi_position *p) {
  return p->state == JUNQI_RUNNING ? generator()->count(p, p->turn) : 0;
}

bool junqi_random_move(const junqi_position *p, junqi_random *random, junqi_move *move) {
  return p->state == JUNQI_RUNNING && generator()->pick(p, p->turn, random, move);
}

void junqi_targets(const junqi_position *p, junqi_point from, uint64_t targets[JUNQI_WORDS]) {
  unsigned owner = junqi_owner_played(p, p->turn);
  bool flip = p->rules->variant == JUNQI_FLIP;
  memset(targets, 0, JUNQI_WORDS * sizeof *targets);
  if (p->state != JUNQI_RUNNING || from >= JUNQI_MAX_POINTS) return;
  if (flip && rules_has(p->bits[JUNQI_DOWN], from))
    rules_add(targets, from);
  else if (owner != JUNQI_NO_SEAT)
    generator()->targets(p, owner, from, targets);
}
