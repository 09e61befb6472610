/*
 * Starts and events for the second referee: everything in a record that is no ply. Time itself is
 * not measured here; the record says that it ran out.
 */
#include "slow.h"

#include <stdio.h>
#include <string.h>

/* R-7.6 (5) holds for the first seat as well. */
bool slow_begin(slow_game *game, char first, slow_lines *lines, slow_error *error) {
  for (char seat = 'a'; seat < 'a' + game->seats; seat++) {
    int pieces = 0;
    for (int p = 0; p < game->points; p++)
      pieces += game->at[p].owner == seat;
    if (pieces != 25)
      return slow_fail(error, "start", "a seat has no layout, or the deal is missing");
  }
  if (first < 'a' || first >= 'a' + game->seats)
    return slow_fail(error, "first", "no seat of this variant");
  game->turn = first;
  slow_turn_comes(game, lines);
  return true;
}

void slow_resume(slow_game *game, slow_lines *lines) {
  slow_turn_comes(game, lines);
}

/* A seat went out outside any ply, and if it was on turn the turn passes. */
static void after_out(slow_game *game, char seat, slow_lines *lines) {
  if (game->turn == seat) game->turn = slow_next(game, seat);
  if (!slow_decided(game, seat, lines)) slow_turn_comes(game, lines);
}

static bool on_turn_only(const slow_game *game, char seat, slow_error *error) {
  return seat == game->turn || slow_fail(error, "event", "names the seat on turn only");
}

/* */
static bool timeout(slow_game *game, char seat, slow_lines *lines, slow_error *error) {
  if (!on_turn_only(game, seat, error)) return false;
  slow_say(lines, "timeout ", (char[2]){seat, 0}, "");
  if (++game->timeouts[seat - 'a'] >= slow_number(game, "timeout_limit")) {
    slow_go_out(game, seat, "timeouts", lines);
    after_out(game, seat, lines);
    return true;
  }
  game->turn = slow_next(game, seat);
  slow_turn_comes(game, lines);
  return true;
}

/* `illegal` and `time` of refereed engine matches. */
static bool engine_fault(slow_game *game, char seat, const char *word, slow_lines *lines,
                         slow_error *error) {
  if (!on_turn_only(game, seat, error)) return false;
  slow_say(lines, word, " ", (char[2]){seat, 0});
  slow_go_out(game, seat, word, lines);
  after_out(game, seat, lines);
  return true;
}

/* the seconds since the start are not known here. */
static bool resign(slow_game *game, char seat, slow_lines *lines, slow_error *error) {
  if (slow_option_is(game, "resign", "no")) return slow_fail(error, "resign", "not with resign=no");
  if (game->ply < slow_number(game, "resign_ply"))
    return slow_fail(error, "resign", "not before resign_ply plies");
  slow_say(lines, "resign ", (char[2]){seat, 0}, "");
  slow_go_out(game, seat, "resign", lines);
  after_out(game, seat, lines);
  return true;
}

/* in `four`, with the partner still in, the game ends without a winner. */
static bool escape(slow_game *game, char seat, slow_lines *lines) {
  slow_say(lines, "escape ", (char[2]){seat, 0}, "");
  slow_go_out(game, seat, "escape", lines);
  bool partner_in = false;
  for (char other = 'a'; other < 'a' + game->seats; other++)
    if (slow_is_in(game, other) && slow_same_side(game, seat, other)) partner_in = true;
  if (!partner_in) {
    after_out(game, seat, lines);
    return true;
  }
  if (game->turn == seat) game->turn = slow_next(game, seat);
  slow_draw(game, "escape", lines);
  return true;
}

/* */
static bool offer(slow_game *game, char seat, slow_lines *lines, slow_error *error) {
  if (game->proposer) return slow_fail(error, "draw-offer", "one proposal is open already");
  if (game->offers[seat - 'a'] >= 3) return slow_fail(error, "draw-offer", "three times a game");
  game->offers[seat - 'a']++;
  game->proposer = seat;
  memset(game->accepted, 0, sizeof game->accepted);
  slow_say(lines, "draw-offer ", (char[2]){seat, 0}, "");
  return true;
}

/* have all other seats still in accepted? */
static bool all_accepted(const slow_game *game) {
  for (char seat = 'a'; seat < 'a' + game->seats; seat++)
    if (slow_is_in(game, seat) && seat != game->proposer && !game->accepted[seat - 'a'])
      return false;
  return true;
}

/* */
static bool answer(slow_game *game, char seat, bool accepts, slow_lines *lines, slow_error *error) {
  if (!game->proposer || game->proposer == seat)
    return slow_fail(error, "draw", "no proposal of another seat is open");
  if (accepts && game->accepted[seat - 'a'])
    return slow_fail(error, "draw-accept", "accepted already");
  slow_say(lines, accepts ? "draw-accept " : "draw-refuse ", (char[2]){seat, 0}, "");
  if (!accepts) {
    game->proposer = 0;
    return true;
  }
  game->accepted[seat - 'a'] = true;
  if (all_accepted(game)) slow_draw(game, "agreed", lines);
  return true;
}

/* F-5: these two ends may stand without offers. */
static bool imported_end(slow_game *game, const char *event, slow_lines *lines) {
  if (!strcmp(event, "end draw reason agreed"))
    slow_draw(game, "agreed", lines);
  else if (!strcmp(event, "end draw reason quit"))
    slow_draw(game, "quit", lines);
  return game->end[0] != 0;
}

bool slow_event(slow_game *game, const char *event, slow_lines *lines, slow_error *error) {
  const char *space = strchr(event, ' ');
  char word[16] = "";
  if (slow_over(game)) return slow_fail(error, event, "the game is over");
  if (imported_end(game, event, lines)) return true;
  if (!space || space - event >= (int)sizeof word || !space[1] || space[2])
    return slow_fail(error, event, "an event and a seat");
  memcpy(word, event, (size_t)(space - event));
  char seat = space[1];
  if (!slow_is_in(game, seat)) return slow_fail(error, event, "that seat is not in the game");
  if (!strcmp(word, "timeout")) return timeout(game, seat, lines, error);
  if (!strcmp(word, "illegal") || !strcmp(word, "time"))
    return engine_fault(game, seat, word, lines, error);
  if (!strcmp(word, "resign")) return resign(game, seat, lines, error);
  if (!strcmp(word, "escape")) return escape(game, seat, lines);
  if (!strcmp(word, "draw-offer")) return offer(game, seat, lines, error);
  if (!strcmp(word, "draw-accept") || !strcmp(word, "draw-refuse"))
    return answer(game, seat, !strcmp(word, "draw-accept"), lines, error);
  return slow_fail(error, event, "no such event");
}
