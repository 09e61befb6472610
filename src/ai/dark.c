/* The player of the two-seat game: from what it knows it makes one position of beliefs, and
 * searches that deeper and deeper. */
#include <string.h>

#include "dark_search.h"
#include "level.h"
#include "order.h"
#include "sample.h"

enum {
  DRAWS = 160, /* worlds from which the shares of a belief are counted */
  SURE_WEIGHT = 1000,
  LAPSE = 600, /* the blur of a ply that was not thought about */
  BELIEF_DEPTH = 2,
  MOST_WORLDS = 16,
  HOPELESS = 600, /* worse than the best of a world by more than this is not told apart */
  TRIUMPH = 3000, /* a flag that falls in one world must not outshout all others */
};

typedef struct root {
  dark_node node;
  ai_candidate list[DARK_MOVES];
  int64_t sum[DARK_MOVES]; /* over the worlds of a pass */
  unsigned count;          /* candidates still looked at */
} root;

/* How likely each piece is of each type: counted over drawn worlds. Nothing possible counts
 * nothing. */
static void weigh(dark_ground *g, const junqi_player *player, const junqi_knowledge *know,
                  junqi_random *random) {
  uint16_t share[JUNQI_ARM_PIECES][JUNQI_TYPES];
  ai_belief belief;
  ai_belief_start(&belief, player, know, random);
  for (unsigned seat = 0; seat < 2; seat++) {
    bool own = seat == know->view.viewer;
    if (!own) ai_belief_shares(&belief, seat, DRAWS, random, share);
    for (unsigned i = 0; i < JUNQI_ARM_PIECES; i++) {
      unsigned slot = seat * JUNQI_ARM_PIECES + i;
      for (unsigned set = know->may[slot]; set; set &= set - 1) {
        unsigned type = (unsigned)__builtin_ctz(set);
        g->weight[slot][type] = own ? SURE_WEIGHT : (uint16_t)(1 + 6 * share[i][type]);
      }
    }
  }
}

/* The worth of every ply by beliefs. False when the budget ended it. */
static bool weigh_all(dark_search *s, root *r, int depth) {
  for (unsigned i = 0; i < r->count; i++) {
    ai_candidate *c = &r->list[i];
    int32_t value = dark_search_move(s, &r->node, c->move, depth, -DARK_WIN, DARK_WIN);
    if (s->budget.over) return false;
    c->score = value - c->cost;
  }
  ai_best_first(r->list, r->count);
  return true;
}

/* How many candidates are looked at so deep. */
static unsigned kept(unsigned count, unsigned depth) {
  static const uint8_t most[] = {16, 16, 12, 9, 7, 6, 5, 4};
  unsigned limit = most[depth < sizeof most ? depth : sizeof most - 1];
  return count < limit ? count : limit;
}

/* One world's verdict on every candidate, added to their sums only when all were judged. */
static bool judge_world(dark_search *s, root *r, const dark_node *world, unsigned depth) {
  int32_t value[DARK_MOVES], best = -DARK_WIN;
  for (unsigned i = 0; i < r->count; i++) {
    int32_t least = best - HOPELESS < -DARK_WIN ? -DARK_WIN : best - HOPELESS;
    value[i] = dark_search_move(s, world, r->list[i].move, (int)depth, least, DARK_WIN);
    if (s->budget.over) return false;
    if (value[i] > TRIUMPH) value[i] = TRIUMPH;
    if (value[i] > best) best = value[i];
  }
  for (unsigned i = 0; i < r->count; i++)
    r->sum[i] += value[i] < best - HOPELESS ? best - HOPELESS : value[i];
  return true;
}

/* A pass over the worlds. Cut short, it counts when it saw at least half of them. */
static bool pass(dark_search *s, root *r, const dark_node worlds[], unsigned count,
                 unsigned depth) {
  unsigned seen = 0;
  r->count = kept(r->count, depth);
  memset(r->sum, 0, sizeof r->sum);
  while (seen < count && judge_world(s, r, &worlds[seen], depth))
    seen++;
  if (seen == 0 || seen * 2 < count) return false;
  for (unsigned i = 0; i < r->count; i++)
    r->list[i].score = (int32_t)(r->sum[i] / seen) - r->list[i].cost;
  ai_best_first(r->list, r->count);
  return true;
}

static void imagine(dark_search *s, root *r, const junqi_player *player, const ai_level *level,
                    const junqi_knowledge *know, junqi_random *random, junqi_thought *thought) {
  ai_belief belief;
  dark_node worlds[MOST_WORLDS];
  ai_belief_start(&belief, player, know, random);
  for (unsigned w = 0; w < level->worlds; w++) {
    ai_belief_draw(&belief, random);
    dark_node_start(s->ground, know, belief.type, &worlds[w]);
  }
  thought->worlds = level->worlds;
  for (unsigned depth = 1; depth < level->depth && !s->budget.over; depth++) {
    if (!pass(s, r, worlds, level->worlds, depth)) break;
    thought->depth = depth + 1;
  }
}

static void list_root(const dark_search *s, root *r, const junqi_player *player,
                      const ai_level *level, const ai_asked *asked, junqi_random *random) {
  junqi_move list[DARK_MOVES];
  unsigned attacks, count, blur = level->blur;
  if (junqi_random_below(random, 100) < level->lapses) blur += LAPSE;
  count = dark_moves(s->ground, &r->node, true, list, &attacks);
  r->count = 0;
  for (unsigned i = 0; i < count; i++) {
    if (!ai_is_asked(asked, list[i])) continue;
    ai_candidate *c = &r->list[r->count++];
    *c = (ai_candidate){.move = list[i], .cost = ai_weariness(player, list[i])};
    if (blur) c->cost += (int32_t)junqi_random_below(random, blur);
  }
}

static void prepare(dark_ground *g, const junqi_player *player, const junqi_knowledge *know,
                    junqi_random *random) {
  dark_ground_start(g, know->view.rules, know->view.viewer);
  weigh(g, player, know, random);
  dark_worth_start(g, know);
}

junqi_thought dark_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget,
                          const ai_asked *asked) {
  junqi_random random = {player->seed ^ (uint64_t)know->view.ply * 0x9E3779B97F4A7C15u};
  dark_ground ground;
  dark_search s = {
      .ground = &ground,
      .budget = {.limit = budget->nodes ? budget->nodes : level->nodes, .stop = budget->stop}};
  root r;
  junqi_thought thought = {0};
  prepare(&ground, player, know, &random);
  dark_node_start(&ground, know, NULL, &r.node);
  ai_table_start(&s.table, budget->memory, budget->slots, s.budget.limit);
  list_root(&s, &r, player, level, asked, &random);
  for (unsigned depth = 0; depth < BELIEF_DEPTH && depth < level->depth; depth++) {
    if (!weigh_all(&s, &r, (int)depth)) break;
    thought.depth = depth + 1;
  }
  if (level->worlds) imagine(&s, &r, player, level, know, &random, &thought);
  for (unsigned i = 0; i < r.count; i++)
    ai_answer(asked, r.list[i].move, r.list[i].score);
  thought.move = r.list[0].move;
  thought.score = r.list[0].score;
  thought.nodes = s.budget.nodes;
  return thought;
}

int32_t dark_judge(const junqi_player *player, const junqi_knowledge *know) {
  junqi_random random = {player->seed ^ know->view.ply};
  dark_ground ground;
  dark_node node;
  prepare(&ground, player, know, &random);
  dark_node_start(&ground, know, NULL, &node);
  return know->view.viewer == 0 ? node.score : -node.score;
}
