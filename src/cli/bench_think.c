/* What `junqi bench search` measures of the computer player of the two-seat game: positions
 * searched, worlds imagined, and public events folded into a view with its knowledge. */
#include "bench.h"

#include <stdlib.h>

#include "junqi/ai.h"
#include "junqi/game.h"

enum { PLIES = 60, MOST_EVENTS = 400, DEPTH_LEVEL = 3, FULL_LEVEL = 5, SEATS = 2 };

/* A game as one seat heard of it. */
typedef struct hearing {
  junqi_rules rules;
  junqi_layout layout[JUNQI_MAX_SEATS];
  const junqi_layout *seen[JUNQI_MAX_SEATS];
  junqi_event event[MOST_EVENTS];
  unsigned count;
} hearing;

static void hear(hearing *h, const junqi_events *events) {
  for (unsigned i = 0; i < events->count && h->count < MOST_EVENTS; i++)
    h->event[h->count++] = events->item[i];
}

/* The same random game everywhere, up to where seat a is on turn. */
static void play(hearing *h, uint64_t seed) {
  junqi_events events = {0};
  junqi_random random = {seed};
  junqi_game game;
  junqi_move move;
  *h = (hearing){.rules = junqi_rules_default(JUNQI_DARK)};
  for (unsigned seat = 0; seat < SEATS; seat++)
    h->layout[seat] = junqi_ready(seat)->layout;
  h->seen[0] = &h->layout[0];
  junqi_game_start(&game, &h->rules, h->layout, 0, &events, NULL);
  hear(h, &events);
  for (unsigned ply = 0; ply < PLIES && junqi_random_move(&game.position, &random, &move); ply++) {
    junqi_game_play(&game, game.position.turn, move, &events, NULL);
    hear(h, &events);
  }
}

static void seat_player(const hearing *h, unsigned level, junqi_player *player) {
  junqi_player_start(player, &h->rules, 0, (const junqi_layout *const *)h->seen, 0, level, 1);
  for (unsigned i = 0; i < h->count; i++)
    junqi_player_apply(player, &h->event[i]);
}

uint64_t bench_search(const bench_case *bench) {
  hearing h;
  junqi_player player;
  junqi_ai_slot *memory = malloc(JUNQI_AI_SLOTS * sizeof *memory);
  junqi_budget budget = {.nodes = 20000 * (uint64_t)bench->level,
                         .memory = memory,
                         .slots = memory ? JUNQI_AI_SLOTS : 0};
  play(&h, 1);
  seat_player(&h, FULL_LEVEL, &player);
  uint64_t nodes = junqi_player_choose(&player, &budget).nodes;
  free(memory);
  return nodes;
}

uint64_t bench_worlds(const bench_case *bench) {
  uint16_t share[JUNQI_SLOTS][JUNQI_TYPES];
  hearing h;
  junqi_player player;
  play(&h, 1);
  seat_player(&h, FULL_LEVEL, &player);
  for (unsigned n = 0; n < bench->level; n++)
    junqi_player_beliefs(&player, 500, share);
  return 500 * (uint64_t)bench->level;
}

uint64_t bench_views(const bench_case *bench) {
  hearing h;
  uint64_t events = 0;
  play(&h, 1);
  for (unsigned n = 0; n < 40 * bench->level; n++) {
    junqi_knowledge know;
    junqi_knowledge_start(&know, &h.rules, 0, (const junqi_layout *const *)h.seen, 0);
    for (unsigned i = 0; i < h.count; i++)
      junqi_knowledge_apply(&know, &h.event[i]);
    events += h.count;
  }
  return events;
}

uint64_t bench_signature(void) {
  uint64_t signature = 0;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    hearing h;
    junqi_player player;
    junqi_budget budget = {.nodes = UINT64_MAX};
    play(&h, seed);
    seat_player(&h, DEPTH_LEVEL, &player);
    if (player.know.view.state != JUNQI_RUNNING || player.know.view.turn != 0) continue;
    junqi_thought t = junqi_player_choose(&player, &budget);
    signature = signature * 31 + t.nodes * 64 + t.move.to;
  }
  return signature;
}
