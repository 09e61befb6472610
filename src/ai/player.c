/* A computer player: what it knows, how it sets up, and how the worlds' verdicts become one choice.
 */
#include "junqi/ai.h"

#include <string.h>

#include "sample.h"
#include "search.h"

/* What a level may think: worlds, plies beyond the own one, positions in all, and by how much
 * (1/100) it misjudges a move at most. */
typedef struct strength {
  uint16_t worlds;
  uint8_t depth;
  uint32_t nodes;
  uint16_t blur;
} strength;

static const strength strengths[JUNQI_AI_LEVELS + 1] = {
    {0, 0, 0, 0},
    {6, 0, 20000, 120},
    {16, 1, 120000, 10},
    {32, 2, 500000, 0},
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

typedef struct tally {
  int64_t sum;
  uint32_t count;
} tally;

/* One world's verdict on every move, or on as many as the search got to before it was ended;
 * returns their number. */
static unsigned judge_world(ai_search *search, junqi_position *world, const junqi_move list[],
                            unsigned count, unsigned depth, int32_t verdict[]) {
  ai_map_make(&search->map, world);
  for (unsigned i = 0; i < count; i++) {
    if (ai_search_over(search)) return i;
    verdict[i] = ai_search_move(search, world, list[i], depth);
  }
  return count;
}

/* Extremes count less than they weigh: one world in which a flag falls must not outshout all the
 * others. */
static int32_t tempered(int32_t value) {
  const int32_t most = 6000;
  return value > most ? most : value < -most ? -most : value;
}

static unsigned best_of(const junqi_player *player, const tally tallies[], const junqi_move list[],
                        unsigned count, junqi_random *random, int32_t *score) {
  const strength *s = strength_of(player);
  unsigned best = 0;
  for (unsigned i = 0; i < count; i++) {
    if (i > 0 && !tallies[i].count) continue;
    int32_t value = tallies[i].count ? (int32_t)(tallies[i].sum / tallies[i].count) : 0;
    value -= weariness(player, list[i]);
    if (s->blur) value += (int32_t)junqi_random_below(random, s->blur);
    if (i == 0 || value > *score) {
      *score = value;
      best = i;
    }
  }
  return best;
}

junqi_thought junqi_player_choose(const junqi_player *player, uint64_t nodes,
                                  const atomic_bool *stop) {
  const strength *s = strength_of(player);
  junqi_knowledge know = player->know;
  junqi_random random = {player->seed ^ (uint64_t)know.view.ply * 0x9E3779B97F4A7C15u};
  junqi_move list[JUNQI_MAX_MOVES];
  tally tallies[JUNQI_MAX_MOVES] = {{0, 0}};
  int32_t verdict[JUNQI_MAX_MOVES];
  ai_search search = {.budget = nodes ? nodes : s->nodes, .stop = stop};
  junqi_thought thought = {0};
  junqi_position world;
  junqi_knowledge_rest(&know);
  junqi_view_world(&know.view, NULL, &world);
  unsigned count = junqi_moves(&world, list), owner = junqi_owner_played(&world, know.view.viewer);
  /* Before the colours of `flip` are known nothing is anybody's: any flip will do. */
  if (count == 0 || owner == JUNQI_NO_SEAT) {
    if (count) thought.move = list[junqi_random_below(&random, count)];
    return thought;
  }
  search.owner = owner;
  while (thought.worlds < s->worlds && !ai_search_over(&search)) {
    ai_sample(&know, &random, &world);
    unsigned judged = judge_world(&search, &world, list, count, s->depth, verdict);
    /* A world cut short would favour some moves, but in the first there is nothing better. */
    if (judged < count && thought.worlds) break;
    for (unsigned i = 0; i < judged; i++) {
      tallies[i].sum += tempered(verdict[i]);
      tallies[i].count++;
    }
    thought.worlds++;
  }
  thought.move = list[best_of(player, tallies, list, count, &random, &thought.score)];
  thought.nodes = search.nodes;
  return thought;
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
