/* Scoring by RULES.md R-9: a tracker of the facts it asks for, and the sums. It knows no accounts
 * and no ratings. */
#include "junqi/score.h"

#include <string.h>

static unsigned seats_of(const junqi_rules *rules) {
  return junqi_seats((junqi_variant)rules->variant);
}

/* --- the tracker ------------------------------------------------------------------------------ */

void junqi_score_start(junqi_score_track *track, const junqi_rules *rules) {
  memset(track, 0, sizeof *track);
  memset(track->owner, JUNQI_NO_SEAT, sizeof track->owner);
  track->rules = rules;
  track->mover = track->defender = JUNQI_NO_SEAT;
  for (unsigned q = 0; q < seats_of(rules) * JUNQI_ARM_POINTS; q++)
    if (!junqi_layout_camp(q % JUNQI_ARM_POINTS)) track->owner[q] = (uint8_t)(q / JUNQI_ARM_POINTS);
}

/* Only `three` asks who met whom, so only there the pieces' owners are followed. */
static void fold_ply(junqi_score_track *track, const junqi_event *event) {
  uint8_t *from = &track->owner[event->move.from], *to = &track->owner[event->move.to];
  track->plies++;
  track->mover = event->seat;
  track->defender = JUNQI_NO_SEAT;
  track->group = track->outs;
  if (track->rules->variant != JUNQI_THREE) return;
  if (event->outcome != JUNQI_QUIET) track->defender = *to;
  if (event->outcome == JUNQI_BOUNCED) return;
  if (event->outcome == JUNQI_BOTH) *to = JUNQI_NO_SEAT;
  if (event->outcome != JUNQI_BOTH && event->outcome != JUNQI_LOST) *to = *from;
  *from = JUNQI_NO_SEAT;
}

/* Is this one put out by the ply itself, by (1) or (2) of? The stuck and the late of (5) go
 * out because their turn comes. */
static bool put_out_by_ply(const junqi_score_track *track, unsigned reason) {
  if (track->mover == JUNQI_NO_SEAT) return false;
  return reason == JUNQI_BY_FLAG || reason == JUNQI_BY_PIECES ||
         (reason == JUNQI_BY_STUCK &&
          junqi_opt(track->rules, JUNQI_OPT_STUCK) == JUNQI_STUCK_AT_ONCE);
}

static void fold_out(junqi_score_track *track, const junqi_event *event) {
  junqi_score_out out = {event->seat, event->reason, JUNQI_NO_SEAT};
  unsigned at = track->outs;
  if (at == JUNQI_MAX_SEATS) return;
  if (event->reason == JUNQI_BY_FLAG || event->reason == JUNQI_BY_PIECES)
    out.by = event->seat == track->mover ? track->defender : track->mover;
  /* of those put out by one ply the mover counts as last. */
  if (put_out_by_ply(track, event->reason) && at > track->group &&
      track->out[at - 1].seat == track->mover) {
    track->out[at] = track->out[at - 1];
    at--;
  }
  track->out[at] = out;
  track->outs++;
  for (unsigned q = 0; q < JUNQI_MAX_POINTS; q++)
    if (track->owner[q] == event->seat) track->owner[q] = JUNQI_NO_SEAT;
}

void junqi_score_fold(junqi_score_track *track, const junqi_event *event) {
  switch ((junqi_event_kind)event->kind) {
  case JUNQI_EV_PLY: fold_ply(track, event); break;
  case JUNQI_EV_SHOW: break;
  case JUNQI_EV_OUT: fold_out(track, event); break;
  case JUNQI_EV_END:
    track->over = true;
    track->winners = event->winners;
    track->reason = event->reason;
    break;
  default: track->mover = track->defender = JUNQI_NO_SEAT; break;
  }
}

/* --- the sums --------------------------------------------------------------------------------- */

/* the seat is above the gate and one of its opponents below it. */
static bool gated(const junqi_rules *rules, const int32_t before[], junqi_seat seat) {
  int32_t gate = (int32_t)junqi_opt(rules, JUNQI_OPT_SCORE_GATE);
  if (!before || gate == 0 || before[seat] <= gate) return false;
  for (unsigned other = 0; other < seats_of(rules); other++)
    if (!junqi_friends(rules, seat, other) && before[other] < gate) return true;
  return false;
}

typedef struct scoring {
  const junqi_score_track *game;
  const int32_t *before;
  junqi_score score;
} scoring;

static void add(scoring *s, junqi_seat seat, junqi_score_clause clause, int points) {
  junqi_score_part part = {seat, (uint8_t)clause, (int16_t)points};
  if (points > 0 && gated(s->game->rules, s->before, seat)) {
    part.clause = JUNQI_SCORE_GATED;
    part.points = 0;
  }
  s->score.part[s->score.parts++] = part;
  s->score.change[seat] = (int16_t)(s->score.change[seat] + part.points);
}

/* A part without points for every seat that has none yet. */
static void add_rest(scoring *s, junqi_score_clause clause) {
  unsigned have = 0;
  for (unsigned i = 0; i < s->score.parts; i++)
    have |= 1u << s->score.part[i].seat;
  for (unsigned seat = 0; seat < seats_of(s->game->rules); seat++)
    if (!(have >> seat & 1)) add(s, (junqi_seat)seat, clause, 0);
}

/* two sides. */
static void score_sides(scoring *s) {
  const junqi_score_track *game = s->game;
  bool four = game->rules->variant == JUNQI_FOUR;
  int points = four ? 2 : 1;
  bool too_short = game->plies <= (four ? 40u : 30u);
  if (!game->winners) {
    bool escape = four && game->reason == JUNQI_BY_ESCAPE;
    add_rest(s, escape ? JUNQI_SCORE_ESCAPE_DRAWN : JUNQI_SCORE_DRAWN);
    return;
  }
  for (unsigned seat = 0; seat < seats_of(game->rules); seat++) {
    if (!(game->winners >> seat & 1))
      add(s, (junqi_seat)seat, JUNQI_SCORE_LOST, -points);
    else if (too_short)
      add(s, (junqi_seat)seat, JUNQI_SCORE_SHORT, 0);
    else
      add(s, (junqi_seat)seat, JUNQI_SCORE_WON, points);
  }
}

/* the first out has escaped, two go on. */
static void score_pair(scoring *s, const junqi_score_out *second, junqi_seat winner) {
  int x = (int)junqi_opt(s->game->rules, JUNQI_OPT_X);
  if (winner == JUNQI_NO_SEAT) return;
  add(s, second->seat, JUNQI_SCORE_PAIR_LOST, -x);
  add(s, winner, JUNQI_SCORE_PAIR_WON, x);
}

/* */
static void score_first(scoring *s, const junqi_score_out *first) {
  int x = (int)junqi_opt(s->game->rules, JUNQI_OPT_X);
  add(s, first->seat, JUNQI_SCORE_FIRST_OUT, -x);
  if (first->by != JUNQI_NO_SEAT) add(s, first->by, JUNQI_SCORE_PUT_FIRST_OUT, x);
}

static void score_second(scoring *s, const junqi_score_out *second, junqi_seat winner) {
  const junqi_rules *rules = s->game->rules;
  add(s, second->seat, JUNQI_SCORE_SECOND_OUT, -(int)junqi_opt(rules, JUNQI_OPT_Y));
  if (winner != JUNQI_NO_SEAT)
    add(s, winner, JUNQI_SCORE_LAST_STANDING, (int)junqi_opt(rules, JUNQI_OPT_Z));
}

static void score_escape(scoring *s, junqi_seat seat) {
  add(s, seat, JUNQI_SCORE_ESCAPED, -(int)junqi_opt(s->game->rules, JUNQI_OPT_Z));
}

/* everyone alone. A winner by may be among the outs: it is the last then. */
static void score_three(scoring *s) {
  const junqi_score_track *game = s->game;
  junqi_seat winner = JUNQI_NO_SEAT;
  const junqi_score_out *first = game->outs > 0 ? &game->out[0] : NULL;
  const junqi_score_out *second = game->outs > 1 ? &game->out[1] : NULL;
  for (unsigned seat = 0; seat < 3; seat++)
    if (game->winners >> seat & 1) winner = (junqi_seat)seat;
  bool pair = first && first->reason == JUNQI_BY_ESCAPE;
  if (pair)
    score_escape(s, first->seat);
  else if (first)
    score_first(s, first);
  if (second && second->reason == JUNQI_BY_ESCAPE) {
    score_escape(s, second->seat);
    if (winner != JUNQI_NO_SEAT) add(s, winner, JUNQI_SCORE_LEFT_ALONE, 0);
  } else if (second && pair) {
    score_pair(s, second, winner);
  } else if (second) {
    score_second(s, second, winner);
  }
  add_rest(s, JUNQI_SCORE_DRAWN);
}

junqi_score junqi_score_game(const junqi_score_track *game, const int32_t before[],
                             junqi_score_table table) {
  scoring s = {.game = game, .before = before};
  if (!game->over) return s.score;
  for (unsigned i = 0; i < game->outs; i++)
    if (game->out[i].reason == JUNQI_BY_ESCAPE)
      s.score.escaped |= (uint8_t)(1u << game->out[i].seat);
  if (table.computer || table.friendly || table.one_person)
    add_rest(&s, JUNQI_SCORE_UNRATED);
  else if (game->rules->variant == JUNQI_THREE)
    score_three(&s);
  else
    score_sides(&s);
  return s.score;
}

/* --- words ------------------------------------------------------------------------------------ */

static const struct {
  const char *id, *word, *english, *chinese;
} clauses[JUNQI_SCORE_CLAUSES] = {
    [JUNQI_SCORE_WON] = {"R-9.1", "won", "won", "获胜"},
    [JUNQI_SCORE_LOST] = {"R-9.1", "lost", "lost", "失败"},
    [JUNQI_SCORE_SHORT] = {"R-9.2", "short", "won, but too soon to gain", "获胜，但步数太少不得分"},
    [JUNQI_SCORE_DRAWN] = {"R-9.3", "drawn", "drawn", "和棋"},
    [JUNQI_SCORE_ESCAPE_DRAWN] = {"R-9.3", "escape_drawn", "an escape ended the game",
                                  "有人逃跑，本局不计"},
    [JUNQI_SCORE_GATED] = {"R-9.4", "gated", "gains nothing from lower scores",
                           "对手分数过低，不得分"},
    [JUNQI_SCORE_FIRST_OUT] = {"R-9.5", "first_out", "first out", "第一个出局"},
    [JUNQI_SCORE_PUT_FIRST_OUT] = {"R-9.5", "put_first_out", "put the first out", "淘汰第一家"},
    [JUNQI_SCORE_SECOND_OUT] = {"R-9.5", "second_out", "second out", "第二个出局"},
    [JUNQI_SCORE_LAST_STANDING] = {"R-9.5", "last_standing", "last one standing", "最后胜出"},
    [JUNQI_SCORE_ESCAPED] = {"R-9.6", "escaped", "escaped", "逃跑"},
    [JUNQI_SCORE_PAIR_WON] = {"R-9.6", "pair_won", "won among the two that stayed",
                              "余下两家中获胜"},
    [JUNQI_SCORE_PAIR_LOST] = {"R-9.6", "pair_lost", "lost among the two that stayed",
                               "余下两家中失败"},
    [JUNQI_SCORE_LEFT_ALONE] = {"R-9.6", "left_alone", "left alone: nothing more",
                                "对手逃跑，不再得分"},
    [JUNQI_SCORE_UNRATED] = {"R-9.7", "unrated", "this game does not count", "本局不计分"},
};

const char *junqi_score_clause_id(junqi_score_clause clause) {
  return clause < JUNQI_SCORE_CLAUSES ? clauses[clause].id : "";
}

const char *junqi_score_clause_word(junqi_score_clause clause) {
  return clause < JUNQI_SCORE_CLAUSES ? clauses[clause].word : "";
}

const char *junqi_score_clause_text(junqi_score_clause clause, junqi_language language) {
  if (clause >= JUNQI_SCORE_CLAUSES) return "";
  return language == JUNQI_CHINESE ? clauses[clause].chinese : clauses[clause].english;
}
