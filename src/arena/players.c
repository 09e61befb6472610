/* See player.h: what the players inside this process do, and who is handed on to which process. */
#include "player.h"

#include <stdio.h>
#include <string.h>

#include "yardstick.h"

enum { GRACE = 300 }; /* milliseconds to leave by oneself */

bool arena_foreign(const junqi_entrant *entrant) {
  return entrant->brain == JUNQI_BRAIN_ENGINE || entrant->brain == JUNQI_BRAIN_CCGC;
}

arena_fault arena_player_fails(arena_player *p, arena_fault fault) {
  if (p->fault == ARENA_FINE) p->fault = fault;
  return p->fault;
}

void arena_player_said(arena_player *p, const char *word, const char *rest) {
  char line[ARENA_LINE + 16];
  size_t length = (size_t)snprintf(line, sizeof line, "%s%s%s", word, *rest ? " " : "", rest);
  junqi_error_put(p->said, sizeof p->said / 2, line,
                  length < sizeof line ? length : sizeof line - 1);
}

static void because(arena_player *p, const char *why, size_t length) {
  size_t used = strlen(p->said);
  if (sizeof p->said - used < 3) return;
  memcpy(p->said + used, ": ", 3);
  junqi_error_put(p->said + used + 2, sizeof p->said - used - 2, why, length);
}

void arena_player_refused(arena_player *p, const junqi_error *error) {
  char why[256];
  because(p, why, junqi_error_text(error, JUNQI_ENGLISH, why, sizeof why));
}

void arena_player_unread(arena_player *p, const char *expected) {
  char why[96];
  because(p, why, (size_t)snprintf(why, sizeof why, "expected %s", expected));
}

bool arena_player_open(arena_player *p, const junqi_match *match, const junqi_entrant *entrant,
                       arena_alarm *alarm, junqi_seat seat, junqi_seat first, uint64_t seed) {
  memset(p, 0, sizeof *p);
  p->entrant = entrant;
  p->match = match;
  p->alarm = alarm;
  p->seat = seat;
  p->first = first;
  p->seed = seed;
  p->random.state = seed;
  p->flag = JUNQI_NO_POINT;
  p->ply.kind = JUNQI_EV_SKIP;
  if (!arena_foreign(p->entrant)) return true;
  if (!arena_process_start(&p->process, entrant->command, match->stop)) return false;
  if (entrant->brain == JUNQI_BRAIN_CCGC)
    ccgc_open(p);
  else
    engine_open(p);
  return true;
}

junqi_layout arena_player_set_up(arena_player *p) {
  junqi_layout layout;
  unsigned brain = p->entrant->brain;
  if (brain == JUNQI_BRAIN_CCGC && ccgc_set_up(p, &layout)) return layout;
  if (brain == JUNQI_BRAIN_ENGINE && engine_set_up(p, &layout)) return layout;
  return junqi_ai_layout(&p->match->rules, p->seed);
}

void arena_player_begin(arena_player *p, const junqi_layout layouts[]) {
  const junqi_rules *rules = &p->match->rules;
  const junqi_layout *seen[JUNQI_MAX_SEATS] = {0};
  for (unsigned owner = 0; owner < junqi_seats((junqi_variant)rules->variant); owner++)
    if (junqi_view_sees(rules, p->seat, owner)) seen[owner] = &layouts[owner];
  switch (p->entrant->brain) {
  case JUNQI_BRAIN_CCGC: break; /* it knows its layout, and nothing else */
  case JUNQI_BRAIN_ENGINE: engine_begin(p, seen); break;
  case JUNQI_BRAIN_JUNQI:
    junqi_player_start(&p->junqi, rules, p->seat, seen, p->first, p->entrant->level, p->seed);
    break;
  default: junqi_knowledge_start(&p->know, rules, p->seat, seen, p->first);
  }
}

void arena_player_tell(arena_player *p, const junqi_events *events) {
  switch (p->entrant->brain) {
  case JUNQI_BRAIN_CCGC: ccgc_tell(p, events); return;
  case JUNQI_BRAIN_ENGINE: engine_tell(p, events); return;
  default: break;
  }
  for (unsigned i = 0; i < events->count; i++)
    if (p->entrant->brain == JUNQI_BRAIN_JUNQI)
      junqi_player_apply(&p->junqi, &events->item[i]);
    else
      junqi_knowledge_apply(&p->know, &events->item[i]);
}

/* A player that is bound by time is bound by nothing else. */
static uint64_t nodes_of(const arena_player *p) {
  return p->match->movetime ? UINT64_MAX : p->match->nodes;
}

static junqi_move yardstick(arena_player *p, const junqi_game *truth) {
  junqi_knowledge know = p->know;
  yard_limit limit = {.depth = p->entrant->depth,
                      .worlds = p->entrant->worlds,
                      .nodes = nodes_of(p),
                      .stop = &p->alarm->rung};
  junqi_knowledge_rest(&know);
  switch (p->entrant->brain) {
  case JUNQI_BRAIN_GREEDY: return yard_greedy(&know, &p->random).move;
  case JUNQI_BRAIN_PIMC: return yard_pimc(&know, &limit, &p->random).move;
  case JUNQI_BRAIN_BRS: return yard_brs(&know, &limit, &p->random).move;
  case JUNQI_BRAIN_EXPECT: return yard_expectimax(&know, &limit, &p->random).move;
  case JUNQI_BRAIN_CHEAT: return yard_cheat(truth, &limit, &p->random).move;
  default: return yard_random(&know, &p->random).move;
  }
}

int64_t arena_player_now(const arena_player *p) {
  return arena_foreign(p->entrant) ? arena_now() : arena_clock_now(p->alarm->clock);
}

arena_fault arena_player_choose(arena_player *p, const junqi_game *truth, junqi_move *move) {
  if (p->fault != ARENA_FINE) return p->fault;
  if (p->entrant->brain == JUNQI_BRAIN_CCGC) return ccgc_choose(p, move);
  if (p->entrant->brain == JUNQI_BRAIN_ENGINE) return engine_choose(p, move);
  junqi_budget budget = {.nodes = nodes_of(p),
                         .stop = &p->alarm->rung,
                         .memory = p->memory,
                         .slots = p->memory ? JUNQI_AI_SLOTS : 0};
  arena_alarm_set(p->alarm, p->match->movetime);
  if (p->entrant->brain == JUNQI_BRAIN_JUNQI)
    *move = junqi_player_choose(&p->junqi, &budget).move;
  else
    *move = yardstick(p, truth);
  arena_alarm_set(p->alarm, 0);
  return ARENA_FINE;
}

void arena_player_close(arena_player *p, unsigned result) {
  if (!arena_foreign(p->entrant) || !p->process.pid) return;
  if (p->entrant->brain == JUNQI_BRAIN_CCGC)
    ccgc_close(p, result);
  else
    arena_process_say(&p->process, "quit", arena_now() + GRACE);
  arena_process_end(&p->process, GRACE);
}

arena_fault arena_await(arena_player *p, const char *wanted, int64_t deadline, char *rest) {
  char line[ARENA_LINE];
  for (;;) {
    switch (arena_process_hear(&p->process, line, deadline)) {
    case ARENA_HEARD: break;
    case ARENA_LATE:
    case ARENA_GONE: return arena_player_fails(p, ARENA_LATE_ANSWER);
    }
    const char *answer = arena_line_after(line, wanted);
    if (!answer) continue;
    strcpy(rest, answer);
    return ARENA_FINE;
  }
}

bool arena_say(arena_player *p, const char *line, int64_t deadline) {
  if (p->fault != ARENA_FINE) return false;
  if (arena_process_say(&p->process, line, deadline)) return true;
  arena_player_fails(p, ARENA_LATE_ANSWER);
  return false;
}
