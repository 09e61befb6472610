/* How a position begins: from layouts, from a deal, from points set by hand; and perft. */
#include "junqi/position.h"

#include <string.h>

#include "movegen.h"
#include "order.h"
#include "traits.h"

_Static_assert(sizeof(junqi_position) <= 320, "a position copies in at most 320 bytes");

static void clear(junqi_position *p, const junqi_rules *rules, junqi_seat first) {
  memset(p, 0, sizeof *p);
  p->rules = rules;
  p->turn = first;
  p->colour[0] = p->colour[1] = p->last_colour = JUNQI_NO_SEAT;
  p->carrier[0] = p->carrier[1] = JUNQI_NO_POINT;
}

static void index_piece(junqi_position *p, unsigned q) {
  junqi_piece piece = p->at[q];
  unsigned owner = junqi_owner_of(piece);
  junqi_type type = junqi_type_of(piece);
  bool movable = type <= JUNQI_BOMB || type == JUNQI_UNKNOWN;
  bool down = p->rules->variant == JUNQI_FLIP && !(piece & JUNQI_PUBLIC);
  rules_add(p->bits[down ? (unsigned)JUNQI_DOWN : owner], q);
  if (type == JUNQI_FLAG && !down) p->flag[owner] = (junqi_point)q;
  if (movable)
    p->living[owner]++;
  else if (!down)
    rules_drop(p->mobile, q);
}

/* F-4: over with at most one side standing or with the quiet count at the limit. */
static void index_state(junqi_position *p) {
  unsigned all = (1u << junqi_seats((junqi_variant)p->rules->variant)) - 1,
           in = all & ~(unsigned)p->out_set;
  unsigned limit = junqi_opt(p->rules, JUNQI_OPT_QUIET_LIMIT);
  bool four = p->rules->variant == JUNQI_FOUR;
  unsigned side = in ? (unsigned)__builtin_ctz(in) : p->turn;
  unsigned winners = four ? 5u << (side & 1) : 1u << side;
  p->state = JUNQI_RUNNING;
  p->winners = p->reason = 0;
  if ((in & ~winners) == 0) {
    p->state = JUNQI_WIN;
    p->winners = (uint8_t)winners;
    if (!in && junqi_opt(p->rules, JUNQI_OPT_STUCK) == JUNQI_STUCK_MUTUAL) {
      p->state = JUNQI_DRAW;
      p->winners = 0;
    }
  } else if (limit && p->quiet >= limit) {
    p->reason = JUNQI_BY_QUIET;
    p->state = junqi_opt(p->rules, JUNQI_OPT_QUIET_LOSES) ? JUNQI_WIN : JUNQI_DRAW;
    if (p->state == JUNQI_WIN) p->winners = (uint8_t)(1u << (p->turn ^ 1));
  }
}

void junqi_position_index(junqi_position *p) {
  unsigned points = junqi_board_of((junqi_variant)p->rules->variant)->points;
  memset(p->bits, 0, sizeof p->bits);
  memset(p->mobile, 0, sizeof p->mobile);
  memset(p->living, 0, sizeof p->living);
  memset(p->flag, JUNQI_NO_POINT, sizeof p->flag);
  for (unsigned q = 0; q < points; q++)
    rules_free(p, q);
  for (unsigned q = 0; q < points; q++)
    if (p->at[q]) index_piece(p, q);
  index_state(p);
  rules_set_traits(p);
}

void junqi_position_start(junqi_position *p, const junqi_rules *rules, const junqi_layout layouts[],
                          junqi_seat first, junqi_events *events) {
  clear(p, rules, first);
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++)
    for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
      if (layouts[seat].at[i] != JUNQI_NONE)
        p->at[seat * JUNQI_ARM_POINTS + i] = junqi_piece_of(seat, (junqi_type)layouts[seat].at[i]);
  junqi_position_index(p);
  junqi_position_settle(p, events);
}

void junqi_position_deal(junqi_position *p, const junqi_rules *rules, const junqi_piece deal[60],
                         junqi_seat first, junqi_events *events) {
  clear(p, rules, first);
  for (unsigned q = 0; q < 60; q++)
    p->at[q] = deal[q] & (junqi_piece)~JUNQI_PUBLIC;
  junqi_position_index(p);
  junqi_position_settle(p, events);
}

void junqi_random_deal(junqi_random *random, junqi_piece deal[60]) {
  junqi_piece pieces[50];
  unsigned n = 0;
  for (unsigned colour = 0; colour < 2; colour++)
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
      for (unsigned i = 0; i < junqi_type_count[type]; i++)
        pieces[n++] = junqi_piece_of(colour, (junqi_type)type);
  for (unsigned q = 0; q < 60; q++) {
    deal[q] = JUNQI_EMPTY;
    if (junqi_layout_camp(q % JUNQI_ARM_POINTS)) continue;
    unsigned pick = junqi_random_below(random, n);
    deal[q] = pieces[pick];
    pieces[pick] = pieces[--n];
  }
}

uint64_t junqi_perft(const junqi_position *position, unsigned depth) {
  junqi_position p = *position;
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_undo undo;
  uint64_t total = 0;
  if (depth == 0) return 1;
  if (depth == 1) return junqi_count_moves(&p);
  unsigned count = junqi_moves(&p, list);
  for (unsigned i = 0; i < count; i++) {
    junqi_make(&p, list[i], &undo, NULL);
    total += junqi_perft(&p, depth - 1);
    junqi_unmake(&p, list[i], &undo);
  }
  return total;
}
