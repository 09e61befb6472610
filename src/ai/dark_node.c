/* See dark_node.h. */
#include "dark_node.h"

#include <stddef.h>
#include <string.h>

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

/* --- The ground ------------------------------------------------------------------------------- */

static void learn_board(dark_ground *g) {
  const junqi_board *board = g->board;
  for (unsigned p = 0; p < DARK_POINTS; p++) {
    if (board->kind[p] == JUNQI_CAMP) g->camp |= dark_bit(p);
    if (board->kind[p] == JUNQI_HQ) g->hq |= dark_bit(p);
    if (board->rail[p]) g->rail |= dark_bit(p);
    for (const junqi_point *q = board->edge[p]; *q != JUNQI_NO_POINT; q++)
      g->edge[p] |= dark_bit(*q);
    for (const junqi_point *q = board->rail_edge[p]; *q != JUNQI_NO_POINT; q++)
      g->rail_edge[p] |= dark_bit(*q);
  }
}

/* Sorts a ray into the sets of dark_rails. */
static void learn_ray(dark_rails *rails, unsigned from, const junqi_point *ray) {
  uint64_t part[2] = {0};
  unsigned last = from, turns = 0;
  bool down = *ray < from;
  for (; *ray != JUNQI_NO_POINT; last = *ray++) {
    if (down && *ray > last) turns = 1;
    part[turns] |= dark_bit(*ray);
  }
  uint64_t *place = !down ? rails->up : rails->down;
  if (part[1]) {
    place = &rails->down[1]; /* no point has two of these */
    rails->on = part[1];
  }
  while (*place)
    place++;
  *place = part[0];
}

static void learn_rails(dark_ground *g) {
  uint64_t seen = 0;
  for (unsigned p = 0; p < DARK_POINTS; p++)
    for (unsigned r = 0; r < g->board->rays[p]; r++)
      learn_ray(&g->rails[p], p, g->board->ray[p][r]);
  for (unsigned line = 0; line < g->board->lines; line++)
    for (unsigned i = 0; i < g->board->line_length[line]; i++) {
      uint64_t bit = dark_bit(g->board->line[line][i]);
      g->junction |= seen & bit;
      seen |= bit;
    }
}

/* R-5, by types. */
static junqi_outcome fight(const junqi_rules *rules, unsigned a, unsigned d) {
  if (a == JUNQI_BOMB || d == JUNQI_BOMB) return JUNQI_BOTH;
  if (d == JUNQI_FLAG) return JUNQI_FLAG_TAKEN;
  if (d != JUNQI_MINE) return a > d ? JUNQI_WON : a < d ? JUNQI_LOST : JUNQI_BOTH;
  if (a == JUNQI_ENGINEER) return JUNQI_WON;
  unsigned rule = junqi_opt(rules, JUNQI_OPT_MINE_HIT);
  return rule == JUNQI_MINE_BOTH     ? JUNQI_BOTH
         : rule == JUNQI_MINE_BOUNCE ? JUNQI_BOUNCED
                                     : JUNQI_LOST;
}

void dark_ground_start(dark_ground *g, const junqi_rules *rules, unsigned viewer) {
  memset(g, 0, sizeof *g);
  g->board = junqi_board_of(JUNQI_DARK);
  g->lock = junqi_opt(rules, JUNQI_OPT_HQ_LOCK);
  g->limit = junqi_opt(rules, JUNQI_OPT_QUIET_LIMIT);
  g->limit_loses = junqi_opt(rules, JUNQI_OPT_QUIET_LOSES);
  g->viewer = (uint8_t)viewer;
  learn_board(g);
  for (unsigned a = JUNQI_ENGINEER; a <= JUNQI_BOMB; a++)
    for (unsigned d = JUNQI_ENGINEER; d <= JUNQI_FLAG; d++) {
      /* A bombed flag is a flag lost. */
      junqi_outcome o = d == JUNQI_FLAG ? JUNQI_FLAG_TAKEN : fight(rules, a, d);
      g->outcome[o][a] |= (uint16_t)(1u << d);
      g->against[o][d] |= (uint16_t)(1u << a);
      g->fight[a][d] = (uint8_t)o;
    }
  learn_rails(g);
  for (unsigned slot = 0; slot < DARK_PIECES; slot++)
    for (unsigned p = 0; p < DARK_POINTS; p++)
      g->random[slot][p] = mix((uint64_t)(slot * DARK_POINTS + p + 1) * 0x9E3779B97F4A7C15u);
}

/* --- Chance ----------------------------------------------------------------------------------- */

static uint32_t weigh(const dark_ground *g, unsigned slot, unsigned types) {
  uint32_t sum = 0;
  for (; types; types &= types - 1)
    sum += g->weight[slot][__builtin_ctz(types)];
  return sum;
}

int32_t dark_worth(const dark_ground *g, unsigned slot, unsigned types) {
  const int16_t *value = g->value[slot / JUNQI_ARM_PIECES];
  int32_t sum = 0, weight = 0;
  if (types && dark_single(types)) return value[__builtin_ctz(types)];
  for (; types; types &= types - 1) {
    unsigned type = (unsigned)__builtin_ctz(types);
    sum += g->weight[slot][type] * value[type];
    weight += g->weight[slot][type];
  }
  return weight ? sum / weight : 0;
}

void dark_odds_of(const dark_ground *g, const dark_node *n, junqi_move move, dark_odds *odds) {
  unsigned attacker = n->at[move.from], defender = n->at[move.to];
  unsigned a = n->may[attacker] & DARK_MOVABLE, d = n->may[defender];
  bool known = dark_single(d);
  memset(odds->share, 0, sizeof odds->share);
  odds->sure = JUNQI_QUIET;
  if (known && dark_single(n->may[attacker])) {
    unsigned o = g->fight[__builtin_ctz(a)][__builtin_ctz(d)];
    odds->sure = (uint8_t)o;
    odds->share[o] = DARK_SURE;
    odds->attacker[o] = (uint16_t)a;
    odds->defender[o] = (uint16_t)d;
    return;
  }
  /* Two unknowns do not meet: the viewer's own pieces are known. */
  unsigned type = (unsigned)__builtin_ctz(known ? d : a);
  unsigned slot = known ? attacker : defender, all = known ? n->may[attacker] : d;
  uint32_t total = weigh(g, slot, all);
  for (unsigned o = JUNQI_WON; o < JUNQI_OUTCOMES; o++) {
    unsigned part = known ? a & g->against[o][type] : d & g->outcome[o][type];
    if (!part) continue;
    odds->share[o] = (uint16_t)(weigh(g, slot, part) * DARK_SURE / total);
    odds->attacker[o] = (uint16_t)(known ? part : a);
    odds->defender[o] = (uint16_t)(known ? d : part);
    if (odds->share[o] == DARK_SURE) odds->sure = (uint8_t)o;
  }
}

/* --- Plies ------------------------------------------------------------------------------------ */

static uint64_t key_of_set(unsigned slot, unsigned types) {
  return mix((uint64_t)(slot << 16 | types) * 0xD6E8FEB86659FD93u);
}

static int32_t signed_by(unsigned slot, int32_t worth) {
  return slot < JUNQI_ARM_PIECES ? worth : -worth;
}

/* Does what stands there move, for all that is known? */
static bool goes(const dark_ground *g, unsigned slot, unsigned point, unsigned types) {
  if (!(types & DARK_MOVABLE) || (g->lock && g->hq & dark_bit(point))) return false;
  if (!(types & ~(unsigned)DARK_MOVABLE)) return true;
  return weigh(g, slot, types & DARK_MOVABLE) * 5 > weigh(g, slot, types);
}

static void set_kind(const dark_ground *g, dark_node *n, unsigned slot, unsigned point) {
  uint64_t bit = dark_bit(point);
  n->fixed &= ~bit;
  n->engineer &= ~bit;
  if (!goes(g, slot, point, n->may[slot])) n->fixed |= bit;
  if (n->may[slot] == 1u << JUNQI_ENGINEER) n->engineer |= bit;
}

static void lift(const dark_ground *g, dark_node *n, unsigned slot, unsigned point) {
  uint64_t bit = dark_bit(point);
  n->own[slot / JUNQI_ARM_PIECES] &= ~bit;
  n->fixed &= ~bit;
  n->engineer &= ~bit;
  n->at[point] = DARK_NOBODY;
  n->key ^= g->random[slot][point];
  n->score -= signed_by(slot, g->place[slot][point]);
}

static void put(const dark_ground *g, dark_node *n, unsigned slot, unsigned point) {
  n->own[slot / JUNQI_ARM_PIECES] |= dark_bit(point);
  n->at[point] = (uint8_t)slot;
  n->key ^= g->random[slot][point];
  n->score += signed_by(slot, g->place[slot][point]);
  set_kind(g, n, slot, point);
}

static void narrow(dark_node *n, unsigned slot, unsigned types) {
  if (n->may[slot] == types) return;
  n->key ^= key_of_set(slot, n->may[slot]) ^ key_of_set(slot, types);
  n->may[slot] = (uint16_t)types;
}

/* Taken off for good. What it was worth follows from how it fell; that the others must then be more
 * or less than was thought leaves the sum of a side as it is. */
static void fall(const dark_ground *g, dark_node *n, unsigned slot, unsigned point,
                 unsigned types) {
  lift(g, n, slot, point);
  n->key ^= key_of_set(slot, n->may[slot]);
  n->score -= signed_by(slot, dark_worth(g, slot, types));
}

static const uint64_t other_turn = 0x5851F42D4C957F2Du;

void dark_pass(dark_node *n) {
  n->turn ^= 1;
  n->key ^= other_turn;
}

uint64_t dark_key_after(const dark_ground *g, const dark_node *n, junqi_move step) {
  const uint64_t *random = g->random[n->at[step.from]];
  return n->key ^ random[step.from] ^ random[step.to] ^ other_turn;
}

void dark_step(const dark_ground *g, const dark_node *n, junqi_move move, dark_node *next) {
  unsigned slot = n->at[move.from];
  dark_copy(next, n);
  lift(g, next, slot, move.from);
  narrow(next, slot, n->may[slot] & DARK_MOVABLE);
  put(g, next, slot, move.to);
  next->quiet++;
  dark_pass(next);
}

void dark_fight(const dark_ground *g, const dark_node *n, junqi_move move, const dark_odds *odds,
                junqi_outcome outcome, dark_node *next) {
  unsigned attacker = n->at[move.from], defender = n->at[move.to];
  bool dies = outcome == JUNQI_LOST || outcome == JUNQI_BOTH;
  dark_copy(next, n);
  next->quiet = outcome == JUNQI_BOUNCED ? n->quiet + 1 : 0;
  if (outcome == JUNQI_WON || outcome == JUNQI_BOTH)
    fall(g, next, defender, move.to, odds->defender[outcome]);
  else {
    narrow(next, defender, odds->defender[outcome]);
    set_kind(g, next, defender, move.to);
  }
  if (dies) {
    fall(g, next, attacker, move.from, odds->attacker[outcome]);
  } else {
    narrow(next, attacker, odds->attacker[outcome]);
    if (outcome == JUNQI_WON) {
      lift(g, next, attacker, move.from);
      put(g, next, attacker, move.to);
    }
  }
  dark_pass(next);
}

void dark_leave(dark_node *n, junqi_move move) {
  unsigned attacker = n->at[move.from] % JUNQI_ARM_PIECES,
           defender = n->at[move.to] % JUNQI_ARM_PIECES;
  if (n->faced[attacker] >> defender & 1) return;
  n->faced[attacker] |= 1u << defender;
  n->key ^= mix((attacker * JUNQI_ARM_PIECES + defender + 1) * 0xA0761D6478BD642Fu);
}

void dark_node_start(const dark_ground *g, const junqi_knowledge *know, const uint8_t *types,
                     dark_node *n) {
  const junqi_view *view = &know->view;
  memset(n, 0, sizeof *n);
  memset(n->at, DARK_NOBODY, sizeof n->at);
  n->size = types ? offsetof(dark_node, faced) : sizeof *n;
  n->turn = view->turn;
  n->quiet = view->quiet;
  for (unsigned slot = 0; slot < DARK_PIECES; slot++) {
    junqi_point at = know->where[slot];
    n->may[slot] = types ? (uint16_t)(1u << types[slot]) : know->may[slot];
    if (at == JUNQI_NO_POINT) continue;
    n->key ^= key_of_set(slot, n->may[slot]);
    n->score += signed_by(slot, dark_worth(g, slot, n->may[slot]));
    put(g, n, slot, at);
  }
}

/* --- Generating ------------------------------------------------------------------------------- */

/* Of a set that is entered from below, or from above: all up to the first point taken. */
static inline uint64_t slide_up(uint64_t ray, uint64_t taken) {
  uint64_t stops = ray & taken;
  return ray & (stops ^ (stops - 1));
}

static inline uint64_t slide_down(uint64_t ray, uint64_t taken) {
  return ray & ~(uint64_t)0 << (63 - __builtin_clzll((ray & taken) | 1));
}

static inline uint64_t slide(const dark_rails *r, uint64_t taken) {
  uint64_t reached = slide_up(r->up[0], taken) | slide_up(r->up[1], taken) |
                     slide_up(r->up[2], taken) | slide_down(r->down[0], taken) |
                     slide_down(r->down[1], taken);
  if (!(r->down[1] & taken)) reached |= slide_up(r->on, taken);
  return reached;
}

/* An engineer's way: along a line, and on from where lines meet. */
static uint64_t fly(const dark_ground *g, unsigned from, uint64_t taken) {
  uint64_t reached = slide(&g->rails[from], taken), done = dark_bit(from), turns;
  while ((turns = reached & g->junction & ~taken & ~done)) {
    unsigned p = (unsigned)__builtin_ctzll(turns);
    done |= dark_bit(p);
    reached |= slide(&g->rails[p], taken);
  }
  return reached & ~dark_bit(from);
}

/* Where a piece gets to, points of its own side and taken camps included. */
static inline uint64_t reach(const dark_ground *g, const dark_node *n, unsigned from,
                             uint64_t taken) {
  uint64_t reached = g->edge[from];
  if (g->rail & dark_bit(from))
    reached |= n->engineer & dark_bit(from) ? fly(g, from, taken) : slide(&g->rails[from], taken);
  return reached;
}

/* Points that the seat on turn may come to: none of its own, no taken camps. */
static inline uint64_t open_to(const dark_ground *g, const dark_node *n, uint64_t taken) {
  return ~n->own[n->turn] & ~(taken & g->camp);
}

uint64_t dark_targets(const dark_ground *g, const dark_node *n, unsigned from) {
  uint64_t taken = n->own[0] | n->own[1];
  return reach(g, n, from, taken) & open_to(g, n, taken);
}

unsigned dark_moves(const dark_ground *g, const dark_node *n, bool steps,
                    junqi_move list[DARK_MOVES], unsigned *attacks) {
  uint64_t enemy = n->own[n->turn ^ 1], target[DARK_POINTS], taken = enemy | n->own[n->turn],
           open = open_to(g, n, taken);
  unsigned count = 0;
  for (uint64_t own = n->own[n->turn] & ~n->fixed; own; own &= own - 1) {
    unsigned from = (unsigned)__builtin_ctzll(own);
    target[from] = reach(g, n, from, taken) & open;
    for (uint64_t to = target[from] & enemy; to; to &= to - 1)
      list[count++] = (junqi_move){(junqi_point)from, (junqi_point)__builtin_ctzll(to)};
  }
  *attacks = count;
  for (uint64_t own = steps ? n->own[n->turn] & ~n->fixed : 0; own; own &= own - 1) {
    unsigned from = (unsigned)__builtin_ctzll(own);
    for (uint64_t to = target[from] & ~enemy; to && count < DARK_MOVES; to &= to - 1)
      list[count++] = (junqi_move){(junqi_point)from, (junqi_point)__builtin_ctzll(to)};
  }
  return count;
}
