/* The referee's side of F-6: a foreign engine of the championship on one seat. Real ones answer
 * late, print what nobody asked for, move where they may not, and do not leave: each costs them
 * their own game and nothing else. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ccgc.h"
#include "player.h"

enum { SAY = 1000 }; /* milliseconds to take a line in */

void ccgc_open(arena_player *p) {
  char rest[ARENA_LINE];
  int64_t deadline = arena_now() + p->match->patience;
  p->left = (int64_t)p->match->clock * 1000;
  if (arena_say(p, "INFO 1.0", deadline)) arena_await(p, "NAME", deadline, rest);
}

bool ccgc_set_up(arena_player *p, junqi_layout *layout) {
  const junqi_rules *rules = &p->match->rules;
  char line[64], rest[ARENA_LINE];
  junqi_error error;
  int64_t deadline = arena_now() + p->match->patience;
  snprintf(line, sizeof line, "START %d %" PRIu32 " %u", p->seat == p->first ? 0 : 1,
           p->match->clock, junqi_opt(rules, JUNQI_OPT_QUIET_LIMIT));
  if (!arena_say(p, line, deadline)) return false;
  if (arena_await(p, "ARRAY", deadline, rest) != ARENA_FINE) return false;
  arena_player_said(p, "ARRAY", rest);
  if (!ccgc_layout(rest, layout))
    arena_player_unread(p, "25 letters a..l");
  else if (junqi_layout_check(rules, layout, p->seat, &error) == JUNQI_E_OK)
    return true;
  else
    arena_player_refused(p, &error);
  arena_player_fails(p, ARENA_ILLEGAL);
  return false;
}

static void put_flag(const arena_player *p, char text[3]) {
  if (p->flag == JUNQI_NO_POINT)
    strcpy(text, "00");
  else
    ccgc_put_point(p->seat, p->flag, text);
}

void ccgc_tell(arena_player *p, const junqi_events *events) {
  char line[32], flag[3];
  const junqi_event *ply = NULL;
  for (unsigned i = 0; i < events->count; i++) {
    const junqi_event *event = &events->item[i];
    if (event->kind == JUNQI_EV_PLY) ply = event;
    if (event->kind == JUNQI_EV_SHOW && junqi_type_of(event->piece) == JUNQI_FLAG &&
        junqi_owner_of(event->piece) != p->seat)
      p->flag = event->move.from;
  }
  if (!ply) return;
  if (ply->seat != p->seat) {
    p->ply = *ply;
    return;
  }
  put_flag(p, flag);
  snprintf(line, sizeof line, "RESULT %c %s", ccgc_result((junqi_outcome)ply->outcome), flag);
  arena_say(p, line, arena_now() + SAY);
}

arena_fault ccgc_choose(arena_player *p, junqi_move *move) {
  char line[32], rest[ARENA_LINE], flag[3], from[3] = "00", to[3] = "00", result = '0';
  int64_t begun = arena_now();
  if (p->ply.kind == JUNQI_EV_PLY) {
    ccgc_put_point(p->seat, p->ply.move.from, from);
    ccgc_put_point(p->seat, p->ply.move.to, to);
    result = ccgc_result((junqi_outcome)p->ply.outcome);
  }
  put_flag(p, flag);
  snprintf(line, sizeof line, "GO %s%s %c %s", from, to, result, flag);
  arena_process_drain(&p->process);
  if (!arena_say(p, line, begun + p->left)) return p->fault;
  if (arena_await(p, "BESTMOVE", begun + p->left, rest) != ARENA_FINE) return p->fault;
  arena_player_said(p, "BESTMOVE", rest);
  p->left -= arena_now() - begun;
  if (p->left <= 0) return arena_player_fails(p, ARENA_LATE_ANSWER);
  if (ccgc_move(p->seat, rest, move)) return ARENA_FINE;
  arena_player_unread(p, "two points such as G0F0");
  return ARENA_ILLEGAL;
}

void ccgc_close(arena_player *p, unsigned result) {
  char line[16];
  snprintf(line, sizeof line, "END %u", result);
  arena_process_say(&p->process, line, arena_now() + SAY);
}
