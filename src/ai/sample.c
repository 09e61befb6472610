/* Drawing worlds (hidden pieces given types) that agree with the knowledge. Pieces choose in random
 * order, the most bound first, with weights for where people put things; a piece that finds nothing
 * left makes another one change its mind along a chain, so that a world is found whenever there is
 * one. */
#include "sample.h"

#include <string.h>

typedef struct draw {
  const junqi_knowledge *know;
  unsigned first;                 /* slot of the seat's first piece */
  uint8_t type[JUNQI_ARM_PIECES]; /* drawn so far; 0 none */
  uint8_t left[JUNQI_TYPES];      /* of each type, not yet given */
  bool visited[JUNQI_TYPES];      /* types that the chain has tried */
} draw;

/* How likely people are to put a type in a row 1..6, in no particular unit; index type - 1. */
static const uint8_t habit[12][6] = {
    {2, 3, 3, 3, 3, 2}, /* engineer */
    {4, 3, 3, 2, 2, 3}, /* platoon */
    {4, 3, 3, 3, 2, 2}, /* company */
    {4, 4, 3, 3, 2, 1}, /* battalion */
    {5, 4, 3, 3, 2, 1}, /* regiment */
    {5, 4, 4, 3, 2, 1}, /* brigade */
    {4, 4, 4, 3, 2, 1}, /* division */
    {3, 5, 4, 3, 2, 1}, /* general */
    {2, 5, 5, 3, 2, 1}, /* marshal */
    {1, 3, 4, 5, 4, 2}, /* bomb */
    {0, 0, 0, 0, 4, 6}, /* mine */
    {0, 0, 0, 0, 0, 9}, /* flag */
};

static unsigned weight(const draw *d, unsigned piece, unsigned type) {
  unsigned slot = d->first + piece, row = d->know->home[slot] % JUNQI_ARM_POINTS / 5;
  unsigned stay = type == JUNQI_MINE && !d->know->moved[slot] ? 2 : 1;
  return (1 + habit[type - 1][row]) * stay * d->left[type];
}

/* A type for the piece by weight among those allowed and left; 0 if none. */
static unsigned pick(const draw *d, unsigned piece, junqi_random *random) {
  unsigned total = 0, may = d->know->may[d->first + piece];
  for (unsigned set = may; set; set &= set - 1)
    total += weight(d, piece, (unsigned)__builtin_ctz(set));
  if (total == 0) return JUNQI_NONE;
  unsigned at = junqi_random_below(random, total);
  for (unsigned set = may; set; set &= set - 1) {
    unsigned type = (unsigned)__builtin_ctz(set), w = weight(d, piece, type);
    if (at < w) return type;
    at -= w;
  }
  return JUNQI_NONE;
}

/* Finds the piece a type by letting pieces that hold one change to another (an augmenting path). */
static bool make_room(draw *d, unsigned piece) {
  for (unsigned set = d->know->may[d->first + piece]; set; set &= set - 1) {
    unsigned type = (unsigned)__builtin_ctz(set);
    if (d->visited[type]) continue;
    d->visited[type] = true;
    if (d->left[type]) {
      d->left[type]--;
      d->type[piece] = (uint8_t)type;
      return true;
    }
    for (unsigned other = 0; other < JUNQI_ARM_PIECES; other++) {
      if (other == piece || d->type[other] != type || !make_room(d, other)) continue;
      d->type[piece] = (uint8_t)type;
      return true;
    }
  }
  return false;
}

static unsigned choices(const draw *d, unsigned piece) {
  return (unsigned)__builtin_popcount(d->know->may[d->first + piece]);
}

/* Pieces by how few types they can be, in random order among equals. */
static void order_pieces(const draw *d, junqi_random *random, uint8_t order[JUNQI_ARM_PIECES]) {
  for (unsigned i = 0; i < JUNQI_ARM_PIECES; i++) {
    unsigned j = junqi_random_below(random, i + 1);
    order[i] = order[j];
    order[j] = (uint8_t)i;
  }
  for (unsigned i = 1; i < JUNQI_ARM_PIECES; i++)
    for (unsigned j = i; j > 0 && choices(d, order[j]) < choices(d, order[j - 1]); j--) {
      uint8_t swap = order[j];
      order[j] = order[j - 1];
      order[j - 1] = swap;
    }
}

static void draw_seat(const junqi_knowledge *know, unsigned seat, junqi_random *random,
                      junqi_piece guess[]) {
  draw d = {.know = know, .first = seat * JUNQI_ARM_PIECES};
  uint8_t order[JUNQI_ARM_PIECES];
  memcpy(d.left, junqi_type_count, sizeof d.left);
  order_pieces(&d, random, order);
  for (unsigned i = 0; i < JUNQI_ARM_PIECES; i++) {
    unsigned type = pick(&d, order[i], random);
    if (type != JUNQI_NONE) {
      d.type[order[i]] = (uint8_t)type;
      d.left[type]--;
    } else {
      memset(d.visited, 0, sizeof d.visited);
      make_room(&d, order[i]);
    }
  }
  for (unsigned i = 0; i < JUNQI_ARM_PIECES; i++)
    if (know->where[d.first + i] != JUNQI_NO_POINT)
      guess[know->where[d.first + i]] = junqi_piece_of(seat, (junqi_type)d.type[i]);
}

/* Flip chess: the pieces that are neither face up nor gone, shuffled over the face-down points. */
static void shuffle_down(const junqi_view *view, junqi_random *random, junqi_piece guess[]) {
  junqi_position any;
  junqi_point at[60];
  unsigned n = 0;
  junqi_view_world(view, NULL, &any);
  for (unsigned q = 0; q < 60; q++)
    if (view->at[q] == JUNQI_FACE_DOWN) at[n++] = (junqi_point)q;
  for (unsigned i = 0; i < n; i++) {
    unsigned j = junqi_random_below(random, i + 1);
    guess[at[i]] = guess[at[j]];
    guess[at[j]] = any.at[at[i]];
  }
}

void ai_sample(const junqi_knowledge *know, junqi_random *random, junqi_position *world) {
  junqi_piece guess[JUNQI_MAX_POINTS] = {0};
  const junqi_view *view = &know->view;
  unsigned variant = view->rules->variant;
  if (variant == JUNQI_FLIP)
    shuffle_down(view, random, guess);
  else
    for (unsigned seat = 0; seat < junqi_seats((junqi_variant)variant); seat++)
      if (!(view->out_set >> seat & 1)) draw_seat(know, seat, random, guess);
  junqi_view_world(view, guess, world);
}
