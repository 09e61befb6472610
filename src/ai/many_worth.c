/* See many_worth.h. Pieces by what they beat and what beats them in this world; places by how near
 * they are to the flags to be taken and to be kept. */
#include "many_worth.h"

#include <string.h>

enum { FAR = 60, TOP = 600, PREY = 230 };

typedef struct ground {
  const junqi_position *world;
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
      if (enemies(g, s, junqi_owner_of(world->at[q])) && g->steps[s][q] < 7)
        g->danger[s] += 7 - g->steps[s][q];
  }
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* The share of its full worth that a rank keeps with so many stronger pieces in an enemy army. */
static int32_t standing(unsigned above, unsigned armies) {
  static const uint8_t share[] = {100, 62, 38, 24, 15, 9, 6, 4, 2, 1, 0, 0};
  unsigned whole = above / armies, part = above % armies;
  if (whole + 1 >= sizeof share) return 0;
  return (share[whole] * (int32_t)(armies - part) + share[whole + 1] * (int32_t)part) /
         (int32_t)armies;
}

static void weigh_ranks(const ground *g, unsigned seat, int16_t worth[JUNQI_TYPES]) {
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
    int32_t prey = ranked ? (int32_t)(PREY * (2 * below + count[t]) / (2 * ranked)) : 0;
    worth[t] = (int16_t)(40 + TOP * standing(above, armies) / 100 + prey);
    below += count[t];
  }
  worth[JUNQI_ENGINEER] = (int16_t)(worth[JUNQI_ENGINEER] + (mines ? 70 : 10));
  if (junqi_opt(g->world->rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG) &&
      g->flag[seat] != JUNQI_NO_POINT && !(g->world->at[g->flag[seat]] & JUNQI_PUBLIC))
    worth[JUNQI_MARSHAL] += 100;
}

static void weigh_others(const ground *g, unsigned seat, many_table *table) {
  int32_t best = 0;
  for (unsigned other = 0; other < g->seats; other++)
    for (unsigned t = JUNQI_ENGINEER; t <= JUNQI_MARSHAL; t++)
      if (enemies(g, seat, other) && g->count[other][t] && table->worth[other][t] > best)
        best = table->worth[other][t];
  table->worth[seat][JUNQI_BOMB] = (int16_t)(60 + best * 3 / 10);
  table->worth[seat][JUNQI_MINE] = 110;
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
    g->lure[s] = sum[s] ? 16 * (least + 2000) / (sum[s] + 2000) : 0;
}

/* How far forward a piece of its kind should be, in 1/16. */
static const uint8_t drive[JUNQI_TYPES] = {0, 14, 8, 10, 12, 14, 16, 16, 16, 14, 8, 0, 0, 0};

/* By steps to a flag, what a piece there may do to it. */
static const uint8_t near[] = {0, 95, 66, 48, 36, 28, 22, 17, 13, 10, 7, 5, 3, 2, 1};

/* How much the flags of its enemies draw a seat's pieces to a point, in 1/16. */
static int32_t pull(const ground *g, unsigned seat, unsigned q) {
  int32_t most = 0;
  for (unsigned other = 0; other < g->seats; other++) {
    if (!enemies(g, seat, other) || g->flag[other] == JUNQI_NO_POINT) continue;
    unsigned steps = g->steps[other][q];
    int32_t value = steps < sizeof near ? near[steps] * g->lure[other] : 0;
    if (value > most) most = value;
  }
  return most;
}

/* What a mine is worth for standing near its own flag; others are half as good there. */
static int32_t guard(const ground *g, unsigned seat, unsigned q) {
  unsigned steps = g->steps[seat][q];
  int32_t danger = g->danger[seat] > 16 ? 16 : g->danger[seat];
  return steps == 0 || steps > 4 ? 0 : (5 - (int32_t)steps) * (4 + danger) / 2;
}

/* The partner's rail is the partner's. */
static bool is_guest(const ground *g, unsigned seat, unsigned q) {
  unsigned host = g->board->seat[q];
  return g->board->rail[q] && host != JUNQI_NO_SEAT && host != seat && !enemies(g, seat, host) &&
         !junqi_is_out(g->world, (junqi_seat)host);
}

/* Adds to a seat's types what they gain by standing on a point. */
static void place(const ground *g, unsigned seat, unsigned q, many_table *table) {
  int16_t(*at)[JUNQI_MAX_POINTS] = table->at[seat];
  const int16_t *worth = table->worth[seat];
  unsigned kind = g->board->kind[q];
  bool locked = kind == JUNQI_HQ && junqi_opt(g->world->rules, JUNQI_OPT_HQ_LOCK);
  int32_t safe = guard(g, seat, q), draw = pull(g, seat, q), rest = safe / 2;
  if (is_guest(g, seat, q)) rest -= 12;
  at[JUNQI_MINE][q] = (int16_t)(at[JUNQI_MINE][q] + safe);
  for (unsigned type = JUNQI_ENGINEER; type < JUNQI_MINE; type++) {
    int32_t value = rest + draw * drive[type] / 256;
    if (kind == JUNQI_CAMP) value += 8 + worth[type] / 64;
    if (locked) value = safe / 2 - worth[type] * 2 / 5;
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
  for (unsigned seat = 0; seat < g.seats; seat++)
    for (unsigned q = 0; q < g.board->points; q++)
      place(&g, seat, q, table);
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
