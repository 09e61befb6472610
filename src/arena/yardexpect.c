/* Expectimax for `flip`: every flip is a chance node over the pieces that are still face down,
 * every other ply is searched in full, leaves count material and nothing else. Frozen. */
#include "yardexpect.h"

enum { WON = 100000 };

static int32_t material(const yard_search *s, const junqi_position *p) {
  int32_t sum = 0;
  for (unsigned q = 0; q < 60; q++)
    if (p->at[q])
      sum += junqi_owner_of(p->at[q]) == s->owner ? yard_worth[junqi_type_of(p->at[q])]
                                                  : -yard_worth[junqi_type_of(p->at[q])];
  return sum;
}

static int32_t value_of(yard_search *s, junqi_position *p, unsigned depth) {
  junqi_move list[JUNQI_MAX_MOVES];
  s->nodes++;
  if (p->state == JUNQI_DRAW) return 0;
  bool ours = junqi_owner_played(p, p->turn) == s->owner;
  if (p->state == JUNQI_WIN) {
    junqi_seat winner = (junqi_seat)__builtin_ctz(p->winners);
    return junqi_owner_played(p, winner) == s->owner ? WON + (int32_t)depth : -WON - (int32_t)depth;
  }
  if (depth == 0 || yard_search_over(s)) return material(s, p);
  unsigned count = junqi_moves(p, list);
  int32_t best = ours ? -2 * WON : 2 * WON;
  for (unsigned i = 0; i < count; i++) {
    int32_t value = yard_expect_move(s, p, list[i], depth);
    if (ours ? value > best : value < best) best = value;
  }
  return best;
}

static int32_t play(yard_search *s, junqi_position *p, junqi_move move, unsigned depth) {
  junqi_undo undo;
  junqi_make(p, move, &undo, NULL);
  int32_t value = value_of(s, p, depth - 1);
  junqi_unmake(p, move, &undo);
  return value;
}

static void swap(junqi_position *p, unsigned a, unsigned b) {
  junqi_piece piece = p->at[a];
  p->at[a] = p->at[b];
  p->at[b] = piece;
}

int32_t yard_expect_move(yard_search *s, junqi_position *p, junqi_move move, unsigned depth) {
  unsigned count[64] = {0}, total = 0;
  uint8_t holder[64];
  int64_t sum = 0;
  if (move.from != move.to) return play(s, p, move, depth);
  for (unsigned q = 0; q < 60; q++) {
    if (!p->at[q] || p->at[q] & JUNQI_PUBLIC) continue;
    count[p->at[q] & 63]++;
    holder[p->at[q] & 63] = (uint8_t)q;
    total++;
  }
  /* Two face-down pieces change places: nothing that is kept about them changes with it. */
  for (unsigned piece = 0; piece < 64; piece++) {
    if (!count[piece]) continue;
    swap(p, move.from, holder[piece]);
    sum += (int64_t)count[piece] * play(s, p, move, depth);
    swap(p, move.from, holder[piece]);
  }
  return (int32_t)(sum / total);
}
