/* A player for the games that have none of their own yet: it imagines worlds that agree with what
 * it knows, searches each a few plies deep, and plays what is best on the average. */
#include <string.h>

#include "level.h"
#include "sample.h"
#include "worlds_search.h"

enum { MAX_WORLDS = 32 };

/* One own ply and what is thought of it so far. */
typedef struct candidate {
  junqi_move move;
  int32_t score; /* of the last pass that judged it */
  int64_t sum;   /* over the worlds of the running pass */
} candidate;

typedef struct thinking {
  ai_search search;
  candidate list[JUNQI_MAX_MOVES];
  unsigned count; /* candidates still looked at */
  junqi_position world[MAX_WORLDS];
  ai_map map[MAX_WORLDS];
  unsigned worlds;
} thinking;

/* Extremes count less than they weigh: one world in which a flag falls must not outshout all the
 * others. */
static int32_t tempered(int32_t value) {
  const int32_t most = 6000;
  return value > most ? most : value < -most ? -most : value;
}

/* One world's verdict on every candidate, added to their sums only when all were judged. */
static bool judge_world(thinking *t, unsigned world, unsigned depth) {
  int32_t verdict[JUNQI_MAX_MOVES];
  t->search.map = t->map[world];
  for (unsigned i = 0; i < t->count; i++) {
    verdict[i] = ai_search_move(&t->search, &t->world[world], t->list[i].move, depth);
    if (ai_search_over(&t->search)) return false;
  }
  for (unsigned i = 0; i < t->count; i++)
    t->list[i].sum += tempered(verdict[i]);
  return true;
}

static void best_first(candidate list[], unsigned count) {
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = i; j > 0 && list[j].score > list[j - 1].score; j--) {
      candidate swap = list[j];
      list[j] = list[j - 1];
      list[j - 1] = swap;
    }
}

/* A pass over the worlds at one depth. Cut short, it counts when it saw enough of them. */
static bool pass(thinking *t, const junqi_player *player, const ai_level *level, unsigned depth,
                 junqi_random *random) {
  unsigned seen = 0;
  for (unsigned i = 0; i < t->count; i++)
    t->list[i].sum = 0;
  while (seen < t->worlds && judge_world(t, seen, depth))
    seen++;
  if (seen < t->worlds && seen * 3 < t->worlds) return false;
  for (unsigned i = 0; i < t->count; i++) {
    t->list[i].score = (int32_t)(t->list[i].sum / seen) - ai_weariness(player, t->list[i].move);
    if (level->blur) t->list[i].score += (int32_t)junqi_random_below(random, level->blur);
  }
  best_first(t->list, t->count);
  return seen == t->worlds;
}

/* Before the colours of `flip` are known nothing is anybody's: any flip will do. */
static junqi_thought any_ply(const junqi_position *p, junqi_random *random) {
  junqi_thought thought = {0};
  junqi_random_move(p, random, &thought.move);
  return thought;
}

static void imagine(thinking *t, const junqi_player *player, const junqi_knowledge *know,
                    unsigned worlds, junqi_random *random) {
  ai_belief belief;
  ai_belief_start(&belief, player, know, random);
  for (t->worlds = 0; t->worlds < worlds; t->worlds++) {
    ai_belief_draw(&belief, random);
    ai_belief_world(&belief, random, &t->world[t->worlds]);
    ai_map_make(&t->map[t->worlds], &t->world[t->worlds]);
  }
}

/* How many candidates a pass leaves for the next, deeper one. */
static unsigned kept(unsigned count, unsigned depth) {
  static const uint8_t most[] = {16, 8, 5, 4};
  unsigned limit = most[depth < sizeof most ? depth : sizeof most - 1];
  return count < limit ? count : limit;
}

junqi_thought worlds_choose(const junqi_player *player, const junqi_knowledge *know,
                            const ai_level *level, const junqi_budget *budget) {
  junqi_random random = {player->seed ^ (uint64_t)know->view.ply * 0x9E3779B97F4A7C15u};
  junqi_move list[JUNQI_MAX_MOVES];
  thinking t = {
      .search = {.budget = budget->nodes ? budget->nodes : level->nodes, .stop = budget->stop}};
  junqi_position seen;
  junqi_view_world(&know->view, NULL, &seen);
  unsigned owner = junqi_owner_played(&seen, know->view.viewer);
  t.count = junqi_moves(&seen, list);
  if (t.count == 0 || owner == JUNQI_NO_SEAT) return any_ply(&seen, &random);
  for (unsigned i = 0; i < t.count; i++)
    t.list[i] = (candidate){.move = list[i]};
  t.search.owner = owner;
  imagine(&t, player, know, level->worlds, &random);
  for (unsigned depth = 0; depth < level->depth && pass(&t, player, level, depth, &random); depth++)
    t.count = kept(t.count, depth);
  return (junqi_thought){t.list[0].move, t.list[0].score, t.search.nodes, t.worlds, 0};
}

int32_t worlds_judge(const junqi_player *player, const junqi_knowledge *know) {
  junqi_random random = {player->seed ^ know->view.ply};
  ai_belief belief;
  int64_t sum = 0;
  const int worlds = 8;
  ai_belief_start(&belief, player, know, &random);
  for (int i = 0; i < worlds; i++) {
    junqi_position world;
    ai_map map;
    ai_belief_draw(&belief, &random);
    ai_belief_world(&belief, &random, &world);
    unsigned owner = junqi_owner_played(&world, know->view.viewer);
    if (owner == JUNQI_NO_SEAT) return 0;
    ai_map_make(&map, &world);
    sum += ai_evaluate(&world, &map, owner);
  }
  return (int32_t)(sum / worlds);
}
