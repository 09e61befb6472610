/* What all computer players share: knowledge, memory of own plies, levels; and which player plays
 * which game. */
#include <string.h>

#include "dark_manner.h"
#include "level.h"
#include "order.h"
#include "sample.h"

/* By variant and level. */
static const ai_level dark_levels[JUNQI_AI_LEVELS] = {
    {400, 1, 0, 1200, 86}, {400, 1, 0, 350, 50},    {3000, 1, 0, 120, 10},
    {30000, 2, 0, 40, 0},  {1200000, 20, 12, 0, 0},
};
static const ai_level flip_levels[JUNQI_AI_LEVELS] = {
    {3000, 1, 0, 80, 35}, {6000, 1, 0, 30, 8},    {20000, 2, 0, 10, 2},
    {60000, 3, 0, 0, 0},  {1000000, 30, 0, 0, 0},
};
static const ai_level four_levels[JUNQI_AI_LEVELS] = {
    {2000, 1, 2, 300, 45}, {4000, 1, 3, 180, 22},   {12000, 2, 4, 90, 6},
    {60000, 3, 6, 45, 2},  {1000000, 20, 12, 0, 0},
};
static const ai_level three_levels[JUNQI_AI_LEVELS] = {
    {2000, 1, 2, 300, 87}, {4000, 1, 3, 150, 65},   {20000, 2, 6, 40, 46},
    {60000, 3, 8, 0, 26},  {1000000, 20, 12, 0, 0},
};

/* Who plays a variant. */
typedef struct brain {
  const ai_level *levels;
  junqi_thought (*choose)(const junqi_player *, const junqi_knowledge *, const ai_level *,
                          const junqi_budget *, const ai_asked *);
  int32_t (*judge)(const junqi_player *, const junqi_knowledge *);
} brain;

static const brain brains[JUNQI_VARIANTS] = {
    [JUNQI_DARK] = {dark_levels, dark_choose, dark_judge},
    [JUNQI_FLIP] = {flip_levels, flip_choose, flip_judge},
    [JUNQI_FOUR] = {four_levels, four_choose, many_judge},
    [JUNQI_THREE] = {three_levels, three_choose, many_judge},
};

static const brain *brain_of(const junqi_player *player) {
  return &brains[player->know.view.rules->variant];
}

void junqi_player_start(junqi_player *player, const junqi_rules *rules, junqi_seat seat,
                        const junqi_layout *const layouts[], junqi_seat first, unsigned level,
                        uint64_t seed) {
  memset(player, 0, sizeof *player);
  junqi_knowledge_start(&player->know, rules, seat, layouts, first);
  player->level = (uint8_t)(level < 1 ? 1 : level > JUNQI_AI_LEVELS ? JUNQI_AI_LEVELS : level);
  player->seed = seed;
  if (rules->variant != JUNQI_FLIP) ai_prior(rules, player->prior);
}

junqi_code junqi_player_apply(junqi_player *player, const junqi_event *event) {
  bool ply = event->kind == JUNQI_EV_PLY && event->move.from < JUNQI_MAX_POINTS;
  unsigned slot = ply ? player->know.slot[event->move.from] : JUNQI_NO_SLOT;
  if (player->know.view.rules->variant == JUNQI_DARK) dark_observe(player, event);
  junqi_code code = junqi_knowledge_apply(&player->know, event);
  if (code != JUNQI_E_OK || !ply) return code;
  if (slot != JUNQI_NO_SLOT && event->outcome != JUNQI_QUIET && player->attacks[slot] < UINT8_MAX)
    player->attacks[slot]++;
  if (event->seat == player->know.view.viewer)
    player->own[player->plies++ % JUNQI_AI_MEMORY] = event->move;
  return code;
}

int32_t ai_weariness(const junqi_player *player, junqi_move move) {
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

bool ai_is_asked(const ai_asked *asked, junqi_move move) {
  for (unsigned i = 0; i < asked->count; i++)
    if (ai_same(asked->list[i].move, move)) return true;
  return asked->count == 0;
}

void ai_answer(const ai_asked *asked, junqi_move move, int32_t score) {
  for (unsigned i = 0; i < asked->count; i++)
    if (ai_same(asked->list[i].move, move)) asked->list[i].score = score;
}

static junqi_thought think(const junqi_player *player, const junqi_budget *budget,
                           const ai_asked *asked) {
  junqi_knowledge know = player->know;
  junqi_knowledge_rest(&know);
  const brain *b = brain_of(player);
  return b->choose(player, &know, &b->levels[player->level - 1], budget, asked);
}

junqi_thought junqi_player_choose(const junqi_player *player, const junqi_budget *budget) {
  return think(player, budget, &(ai_asked){NULL, 0});
}

junqi_thought junqi_player_rate(const junqi_player *player, const junqi_budget *budget,
                                junqi_rated list[], unsigned count) {
  for (unsigned i = 0; i < count; i++)
    list[i].score = 0;
  return think(player, budget, &(ai_asked){list, count});
}

bool junqi_player_accepts_draw(const junqi_player *player) {
  const junqi_view *view = &player->know.view;
  junqi_knowledge know = player->know;
  junqi_knowledge_rest(&know);
  int32_t worth = brain_of(player)->judge(player, &know);
  return worth < -400 || (view->quiet > 40 && worth < 150);
}

void junqi_player_beliefs(const junqi_player *player, unsigned draws,
                          uint16_t share[JUNQI_SLOTS][JUNQI_TYPES]) {
  junqi_knowledge know = player->know;
  junqi_random random = {player->seed ^ know.view.ply};
  ai_belief belief;
  unsigned variant = know.view.rules->variant;
  memset(share, 0, JUNQI_SLOTS * sizeof *share);
  if (variant == JUNQI_FLIP) return;
  junqi_knowledge_rest(&know);
  ai_belief_start(&belief, player, &know, &random);
  for (unsigned seat = 0; seat < junqi_seats((junqi_variant)variant); seat++)
    ai_belief_shares(&belief, seat, draws, &random, &share[seat * JUNQI_ARM_PIECES]);
}
