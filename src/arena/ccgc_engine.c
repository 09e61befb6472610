/* Our player behind F-6, for that championship's referee. It keeps answering whatever the referee
 * sends. */
#include "engine_think.h"

#include <stdlib.h>
#include <string.h>

#include "ccgc.h"
#include "junqi/arena.h"
#include "process.h"

enum { SHARES = 40, LEAST_MS = 50, MOST_MS = 5000 };

typedef struct session {
  const junqi_engine *setup;
  FILE *out;
  junqi_rules rules;
  junqi_layout own;
  junqi_player player;
  junqi_seat seat;
  bool seated;
  int64_t left;    /* milliseconds on our clock */
  junqi_move sent; /* waits for its RESULT */
  arena_alarm alarm;
  junqi_ai_slot memory[JUNQI_AI_SLOTS];
} session;

static void say(const session *s, const char *word, const char *text) {
  fprintf(s->out, "%s %s\n", word, text);
  fflush(s->out);
}

/* `START <0 first / 1 second> <seconds> <quiet steps>` */
static void start(session *s, const char *line) {
  char letters[JUNQI_ARM_PIECES + 1];
  unsigned second = 0, seconds = 1800, quiet = 31;
  const junqi_layout *seen[JUNQI_MAX_SEATS] = {0};
  sscanf(line, "START %1u %9u %9u", &second, &seconds, &quiet);
  s->rules = junqi_rules_default(JUNQI_DARK);
  junqi_rules_preset(&s->rules, "ccgc", 4, NULL);
  s->rules.value[JUNQI_OPT_QUIET_LIMIT] = (uint16_t)(quiet > 9999 ? 9999 : quiet);
  s->seat = second ? 1 : 0;
  s->left = (int64_t)seconds * 1000;
  s->own = junqi_ai_layout(&s->rules, s->setup->seed);
  seen[s->seat] = &s->own;
  junqi_player_start(&s->player, &s->rules, s->seat, seen, 0, s->setup->level, s->setup->seed);
  s->seated = true;
  ccgc_put_layout(&s->own, letters);
  say(s, "ARRAY", letters);
}

static void show_flag(session *s, junqi_point at, unsigned owner) {
  junqi_event show = {.kind = JUNQI_EV_SHOW,
                      .seat = (junqi_seat)owner,
                      .move = {at, at},
                      .piece = junqi_piece_of(owner, JUNQI_FLAG) | JUNQI_PUBLIC};
  if (!(s->player.know.view.at[at] & JUNQI_PUBLIC)) junqi_player_apply(&s->player, &show);
}

static bool marshal_lives(const session *s) {
  for (unsigned q = 0; q < 60; q++)
    if (s->player.know.view.at[q] == junqi_piece_of(s->seat, JUNQI_MARSHAL)) return true;
  return false;
}

static junqi_point own_flag(const session *s) {
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (s->own.at[i] == JUNQI_FLAG) return (junqi_point)(s->seat * JUNQI_ARM_POINTS + i);
  return JUNQI_NO_POINT;
}

/* A ply with what F-6 tells of it; that our own flag is shown we know ourselves. */
static void fold(session *s, junqi_seat mover, junqi_move move, char result, const char *flag) {
  junqi_event ply = {.kind = JUNQI_EV_PLY, .seat = mover, .move = move};
  junqi_outcome outcome;
  if (!ccgc_outcome(result, &outcome)) return;
  if (outcome == JUNQI_WON &&
      s->player.know.view.at[move.to] == (junqi_piece_of(mover ^ 1u, JUNQI_FLAG) | JUNQI_PUBLIC))
    outcome = JUNQI_FLAG_TAKEN;
  ply.outcome = (uint8_t)outcome;
  junqi_player_apply(&s->player, &ply);
  junqi_point shown = ccgc_point(s->seat, flag);
  if (shown != JUNQI_NO_POINT) show_flag(s, shown, s->seat ^ 1u);
  if (!marshal_lives(s)) show_flag(s, own_flag(s), s->seat);
}

static int64_t time_for_ply(const session *s) {
  int64_t share = s->left / SHARES;
  if (s->setup->movetime) return s->setup->movetime;
  if (s->setup->nodes) return 0;
  return share < LEAST_MS ? LEAST_MS : share > MOST_MS ? MOST_MS : share;
}

static void choose(session *s) {
  char text[5];
  int64_t begun = arena_now();
  /* A referee that lost a line on the way still waits for an answer. */
  s->player.know.view.turn = s->seat;
  if (!engine_can_choose(&s->player)) {
    say(s, "BESTMOVE", "0000");
    return;
  }
  arena_alarm_set(&s->alarm, time_for_ply(s));
  junqi_budget budget = {.nodes = s->setup->movetime ? UINT64_MAX : s->setup->nodes,
                         .stop = &s->alarm.rung,
                         .memory = s->memory,
                         .slots = JUNQI_AI_SLOTS};
  s->sent = junqi_player_choose(&s->player, &budget).move;
  ccgc_put_point(s->seat, s->sent.from, text);
  ccgc_put_point(s->seat, s->sent.to, text + 2);
  s->left -= arena_now() - begun;
  say(s, "BESTMOVE", text);
}

/* `GO <move or 0000> <result> <flag>` */
static void go(session *s, const char *line) {
  char word[5] = "", result = '3', flag[3] = "00";
  junqi_move move;
  sscanf(line, "GO %4s %c %2s", word, &result, flag);
  if (ccgc_move(s->seat, word, &move)) fold(s, s->seat ^ 1, move, result, flag);
  choose(s);
}

bool junqi_engine_ccgc(const junqi_engine *engine, FILE *in, FILE *out) {
  char line[ENGINE_LINE], result, flag[3];
  const arena_clock wall = arena_clock_wall();
  session *s = calloc(1, sizeof *s);
  if (!s) return false;
  s->setup = engine;
  s->out = out;
  if (!arena_alarm_start(&s->alarm, &wall)) return free(s), false;
  while (engine_read_line(in, line) && strncmp(line, "END", 3) != 0) {
    if (strncmp(line, "INFO", 4) == 0)
      fprintf(out, "NAME junqi %s\n", engine->version), fflush(out);
    else if (strncmp(line, "START", 5) == 0)
      start(s, line);
    else if (strncmp(line, "GO", 2) == 0 && s->seated)
      go(s, line);
    else if (s->seated && sscanf(line, "RESULT %c %2s", &result, flag) == 2)
      fold(s, s->seat, s->sent, result, flag);
  }
  arena_alarm_end(&s->alarm);
  free(s);
  return true;
}
