/* The players of the games of three and four seats: worlds drawn from what is known, each searched
 * deeper and deeper, and the ply that is best on the average. What each pass finds wanting is not
 * looked at by the next. */
#include <string.h>

#include "level.h"
#include "many_search.h"
#include "order.h"
#include "sample.h"

enum { MOST_WORLDS = 16, MOST_CANDIDATES = 400, TEMPER = 7000, MARGIN = 750 };

typedef struct thinking {
  many_search search;
  ai_candidate list[MOST_CANDIDATES];
  int32_t value[MOST_CANDIDATES]; /* of each in the world at hand */
  int64_t sum[MOST_CANDIDATES];   /* of each over the worlds of the running pass */
  unsigned count;                 /* candidates still looked at */
  junqi_position world[MOST_WORLDS];
  unsigned worlds;
} thinking;

/* Extremes count less than they weigh: one world in which a flag falls must not outshout all the
 * others. */
static int32_t tempered(int32_t value) {
  return value > TEMPER    ? TEMPER + (value - TEMPER) / 4
         : value < -TEMPER ? -TEMPER + (value + TEMPER) / 4
                           : value;
}

/* One world's verdict on every candidate, added to their sums only when all were judged. What is
 * far worse than the best there counts as just that much worse. */
static bool judge_world(thinking *t, unsigned world, unsigned depth) {
  int32_t best = -MANY_WIN;
  many_search_world(&t->search, &t->world[world]);
  for (unsigned i = 0; i < t->count; i++) {
    int32_t alpha = best - MARGIN > -MANY_WIN ? best - MARGIN : -MANY_WIN;
    t->value[i] = many_search_move(&t->search, &t->world[world], t->list[i].move, depth, alpha);
    if (t->value[i] < alpha) t->value[i] = alpha;
    if (t->search.budget.over) {
      if (i > 0) t->value[i] = -MANY_WIN; /* half judged is not judged */
      return false;
    }
    if (t->value[i] > best) best = t->value[i];
  }
  for (unsigned i = 0; i < t->count; i++)
    t->sum[i] += tempered(t->value[i] < best - MARGIN ? best - MARGIN : t->value[i]);
  return true;
}

/* When time ends in the very first world, what was judged there is all there is. */
static void first_sight(thinking *t) {
  for (unsigned i = 0; i < t->count; i++)
    t->list[i].score = t->value[i];
  ai_best_first(t->list, t->count);
}

/* A pass over the worlds at one depth. Cut short, it counts when it saw enough of them; the first
 * one in any case. */
static bool pass(thinking *t, unsigned depth) {
  unsigned seen = 0;
  for (unsigned i = 0; i < t->count; i++)
    t->sum[i] = 0;
  while (seen < t->worlds && judge_world(t, seen, depth))
    seen++;
  if (depth == 0 && seen == 0) return first_sight(t), false;
  if (depth > 0 && seen * 2 < t->worlds) return false;
  for (unsigned i = 0; i < t->count; i++)
    t->list[i].score = (int32_t)(t->sum[i] / (int64_t)seen) - t->list[i].cost;
  ai_best_first(t->list, t->count);
  return seen == t->worlds;
}

/* How many candidates a pass leaves for the next, deeper one. */
static unsigned kept(unsigned count, unsigned depth) {
  static const uint8_t most[] = {24, 12, 8, 6, 4};
  unsigned limit = most[depth < sizeof most ? depth : sizeof most - 1];
  return count < limit ? count : limit;
}

static void list_root(thinking *t, const junqi_player *player, const junqi_position *seen,
                      const ai_level *level, const ai_asked *asked, junqi_random *random) {
  junqi_move list[JUNQI_MAX_MOVES];
  unsigned count = junqi_moves(seen, list);
  t->count = 0;
  for (unsigned i = 0; i < count && t->count < MOST_CANDIDATES; i++) {
    /* In any order, as a shuffle of the list goes on. */
    unsigned j = i + junqi_random_below(random, count - i);
    junqi_move move = list[j];
    list[j] = list[i];
    if (!ai_is_asked(asked, move)) continue;
    t->value[t->count] = -MANY_WIN;
    ai_candidate *c = &t->list[t->count++];
    *c = (ai_candidate){.move = move, .cost = ai_weariness(player, move)};
    if (level->blur) c->cost += (int32_t)junqi_random_below(random, level->blur);
  }
}

static void imagine(thinking *t, const junqi_player *player, const junqi_knowledge *know,
                    unsigned worlds, junqi_random *random) {
  ai_belief belief;
  ai_belief_start(&belief, player, know, random);
  for (t->worlds = 0; t->worlds < worlds && t->worlds < MOST_WORLDS; t->worlds++) {
    ai_belief_draw(&belief, random);
    ai_belief_draw(&belief, random);
    ai_belief_world(&belief, random, &t->world[t->worlds]);
  }
}

static junqi_thought think(const junqi_player *player, const junqi_knowledge *know,
                           const ai_level *level, const junqi_budget *budget, const ai_asked *asked,
                           many_mode mode) {
  junqi_random random = {player->seed ^ (uint64_t)know->view.ply * 0x9E3779B97F4A7C15u};
  thinking t = {.search = {.mode = mode,
                           .seat = know->view.viewer,
                           .budget = {.limit = budget->nodes ? budget->nodes : level->nodes,
                                      .stop = budget->stop}}};
  junqi_position seen;
  junqi_thought thought = {0};
  junqi_view_world(&know->view, NULL, &seen);
  list_root(&t, player, &seen, level, asked, &random);
  imagine(&t, player, know, level->worlds, &random);
  unsigned depth = junqi_random_below(&random, 100) < level->lapses ? 0 : level->depth;
  for (unsigned d = 0; d < depth && t.count > 1 && pass(&t, d); d++) {
    thought.depth = d + 1;
    t.count = kept(t.count, d);
  }
  for (unsigned i = 0; i < t.count; i++)
    ai_answer(asked, t.list[i].move, t.list[i].score);
  thought.move = t.list[0].move;
  thought.score = t.list[0].score;
  thought.nodes = t.search.budget.nodes;
  thought.worlds = t.worlds;
  return thought;
}

junqi_thought four_choose(const junqi_player *player, const junqi_knowledge *know,
                          const ai_level *level, const junqi_budget *budget,
                          const ai_asked *asked) {
  return think(player, know, level, budget, asked, MANY_SIDES);
}

junqi_thought three_choose(const junqi_player *player, const junqi_knowledge *know,
                           const ai_level *level, const junqi_budget *budget,
                           const ai_asked *asked) {
  return think(player, know, level, budget, asked, MANY_BEST_REPLY);
}

int32_t many_judge(const junqi_player *player, const junqi_knowledge *know) {
  junqi_random random = {player->seed ^ know->view.ply};
  ai_belief belief;
  int64_t total = 0;
  const int worlds = 8;
  ai_belief_start(&belief, player, know, &random);
  for (int i = 0; i < worlds; i++) {
    junqi_position world;
    many_table table;
    int32_t sum[JUNQI_MAX_SEATS];
    ai_belief_draw(&belief, &random);
    ai_belief_world(&belief, &random, &world);
    many_table_make(&table, &world);
    many_sum(&table, &world, sum);
    total += many_worth(know->view.rules, sum, know->view.viewer);
  }
  return (int32_t)(total / worlds);
}
