/* Our player behind docs/engine-protocol.md: does what it is told, line by line. What must be
 * heard while it thinks, the inbox hears. */
#include "engine_think.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "inbox.h"
#include "junqi/arena.h"
#include "junqi/notation.h"
#include "process.h"

typedef struct session {
  const junqi_engine *setup;
  FILE *out;
  unsigned level;
  uint64_t seed;
  junqi_rules rules; /* what player.know.view.rules points to */
  junqi_player player;
  bool seated; /* player is in a game */
  arena_alarm alarm;
  arena_inbox inbox;
  junqi_ai_slot memory[JUNQI_AI_SLOTS];
} session;

static void say(const session *s, const char *line) {
  fprintf(s->out, "%s\n", line);
  fflush(s->out);
}

static void complain(const session *s, const junqi_error *error) {
  char text[512];
  junqi_error_text(error, JUNQI_ENGLISH, text, sizeof text);
  fprintf(s->out, "info string %s\n", text);
  fflush(s->out);
}

/* A number up to a space or the end. */
static bool number(const char *text, uint64_t most, uint64_t *value) {
  return junqi_number_from_digits(text, strcspn(text, " "), most, value);
}

/* --- go --------------------------------------------------------------------------------------- */

static void think(session *s, uint64_t nodes) {
  char ply[JUNQI_EVENT_TEXT];
  int64_t begun = arena_now();
  junqi_budget budget = {
      .nodes = nodes, .stop = &s->alarm.rung, .memory = s->memory, .slots = JUNQI_AI_SLOTS};
  junqi_thought t = junqi_player_choose(&s->player, &budget);
  junqi_event event = {.kind = JUNQI_EV_PLY, .move = t.move};
  junqi_event_write((junqi_variant)s->rules.variant, &event, -1, false, ply, sizeof ply);
  fprintf(s->out,
          "info depth %" PRIu32 " worlds %" PRIu32 " nodes %" PRIu64 " score %" PRId32
          " time %" PRId64 "\nbestmove %s\n",
          t.depth, t.worlds, t.nodes, t.score, arena_now() - begun, ply);
  fflush(s->out);
}

/* The number behind `word` in a `go` line, 0 if there is none; a 0 asks for an answer at once. */
static uint64_t limit_of(const session *s, const char *line, const char *word) {
  uint64_t limit = 0;
  const char *at = strstr(line, word);
  if (!at) return 0;
  if (number(at + strlen(word), UINT64_MAX, &limit)) return limit ? limit : 1;
  fprintf(s->out, "info string `%.*s` takes a number from 0\n", (int)strlen(word) - 1, word);
  return 0;
}

static void go(session *s, const char *line) {
  if (!s->seated || !engine_can_choose(&s->player)) {
    say(s, "info string there is nothing to choose: not on turn, or no legal ply\nbestmove none");
    return;
  }
  uint64_t ms = limit_of(s, line, "movetime "), nodes = limit_of(s, line, "nodes ");
  if (!ms && !nodes) ms = s->setup->movetime, nodes = s->setup->nodes;
  arena_inbox_clock(&s->inbox, ms > 86400000 ? 86400000 : (int64_t)ms);
  think(s, nodes ? nodes : ms ? UINT64_MAX : 0);
}

/* --- Games ------------------------------------------------------------------------------------ */

/* `layout VARIANT [option=value ...]` */
static void layout(session *s, const char *line) {
  char text[JUNQI_LAYOUT_TEXT];
  junqi_variant variant;
  junqi_error error;
  size_t word = strcspn(line, " ");
  if (!junqi_variant_from_name(line, word, &variant)) {
    say(s, "info string expected a variant: dark, flip, four, three");
    return;
  }
  if (variant == JUNQI_FLIP) {
    junqi_fail(&error, JUNQI_E_TABLE_NO_LAYOUTS);
    complain(s, &error);
    return;
  }
  junqi_rules rules = junqi_rules_default(variant);
  for (line += word; *line == ' '; line += word) {
    line++;
    word = strcspn(line, " ");
    size_t name = strcspn(line, "= ");
    size_t value = name < word ? name + 1 : word;
    if (junqi_rules_set(&rules, line, name, line + value, word - value, &error) != JUNQI_E_OK) {
      complain(s, &error);
      return;
    }
  }
  junqi_layout own = junqi_ai_layout(&rules, s->seed);
  junqi_layout_write(&own, text, sizeof text);
  fprintf(s->out, "layout %s\n", text);
  fflush(s->out);
}

/* A seat's layout at the start of a game, if the view shows it all. */
static bool layout_of(const junqi_view *view, unsigned seat, junqi_layout *layout) {
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++) {
    junqi_piece piece = view->at[seat * JUNQI_ARM_POINTS + i];
    layout->at[i] = (uint8_t)junqi_type_of(piece);
    if (layout->at[i] == JUNQI_UNKNOWN || (piece && junqi_owner_of(piece) != seat)) return false;
  }
  return junqi_layout_check(view->rules, layout, (junqi_seat)seat, NULL) == JUNQI_E_OK;
}

/* At ply 0 a game begins, and what the player knows grows with its events; later views are joined
 * without a past. */
static bool sit_down(session *s, const junqi_view *view) {
  junqi_layout layouts[JUNQI_MAX_SEATS];
  const junqi_layout *seen[JUNQI_MAX_SEATS] = {0};
  bool flip = s->rules.variant == JUNQI_FLIP;
  if (view->ply > 0) return engine_join(&s->player, view, s->level, s->seed);
  for (unsigned seat = 0; !flip && seat < junqi_seats((junqi_variant)s->rules.variant); seat++)
    if (layout_of(view, seat, &layouts[seat])) seen[seat] = &layouts[seat];
  if (!flip && !seen[view->viewer]) return false;
  junqi_player_start(&s->player, &s->rules, view->viewer, seen, view->turn, s->level, s->seed);
  return true;
}

/* `position SEAT VIEW` */
static void position(session *s, const char *line) {
  junqi_view view;
  junqi_error error;
  s->seated = false;
  if (line[0] < 'a' || line[0] > 'd' || line[1] != ' ') {
    say(s, "info string expected `position SEAT VIEW`, the seat a letter a..d");
    return;
  }
  junqi_seat seat = (junqi_seat)(line[0] - 'a');
  if (junqi_view_read(line + 2, strlen(line + 2), seat, &s->rules, &view, &error) != JUNQI_E_OK) {
    complain(s, &error);
    return;
  }
  s->seated = seat < junqi_seats((junqi_variant)s->rules.variant) && sit_down(s, &view);
  if (!s->seated) say(s, "info string no game agrees with this view");
}

/* `event LINE` */
static void event(session *s, const char *line) {
  junqi_line read;
  junqi_error error;
  if (!s->seated) {
    say(s, "info string an event needs a position before it");
    return;
  }
  junqi_code code = junqi_event_read((junqi_variant)s->rules.variant, s->player.know.view.turn,
                                     line, strlen(line), &read, &error);
  if (code == JUNQI_E_OK) {
    code = junqi_player_apply(&s->player, &read.event);
    junqi_fail(&error, code);
  }
  if (code != JUNQI_E_OK) complain(s, &error);
}

/* `setoption name NAME value VALUE` */
static void set_option(session *s, const char *line) {
  const char *level = arena_line_after(line, "name Level value"),
             *seed = arena_line_after(line, "name Seed value");
  uint64_t value;
  if (level && number(level, JUNQI_AI_LEVELS, &value) && value > 0)
    s->level = (unsigned)value;
  else if (seed && number(seed, UINT64_MAX, &value))
    s->seed = value;
  else if (level || seed)
    fprintf(s->out, "info string %s takes %d..%" PRIu64 "\n", level ? "Level" : "Seed",
            level ? 1 : 0, level ? JUNQI_AI_LEVELS : UINT64_MAX),
        fflush(s->out);
  else
    say(s, "info string the options are Level and Seed");
}

static void introduce(const session *s) {
  fprintf(s->out,
          "id name junqi %s\noption name Level type spin default %u min 1 max %d\n"
          "option name Seed type spin default %" PRIu64 " min 0 max %" PRIu64 "\njqiok\n",
          s->setup->version, s->setup->level, JUNQI_AI_LEVELS, s->setup->seed, UINT64_MAX);
  fflush(s->out);
}

/* --- The loop --------------------------------------------------------------------------------- */

static void obey(session *s, const char *line) {
  const char *rest;
  if (arena_line_after(line, "isready"))
    say(s, "readyok");
  else if (arena_line_after(line, "jqi"))
    introduce(s);
  else if ((rest = arena_line_after(line, "setoption")))
    set_option(s, rest);
  else if ((rest = arena_line_after(line, "layout")))
    layout(s, rest);
  else if ((rest = arena_line_after(line, "position")))
    position(s, rest);
  else if ((rest = arena_line_after(line, "event")))
    event(s, rest);
  else if (arena_line_after(line, "go"))
    go(s, line);
  else if (*line && !arena_line_after(line, "stop"))
    say(s, "info string unknown command");
}

bool junqi_engine_run(const junqi_engine *engine, FILE *in, FILE *out) {
  char line[ENGINE_LINE];
  const arena_clock wall = arena_clock_wall();
  session *s = calloc(1, sizeof *s);
  if (!s) return false;
  s->setup = engine;
  s->out = out;
  s->level = engine->level;
  s->seed = engine->seed;
  if (!arena_alarm_start(&s->alarm, &wall)) return free(s), false;
  bool fine = arena_inbox_start(&s->inbox, in, out, &s->alarm);
  while (fine && arena_inbox_next(&s->inbox, line))
    obey(s, line);
  if (fine) arena_inbox_end(&s->inbox);
  arena_alarm_end(&s->alarm);
  free(s);
  return fine;
}
