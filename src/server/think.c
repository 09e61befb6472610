/* See think.h. */
#include "think.h"

#include "junqi/ai.h"

#include <stdlib.h>
#include <string.h>

/* The player as it is after everything that its seat has been told. */
static bool prepare(const hub_question *question, junqi_player *player) {
  const junqi_layout *layouts[JUNQI_MAX_SEATS] = {NULL};
  for (unsigned seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (question->shown >> seat & 1) layouts[seat] = &question->layout[seat];
  junqi_player_start(player, &question->rules, question->seat, layouts, question->first,
                     question->level, question->seed);
  for (size_t i = 0; i < question->history_count; i++)
    if (junqi_player_apply(player, &question->history[i])) return false;
  return true;
}

/* Without memory it plays on, weaker. */
static junqi_move choose(const junqi_player *player, const atomic_bool *stop) {
  junqi_ai_slot *memory = malloc(JUNQI_AI_SLOTS * sizeof *memory);
  junqi_budget budget = {.stop = stop, .memory = memory, .slots = memory ? JUNQI_AI_SLOTS : 0};
  junqi_move move = junqi_player_choose(player, &budget).move;
  free(memory);
  return move;
}

hub_answer server_think(const hub_question *question, const atomic_bool *stop) {
  hub_answer answer = {.token = question->token, .good = true};
  junqi_player player;
  memcpy(answer.table, question->table, sizeof answer.table);
  if (question->task == HUB_SET_UP)
    answer.layout = junqi_ai_layout(&question->rules, question->seed);
  else if (!prepare(question, &player))
    answer.good = false;
  else if (question->task == HUB_MOVE)
    answer.move = choose(&player, stop);
  else
    answer.accept = junqi_player_accepts_draw(&player);
  return answer;
}
