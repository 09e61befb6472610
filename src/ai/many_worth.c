/* See many_worth.h. Pieces by what they beat and what beats them in this world; places by how near
 * they are to the flags to be taken and to be kept. */
#include "many_worth.h"

#include <string.h>

enum { FAR = 60 };

/* In the units of many_worth; shares in 1/1000 where nothing else is said. */
typedef struct many_weights {
  int32_t top;                   /* of a rank that nothing beats */
  int32_t above;                 /* what each enemy that beats it leaves of that */
  int32_t prey;                  /* of beating all that there is */
  int32_t rank;                  /* of any rank */
  int32_t digger, idle;          /* of an engineer more, with mines to dig and without */
  int32_t veil;                  /* of a marshal more while it keeps its flag hidden */
  int32_t bomb;                  /* of a bomb … */
  int32_t bomb_share;            /* … and of the best it could take, in 1/100 */
  int32_t mine;                  /* of a mine, wherever it is */
  int32_t locked;                /* what a headquarters costs, in 1/100 of the piece */
  int32_t flag;                  /* of being next to an enemy's flag, in 1/16 */
  int32_t step;                  /* what each step more leaves of that */
  uint8_t drive[JUNQI_BOMB + 1]; /* by type, how much of that it gets, in 1/256 */
  int32_t guard;                 /* of a mine next to its flag, in 1/8 … */
  int32_t alarm;                 /* … and more by so much for each point of danger */
  int32_t guard_of_others;       /* in 1/16 of a mine's */
  int32_t alarmed;    /* steps from the flag; an enemy's piece so near is no danger yet */
  int32_t weak;       /* the less, the more the weaker enemy's flag draws */
  int32_t camp, rail; /* of standing there */
  int32_t guest;      /* what standing on the partner's rail costs */
} many_weights;

/* Found by play (docs/players.md). */
static const many_weights weights_of_four = {
    .top = 406,
    .above = 597,
    .prey = 95,
    .rank = 50,
    .digger = 84,
    .idle = 10,
    .veil = 79,
    .bomb = 33,
    .bomb_share = 37,
    .mine = 142,
    .locked = 55,
    .flag = 131 * 16,
    .step = 654,
    .drive = {0, 239, 149, 149, 149, 255, 255, 255, 255, 255, 99},
    .guard = 78,
    .alarm = 29,
    .guard_of_others = 16,
    .alarmed = 10,
    .weak = 2213,
    .camp = 0,
    .rail = 11,
    .guest = 9,
};

static const many_weights weights_of_three = {
    .top = 511,
    .above = 636,
    .prey = 0,
    .rank = 90,
    .digger = 113,
    .idle = 19,
    .veil = 27,
    .bomb = 68,
    .bomb_share = 43,
    .mine = 142,
    .locked = 84,
    .flag = 82 * 16,
    .step = 702,
    .drive = {0, 255, 102, 102, 102, 209, 209, 209, 199, 199, 139},
    .guard = 37,
    .alarm = 42,
    .guard_of_others = 18,
    .alarmed = 11,
    .weak = 949,
    .rail = 2,
};

typedef struct ground {
  const junqi_position *world;
  const many_weights *w;
  const junqi_board *board;
  unsigned seats;
  uint8_t count[JUNQI_MAX_SEATS][JUNQI_TYPES];
  junqi_point flag[JUNQI_MAX_SEATS];
  uint8_t steps[JUNQI_MAX_SEATS][JUNQI_MAX_POINTS]; /* to the seat's flag */
  int32_t danger[JUNQI_MAX_SEATS];                  /* enemies near the flag */
  int32_t lure[JUNQI_MAX_SEATS];                    /* 1/16: how much its flag is worth going for */
} ground;

static void spread(const junqi_board *board, junqi_point from, uint8_t steps[JUNQI_MAX_POINTS]) {
  junqi_point queue[JUNQI_MAX_POINTS];
  unsigned head = 0, tail = 0;
  memset(steps, FAR, JUNQI_MAX_POINTS);
  if (from == JUNQI_NO_POINT) return;
  steps[from] = 0;
  queue[tail++] = from;
  while (head < tail) {
    junqi_point at = queue[head++];
    for (const junqi_point *q = board->edge[at]; *q != JUNQI_NO_POINT; q++) {
      if (steps[*q] != FAR) continue;
      steps[*q] = (uint8_t)(steps[at] + 1);
      queue[tail++] = *q;
    }
  }
}

static bool enemies(const ground *g, unsigned a, unsigned b) {
  return !junqi_friends(g->world->rules, a, b);
}

static void survey(ground *g, const junqi_position *world) {
  memset(g, 0, sizeof *g);
  g->world = world;
  g->w = world->rules->variant == JUNQI_FOUR ? &weights_of_four : &weights_of_three;
  g->board = junqi_board_of((junqi_variant)world->rules->variant);
  g->seats = g->board->seats;
  memset(g->flag, JUNQI_NO_POINT, sizeof g->flag);
  for (unsigned q = 0; q < g->board->points; q++) {
    if (!world->at[q]) continue;
    unsigned owner = junqi_owner_of(world->at[q]), type = junqi_type_of(world->at[q]);
    g->count[owner][type]++;
    if (type == JUNQI_FLAG) g->flag[owner] = (junqi_point)q;
  }
  for (unsigned s = 0; s < g->seats; s++)
    spread(g->board, g->flag[s], g->steps[s]);
  for (unsigned q = 0; q < g->board->points; q++) {
    if (!world->at[q] || junqi_type_of(world->at[q]) > JUNQI_BOMB) continue;
    for (unsigned s = 0; s < g->seats; s++)
      if (enemies(g, s, junqi_owner_of(world->at[q])) && g->steps[s][q] < g->w->alarmed)
        g->danger[s] += g->w->alarmed - g->steps[s][q];
  }
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* The share of its full worth, in 1/10000, that a rank keeps with so many stronger pieces in an
 * enemy army. */
static int32_t standing(const many_weights *w, unsigned above, unsigned armies) {
  int32_t share = 10000, part = (int32_t)(above % armies);
  for (unsigned n = above / armies; n; n--)
    share = share * w->above / 1000;
  return (share * ((int32_t)armies - part) + share * w->above / 1000 * part) / (int32_t)armies;
}

static void weigh_ranks(const ground *g, unsigned seat, int16_t worth[JUNQI_TYPES]) {
  const many_weights *w = g->w;
  unsigned armies = 0, ranked = 0, below = 0, mines = 0, count[JUNQI_TYPES] = {0};
  for (unsigned other = 0; other < g->seats; other++) {
    if (!enemies(g, seat, other) || junqi_is_out(g->world, (junqi_seat)other)) continue;
    armies++;
    mines += g->count[other][JUNQI_MINE];
    for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++) {
      count[t] += g->count[other][t];
      ranked += g->count[other][t];
    }
  }
  if (!armies) armies = 1;
  unsigned above = ranked;
  for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++) {
    above -= count[t];
    int32_t prey = ranked ? w->prey * (int32_t)(2 * below + count[t]) / (int32_t)(2 * ranked) : 0;
    worth[t] = (int16_t)(w->rank + w->top * standing(w, above, armies) / 10000 + prey);
    below += count[t];
  }
  worth[JUNQI_ENGINEER] = (int16_t)(worth[JUNQI_ENGINEER] + (mines ? w->digger : w->idle));
  if (junqi_opt(g->world->rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG) &&
      g->flag[seat] != JUNQI_NO_POINT && !(g->world->at[g->flag[seat]] & JUNQI_PUBLIC))
    worth[JUNQI_MARSHAL] = (int16_t)(worth[JUNQI_MARSHAL] + w->veil);
}

static void weigh_others(const ground *g, unsigned seat, many_table *table) {
  int32_t best = 0;
  for (unsigned other = 0; other < g->seats; other++)
    for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++)
      if (enemies(g, seat, other) && g->count[other][t] && table->worth[other][t] > best)
        best = table->worth[other][t];
  table->worth[seat][JUNQI_BOMB] = (int16_t)(g->w->bomb + best * g->w->bomb_share / 100);
  table->worth[seat][JUNQI_MINE] = (int16_t)g->w->mine;
  table->worth[seat][JUNQI_FLAG] = MANY_FLAG;
}

/* --- Places ----------------------------------------------------------------------------------- */

/* The weaker of two enemies is to be beaten first. */
static void choose_lures(ground *g, const many_table *table) {
  int32_t sum[JUNQI_MAX_SEATS], least = INT32_MAX;
  many_sum(table, g->world, sum);
  for (unsigned s = 0; s < g->seats; s++)
    if (!junqi_is_out(g->world, (junqi_seat)s) && sum[s] < least) least = sum[s];
  for (unsigned s = 0; s < g->seats; s++)
    g->lure[s] = sum[s] ? 16 * (least + g->w->weak) / (sum[s] + g->w->weak) : 0;
}

enum { REACH = 14 }; /* steps from which a flag draws */

/* How much the flags of its enemies draw a seat's pieces to a point, in 1/256; `near` by steps. */
static int32_t pull(const ground *g, const int32_t near[REACH + 1], unsigned seat, unsigned q) {
  int32_t most = 0;
  for (unsigned other = 0; other < g->seats; other++) {
    if (!enemies(g, seat, other) || g->flag[other] == JUNQI_NO_POINT) continue;
    unsigned steps = g->steps[other][q];
    int32_t value = steps <= REACH ? near[steps] * g->lure[other] : 0;
    if (value > most) most = value;
  }
  return most;
}

/* What a mine is worth for standing near its own flag. */
static int32_t guard(const ground *g, unsigned seat, unsigned q) {
  unsigned steps = g->steps[seat][q];
  int32_t danger = g->danger[seat] > 16 ? 16 : g->danger[seat];
  return steps == 0 || steps > 4 ? 0
                                 : (5 - (int32_t)steps) * (g->w->guard + danger * g->w->alarm) / 32;
}

/* The partner's rail is the partner's. */
static bool is_guest(const ground *g, unsigned seat, unsigned q) {
  unsigned host = g->board->seat[q];
  return g->board->rail[q] && host != JUNQI_NO_SEAT && host != seat && !enemies(g, seat, host) &&
         !junqi_is_out(g->world, (junqi_seat)host);
}

/* Adds to a seat's types what they gain by standing on a point. */
static void place(const ground *g, const int32_t near[], unsigned seat, unsigned q,
                  many_table *table) {
  const many_weights *w = g->w;
  int16_t(*at)[JUNQI_MAX_POINTS] = table->at[seat];
  const int16_t *worth = table->worth[seat];
  unsigned kind = g->board->kind[q];
  bool locked = kind == JUNQI_HQ && junqi_opt(g->world->rules, JUNQI_OPT_HQ_LOCK);
  int32_t mine = guard(g, seat, q), other = mine * w->guard_of_others / 16;
  int32_t draw = pull(g, near, seat, q), open = other;
  if (is_guest(g, seat, q)) open -= w->guest;
  if (g->board->rail[q]) open += w->rail;
  at[JUNQI_MINE][q] = (int16_t)(at[JUNQI_MINE][q] + mine);
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_BOMB; type++) {
    int32_t value = open + draw * w->drive[type] / 65536;
    if (kind == JUNQI_CAMP) value += w->camp + worth[type] / 64;
    if (locked) value = other - worth[type] * w->locked / 100;
    at[type][q] = (int16_t)(worth[type] + value);
  }
}

void many_table_make(many_table *table, const junqi_position *world) {
  ground g;
  survey(&g, world);
  memset(table, 0, sizeof *table);
  for (unsigned seat = 0; seat < g.seats; seat++)
    weigh_ranks(&g, seat, table->worth[seat]);
  for (unsigned seat = 0; seat < g.seats; seat++)
    weigh_others(&g, seat, table);
  for (unsigned seat = 0; seat < g.seats; seat++)
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
      for (unsigned q = 0; q < g.board->points; q++)
        table->at[seat][type][q] = table->worth[seat][type];
  choose_lures(&g, table);
  int32_t near[REACH + 1] = {0, g.w->flag};
  for (unsigned steps = 2; steps <= REACH; steps++)
    near[steps] = near[steps - 1] * g.w->step / 1000;
  for (unsigned seat = 0; seat < g.seats; seat++)
    for (unsigned q = 0; q < g.board->points; q++)
      place(&g, near, seat, q, table);
}

/* --- Sums ------------------------------------------------------------------------------------- */

void many_sum(const many_table *table, const junqi_position *p, int32_t sum[JUNQI_MAX_SEATS]) {
  unsigned points = junqi_board_of((junqi_variant)p->rules->variant)->points;
  memset(sum, 0, JUNQI_MAX_SEATS * sizeof *sum);
  for (unsigned q = 0; q < points; q++)
    if (p->at[q]) {
      unsigned owner = junqi_owner_of(p->at[q]);
      sum[owner] += table->at[owner][junqi_type_of(p->at[q])][q];
    }
}

int32_t many_worth(const junqi_rules *rules, const int32_t sum[JUNQI_MAX_SEATS], unsigned seat) {
  if (rules->variant == JUNQI_FOUR)
    return sum[seat] + sum[seat ^ 2] - sum[seat ^ 1] - sum[seat ^ 3];
  int32_t a = sum[(seat + 1) % 3], b = sum[(seat + 2) % 3];
  /* Alone against two: the stronger of them is the danger. */
  return 2 * sum[seat] - (a > b ? a * 5 + b * 3 : b * 5 + a * 3) / 4;
}
