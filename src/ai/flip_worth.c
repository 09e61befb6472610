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
  for (unsigned q = 0; q < 60; q++) {
    spread(board, q, false, map->walk[q]);
    spread(board, q, true, map->fly[q]);
  }
}

/* --- Pieces ----------------------------------------------------------------------------------- */

typedef struct army {
  uint8_t count[JUNQI_TYPES]; /* living, face-down ones included */
  int32_t worth[JUNQI_TYPES];
  uint8_t ranked, diggers;
  uint8_t smallest; /* */
} army;

/* The share of its full worth that a rank keeps with so many stronger enemies living. */
static const uint8_t standing[] = {100, 62, 38, 24, 15, 9, 6, 4, 2, 1};
enum { STANDING = sizeof standing / sizeof standing[0], TOP = 600, PREY = 230 };

static void count_army(const junqi_position *p, army side[2]) {
  memset(side, 0, 2 * sizeof *side);
  for (unsigned q = 0; q < 60; q++)
    if (p->at[q]) side[junqi_owner_of(p->at[q])].count[junqi_type_of(p->at[q])]++;
  for (unsigned c = 0; c < 2; c++) {
    army *a = &side[c];
    a->smallest = JUNQI_BOMB;
    for (unsigned t = JUNQI_MARSHAL; t >= JUNQI_ENGINEER; t--) {
      a->ranked = (uint8_t)(a->ranked + a->count[t]);
      if (a->count[t]) a->smallest = (uint8_t)t;
    }
    a->diggers = (uint8_t)(a->count[JUNQI_ENGINEER] + a->count[JUNQI_BOMB]);
  }
}

/* A ranked piece is worth what it can take, the more the fewer can take it. */
static void weigh_ranks(army *a, const army *enemy) {
  unsigned below = 0, above = enemy->ranked, mines = enemy->count[JUNQI_MINE];
  for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++) {
    above -= enemy->count[t];
    unsigned share = above < STANDING ? standing[above] : 0;
    a->worth[t] = 40 + (int32_t)(TOP * share / 100);
    if (enemy->ranked)
      a->worth[t] += (int32_t)(PREY * (2 * below + enemy->count[t]) / (2 * enemy->ranked));
    below += enemy->count[t];
  }
  a->worth[JUNQI_ENGINEER] += mines ? 60 : 20;
}

/* A bomb is worth a share of the best it can meet. */
static void weigh(const junqi_position *p, army side[2]) {
  count_army(p, side);
  for (unsigned c = 0; c < 2; c++)
    weigh_ranks(&side[c], &side[c ^ 1]);
  for (unsigned c = 0; c < 2; c++) {
    const army *enemy = &side[c ^ 1];
    int32_t best = 0;
    for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++)
      if (enemy->count[t] && enemy->worth[t] > best) best = enemy->worth[t];
    side[c].worth[JUNQI_BOMB] = 60 + best * 3 / 10;
    side[c].worth[JUNQI_MINE] = enemy->diggers ? 70 : 30;
    side[c].worth[JUNQI_FLAG] = 0;
  }
}

void flip_worths(const junqi_position *p, unsigned colour, int32_t worth[JUNQI_TYPES]) {
  army side[2];
  weigh(p, side);
  memcpy(worth, side[colour].worth, sizeof side[colour].worth);
}

/* --- Who hunts whom --------------------------------------------------------------------------- */

/* How much of a prey's worth counts at a distance in plies, in 1/128. */
static const uint8_t reach[] = {0, 22, 14, 10, 7, 5, 3, 2, 1, 0};
enum { REACH = sizeof reach / sizeof reach[0] };

typedef struct faces {
  uint8_t at[25];
  unsigned count;
} faces;

static void list_faces(const junqi_position *p, unsigned colour, faces *f) {
  f->count = 0;
  for (uint64_t set = p->bits[colour][0]; set; set &= set - 1)
    f->at[f->count++] = (uint8_t)__builtin_ctzll(set);
}

/* What taking the piece brings to a hunter; 0 when it cannot. */
static int32_t prey(const junqi_position *p, const army *own, const army *enemy, junqi_type hunter,
                    junqi_piece target) {
  junqi_type type = junqi_type_of(target);
  if (type == JUNQI_FLAG) {
    unsigned rule = junqi_opt(p->rules, JUNQI_OPT_FLIP_FLAG);
    if (rule == JUNQI_FLAG_CARRY) return 0;
    if (rule != JUNQI_FLAG_ANY && p->dug[junqi_owner_of(target)] < 3) return 0;
    if (rule == JUNQI_FLAG_SMALLEST && hunter != own->smallest) return 0;
    return 2500;
  }
  if (hunter == JUNQI_BOMB) {
    int32_t gain = enemy->worth[type] - own->worth[JUNQI_BOMB];
    return gain > 0 ? gain / 2 : 0;
  }
  if (type == JUNQI_MINE) return hunter == JUNQI_ENGINEER ? enemy->worth[JUNQI_MINE] + 40 : 0;
  if (type == JUNQI_BOMB) {
    int32_t gain = enemy->worth[JUNQI_BOMB] - own->worth[hunter];
    return gain > 0 ? gain / 2 : 0;
  }
  return hunter > type ? enemy->worth[type] : 0;
}

/* Every piece in the open is pressed by its nearest hunter. */
static int32_t pressure(const flip_map *map, const junqi_position *p, const army side[2],
                        unsigned colour, const faces f[2]) {
  const junqi_board *board = junqi_board_of(JUNQI_FLIP);
  const faces *hunters = &f[colour], *targets = &f[colour ^ 1];
  int32_t sum = 0;
  for (unsigned i = 0; i < targets->count; i++) {
    unsigned at = targets->at[i];
    int32_t most = 0;
    for (unsigned j = 0; j < hunters->count; j++) {
      unsigned from = hunters->at[j];
      junqi_type type = junqi_type_of(p->at[from]);
      if (type > JUNQI_BOMB) continue;
      unsigned plies = type == JUNQI_ENGINEER ? map->fly[from][at] : map->walk[from][at];
      if (plies >= REACH) continue;
      int32_t gain = prey(p, &side[colour], &side[colour ^ 1], type, p->at[at]) * reach[plies];
      if (gain > most) most = gain;
    }
    sum += board->kind[at] == JUNQI_CAMP ? most / 3 : most;
  }
  return sum / 128;
}

/* --- Together --------------------------------------------------------------------------------- */

/* The fewer can still move the nearer is the end: taking the last ones counts for more. */
static int32_t numbers(unsigned living) {
  static const int16_t few[] = {-900, -600, -430, -310, -220, -150, -95, -55, -25, 0};
  return living < sizeof few / sizeof few[0] ? few[living] : 0;
}

static int32_t own_worth(const flip_map *map, const junqi_position *p, const army side[2],
                         unsigned colour, const faces f[2]) {
  const army *a = &side[colour];
  int32_t sum = numbers(p->living[colour]);
  for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MINE; t++)
    sum += a->count[t] * a->worth[t];
  /* Face up it can act; and one that sits in a camp is safe. */
  for (unsigned i = 0; i < f[colour].count; i++) {
    unsigned at = f[colour].at[i];
    junqi_type type = junqi_type_of(p->at[at]);
    if (type > JUNQI_BOMB) continue;
    sum += 4;
    if (junqi_board_of(JUNQI_FLIP)->kind[at] == JUNQI_CAMP) sum += 6 + a->worth[type] / 64;
  }
  if (p->carrier[colour] != JUNQI_NO_POINT) sum += 150;
  return sum + pressure(map, p, side, colour, f);
}

int32_t flip_worth(const flip_map *map, const junqi_position *p, unsigned colour) {
  army side[2];
  faces f[2];
  weigh(p, side);
  for (unsigned c = 0; c < 2; c++)
    list_faces(p, c, &f[c]);
  int32_t worth = own_worth(map, p, side, colour, f) - own_worth(map, p, side, colour ^ 1, f);
  /* What nothing comes of is worth less by the ply. */
  unsigned limit = junqi_opt(p->rules, JUNQI_OPT_QUIET_LIMIT);
  if (limit && p->quiet) worth -= worth * (int32_t)p->quiet / (int32_t)(2 * limit + p->quiet);
  return worth;
}
