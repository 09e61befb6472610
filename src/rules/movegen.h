/* Private to the rules room: questions about any seat's plies, and the conditions that flip chess
 * adds. */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "sets.h"

/* The generator, made for one kind of processor. */
typedef struct rules_generator {
  unsigned (*list)(const junqi_position *position, junqi_seat seat, junqi_move list[]);
  unsigned (*attacks)(const junqi_position *position, junqi_seat seat, junqi_move list[]);
  unsigned (*count)(const junqi_position *position, junqi_seat seat);
  bool (*pick)(const junqi_position *position, junqi_seat seat, junqi_random *random,
               junqi_move *move);
  bool (*can_move)(const junqi_position *position, junqi_seat seat);
  void (*targets)(const junqi_position *position, unsigned owner, junqi_point from,
                  uint64_t targets[]);
} rules_generator;

extern const rules_generator rules_generator_any, rules_generator_bmi;

/* Legal plies that `seat` would have if it were on turn. */
unsigned rules_count_seat(const junqi_position *position, junqi_seat seat);

/* Has it any? */
bool rules_can_move(const junqi_position *position, junqi_seat seat);

/* and R-5.4 `forbidden`: may `mover` go where `target` stands (a flag or mine, own or
 * enemy)? */
junqi_code rules_flip_refusal(const junqi_position *position, junqi_piece mover,
                              junqi_piece target);

/* The type that may deal with flags for a colour (R-7.14 "smallest"). */
junqi_type rules_smallest(const junqi_position *position, unsigned colour);

#endif
