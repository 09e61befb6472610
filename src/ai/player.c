/* What all computer players share: knowledge, memory of own plies, levels; and which player plays
 * which game. */
#include <string.h>

#include "level.h"
#include "sample.h"

/* By variant and level. */
static const ai_level dark_levels[JUNQI_AI_LEVELS] = {
    {400, 1, 0, 300}, {2000, 2, 0, 120}, {8000, 3, 0, 50}, {60000, 8, 0, 0}, {1500000, 40, 0, 0},
};
static const ai_level worlds_levels[JUNQI_AI_LEVELS] = {
    {5000, 1, 4, 200},   {20000, 1, 6, 100},  {60000, 2, 12, 40},
    {200000, 2, 16, 10}, {1000000, 3, 32, 0},
};

static bool plays_dark(const junqi_player *player) {
  return player->know.view.rules->variant == JUNQI_DARK;
}

static const ai_level *level_of(const junqi_player *player) {
  return &(plays_dark(player) ? dark_levels : worlds_levels)[player->level - 1];
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

junqi_thought junqi_player_choose(const junqi_player *player, const junqi_budget *budget) {
  junqi_knowledge know = player->know;
  junqi_knowledge_rest(&know);
  return (plays_dark(player) ? dark_choose : worlds_choose)(player, &know, level_of(player),
                                                            budget);
}

bool junqi_player_accepts_draw(const junqi_player *player) {
  const junqi_view *view = &player->know.view;
  junqi_knowledge know = player->know;
  junqi_knowledge_rest(&know);
  int32_t worth = (plays_dark(player) ? dark_judge : worlds_judge)(player, &know);
  return worth < -400 || (view->quiet > 40 && worth < 150);
}
