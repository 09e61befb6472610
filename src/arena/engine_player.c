/* The arena's side of docs/engine-protocol.md: a player in another process. Whatever it does wrong
 * costs its own game. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "junqi/notation.h"
#include "player.h"

static int64_t patience(const arena_player *p) {
  return arena_now() + p->match->patience;
}

void engine_open(arena_player *p) {
  char rest[ARENA_LINE], line[64];
  int64_t deadline = patience(p);
  if (!arena_say(p, "jqi", deadline)) return;
  if (arena_await(p, "jqiok", deadline, rest) != ARENA_FINE) return;
  snprintf(line, sizeof line, "setoption name Seed value %" PRIu64, p->seed);
  if (!arena_say(p, line, deadline) || !arena_say(p, "isready", deadline)) return;
  arena_await(p, "readyok", deadline, rest);
}

/* ` name=value` for each option that is not the variant's own. */
static void put_options(const junqi_rules *rules, char *line, size_t size) {
  junqi_rules usual = junqi_rules_default((junqi_variant)rules->variant);
  for (unsigned o = 0; o < JUNQI_OPTIONS; o++) {
    char value[16];
    if (junqi_opt(rules, (junqi_option)o) == junqi_opt(&usual, (junqi_option)o)) continue;
    size_t used = strlen(line);
    junqi_option_text(rules, (junqi_option)o, value, sizeof value);
    snprintf(line + used, size - used, " %s=%s", junqi_option_about((junqi_option)o)->name, value);
  }
}

bool engine_set_up(arena_player *p, junqi_layout *layout) {
  const junqi_rules *rules = &p->match->rules;
  char line[1024], rest[ARENA_LINE];
  junqi_error error;
  int64_t deadline = patience(p);
  snprintf(line, sizeof line, "layout %s", junqi_variant_name((junqi_variant)rules->variant));
  put_options(rules, line, sizeof line);
  if (!arena_say(p, line, deadline)) return false;
  if (arena_await(p, "layout", deadline, rest) != ARENA_FINE) return false;
  arena_player_said(p, "layout", rest);
  if (junqi_layout_read(rest, strlen(rest), JUNQI_COMPLETE_LAYOUT, rules, p->seat, layout,
                        &error) == JUNQI_E_OK)
    return true;
  arena_player_refused(p, &error);
  arena_player_fails(p, ARENA_ILLEGAL);
  return false;
}

void engine_begin(arena_player *p, const junqi_layout *const layouts[]) {
  char view_text[JUNQI_POSITION_TEXT], line[JUNQI_POSITION_TEXT + 16];
  junqi_view *view = &p->know.view;
  junqi_view_start(view, &p->match->rules, p->seat, layouts, p->first);
  junqi_view_write(view, view_text, sizeof view_text);
  snprintf(line, sizeof line, "position %c %s", 'a' + p->seat, view_text);
  arena_say(p, line, patience(p));
}

void engine_tell(arena_player *p, const junqi_events *events) {
  char text[JUNQI_EVENT_TEXT], line[JUNQI_EVENT_TEXT + 8];
  for (unsigned i = 0; i < events->count; i++) {
    junqi_event_write((junqi_variant)p->match->rules.variant, &events->item[i], -1, true, text,
                      sizeof text);
    snprintf(line, sizeof line, "event %s", text);
    if (!arena_say(p, line, patience(p))) return;
  }
}

arena_fault engine_choose(arena_player *p, junqi_move *move) {
  const junqi_match *m = p->match;
  char line[96] = "go", rest[ARENA_LINE];
  junqi_line ply;
  junqi_error error;
  int64_t allowed = m->movetime ? (int64_t)m->movetime + m->margin : (int64_t)m->patience;
  int64_t deadline = arena_now() + allowed;
  if (m->movetime)
    snprintf(line, sizeof line, "go movetime %" PRIu32, m->movetime);
  else if (m->nodes)
    snprintf(line, sizeof line, "go nodes %" PRIu64, m->nodes);
  arena_process_drain(&p->process);
  if (!arena_say(p, line, deadline)) return p->fault;
  if (arena_await(p, "bestmove", deadline, rest) != ARENA_FINE) return p->fault;
  arena_player_said(p, "bestmove", rest);
  bool understood = junqi_event_read((junqi_variant)m->rules.variant, p->seat, rest, strlen(rest),
                                     &ply, &error) == JUNQI_E_OK;
  if (understood ? ply.event.kind != JUNQI_EV_PLY : !*rest || strcmp(rest, "none") == 0) {
    arena_player_unread(p, m->rules.variant == JUNQI_FLIP ? "a ply such as a11b15 or !a11"
                                                          : "a ply such as a11b15");
    return ARENA_ILLEGAL;
  }
  if (!understood) {
    arena_player_refused(p, &error);
    return ARENA_ILLEGAL;
  }
  *move = ply.event.move;
  return ARENA_FINE;
}
