/*
 * Who is who and which plies are legal, for the second referee, the sides of and
 * what … say about plies. It judges positions and changes none.
 */
#include "slow.h"

#include <string.h>

static bool is_flip(const slow_game *game) {
  return !strcmp(game->variant, "flip");
}

/* */
bool slow_is_ranked(char letter) {
  return letter >= '1' && letter <= '9';
}

/* */
bool slow_is_movable(char letter) {
  return slow_is_ranked(letter) || letter == 'B';
}

bool slow_is_in(const slow_game *game, char seat) {
  return seat >= 'a' && seat < 'a' + game->seats && !strchr(game->out, seat);
}

/* the next seat still in, this one last. */
char slow_next(const slow_game *game, char seat) {
  int step = slow_option_is(game, "turn", "clockwise") ? 1 : game->seats - 1;
  int at = seat - 'a';
  for (int i = 0; i < game->seats; i++) {
    at = (at + step) % game->seats;
    if (slow_is_in(game, (char)('a' + at))) return (char)('a' + at);
  }
  return seat;
}

/* in `flip` pieces belong to colours. */
char slow_owner(const slow_game *game, char seat) {
  return is_flip(game) ? game->colours[0] ? game->colours[seat - 'a'] : 0 : seat;
}

/* The seat that owns this seat's or colour's pieces; 0 while the colours are unknown. */
char slow_seat_of(const slow_game *game, char owner) {
  for (char seat = 'a'; seat < 'a' + game->seats; seat++)
    if (owner && slow_owner(game, seat) == owner) return seat;
  return 0;
}

/* */
bool slow_same_side(const slow_game *game, char one, char other) {
  if (!strcmp(game->variant, "four")) return (one - 'a') % 2 == (other - 'a') % 2;
  return one == other;
}

/* */
int slow_sides_standing(const slow_game *game) {
  int sides = 0;
  for (char seat = 'a'; seat < 'a' + game->seats; seat++) {
    bool first_of_side = slow_is_in(game, seat);
    for (char other = 'a'; other < seat; other++)
      if (slow_is_in(game, other) && slow_same_side(game, seat, other)) first_of_side = false;
    sides += first_of_side;
  }
  return sides;
}

/* F-4: at most one side standing, or the quiet limit reached; or a record's `end`. */
bool slow_over(const slow_game *game) {
  int limit = slow_number(game, "quiet_limit");
  return game->end[0] || slow_sides_standing(game) <= 1 || (limit && game->quiet >= limit);
}

/* the lowest rank of a colour on the board, face up or down; 0 if there is none. */
static char smallest_rank(const slow_game *game, char owner) {
  char lowest = 0;
  for (int p = 0; p < game->points; p++) {
    slow_piece piece = game->at[p];
    if (piece.owner == owner && slow_is_ranked(piece.letter) && (!lowest || piece.letter < lowest))
      lowest = piece.letter;
  }
  return lowest;
}

/* any piece of the smallest rank; if no ranked piece lives, a bomb. */
static bool is_smallest(const slow_game *game, slow_piece piece) {
  char lowest = smallest_rank(game, piece.owner);
  return lowest ? piece.letter == lowest : piece.letter == 'B';
}

/* are all three mines gone of the side that is not this colour? */
static bool enemy_mines_gone(const slow_game *game, char owner) {
  return game->dug[owner == 'a' ? 1 : 0] == 3;
}

/* may this piece attack a (face-up) flag? */
static bool may_take_flag(const slow_game *game, slow_piece piece) {
  if (!is_flip(game) || slow_option_is(game, "flip_flag", "any")) return true;
  if (slow_option_is(game, "flip_flag", "carry") || !enemy_mines_gone(game, piece.owner))
    return false;
  return slow_option_is(game, "flip_flag", "mines") || is_smallest(game, piece);
}

/* R-7.14 `carry`: may this piece step onto that friend, its own flag? */
static bool may_pick_up(const slow_game *game, slow_piece piece, slow_piece flag) {
  return slow_option_is(game, "flip_flag", "carry") && flag.letter == 'F' && flag.mark &&
         flag.owner == piece.owner && enemy_mines_gone(game, piece.owner) &&
         is_smallest(game, piece);
}

/* R-5.4 `forbidden`, R-7.11, R-7.14 */
static bool may_attack(const slow_game *game, slow_piece piece, int to) {
  slow_piece target = game->at[to];
  if (slow_is_camp(game->seats, to)) return false;
  if (is_flip(game) && !target.mark) return false;
  if (target.letter == 'M' && slow_is_ranked(piece.letter) && piece.letter != '1' &&
      slow_option_is(game, "mine_hit", "forbidden"))
    return false;
  return target.letter != 'F' || may_take_flag(game, piece);
}

/* */
static bool may_enter(const slow_game *game, int from, int to) {
  slow_piece piece = game->at[from];
  slow_piece target = game->at[to];
  if (!target.owner) return true;
  if (is_flip(game) ? piece.owner == target.owner : slow_same_side(game, piece.owner, target.owner))
    return may_pick_up(game, piece, target);
  return may_attack(game, piece, to);
}

/* */
static bool may_leave(const slow_game *game, int from) {
  slow_piece piece = game->at[from];
  if (!slow_is_movable(piece.letter) || (is_flip(game) && !piece.mark)) return false;
  return !(slow_option_is(game, "hq_lock", "yes") && slow_is_headquarters(game->seats, from));
}

static void add(slow_plies *plies, int from, int to) {
  plies->ply[plies->count++] = (slow_ply){from, to};
}

/* every face-down piece may be flipped, whoever's it is. */
static void add_flips(const slow_game *game, slow_plies *plies) {
  for (int p = 0; p < game->points; p++)
    if (game->at[p].owner && !game->at[p].mark) add(plies, p, -1);
}

/* …: only the engineer (`1`) turns freely on rail, never the bomb. */
static void add_moves(const slow_game *game, const slow_board *board, int from, slow_plies *plies) {
  bool occupied[SLOW_POINTS] = {false};
  bool reach[SLOW_POINTS];
  for (int p = 0; p < game->points; p++)
    occupied[p] = game->at[p].owner != 0;
  slow_reach(board, occupied, from, game->at[from].letter == '1', reach);
  for (int to = 0; to < game->points; to++)
    if (reach[to] && may_enter(game, from, to)) add(plies, from, to);
}

void slow_legal_of(const slow_game *game, char seat, slow_plies *plies) {
  char owner = slow_owner(game, seat);
  slow_board board = slow_board_of(game->seats);
  plies->count = 0;
  if (is_flip(game)) add_flips(game, plies);
  for (int from = 0; owner && from < game->points; from++)
    if (game->at[from].owner == owner && may_leave(game, from))
      add_moves(game, &board, from, plies);
}

void slow_legal(const slow_game *game, slow_plies *plies) {
  plies->count = 0;
  if (!slow_over(game)) slow_legal_of(game, game->turn, plies);
}

/* R-7.1 `pieces`, R-7.12, R-7.13: face-down pieces count, and nobody lacks one before the colours.
 */
bool slow_has_movable(const slow_game *game, char seat) {
  char owner = slow_owner(game, seat);
  bool found = !owner;
  for (int p = 0; p < game->points; p++)
    if (owner && game->at[p].owner == owner && slow_is_movable(game->at[p].letter)) found = true;
  return found;
}

/* movable pieces but no legal ply. */
bool slow_is_stuck(const slow_game *game, char seat) {
  slow_plies plies;
  slow_legal_of(game, seat, &plies);
  return slow_has_movable(game, seat) && plies.count == 0;
}
