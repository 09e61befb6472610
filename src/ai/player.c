/* A computer player: what it knows, how it sets up, and how the worlds' verdicts become one choice.
 */
#include "junqi/ai.h"

#include <string.h>

#include "sample.h"
#include "search.h"

/* What a level may think: worlds, passes (each looks one ply deeper), positions in all, and by how
 * much (1/100) it misjudges a move at most. */
typedef struct strength {
  uint16_t worlds;
  uint8_t passes;
  uint32_t nodes;
  uint16_t blur;
} strength;

enum { MAX_WORLDS = 32 };

static const strength strengths[JUNQI_AI_LEVELS + 1] = {
    {0, 0, 0, 0},
    {4, 1, 5000, 200},
    {6, 1, 20000, 100},
    {12, 2, 60000, 40},
    {16, 2, 200000, 10},
    {MAX_WORLDS, 3, 1000000, 0},
};

static const strength *strength_of(const junqi_player *player) {
  unsigned level = player->level;
  return &strengths[level < 1 ? 1 : level > JUNQI_AI_LEVELS ? JUNQI_AI_LEVELS : level];
}

static void mirror(junqi_layout *layout) {
  for (unsigned row = 0; row < 6; row++)
    for (unsigned column = 0; column < 2; column++) {
      uint8_t *left = &layout->at[row * 5 + column], *right = &layout->at[row * 5 + 4 - column];
      uint8_t swap = *left;
      *left = *right;
      *right = swap;
    }
}

/* Swaps a few pairs of pieces that may stand in each other's place, so that no two set-ups are
 * alike. */
static void vary(const junqi_rules *rules, junqi_layout *layout, junqi_random *random) {
  for (unsigned n = 0; n < 12; n++) {
    unsigned a = junqi_random_below(random, 25), b = a + 1 + junqi_random_below(random, 5);
    if (b >= JUNQI_ARM_POINTS) continue;
    junqi_type ta = (junqi_type)layout->at[a], tb = (junqi_type)layout->at[b];
    if (ta == JUNQI_NONE || tb == JUNQI_NONE || ta > JUNQI_BOMB || tb > JUNQI_BOMB) continue;
    if (junqi_layout_spot(rules, a, tb) != JUNQI_E_OK) continue;
    if (junqi_layout_spot(rules, b, ta) != JUNQI_E_OK) continue;
    layout->at[a] = (uint8_t)tb;
    layout->at[b] = (uint8_t)ta;
  }
}

junqi_layout junqi_ai_layout(const junqi_rules *rules, uint64_t seed) {
  junqi_random random = {seed};
  junqi_layout layout = junqi_ready(junqi_random_below(&random, junqi_ready_count()))->layout;
  if (junqi_random_below(&random, 2)) mirror(&layout);
  vary(rules, &layout, &random);
  return layout;
}

void junqi_player_start(junqi_player *player, const junqi_rules *rules, junqi_seat seat,
                        const junqi_layout *const layouts[], junqi_seat first, unsigned level,
                        uint64_t seed) {
  memset(player, 0, sizeof *player);
  junqi_knowledge_start(&player->know, rules, seat, layouts, first);
  player->level = (uint8_t)(level > JUNQI_AI_LEVELS ? JUNQI_AI_LEVELS : level);
  player->seed = seed;
}

junqi_code junqi_player_apply(junqi_player *player, const junqi_event *event) {
  junqi_code code = junqi_knowledge_apply(&player->know, event);
  if (code != JUNQI_E_OK || event->kind != JUNQI_EV_PLY || event->seat != player->know.view.viewer)
    return code;
  player->own[player->plies++ % JUNQI_AI_MEMORY] = event->move;
  return code;
}

/* Walking back or doing the same again brings a game no further: the dearer the longer nothing
 * happened. */
static int32_t weariness(const junqi_player *player, junqi_move move) {
  int32_t cost = 0, quiet = player->know.view.quiet;
  unsigned remembered = player->plies < JUNQI_AI_MEMORY ? player->plies : JUNQI_AI_MEMORY;
  for (unsigned back = 1; back <= remembered; back++) {
    junqi_move own = player->own[(player->plies - back) % JUNQI_AI_MEMORY];
    bool same = own.from == move.from && own.to == move.to;
    bool undone = own.from == move.to && own.to == move.from;
    if (same || undone) cost += 12 + quiet / 2;
    if (back == 1 && undone) cost += 15;
  }
  return cost;
}

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
static bool pass(thinking *t, const junqi_player *player, unsigned depth, junqi_random *random) {
  const strength *s = strength_of(player);
  unsigned seen = 0;
  for (unsigned i = 0; i < t->count; i++)
    t->list[i].sum = 0;
  while (seen < t->worlds && judge_world(t, seen, depth))
    seen++;
  if (seen < t->worlds && seen * 3 < t->worlds) return false;
  for (unsigned i = 0; i < t->count; i++) {
    t->list[i].score = (int32_t)(t->list[i].sum / seen) - weariness(player, t->list[i].move);
    if (s->blur) t->list[i].score += (int32_t)junqi_random_below(random, s->blur);
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

static void imagine(thinking *t, const junqi_knowledge *know, unsigned worlds,
                    junqi_random *random) {
  for (t->worlds = 0; t->worlds < worlds; t->worlds++) {
    ai_sample(know, random, &t->world[t->worlds]);
    ai_map_make(&t->map[t->worlds], &t->world[t->worlds]);
  }
}

/* How many candidates a pass leaves for the next, deeper one. */
static unsigned kept(unsigned count, unsigned depth) {
  static const uint8_t most[] = {16, 8, 5, 4};
  unsigned limit = most[depth < sizeof most ? depth : sizeof most - 1];
  return count < limit ? count : limit;
}

junqi_thought junqi_player_choose(const junqi_player *player, uint64_t nodes,
                                  const atomic_bool *stop) {
  const strength *s = strength_of(player);
  junqi_knowledge know = player->know;
  junqi_random random = {player->seed ^ (uint64_t)know.view.ply * 0x9E3779B97F4A7C15u};
  junqi_move list[JUNQI_MAX_MOVES];
  thinking t = {.search = {.budget = nodes ? nodes : s->nodes, .stop = stop}};
  junqi_position seen;
  junqi_knowledge_rest(&know);
  junqi_view_world(&know.view, NULL, &seen);
  unsigned owner = junqi_owner_played(&seen, know.view.viewer);
  t.count = junqi_moves(&seen, list);
  if (t.count == 0 || owner == JUNQI_NO_SEAT) return any_ply(&seen, &random);
  for (unsigned i = 0; i < t.count; i++)
    t.list[i] = (candidate){.move = list[i]};
  t.search.owner = owner;
  imagine(&t, &know, s->worlds, &random);
  for (unsigned depth = 0; depth < s->passes && pass(&t, player, depth, &random); depth++)
    t.count = kept(t.count, depth);
  return (junqi_thought){t.list[0].move, t.list[0].score, t.search.nodes, t.worlds};
}

bool junqi_player_accepts_draw(const junqi_player *player) {
  const junqi_view *view = &player->know.view;
  junqi_knowledge know = player->know;
  junqi_random random = {player->seed ^ view->ply};
  int64_t sum = 0;
  const int worlds = 8;
  junqi_knowledge_rest(&know);
  for (int i = 0; i < worlds; i++) {
    junqi_position world;
    ai_map map;
    ai_sample(&know, &random, &world);
    unsigned owner = junqi_owner_played(&world, view->viewer);
    if (owner == JUNQI_NO_SEAT) return false;
    ai_map_make(&map, &world);
    sum += ai_evaluate(&world, &map, owner);
  }
  int64_t worth = sum / worlds;
  return worth < -400 || (view->quiet > 40 && worth < 150);
}
