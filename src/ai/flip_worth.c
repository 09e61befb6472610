/* What a position of flip chess is worth: every piece by what it beats and what beats it, what is
 * left to win with, and who hunts whom. It does not look ahead; that is the search's part. */
#include "flip_worth.h"

#include <string.h>

/* --- Distances -------------------------------------------------------------------------------- */

/* Points one ply away from `at` on an empty board; engineers turn freely on rail. */
static unsigned one_ply(const junqi_board *board, unsigned at, bool engineer, uint8_t out[60]) {
  unsigned n = 0;
  for (const junqi_point *q = board->edge[at]; *q != JUNQI_NO_POINT; q++)
    out[n++] = *q;
  for (unsigned q = 0; engineer && board->rail[at] && q < 60; q++)
    if (board->rail[q]) out[n++] = (uint8_t)q;
  for (unsigned r = 0; !engineer && r < board->rays[at]; r++)
    for (const junqi_point *q = board->ray[at][r]; *q != JUNQI_NO_POINT; q++)
      out[n++] = *q;
  return n;
}

static void spread(const junqi_board *board, unsigned from, bool engineer, uint8_t plies[60]) {
  uint8_t queue[60], next[200];
  unsigned head = 0, tail = 0;
  memset(plies, 60, 60);
  plies[from] = 0;
  queue[tail++] = (uint8_t)from;
  while (head < tail) {
    unsigned at = queue[head++], count = one_ply(board, at, engineer, next);
    for (unsigned i = 0; i < count; i++) {
      if (plies[next[i]] != 60) continue;
      plies[next[i]] = (uint8_t)(plies[at] + 1);
      queue[tail++] = next[i];
    }
  }
}

void flip_map_make(flip_map *map) {
  const junqi_board *board = junqi_board_of(JUNQI_FLIP);
  memset(map, 0, sizeof *map);
  for (unsigned q = 0; q < 60; q++) {
    if (board->kind[q] == JUNQI_CAMP) map->camps |= UINT64_C(1) << q;
    for (unsigned engineer = 0; engineer < 2; engineer++) {
      uint8_t plies[60];
      spread(board, q, engineer, plies);
      for (unsigned to = 0; to < 60; to++)
        if (plies[to] && plies[to] <= FLIP_NEAR)
          map->ring[engineer][q][plies[to] - 1] |= UINT64_C(1) << to;
    }
  }
}

/* --- Pieces ----------------------------------------------------------------------------------- */

typedef struct army {
  uint8_t count[JUNQI_TYPES]; /* living, face-down ones included */
  uint8_t ranked;
} army;

/* Found by play: moved up and down together in some thousands of games of the player against itself
 * (docs/players.md). */
enum {
  TOP = 469, /* of a rank that nothing beats */
  RANK = 52,
  DIGGER = 133, /* of an engineer with mines to dig, … */
  IDLE = 22,    /* … and without */
  BOMB = 61,
  BOMB_SHARE = 39, /* of the best it could take, in 1/100 */
  MINE = 79,       /* with somebody to take it, … */
  DULL_MINE = 49,  /* … and without */
  MINE_PREY = 49,  /* more, to who hunts it */
  FLAG_PREY = 2966,
  TRADED = 54,          /* of what a trade brings, in 1/100 */
  PRESSED_IN_CAMP = 18, /* in 1/100 */
  OPEN = 9,             /* face up it can act */
  CAMP = 18,
  CAMP_SHARE = 7, /* of the piece, in 1/1024 */
  CARRIED = 150,
};

/* What a rank keeps of its worth, in 1/10000, with so many stronger enemies living. */
static const int16_t standing[] = {10000, 6160, 3794, 2337, 1439, 886, 545, 335, 206, 126};
enum { STANDING = sizeof standing / sizeof standing[0] };

static void count_armies(const junqi_position *p, army side[2]) {
  memset(side, 0, 2 * sizeof *side);
  for (unsigned q = 0; q < 60; q++)
    if (p->at[q]) side[junqi_owner_of(p->at[q])].count[junqi_type_of(p->at[q])]++;
  for (unsigned c = 0; c < 2; c++)
    for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++)
      side[c].ranked = (uint8_t)(side[c].ranked + side[c].count[t]);
}

/* A ranked piece is worth the more the fewer can take it; what is left for it to take added
 * nothing. */
static void weigh_ranks(const army *a, const army *enemy, flip_army *out) {
  unsigned above = enemy->ranked, mines = enemy->count[JUNQI_MINE];
  out->smallest = JUNQI_BOMB;
  for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++) {
    above -= enemy->count[t];
    int32_t share = above < STANDING ? standing[above] : 0;
    out->worth[t] = RANK + TOP * share / 10000;
    if (a->count[t] && t < out->smallest) out->smallest = (uint8_t)t;
  }
  out->worth[JUNQI_ENGINEER] += mines ? DIGGER : IDLE;
}

/* A bomb is worth a share of the best it can meet. */
static void weigh_others(const army *enemy, const flip_army *theirs, flip_army *out) {
  int32_t best = 0;
  for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++)
    if (enemy->count[t] && theirs->worth[t] > best) best = theirs->worth[t];
  out->worth[JUNQI_BOMB] = BOMB + best * BOMB_SHARE / 100;
  out->worth[JUNQI_MINE] =
      enemy->count[JUNQI_ENGINEER] + enemy->count[JUNQI_BOMB] ? MINE : DULL_MINE;
}

void flip_scales_make(flip_scales *scales, const junqi_position *p) {
  army side[2];
  count_armies(p, side);
  memset(scales->army, 0, sizeof scales->army);
  for (unsigned c = 0; c < 2; c++)
    weigh_ranks(&side[c], &side[c ^ 1], &scales->army[c]);
  for (unsigned c = 0; c < 2; c++)
    weigh_others(&side[c ^ 1], &scales->army[c ^ 1], &scales->army[c]);
  for (unsigned c = 0; c < 2; c++)
    for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MINE; t++)
      scales->army[c].sum += side[c].count[t] * scales->army[c].worth[t];
}

/* --- Who hunts whom --------------------------------------------------------------------------- */

/* How much of a prey's worth counts at a distance in plies, in 1/2048. */
static const int16_t reach[FLIP_NEAR + 1] = {504, 348, 240, 165, 114, 78, 53, 36, 0};

/* What of one colour lies in the open. */
typedef struct faces {
  uint64_t of[JUNQI_TYPES], above[JUNQI_TYPES]; /* by type; and ranks that beat it */
} faces;

static void list_faces(const junqi_position *p, unsigned colour, faces *f) {
  memset(f->of, 0, sizeof f->of);
  for (uint64_t set = p->bits[colour][0]; set; set &= set - 1)
    f->of[junqi_type_of(p->at[__builtin_ctzll(set)])] |= set & -set;
  f->above[JUNQI_MARSHAL] = 0;
  for (unsigned t = JUNQI_MARSHAL; t > JUNQI_ENGINEER; t--)
    f->above[t - 1] = f->above[t] | f->of[t];
}

/* How near the nearest of the hunters is. */
static int32_t nearest(const uint64_t ring[FLIP_NEAR], uint64_t hunters) {
  unsigned d = 0;
  if (!hunters) return 0;
  while (d < FLIP_NEAR && !(ring[d] & hunters))
    d++;
  return reach[d];
}

static int32_t higher(int32_t a, int32_t b) {
  return a > b ? a : b;
}

/* A piece that goes with what it takes brings a part of the difference. */
static int32_t traded(int32_t gain, int32_t own) {
  return gain > own ? (gain - own) * TRADED / 100 : 0;
}

/* Who may take a flag of `colour` in the open. */
static uint64_t flag_hunters(const junqi_position *p, const flip_army *own, const faces *hunters,
                             unsigned colour) {
  unsigned rule = junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG);
  if (rule == JUNQI_FLAG_CARRY || (rule != JUNQI_FLAG_ANY && p->dug[colour] < 3)) return 0;
  if (rule == JUNQI_FLAG_SMALLEST) return hunters->of[own->smallest];
  return hunters->above[JUNQI_ENGINEER] | hunters->of[JUNQI_ENGINEER] | hunters->of[JUNQI_BOMB];
}

/* The hunted piece of type `t`, by the one that presses it most. */
static int32_t pressed(const flip_map *map, const flip_scales *scales, const junqi_position *p,
                       unsigned colour, const faces *hunters, unsigned t, unsigned at) {
  const uint64_t *walk = map->ring[0][at], *fly = map->ring[1][at];
  const flip_army *own = &scales->army[colour], *theirs = &scales->army[colour ^ 1];
  int32_t most = 0;
  if (t == JUNQI_FLAG) {
    uint64_t set = flag_hunters(p, own, hunters, colour ^ 1);
    return FLAG_PREY * higher(nearest(walk, set & ~hunters->of[JUNQI_ENGINEER]),
                              nearest(fly, set & hunters->of[JUNQI_ENGINEER]));
  }
  if (t == JUNQI_BOMB) {
    for (unsigned h = JUNQI_ENGINEER; h <= JUNQI_BOMB; h++)
      if (hunters->of[h])
        most = higher(most, traded(theirs->worth[t], own->worth[h]) *
                                nearest(h == JUNQI_ENGINEER ? fly : walk, hunters->of[h]));
    return most;
  }
  most = t == JUNQI_MINE
             ? (theirs->worth[t] + MINE_PREY) * nearest(fly, hunters->of[JUNQI_ENGINEER])
             : theirs->worth[t] * nearest(walk, hunters->above[t]);
  return higher(most, traded(theirs->worth[t], own->worth[JUNQI_BOMB]) *
                          nearest(walk, hunters->of[JUNQI_BOMB]));
}

/* Every piece in the open is pressed by its nearest hunter. */
static int32_t pressure(const flip_map *map, const flip_scales *scales, const junqi_position *p,
                        unsigned colour, const faces *hunters) {
  int32_t sum = 0;
  for (uint64_t set = p->bits[colour ^ 1][0]; set; set &= set - 1) {
    unsigned at = (unsigned)__builtin_ctzll(set), t = junqi_type_of(p->at[at]);
    int32_t most = pressed(map, scales, p, colour, hunters, t, at);
    sum += map->camps >> at & 1 ? most * PRESSED_IN_CAMP / 100 : most;
  }
  return sum / 2048;
}

/* --- Together --------------------------------------------------------------------------------- */

/* The fewer can still move the nearer is the end: taking the last ones counts for more. */
static int32_t numbers(unsigned living) {
  static const int16_t few[] = {-1107, -738, -528, -381, -270, -184, -116, -67, -30, 0};
  return living < sizeof few / sizeof few[0] ? few[living] : 0;
}

static int32_t own_worth(const flip_map *map, const flip_scales *scales, const junqi_position *p,
                         unsigned colour) {
  const flip_army *a = &scales->army[colour];
  faces f;
  list_faces(p, colour, &f);
  int32_t sum = a->sum + numbers(p->living[colour]);
  /* Face up it can act; and one that sits in a camp is safe. */
  uint64_t open = p->bits[colour][0] & ~f.of[JUNQI_MINE] & ~f.of[JUNQI_FLAG];
  sum += OPEN * __builtin_popcountll(open);
  for (uint64_t set = open & map->camps; set; set &= set - 1)
    sum += CAMP + a->worth[junqi_type_of(p->at[__builtin_ctzll(set)])] * CAMP_SHARE / 1024;
  if (p->carrier[colour] != JUNQI_NO_POINT) sum += CARRIED;
  return sum + pressure(map, scales, p, colour, &f);
}

int32_t flip_worth(const flip_map *map, const flip_scales *scales, const junqi_position *p,
                   unsigned colour) {
  int32_t worth = own_worth(map, scales, p, colour) - own_worth(map, scales, p, colour ^ 1);
  /* What nothing comes of is worth less by the ply. */
  unsigned limit = junqi_opt(p->rules, JUNQI_OPT_QUIET_LIMIT);
  if (limit && p->quiet) worth -= worth * (int32_t)p->quiet / (int32_t)(2 * limit + p->quiet);
  return worth;
}
