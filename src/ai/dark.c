/* The player of the two-seat game: from what it knows it makes one position of beliefs, and
 * searches that deeper and deeper. */
#include <string.h>

#include "dark_search.h"
#include "level.h"
#include "sample.h"

enum { DRAWS = 160, SURE_WEIGHT = 1000 };

typedef struct candidate {
  junqi_move move;
  int32_t score, cost; /* cost is already taken off the score */
} candidate;

typedef struct root {
  dark_node node;
  candidate list[DARK_MOVES];
  unsigned count;
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

static void best_first(candidate list[], unsigned count) {
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = i; j > 0 && list[j].score > list[j - 1].score; j--) {
      candidate swap = list[j];
      list[j] = list[j - 1];
      list[j - 1] = swap;
    }
}

/* One pass over all plies, the best so far first; a later one is searched in full only when it may
 * be better. With `exact` every ply gets its own worth. False when the budget ended it; what was
 * found better until then counts. */
static bool pass(dark_search *s, root *r, int depth, bool exact) {
  int32_t best = -DARK_WIN;
  for (unsigned i = 0; i < r->count; i++) {
    candidate *c = &r->list[i];
    int32_t alpha = best + c->cost, value;
    if (exact || i == 0) {
      value = dark_search_move(s, &r->node, c->move, depth, -DARK_WIN, DARK_WIN);
    } else {
      value = dark_search_move(s, &r->node, c->move, depth, alpha, alpha + 1);
      if (value > alpha && !s->budget.over)
        value = dark_search_move(s, &r->node, c->move, depth, alpha, DARK_WIN);
    }
    if (s->budget.over) return false;
    c->score = value - c->cost;
    if (c->score > best) {
      candidate better = *c;
      best = c->score;
      if (exact) continue;
      memmove(&r->list[1], &r->list[0], i * sizeof better);
      r->list[0] = better;
    }
  }
  if (exact) best_first(r->list, r->count);
  return true;
}

static void list_root(const dark_search *s, root *r, const junqi_player *player,
                      const ai_level *level, junqi_random *random) {
  junqi_move list[DARK_MOVES];
  unsigned attacks;
  r->count = dark_moves(s->ground, &r->node, true, list, &attacks);
  for (unsigned i = 0; i < r->count; i++) {
    r->list[i] = (candidate){.move = list[i], .cost = ai_weariness(player, list[i])};
    if (level->blur) r->list[i].cost += (int32_t)junqi_random_below(random, level->blur);
  }
}

static void prepare(dark_ground *g, const junqi_player *player, const junqi_knowledge *know,
                    junqi_random *random) {
  dark_ground_start(g, know->view.rules, know->view.viewer);
  weigh(g, player, know, random);
  dark_worth_start(g, know);
}

junqi_thought dark_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget) {
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
  list_root(&s, &r, player, level, &random);
  thought.move = r.list[0].move;
  for (unsigned depth = 0; depth < level->depth; depth++) {
    bool whole = pass(&s, &r, (int)depth, depth == 0 || level->blur);
    if (!whole && depth == 0) break;
    thought.move = r.list[0].move;
    thought.score = r.list[0].score;
    if (!whole) break;
    thought.depth = depth + 1;
    if (thought.score > DARK_WIN - 100) break;
  }
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
