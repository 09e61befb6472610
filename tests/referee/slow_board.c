/*
 * The boards of R-2 for the second referee, put together from the words of its clauses each time a
 * board is asked for, and what can be reached on them (R-4.1 … ). It knows of occupied points,
 * not of pieces or seats that are friends.
 */
#include "slow.h"

#include <string.h>

/* the point `<seat><row><column>`. */
static int arm_point(int seat, int row, int column) {
  return seat * 30 + (row - 1) * 5 + (column - 1);
}

/* K(p), the corner between p and the next seat clockwise. */
static int corner(int seats, int seat) {
  return seats * 30 + seat;
}

/* e(p), the edge point before seat p. */
static int edge_point(int seats, int seat) {
  return seats * 30 + seats + seat;
}

/* the centre o. */
static int centre(int seats) {
  return seats * 30 + 2 * seats;
}

/* 60, 97 and 129 points. */
static int point_count(int seats) {
  return seats == 2 ? 60 : seats * 30 + 2 * seats + 1;
}

/* names are a prefix code, so the text may go on after the name. */
int slow_point(int seats, const char *text) {
  if (seats > 2) {
    if (text[0] == 'o') return centre(seats);
    if ((text[0] == 'k' || text[0] == 'e') && text[1] >= '1' && text[1] < '1' + seats)
      return text[0] == 'k' ? corner(seats, text[1] - '1') : edge_point(seats, text[1] - '1');
  }
  if (text[0] < 'a' || text[0] >= 'a' + seats) return -1;
  if (text[1] < '1' || text[1] > '6' || text[2] < '1' || text[2] > '5') return -1;
  return arm_point(text[0] - 'a', text[1] - '0', text[2] - '0');
}

/* and back. */
void slow_name(int seats, int point, char name[4]) {
  memset(name, 0, 4);
  if (point < seats * 30) {
    name[0] = (char)('a' + point / 30);
    name[1] = (char)('1' + point % 30 / 5);
    name[2] = (char)('1' + point % 5);
    return;
  }
  int i = point - seats * 30;
  name[0] = i < seats ? 'k' : i < 2 * seats ? 'e' : 'o';
  if (name[0] != 'o') name[1] = (char)('1' + i % seats);
}

/* Whose arm a point is in; 0 for the points of the centre. */
char slow_arm(int seats, int point) {
  return point < seats * 30 ? (char)('a' + point / 30) : 0;
}

/* */
bool slow_is_camp(int seats, int point) {
  char name[4];
  slow_name(seats, point, name);
  const char *place = name + 1;
  return slow_arm(seats, point) &&
         (!strcmp(place, "22") || !strcmp(place, "24") || !strcmp(place, "33") ||
          !strcmp(place, "42") || !strcmp(place, "44"));
}

/* */
bool slow_is_headquarters(int seats, int point) {
  char name[4];
  slow_name(seats, point, name);
  return slow_arm(seats, point) && (!strcmp(name + 1, "62") || !strcmp(name + 1, "64"));
}

static void join(slow_board *board, int one, int other, char kind) {
  board->edge[one][other] = kind;
  board->edge[other][one] = kind;
}

/* neighbours in a row or column; rail on row 1, row 5 and columns 1 and 5 down to row 5. */
static void arm_edges(slow_board *board, int seat) {
  for (int row = 1; row <= 6; row++)
    for (int column = 1; column <= 5; column++) {
      int here = arm_point(seat, row, column);
      if (column < 5)
        join(board, here, arm_point(seat, row, column + 1), row == 1 || row == 5 ? 'r' : 'd');
      if (row < 6)
        join(board, here, arm_point(seat, row + 1, column),
             (column == 1 || column == 5) && row + 1 <= 5 ? 'r' : 'd');
    }
}

/* each camp to its four diagonal neighbours. */
static void arm_diagonals(slow_board *board, int seat) {
  for (int row = 2; row <= 5; row++)
    for (int column = 2; column <= 4; column++) {
      int camp = arm_point(seat, row, column);
      if (!slow_is_camp(board->seats, camp)) continue;
      join(board, camp, arm_point(seat, row - 1, column - 1), 'd');
      join(board, camp, arm_point(seat, row - 1, column + 1), 'd');
      join(board, camp, arm_point(seat, row + 1, column - 1), 'd');
      join(board, camp, arm_point(seat, row + 1, column + 1), 'd');
    }
}

/* A new line of R-2 begins; `put` adds its points one by one. */
static void begin_line(slow_board *board) {
  board->length[board->lines++] = 0;
}

static void put(slow_board *board, int point) {
  int line = board->lines - 1;
  board->line[line][board->length[line]++] = point;
}

/* p51 … p11, the left column towards the front. */
static void put_left_column(slow_board *board, int seat) {
  for (int row = 5; row >= 1; row--)
    put(board, arm_point(seat, row, 1));
}

/* q15 … q55, the right column away from the front. */
static void put_right_column(slow_board *board, int seat) {
  for (int row = 1; row <= 5; row++)
    put(board, arm_point(seat, row, 5));
}

/* each arm's row 1 and row 5 are lines on every board. */
static void row_lines(slow_board *board, int seat) {
  for (int row = 1; row <= 5; row += 4) {
    begin_line(board);
    for (int column = 1; column <= 5; column++)
      put(board, arm_point(seat, row, column));
  }
}

/* p51 … p11, q15 … q55: the side columns of, the arcs of. */
static void arc_line(slow_board *board, int p, int q) {
  begin_line(board);
  put_left_column(board, p);
  put_right_column(board, q);
}

/* */
static void two_seats(slow_board *board) {
  join(board, arm_point(0, 1, 1), arm_point(1, 1, 5), 'r');
  join(board, arm_point(0, 1, 3), arm_point(1, 1, 3), 'r');
  join(board, arm_point(0, 1, 5), arm_point(1, 1, 1), 'r');
  arc_line(board, 0, 1);
  arc_line(board, 1, 0);
  begin_line(board);
  put(board, arm_point(0, 1, 3));
  put(board, arm_point(1, 1, 3));
}

/* the rail edges of seat p with q the next seat clockwise. */
static void centre_edges(slow_board *board, int p) {
  int seats = board->seats;
  int q = (p + 1) % seats;
  join(board, arm_point(p, 1, 1), corner(seats, p), 'r');
  join(board, arm_point(q, 1, 5), corner(seats, p), 'r');
  join(board, arm_point(p, 1, 3), edge_point(seats, p), 'r');
  join(board, edge_point(seats, p), centre(seats), 'r');
  join(board, corner(seats, p), edge_point(seats, p), 'r');
  join(board, corner(seats, p), edge_point(seats, q), 'r');
  join(board, arm_point(p, 1, 1), arm_point(q, 1, 5), 'r');
  arc_line(board, p, q);
}

/* p51 … p11, K(p), e(q), K(q), r15 … r55. */
static void line_of_thirteen(slow_board *board, int p) {
  int q = (p + 1) % 4;
  begin_line(board);
  put_left_column(board, p);
  put(board, corner(4, p));
  put(board, edge_point(4, q));
  put(board, corner(4, q));
  put_right_column(board, (p + 2) % 4);
}

/* p13, e(p), o, e(r), r13. */
static void line_of_five(slow_board *board, int p) {
  int r = (p + 2) % 4;
  begin_line(board);
  put(board, arm_point(p, 1, 3));
  put(board, edge_point(4, p));
  put(board, centre(4));
  put(board, edge_point(4, r));
  put(board, arm_point(r, 1, 3));
}

/* p51 … p11, K(p), e(q) and q55 … q15, K(p), e(p). */
static void lines_of_seven(slow_board *board, int p) {
  int q = (p + 1) % 3;
  begin_line(board);
  put_left_column(board, p);
  put(board, corner(3, p));
  put(board, edge_point(3, q));
  begin_line(board);
  put(board, edge_point(3, p));
  put(board, corner(3, p));
  put_right_column(board, q);
}

/* p13, e(p), o. */
static void line_of_three(slow_board *board, int p) {
  begin_line(board);
  put(board, arm_point(p, 1, 3));
  put(board, edge_point(3, p));
  put(board, centre(3));
}

slow_board slow_board_of(int seats) {
  slow_board board = {.seats = seats, .points = point_count(seats)};
  for (int p = 0; p < seats; p++) {
    arm_edges(&board, p);
    arm_diagonals(&board, p);
    row_lines(&board, p);
    if (seats > 2) centre_edges(&board, p);
    if (seats == 4) line_of_thirteen(&board, p);
    if (seats == 3) {
      lines_of_seven(&board, p);
      line_of_three(&board, p);
    }
  }
  if (seats == 2) two_seats(&board);
  if (seats == 4) {
    line_of_five(&board, 0);
    line_of_five(&board, 1);
  }
  return board;
}

/* */
static void reach_by_step(const slow_board *board, int from, bool reach[]) {
  for (int to = 0; to < board->points; to++)
    if (board->edge[from][to]) reach[to] = true;
}

/* from place `at` of a line onwards, until the first point that is not empty. */
static void reach_along(const slow_board *board, const bool occupied[], int line, int at, int step,
                        bool reach[]) {
  for (int i = at + step; i >= 0 && i < board->length[line]; i += step) {
    int point = board->line[line][i];
    reach[point] = true;
    if (occupied[point]) return;
  }
}

/* every line that `from` is on, both ways. */
static void reach_by_line(const slow_board *board, const bool occupied[], int from, bool reach[]) {
  for (int line = 0; line < board->lines; line++)
    for (int i = 0; i < board->length[line]; i++)
      if (board->line[line][i] == from) {
        reach_along(board, occupied, line, i, -1, reach);
        reach_along(board, occupied, line, i, +1, reach);
      }
}

/* from point to point over rail, going on only from empty ones. */
static void reach_by_rail(const slow_board *board, const bool occupied[], int from, bool reach[]) {
  bool on_rail[SLOW_POINTS] = {false};
  on_rail[from] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (int here = 0; here < board->points; here++) {
      if (!on_rail[here] || (here != from && occupied[here])) continue;
      for (int to = 0; to < board->points; to++)
        if (board->edge[here][to] == 'r' && !on_rail[to]) grown = on_rail[to] = true;
    }
  }
  for (int to = 0; to < board->points; to++)
    reach[to] = reach[to] || (on_rail[to] && to != from);
}

/* …: all points one move leads to, were every piece met an attackable enemy. */
void slow_reach(const slow_board *board, const bool occupied[], int from, bool engineer,
                bool reach[]) {
  memset(reach, 0, SLOW_POINTS * sizeof reach[0]);
  reach_by_step(board, from, reach);
  reach_by_line(board, occupied, from, reach);
  if (engineer) reach_by_rail(board, occupied, from, reach);
}
