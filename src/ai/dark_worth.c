/* See dark_worth.h. */
#include "dark_worth.h"

#include <string.h>

/* Found by play: moved up and down together in some ten thousand games of the player against
 * itself (docs/players.md). */
enum {
  MINE = 460,
  MINE_AT_FLAG = 160, /* more, on a point next to the flag's */
  ENGINEER = 85,
  DIGGERS = 325, /* shared by the engineers that are left */
  BOMB = 275,
  BOMB_SHARE = 20, /* of the best it could take, in 1/100 */
  VEIL = 120,      /* of the marshal that keeps the flag hidden */
  RISE = 23,       /* in 1/100 */
  FEW = 8,
  LAST_ONES = 10, /* each of the last pieces, for each that is missing from FEW */
  CAMP = 6,
  FRONT_CAMP = 18, /* a camp of the other side */
  RAIL = 10,
  TO_MOVE = 4,
};

/* --- Pieces ----------------------------------------------------------------------------------- */

/* How many pieces of each type a seat may still be thought to have, in 1/16. */
static void count_living(const dark_ground *g, const junqi_knowledge *know, unsigned seat,
                         uint32_t living[JUNQI_TYPES]) {
  memset(living, 0, JUNQI_TYPES * sizeof *living);
  for (unsigned slot = seat * JUNQI_ARM_PIECES; slot < (seat + 1) * JUNQI_ARM_PIECES; slot++) {
    uint32_t all = 0;
    if (know->where[slot] == JUNQI_NO_POINT) continue;
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
      all += g->weight[slot][type];
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
      living[type] += g->weight[slot][type] * 1024u / all;
  }
  for (unsigned type = 0; type < JUNQI_TYPES; type++)
    living[type] = (living[type] + 32) / 64;
}

/* A rank is worth what stands above it on the other side: with nothing above it is the master of
 * the board. `above` counts enemies that beat it twice and equals once, in 1/16. */
static int32_t worth_of_rank(uint32_t above) {
  static const int16_t curve[] = {1010, 868, 681, 533, 441, 360, 294, 251, 219, 191, 167,
                                  146,  128, 112, 99,  89,  78,  69,  61,  56,  52,  48,
                                  43,   40,  38,  35,  33,  31,  28,  26,  25,  23,  22};
  enum { LAST = sizeof curve / sizeof *curve - 1 };
  unsigned at = above / 16, part = above % 16;
  if (at >= LAST) return curve[LAST];
  return curve[at] + (curve[at + 1] - curve[at]) * (int32_t)part / 16;
}

static void value_ranks(const uint32_t enemy[], int16_t value[JUNQI_TYPES]) {
  uint32_t above = 0;
  for (unsigned rank = JUNQI_MARSHAL; rank >= JUNQI_ENGINEER; rank--) {
    value[rank] = (int16_t)worth_of_rank(above * 2 + enemy[rank]);
    above += enemy[rank];
  }
}

static uint32_t at_least_none(uint32_t above, uint32_t less) {
  return above > less ? above - less : 0;
}

/* Where a rank falls, those of the other side rise that it stood above. A share of that is added to
 * its worth: tables are made at the root and cannot follow in the search. */
static void add_rise_of_others(const uint32_t own[], const uint32_t enemy[],
                               int16_t value[JUNQI_TYPES]) {
  int32_t rise_below = 0; /* of all lower ranks of the enemy */
  uint32_t over[JUNQI_TYPES], above = 0;
  for (unsigned rank = JUNQI_MARSHAL; rank >= JUNQI_ENGINEER; rank--) {
    over[rank] = above * 2 + own[rank];
    above += own[rank];
  }
  for (unsigned rank = JUNQI_ENGINEER; rank <= JUNQI_MARSHAL; rank++) {
    int32_t now = worth_of_rank(over[rank]), count = (int32_t)enemy[rank];
    int32_t equal = (worth_of_rank(at_least_none(over[rank], 16)) - now) * count / 16;
    if (rank > JUNQI_ENGINEER)
      value[rank] = (int16_t)(value[rank] + (rise_below + equal) * RISE / 100);
    rise_below += (worth_of_rank(at_least_none(over[rank], 32)) - now) * count / 16;
  }
}

/* Who has nothing left to move has lost: the last ones are dear. */
static void add_for_the_last(const uint32_t own[], int16_t value[JUNQI_TYPES]) {
  uint32_t movable = 0;
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_BOMB; type++)
    movable += own[type];
  if (movable >= FEW * 16) return;
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_BOMB; type++)
    value[type] = (int16_t)(value[type] + LAST_ONES * (int32_t)(FEW * 16 - movable) / 16);
}

static int32_t best_of(const uint32_t living[], const int16_t value[JUNQI_TYPES]) {
  int32_t best = 0;
  for (unsigned rank = JUNQI_ENGINEER; rank <= JUNQI_MARSHAL; rank++)
    if (living[rank] >= 8 && value[rank] > best) best = value[rank];
  return best;
}

/* `unveils`: the marshal's fall shows where the flag is. */
static void value_seat(const uint32_t own[], const uint32_t enemy[], bool unveils,
                       int16_t value[JUNQI_TYPES]) {
  memset(value, 0, JUNQI_TYPES * sizeof *value); /* the flag ends the game: no other worth */
  value_ranks(enemy, value);
  int32_t best = best_of(enemy, value);
  /* The fewer engineers the dearer, as long as there are mines to dig. */
  uint32_t few = own[JUNQI_ENGINEER] < 16 ? 16 : own[JUNQI_ENGINEER];
  value[JUNQI_ENGINEER] =
      (int16_t)(ENGINEER + (enemy[JUNQI_MINE] ? 16 * DIGGERS / (int32_t)few : 0));
  value[JUNQI_MINE] = MINE;
  value[JUNQI_BOMB] = (int16_t)(BOMB + best * BOMB_SHARE / 100);
  if (unveils) value[JUNQI_MARSHAL] += VEIL;
  add_rise_of_others(own, enemy, value);
  add_for_the_last(own, value);
}

/* --- Places ----------------------------------------------------------------------------------- */

enum { FAR = 999 };

/* What a step onto a point costs an attacker of `seat`'s flag: the road is long, rails are quick,
 * mines stop all but engineers, other pieces must be fought. */
static int32_t toll(const dark_ground *g, const junqi_knowledge *know, unsigned seat,
                    unsigned point, bool engineer) {
  unsigned slot = know->slot[point];
  if (slot == JUNQI_NO_SLOT || slot / JUNQI_ARM_PIECES != seat) return 0;
  uint32_t all = 0, mine = g->weight[slot][JUNQI_MINE];
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
    all += g->weight[slot][type];
  return (int32_t)(mine * (engineer ? 4 : 30) / all + (all - mine) * 6 / all);
}

/* Cost of the way from every point to `flag` (relaxed until nothing changes). */
static void ways(const dark_ground *g, const junqi_knowledge *know, unsigned seat, unsigned flag,
                 bool engineer, int32_t cost[DARK_POINTS]) {
  for (unsigned p = 0; p < DARK_POINTS; p++)
    cost[p] = p == flag ? 0 : FAR;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned p = 0; p < DARK_POINTS; p++)
      for (uint64_t next = g->edge[p]; next; next &= next - 1) {
        unsigned q = (unsigned)__builtin_ctzll(next);
        int32_t step = g->rail_edge[p] & dark_bit(q) ? 4 : 10;
        /* Nothing leaves a headquarters again. */
        if (cost[q] == FAR || (q != flag && g->lock && g->hq & dark_bit(q))) continue;
        int32_t there = cost[q] + step + (q == flag ? 0 : toll(g, know, seat, q, engineer));
        if (there >= cost[p]) continue;
        cost[p] = there;
        changed = true;
      }
  }
}

/* 1/16 of a hundredth: how much nearness counts. */
static int32_t nearness(int32_t cost) {
  static const uint8_t curve[] = {120, 96, 76, 60, 48, 38, 30, 24, 19, 15,
                                  12,  10, 8,  6,  5,  4,  3,  2,  2,  1};
  unsigned at = (unsigned)cost / 4;
  return at < sizeof curve ? curve[at] : 0;
}

typedef struct pulls {
  int32_t attack[2][DARK_POINTS]; /* worth of standing there for whoever wants the flag of the other
                                     seat: [engineer?][point] */
  int32_t guard[DARK_POINTS];     /* for whoever guards the own flag */
  int32_t beside[DARK_POINTS];    /* chance in 1/16 that the own flag is next to it */
} pulls;

/* Chance in 1/16 that a seat's flag is on a point. */
static uint32_t flag_share(const dark_ground *g, const junqi_knowledge *know, unsigned seat,
                           unsigned point) {
  unsigned slot = know->slot[point];
  uint32_t all = 0;
  if (slot == JUNQI_NO_SLOT || slot / JUNQI_ARM_PIECES != seat) return 0;
  for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
    all += g->weight[slot][type];
  return g->weight[slot][JUNQI_FLAG] * 16 / all;
}

static void pull_of(const dark_ground *g, const junqi_knowledge *know, unsigned seat, pulls *pull) {
  int32_t cost[DARK_POINTS];
  memset(pull, 0, sizeof *pull);
  for (unsigned flagged = 0; flagged < 2; flagged++)
    for (uint64_t hq = g->hq; hq; hq &= hq - 1) {
      unsigned flag = (unsigned)__builtin_ctzll(hq);
      int32_t share = (int32_t)flag_share(g, know, flagged, flag);
      if (!share) continue;
      for (uint64_t next = flagged == seat ? g->edge[flag] : 0; next; next &= next - 1)
        pull->beside[__builtin_ctzll(next)] += share;
      for (unsigned engineer = 0; engineer < 2; engineer++) {
        ways(g, know, flagged, flag, engineer, cost);
        for (unsigned p = 0; p < DARK_POINTS; p++)
          if (flagged != seat)
            pull->attack[engineer][p] += nearness(cost[p]) * share / 16;
          else if (!engineer)
            pull->guard[p] += nearness(cost[p]) * share / 16;
      }
    }
}

static int32_t place_of(const dark_ground *g, const pulls *pull, unsigned seat, unsigned type,
                        unsigned point) {
  uint64_t bit = dark_bit(point);
  int32_t worth = 0, front = g->board->seat[point] != seat;
  if (type == JUNQI_MINE) return MINE_AT_FLAG * pull->beside[point] / 16;
  if (type == JUNQI_FLAG) return 0;
  if (g->lock && g->hq & bit) return -g->value[seat][type] / 3;
  worth += pull->attack[type == JUNQI_ENGINEER][point] *
           (type == JUNQI_BOMB       ? 6
            : type == JUNQI_ENGINEER ? 11
                                     : 16) /
           16;
  worth += pull->guard[point] * (type == JUNQI_ENGINEER ? 0 : 7) / 16;
  if (g->camp & bit) worth += front ? FRONT_CAMP : CAMP;
  if (g->rail & bit) worth += RAIL;
  return worth;
}

void dark_worth_start(dark_ground *g, const junqi_knowledge *know) {
  uint32_t living[2][JUNQI_TYPES];
  pulls pull;
  bool unveils = junqi_opt(know->view.rules, JUNQI_OPT_MARSHAL_REVEALS_FLAG);
  for (unsigned seat = 0; seat < 2; seat++)
    count_living(g, know, seat, living[seat]);
  for (unsigned seat = 0; seat < 2; seat++)
    value_seat(living[seat], living[seat ^ 1], unveils, g->value[seat]);
  for (unsigned seat = 0; seat < 2; seat++) {
    int32_t place[JUNQI_TYPES][DARK_POINTS];
    pull_of(g, know, seat, &pull);
    for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++)
      for (unsigned p = 0; p < DARK_POINTS; p++)
        place[type][p] = place_of(g, &pull, seat, type, p);
    for (unsigned slot = seat * JUNQI_ARM_PIECES; slot < (seat + 1) * JUNQI_ARM_PIECES; slot++)
      for (unsigned p = 0; p < DARK_POINTS; p++) {
        int32_t sum = 0, all = 0;
        for (unsigned type = JUNQI_ENGINEER; type <= JUNQI_FLAG; type++) {
          sum += g->weight[slot][type] * place[type][p];
          all += g->weight[slot][type];
        }
        g->place[slot][p] = (int16_t)(all ? sum / all : 0);
      }
  }
}

int32_t dark_worth_of(const dark_ground *g, int32_t score, unsigned turn, int32_t quiet) {
  int32_t worth = turn == 0 ? score : -score, limit = g->limit;
  if (limit && quiet > limit / 3) worth = worth * (limit * 4 / 3 - quiet) / limit;
  return worth + TO_MOVE;
}

int32_t dark_evaluate(const dark_ground *g, const dark_node *n) {
  return dark_worth_of(g, n->score, n->turn, n->quiet);
}
