/*
 * The second referee: the rules R-1 … R-8 written down once more, clause by clause, slowly and
 * plainly. It is the oracle that the rules library is compared with, so it shares no code, no table
 * and no header with it. It is no library to build anything else on: every question is worked out
 * anew from the clauses, and nothing here is meant to be fast.
 *
 * How doubtful places of the rules were decided:
 *  - a seat without a movable piece in a position that no ply led to is out by
 *    `pieces` when its turn comes, whatever `stuck` says; after any ply, by R-7.6 (1). If it can
 *    still flip, it has a legal ply and stays until that is played.
 *  - "no seat has a legal ply" of `mutual` is asked whenever a seat with movable pieces has
 *    its turn and no ply, over all seats still in.
 *  - the skip that reaches the limit is written, then the out: `skip a`, `out a timeouts`.
 *  - before the colours are known a seat with nothing to flip is stuck.
 *  - R-7.6 (1): a seat that loses its flag and has no movable piece either is out by `flag`.
 *  - R-7.6 (2): the stuck seats are all found first, then all go out; that one's leaving frees
 *    another does not save the other.
 *  - R-7.6 (4) under `quiet_loses`: the seat to move is the one after the mover.
 *  - the proposer can neither accept nor refuse its own proposal. A seat that goes out ends
 *    an open proposal even if the others have accepted it.
 *  - R-7.12 `pair`: "the flip just before" is the last flip of either player; a forfeited turn
 *    between does not part the two.
 *  - the three mines are gone when `dug` of F-4 says three, not when none is on the board.
 *    Under `smallest` a bomb may take the flag only if its side has no ranked piece left. Under
 *    `carry` any piece that calls smallest picks up, so the bomb of a side without a ranked
 *    piece too. Only the mover's own ply, ending in the other seat's headquarters, wins.
 *  - F-4 `dug`: the mines of a side that goes out have left the board too, and are counted.
 *  - F-4 `timeouts`: the count of a seat that is out is still written.
 *  - F-4 `<quiet>` beyond the limit counts as at the limit. Fields are read in any order.
 */
#ifndef SLOW_H
#define SLOW_H

#include <stdbool.h>

enum {
  SLOW_SEATS = 4,
  SLOW_POINTS = 129,
  SLOW_OPTIONS = 24,
  SLOW_PLIES = 25 * 128 + 50,
  SLOW_LINES = 420,
  SLOW_TEXT = 2048
};

/* Why something was refused; for people reading a failed test. */
typedef struct slow_error {
  char text[200];
} slow_error;

/* R-1; `owner` is a seat, in `flip` a colour, and 0 on an empty point. */
typedef struct slow_piece {
  char owner;
  char letter;
  bool mark; /* the `!` of F-4 */
} slow_piece;

/* R-2; edge is 'r' rail, 'd' road, 0 none. */
typedef struct slow_board {
  int seats;
  int points;
  char edge[SLOW_POINTS][SLOW_POINTS];
  int lines;
  int length[18];
  int line[18][13];
} slow_board;

/* A game: the position text of F-4 and, below `carry`, what only a record knows. */
typedef struct slow_game {
  char variant[8];
  int seats;
  int points;
  char option[SLOW_OPTIONS][20]; /* order of R-11; "" where the variant has no such option */
  slow_piece at[SLOW_POINTS];
  char turn;
  int quiet;
  int ply;
  char out[SLOW_SEATS + 1]; /* seats in the order they went out */
  int timeouts[SLOW_SEATS];
  char colours[3]; /* flip: "ab", "ba", or "" while unknown */
  char last;       /* flip, pair: colour of the last flip, or 0 */
  int dug[2];
  int carry[2];             /* flip: point of each colour's flag carrier, or -1 */
  char why[SLOW_SEATS][12]; /* reason of each entry of `out`; "" if it was read from a text */
  char proposer;            /* 0 if no proposal is open */
  bool accepted[SLOW_SEATS];
  int offers[SLOW_SEATS];
  char end[40]; /* the `end` line, "" before it */
} slow_game;

/* `to` is -1 for a flip. */
typedef struct slow_ply {
  int from;
  int to;
} slow_ply;

typedef struct slow_plies {
  int count;
  slow_ply ply[SLOW_PLIES];
} slow_plies;

/* Lines of an F-5 record, in order. Every function below appends. */
typedef struct slow_lines {
  int count;
  char line[SLOW_LINES][40];
} slow_lines;

/* Board, R-2. Points are numbered in the order of F-4; a name is 1 to 3 letters. */
slow_board slow_board_of(int seats);
int slow_point(int seats, const char *text); /* the name `text` begins with, or -1 */
void slow_name(int seats, int point, char name[4]);
bool slow_is_camp(int seats, int point);
bool slow_is_headquarters(int seats, int point);
char slow_arm(int seats, int point); /* whose arm, or 0 */
void slow_reach(const slow_board *board, const bool occupied[], int from, bool engineer,
                bool reach[]);

/* Options, R-11. */
bool slow_new(slow_game *game, const char *variant, slow_error *error);
bool slow_set(slow_game *game, const char *key, const char *value, slow_error *error);
bool slow_preset(slow_game *game, const char *name, slow_error *error);
bool slow_option_default(const slow_game *game, int index, const char **key);
const char *slow_option(const slow_game *game, const char *key);
bool slow_option_is(const slow_game *game, const char *key, const char *value);
int slow_number(const slow_game *game, const char *key);

/* Texts: F-4 full positions, F-1 layouts, the deal of F-5. */
bool slow_parse(slow_game *game, const char *text, slow_error *error);
void slow_print(const slow_game *game, char text[SLOW_TEXT]);
bool slow_layout(slow_game *game, char seat, const char *layout, slow_error *error);
bool slow_deal(slow_game *game, const char *board, slow_error *error);

/* Who is who. */
bool slow_is_in(const slow_game *game, char seat);
char slow_next(const slow_game *game,
               char seat); /* next in turn still in; itself if there is none */
char slow_owner(const slow_game *game, char seat);    /* in flip the colour, 0 while unknown */
char slow_seat_of(const slow_game *game, char owner); /* and back */
bool slow_same_side(const slow_game *game, char one, char other);
int slow_sides_standing(const slow_game *game);
bool slow_over(const slow_game *game);
bool slow_is_movable(char letter);
bool slow_is_ranked(char letter);

/* Legal plies, R-4 and …: of the seat on turn (none when the game is over), and of
 * any seat as if it were on turn. */
void slow_legal(const slow_game *game, slow_plies *plies);
void slow_legal_of(const slow_game *game, char seat, slow_plies *plies);
bool slow_has_movable(const slow_game *game, char seat);
bool slow_is_stuck(const slow_game *game, char seat);

/* The course of the game. `slow_begin` starts a set-up game, `slow_resume` takes a position text
 * up; both write the automatic lines that follow at once. `slow_play` takes a ply (`a11b15`,
 * `!a11`) and `slow_event` an event or an `end draw reason agreed|quit` of F-5; both write it and
 * all automatic lines it causes, or refuse it and change nothing. */
bool slow_begin(slow_game *game, char first, slow_lines *lines, slow_error *error);
void slow_resume(slow_game *game, slow_lines *lines);
bool slow_play(slow_game *game, const char *ply, slow_lines *lines, slow_error *error);
bool slow_event(slow_game *game, const char *event, slow_lines *lines, slow_error *error);

/* Parts of the above shared between its files. */
bool slow_fail(slow_error *error, const char *what, const char *detail);
void slow_say(slow_lines *lines, const char *first, const char *second, const char *third);
void slow_go_out(slow_game *game, char seat, const char *reason, slow_lines *lines);
void slow_win(slow_game *game, char winner, const char *reason, slow_lines *lines);
void slow_draw(slow_game *game, const char *reason, slow_lines *lines);
bool slow_decided(slow_game *game, char mover, slow_lines *lines);
void slow_turn_comes(slow_game *game, slow_lines *lines);

/* Ply sequences of exactly this length; skips and outs are no plies. */
unsigned long long slow_perft(const slow_game *game, int depth);

#endif
