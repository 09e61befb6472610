/* See dark_manner.h. Three habits of everybody who knows what stands where: a piece takes what it
 * beats when it can, it does not walk up to what beats it, and it leaves where it will be taken.
 * Each ply is held against them, and types for which it would have been foolish become less
 * likely. How much less depends on whether the other seat could know what it faced. */
#include "dark_manner.h"

#include "dark_node.h"

/* How much a breach of a habit tells, and the most that all may, in 1/8 of a factor e. */
enum { DECLINED = 6, APPROACHED = 6, FLED = 5, MOST = 48 };

/* Worth as the other seat may see it. */
static const int16_t rough[JUNQI_TYPES] = {0,   140, 60,  90,  130, 190, 280,
                                           420, 640, 900, 340, 120, 0,   0};

typedef struct scene {
  const dark_ground *ground;
  const dark_node *node;
  junqi_player *player;
} scene;

/* Less likely of the types in the set, by how plainly so. */
static void doubt(junqi_player *player, unsigned slot, unsigned types, int amount) {
  for (types &= player->know.may[slot]; types; types &= types - 1) {
    int8_t *manner = &player->manner[slot][__builtin_ctz(types)];
    *manner = (int8_t)(*manner - amount < -MOST ? -MOST : *manner - amount);
  }
}

/* The types that do well to attack a piece of type d. */
static unsigned takers(const dark_ground *g, unsigned d) {
  unsigned types = g->against[JUNQI_WON][d];
  for (unsigned a = JUNQI_ENGINEER; a <= JUNQI_BOMB; a++)
    if (g->against[JUNQI_BOTH][d] >> a & 1 && rough[d] > rough[a] + 50) types |= 1u << a;
  return types;
}

/* The movable types that a piece of type a takes. */
static unsigned prey(const dark_ground *g, unsigned a) {
  return g->outcome[JUNQI_WON][a] & DARK_MOVABLE;
}

/* Has it shown itself by fighting? Then it is feared for what it is. */
static int dread(const junqi_player *player, unsigned slot) {
  return player->attacks[slot] ? 2 : 1;
}

static unsigned type_of(const dark_node *n, unsigned slot) {
  return (unsigned)__builtin_ctz(n->may[slot]);
}

/* A piece that could take one of ours and did not. */
static void judge_declined(const scene *s, unsigned from, uint64_t targets) {
  unsigned slot = s->node->at[from];
  for (; targets; targets &= targets - 1) {
    unsigned ours = s->node->at[__builtin_ctzll(targets)];
    if (type_of(s->node, ours) > JUNQI_BOMB) continue;
    doubt(s->player, slot, takers(s->ground, type_of(s->node, ours)),
          DECLINED * dread(s->player, ours) / 2);
  }
}

/* How our pieces bear on a point: the types that would fall there, and how well that is known. */
static unsigned danger(const scene *s, const dark_node *n, unsigned point, int *known) {
  unsigned types = 0;
  uint64_t bit = dark_bit(point);
  *known = 0;
  if (s->ground->camp & bit) return 0;
  for (uint64_t own = n->own[n->turn] & ~n->fixed; own; own &= own - 1) {
    unsigned from = (unsigned)__builtin_ctzll(own), slot = n->at[from];
    if (!(dark_targets(s->ground, n, from) & bit)) continue;
    types |= prey(s->ground, type_of(n, slot));
    if (dread(s->player, slot) > *known) *known = dread(s->player, slot);
  }
  return types;
}

static void judge_step(const scene *s, junqi_move move) {
  dark_node after, before = *s->node;
  int known, knew;
  unsigned slot = s->node->at[move.from];
  dark_step(s->ground, s->node, move, &after);
  before.turn ^= 1;
  unsigned there = danger(s, &after, move.to, &known), here = danger(s, &before, move.from, &knew);
  if (there & ~here) doubt(s->player, slot, there & ~here, APPROACHED * known / 2);
  if (here & ~there) doubt(s->player, slot, DARK_MOVABLE & ~here, FLED * knew / 2);
}

void dark_observe(junqi_player *player, const junqi_event *event) {
  const junqi_view *view = &player->know.view;
  dark_ground ground;
  dark_node node;
  scene s = {&ground, &node, player};
  if (event->kind != JUNQI_EV_PLY || event->seat == view->viewer || event->seat != view->turn ||
      event->outcome != JUNQI_QUIET || event->move.from >= DARK_POINTS ||
      event->move.to >= DARK_POINTS || player->know.slot[event->move.from] == JUNQI_NO_SLOT)
    return;
  dark_ground_start(&ground, view->rules, view->viewer);
  for (unsigned slot = 0; slot < DARK_PIECES; slot++)
    for (unsigned type = 0; type < JUNQI_TYPES; type++)
      ground.weight[slot][type] = 1;
  dark_node_start(&ground, &player->know, NULL, &node);
  uint64_t enemy = node.own[node.turn ^ 1];
  for (uint64_t own = node.own[node.turn] & ~node.fixed; own; own &= own - 1) {
    unsigned from = (unsigned)__builtin_ctzll(own);
    judge_declined(&s, from, dark_targets(&ground, &node, from) & enemy);
  }
  judge_step(&s, event->move);
}
