/*
 * Plies and what follows them, for the second referee: combat, flips, carriers
 * and the order after a ply down to the seat whose turn it then is.
 */
#include "slow.h"

#include <stdio.h>
#include <string.h>

/* What one ply did, as R-7.6 (1) needs it. */
typedef struct ply_result {
  char mark;                  /* outcome mark of F-5, or 0 */
  char defender;              /* seat, or 0 */
  bool lost_flag[SLOW_SEATS]; /* seats this ply makes lose by `flag` */
  bool removed;               /* a piece was removed by an attack, or one was flipped */
} ply_result;

void slow_say(slow_lines *lines, const char *first, const char *second, const char *third) {
  if (lines->count < SLOW_LINES)
    snprintf(lines->line[lines->count++], sizeof lines->line[0], "%s%s%s", first, second, third);
}

static bool is_flip(const slow_game *game) {
  return !strcmp(game->variant, "flip");
}

static void say_seat(slow_lines *lines, const char *word, char seat, const char *reason) {
  char text[16];
  snprintf(text, sizeof text, " %c%s", seat, reason[0] ? " " : "");
  slow_say(lines, word, text, reason);
}

/* F-4 `dug`, R-7.14: a mine leaves the board, however. */
static void count_mine(slow_game *game, slow_piece piece) {
  if (is_flip(game) && piece.letter == 'M') game->dug[piece.owner - 'a']++;
}

/* */
static void reveal_flag(slow_game *game, char owner) {
  for (int p = 0; p < game->points; p++)
    if (game->at[p].owner == owner && game->at[p].letter == 'F') game->at[p].mark = true;
}

/* A piece is removed by an attack: flag, R-5.7 marshal, R-7.14 carrier, mines. */
static void remove_piece(slow_game *game, int point, ply_result *result) {
  slow_piece piece = game->at[point];
  game->at[point] = (slow_piece){0};
  result->removed = true;
  count_mine(game, piece);
  if (piece.letter == 'F') result->lost_flag[slow_seat_of(game, piece.owner) - 'a'] = true;
  if (piece.letter == '9' && slow_option_is(game, "marshal_reveals_flag", "yes"))
    reveal_flag(game, piece.owner);
  if (is_flip(game) && game->carry[piece.owner - 'a'] == point) {
    game->carry[piece.owner - 'a'] = -1;
    result->lost_flag[slow_seat_of(game, piece.owner) - 'a'] = true;
  }
}

/* A piece goes to an empty point; its mark and a carried flag go with it. */
static void carry_over(slow_game *game, int from, int to) {
  char owner = game->at[from].owner;
  game->at[to] = game->at[from];
  game->at[from] = (slow_piece){0};
  if (is_flip(game) && game->carry[owner - 'a'] == from) game->carry[owner - 'a'] = to;
}

/* a ranked piece attacks a mine. */
static char mine_outcome(const slow_game *game, char attacker) {
  if (attacker == '1') return '>';
  if (slow_option_is(game, "mine_hit", "bounce")) return '~';
  return slow_option_is(game, "mine_hit", "both") ? '=' : '<';
}

/* … in the order asks for. */
static char outcome(const slow_game *game, char attacker, char defender) {
  if (attacker == 'B' || defender == 'B') return '=';
  if (defender == 'F') return '#';
  if (defender == 'M') return mine_outcome(game, attacker);
  return attacker > defender ? '>' : attacker < defender ? '<' : '=';
}

/* the attack itself; reveal the defender. */
static void fight(slow_game *game, int from, int to, ply_result *result) {
  slow_piece attacker = game->at[from];
  slow_piece defender = game->at[to];
  result->defender = slow_seat_of(game, defender.owner);
  result->mark = outcome(game, attacker.letter, defender.letter);
  bool scouted = result->mark == '<' && attacker.letter == '1' && slow_is_ranked(defender.letter) &&
                 slow_option_is(game, "engineer_scout", "yes");
  if (scouted || result->mark == '~') game->at[to].mark = true;
  if (result->mark == '>' || result->mark == '#' || result->mark == '=')
    remove_piece(game, to, result);
  if (result->mark == '<' || result->mark == '=') remove_piece(game, from, result);
  if (result->mark == '>' || result->mark == '#') carry_over(game, from, to);
}

/* R-7.14 `carry`: the flag leaves the board and stays with the piece; no removal. */
static void pick_up(slow_game *game, int from, int to) {
  char owner = game->at[to].owner;
  game->at[to] = (slow_piece){0};
  carry_over(game, from, to);
  game->carry[owner - 'a'] = to;
}

/* R-7.14 `carry`: the mover's carrier stands in a headquarters of the other seat's arm. */
static void carrier_arrives(const slow_game *game, int to, ply_result *result) {
  char other = game->turn == 'a' ? 'b' : 'a';
  slow_piece piece = game->at[to];
  if (is_flip(game) && piece.owner && piece.owner == slow_owner(game, game->turn) &&
      game->carry[piece.owner - 'a'] == to && slow_is_headquarters(game->seats, to) &&
      slow_arm(game->seats, to) == other)
    result->lost_flag[other - 'a'] = true;
}

static void move(slow_game *game, int from, int to, ply_result *result) {
  if (!game->at[to].owner)
    carry_over(game, from, to);
  else if (is_flip(game) && game->at[to].owner == game->at[from].owner)
    pick_up(game, from, to);
  else
    fight(game, from, to, result);
  carrier_arrives(game, to, result);
}

/* does this flip decide the colours? */
static bool decides_colours(const slow_game *game, slow_piece piece) {
  if (game->colours[0]) return false;
  if (slow_option_is(game, "flip_colour", "first")) return true;
  if (slow_option_is(game, "flip_colour", "pair")) return game->last == piece.owner;
  return piece.letter == '1';
}

/* */
static void flip(slow_game *game, int point, ply_result *result) {
  slow_piece *piece = &game->at[point];
  piece->mark = true;
  result->removed = true;
  if (decides_colours(game, *piece)) {
    bool straight = (piece->owner == 'a') == (game->turn == 'a');
    snprintf(game->colours, sizeof game->colours, "%s", straight ? "ab" : "ba");
    game->last = 0;
  } else if (!game->colours[0] && slow_option_is(game, "flip_colour", "pair")) {
    game->last = piece->owner;
  }
}

/* */
static void clear_pieces(slow_game *game, char owner) {
  for (int p = 0; p < game->points; p++)
    if (owner && game->at[p].owner == owner) {
      count_mine(game, game->at[p]);
      game->at[p] = (slow_piece){0};
    }
  if (owner && is_flip(game)) game->carry[owner - 'a'] = -1;
}

/* any seat going out ends the proposal. */
void slow_go_out(slow_game *game, char seat, const char *reason, slow_lines *lines) {
  size_t n = strlen(game->out);
  game->out[n] = seat;
  snprintf(game->why[n], sizeof game->why[n], "%s", reason);
  clear_pieces(game, slow_owner(game, seat));
  game->proposer = 0;
  say_seat(lines, "out", seat, reason);
}

static void end(slow_game *game, const char *text, slow_lines *lines) {
  snprintf(game->end, sizeof game->end, "%s", text);
  slow_say(lines, text, "", "");
}

/* F-5: the whole winning side is named, out or not. */
void slow_win(slow_game *game, char winner, const char *reason, slow_lines *lines) {
  char side[8] = "";
  char text[40];
  for (char seat = 'a'; seat < 'a' + game->seats; seat++)
    if (slow_same_side(game, seat, winner)) {
      size_t n = strlen(side);
      snprintf(side + n, sizeof side - n, "%s%c", n ? "," : "", seat);
    }
  snprintf(text, sizeof text, "end win %s reason %s", side, reason);
  end(game, text, lines);
}

void slow_draw(slow_game *game, const char *reason, slow_lines *lines) {
  char text[40];
  snprintf(text, sizeof text, "end draw reason %s", reason);
  end(game, text, lines);
}

/* the reason of a win is that of the losing side's last `out`. */
static const char *reason_of_win(const slow_game *game, char winner) {
  const char *reason = "";
  for (int i = 0; game->out[i]; i++)
    if (!slow_same_side(game, game->out[i], winner)) reason = game->why[i];
  return reason;
}

/* R-7.6 (3): a win by, or by for the mover. */
bool slow_decided(slow_game *game, char mover, slow_lines *lines) {
  int sides = slow_sides_standing(game);
  if (sides >= 2) return false;
  char winner = mover;
  for (char seat = 'a'; seat < 'a' + game->seats; seat++)
    if (slow_is_in(game, seat)) winner = seat;
  if (sides == 0 && slow_option_is(game, "stuck", "mutual"))
    slow_draw(game, "stuck", lines);
  else
    slow_win(game, winner, reason_of_win(game, winner), lines);
  return true;
}

static bool some_seat_has_ply(const slow_game *game) {
  bool found = false;
  for (char seat = 'a'; seat < 'a' + game->seats; seat++) {
    slow_plies plies;
    slow_legal_of(game, seat, &plies);
    found = found || (slow_is_in(game, seat) && plies.count > 0);
  }
  return found;
}

/* for a seat on turn that has no legal ply. */
static void no_ply(slow_game *game, char seat, slow_lines *lines) {
  if (!slow_has_movable(game, seat)) {
    slow_go_out(game, seat, "pieces", lines);
  } else if (slow_option_is(game, "stuck", "mutual") && !some_seat_has_ply(game)) {
    slow_draw(game, "stuck", lines);
  } else if (slow_option_is(game, "stuck", "skip")) {
    say_seat(lines, "skip", seat, "");
    if (++game->timeouts[seat - 'a'] >= slow_number(game, "timeout_limit"))
      slow_go_out(game, seat, "timeouts", lines);
  } else {
    slow_go_out(game, seat, "stuck", lines);
  }
}

/* R-7.6 (5): for each seat in turn until one has a legal ply. */
void slow_turn_comes(slow_game *game, slow_lines *lines) {
  slow_plies plies;
  for (slow_legal(game, &plies); !slow_over(game) && plies.count == 0; slow_legal(game, &plies)) {
    char seat = game->turn;
    no_ply(game, seat, lines);
    if (game->end[0]) return;
    game->turn = slow_next(game, seat);
    if (slow_decided(game, seat, lines)) return;
  }
}

/* R-7.6 (1): defender, mover, the others in turn order from the mover; only seats still in. */
static void out_order(const slow_game *game, char mover, char defender,
                      char order[SLOW_SEATS + 1]) {
  int n = 0;
  memset(order, 0, SLOW_SEATS + 1);
  if (defender && slow_is_in(game, defender)) order[n++] = defender;
  order[n++] = mover;
  for (char seat = slow_next(game, mover); seat != mover; seat = slow_next(game, seat))
    if (seat != defender) order[n++] = seat;
}

/* R-7.6 (1): nobody is out by `pieces` before the colours are known. */
static void lose_by_flag_or_pieces(slow_game *game, const char *order, const ply_result *result,
                                   slow_lines *lines) {
  const char *reason[SLOW_SEATS] = {0};
  for (int i = 0; order[i]; i++)
    if (result->lost_flag[order[i] - 'a'])
      reason[i] = "flag";
    else if (!slow_has_movable(game, order[i]))
      reason[i] = "pieces";
  for (int i = 0; order[i]; i++)
    if (reason[i]) slow_go_out(game, order[i], reason[i], lines);
}

/* R-7.6 (2) */
static void lose_at_once(slow_game *game, const char *order, slow_lines *lines) {
  bool stuck[SLOW_SEATS] = {false};
  if (!slow_option_is(game, "stuck", "at_once") || slow_sides_standing(game) <= 1) return;
  for (int i = 0; order[i]; i++)
    stuck[i] = slow_is_in(game, order[i]) && slow_is_stuck(game, order[i]);
  for (int i = 0; order[i]; i++)
    if (stuck[i]) slow_go_out(game, order[i], "stuck", lines);
}

/* R-7.6 (4), R-7.7; `quiet_loses` is of `dark` alone, so the winner is the mover. */
static bool quiet_end(slow_game *game, char mover, slow_lines *lines) {
  int limit = slow_number(game, "quiet_limit");
  if (!limit || game->quiet < limit) return false;
  if (slow_option_is(game, "quiet_loses", "yes"))
    slow_win(game, mover, "quiet", lines);
  else
    slow_draw(game, "quiet", lines);
  return true;
}

/* */
static void after_ply(slow_game *game, const ply_result *result, slow_lines *lines) {
  char mover = game->turn;
  char order[SLOW_SEATS + 1];
  out_order(game, mover, result->defender, order);
  lose_by_flag_or_pieces(game, order, result, lines);
  lose_at_once(game, order, lines);
  game->turn = slow_next(game, mover);
  if (!slow_decided(game, mover, lines) && !quiet_end(game, mover, lines))
    slow_turn_comes(game, lines);
}

/* F-5: from-point and to-point with no separator, or `!` and a point for a flip. */
static bool read_ply(const slow_game *game, const char *text, slow_ply *ply) {
  char name[4];
  bool is_a_flip = text[0] == '!';
  text += is_a_flip;
  ply->to = -1;
  ply->from = slow_point(game->seats, text);
  if (ply->from < 0) return false;
  slow_name(game->seats, ply->from, name);
  text += strlen(name);
  if (is_a_flip) return !*text;
  ply->to = slow_point(game->seats, text);
  if (ply->to < 0) return false;
  slow_name(game->seats, ply->to, name);
  return !text[strlen(name)];
}

static bool is_legal(const slow_game *game, slow_ply ply) {
  slow_plies plies;
  bool found = false;
  slow_legal(game, &plies);
  for (int i = 0; i < plies.count; i++)
    found = found || (plies.ply[i].from == ply.from && plies.ply[i].to == ply.to);
  return found;
}

bool slow_play(slow_game *game, const char *text, slow_lines *lines, slow_error *error) {
  slow_ply ply;
  ply_result result = {0};
  if (!read_ply(game, text, &ply))
    return slow_fail(error, text, "two points such as a11b15, or ! and a point");
  if (!is_legal(game, ply))
    return slow_fail(error, text, slow_over(game) ? "the game is over" : "no legal ply");
  if (ply.to < 0)
    flip(game, ply.from, &result);
  else
    move(game, ply.from, ply.to, &result);
  game->ply++;
  game->quiet = result.removed ? 0 : game->quiet + 1;
  if (game->proposer == game->turn) game->proposer = 0; /* */
  char mark[3] = {' ', result.mark, 0};
  slow_say(lines, text, result.mark ? mark : "", "");
  after_ply(game, &result, lines);
  return true;
}

unsigned long long slow_perft(const slow_game *game, int depth) {
  slow_plies plies;
  slow_legal(game, &plies);
  if (depth <= 1) return depth == 1 ? (unsigned long long)plies.count : 1;
  unsigned long long sum = 0;
  for (int i = 0; i < plies.count; i++) {
    slow_game after = *game;
    slow_lines lines = {0};
    slow_error error;
    char text[8] = "!";
    char to[4] = "";
    slow_name(game->seats, plies.ply[i].from, plies.ply[i].to < 0 ? text + 1 : text);
    if (plies.ply[i].to >= 0) slow_name(game->seats, plies.ply[i].to, to);
    strcat(text, to);
    if (slow_play(&after, text, &lines, &error)) sum += slow_perft(&after, depth - 1);
  }
  return sum;
}
