/* Even draws among consistent worlds. From any one world, pairs of pieces swap types where both may
 * be what the other is; such swaps lead back as likely as forth, so after enough of them every
 * world is as likely as any other. No habits of people enter: this is the yardsticks' belief, and
 * frozen.
 */
#include "belief.h"

#include <string.h>

enum { SWAPS = 150 }; /* proposals a seat: six a piece */

typedef struct matching {
  const uint16_t *may; /* of the seat's 25 pieces */
  uint8_t *type;
  uint8_t left[JUNQI_TYPES];
  bool tried[JUNQI_TYPES];
} matching;

/* Gives the piece a type, others changing theirs along a chain where that is needed. */
static bool place(matching *m, unsigned piece) {
  for (unsigned set = m->may[piece]; set; set &= set - 1) {
    unsigned type = (unsigned)__builtin_ctz(set);
    if (m->tried[type]) continue;
    m->tried[type] = true;
    bool room = m->left[type] > 0;
    if (room) m->left[type]--;
    for (unsigned other = 0; !room && other < JUNQI_ARM_PIECES; other++)
      room = m->type[other] == type && place(m, other);
    if (!room) continue;
    m->type[piece] = (uint8_t)type;
    return true;
  }
  return false;
}

/* Face-down pieces in any order. */
static void start_flip(arena_belief *b) {
  junqi_position any;
  junqi_view_world(&b->know->view, NULL, &any);
  memcpy(b->down, any.at, sizeof b->down);
}

bool arena_belief_start(arena_belief *b, const junqi_knowledge *know) {
  unsigned variant = know->view.rules->variant;
  memset(b, 0, sizeof *b);
  b->know = know;
  if (variant == JUNQI_FLIP) {
    start_flip(b);
    return true;
  }
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)variant); seat++) {
    unsigned first = seat * JUNQI_ARM_PIECES;
    matching m = {.may = &know->may[first], .type = &b->type[first]};
    memcpy(m.left, junqi_type_count, sizeof m.left);
    for (unsigned piece = 0; piece < JUNQI_ARM_PIECES; piece++) {
      memset(m.tried, 0, sizeof m.tried);
      if (!place(&m, piece)) return false;
    }
  }
  return true;
}

static void swap_types(arena_belief *b, unsigned seat, junqi_random *random) {
  unsigned first = seat * JUNQI_ARM_PIECES;
  for (unsigned n = 0; n < SWAPS; n++) {
    unsigned i = first + junqi_random_below(random, JUNQI_ARM_PIECES),
             j = first + junqi_random_below(random, JUNQI_ARM_PIECES);
    uint8_t ti = b->type[i], tj = b->type[j];
    if (!(b->know->may[i] >> tj & 1) || !(b->know->may[j] >> ti & 1)) continue;
    b->type[i] = tj;
    b->type[j] = ti;
  }
}

static void shuffle_down(arena_belief *b, junqi_random *random) {
  junqi_point at[60];
  unsigned n = 0;
  for (unsigned q = 0; q < 60; q++) {
    if (b->know->view.at[q] != JUNQI_FACE_DOWN) continue;
    at[n++] = (junqi_point)q;
    unsigned j = junqi_random_below(random, n);
    junqi_piece last = b->down[q];
    b->down[q] = b->down[at[j]];
    b->down[at[j]] = last;
  }
}

void arena_belief_draw(arena_belief *b, junqi_random *random, junqi_position *world) {
  junqi_piece guess[JUNQI_MAX_POINTS] = {0};
  const junqi_view *view = &b->know->view;
  junqi_variant variant = (junqi_variant)view->rules->variant;
  if (variant == JUNQI_FLIP) {
    shuffle_down(b, random);
    memcpy(guess, b->down, sizeof b->down);
  }
  for (unsigned seat = 0; variant != JUNQI_FLIP && seat < junqi_seats(variant); seat++) {
    swap_types(b, seat, random);
    for (unsigned s = seat * JUNQI_ARM_PIECES; s < (seat + 1) * JUNQI_ARM_PIECES; s++)
      if (b->know->where[s] != JUNQI_NO_POINT)
        guess[b->know->where[s]] = junqi_piece_of(seat, (junqi_type)b->type[s]);
  }
  if (world) junqi_view_world(view, guess, world);
}
