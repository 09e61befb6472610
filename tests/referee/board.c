/*
 * The second referee's boards against the figures of R-2: points, edges, rail, lines, and the check
 * figures of.
 */
#include "slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check_totals(int seats, int points, int edges, int rail, int on_rail, int lines) {
  slow_board board = slow_board_of(seats);
  int all = 0;
  int railway = 0;
  int stations = 0;
  for (int p = 0; p < board.points; p++) {
    bool touches_rail = false;
    for (int q = 0; q < board.points; q++) {
      all += board.edge[p][q] != 0;
      railway += board.edge[p][q] == 'r';
      touches_rail = touches_rail || board.edge[p][q] == 'r';
    }
    stations += touches_rail;
  }
  assert_int_equal(board.points, points);
  assert_int_equal(all / 2, edges);
  assert_int_equal(railway / 2, rail);
  assert_int_equal(stations, on_rail);
  assert_int_equal(board.lines, lines);
}

static void r2_totals(void **state) {
  (void)state;
  check_totals(2, 60, 133, 35, 32, 7);
  check_totals(4, 129, 288, 92, 73, 18);
  check_totals(3, 97, 216, 69, 55, 18);
}

/* Neighbours on a line are joined by rail, so a line is a way one can go. */
static void r2_lines_follow_rail(void **state) {
  (void)state;
  for (int seats = 2; seats <= 4; seats++) {
    slow_board board = slow_board_of(seats);
    for (int line = 0; line < board.lines; line++)
      for (int i = 1; i < board.length[line]; i++)
        assert_int_equal(board.edge[board.line[line][i - 1]][board.line[line][i]], 'r');
  }
}

static int lines_of_length(const slow_board *board, int length) {
  int count = 0;
  for (int line = 0; line < board->lines; line++)
    count += board->length[line] == length;
  return count;
}

static void r2_line_lengths(void **state) {
  (void)state;
  slow_board two = slow_board_of(2);
  slow_board three = slow_board_of(3);
  slow_board four = slow_board_of(4);
  assert_int_equal(lines_of_length(&two, 5), 4);
  assert_int_equal(lines_of_length(&two, 10), 2);
  assert_int_equal(lines_of_length(&two, 2), 1);
  assert_int_equal(lines_of_length(&four, 5), 10);
  assert_int_equal(lines_of_length(&four, 10), 4);
  assert_int_equal(lines_of_length(&four, 13), 4);
  assert_int_equal(lines_of_length(&three, 5), 6);
  assert_int_equal(lines_of_length(&three, 10), 3);
  assert_int_equal(lines_of_length(&three, 7), 6);
  assert_int_equal(lines_of_length(&three, 3), 3);
}

static int pairs(int seats, bool engineer) {
  slow_board board = slow_board_of(seats);
  bool empty[SLOW_POINTS] = {false};
  int count = 0;
  for (int from = 0; from < board.points; from++) {
    bool reach[SLOW_POINTS];
    if (slow_is_headquarters(seats, from)) continue;
    slow_reach(&board, empty, from, engineer, reach);
    for (int to = 0; to < board.points; to++)
      count += reach[to];
  }
  return count;
}

static void r2_8_check_figures(void **state) {
  (void)state;
  assert_int_equal(pairs(2, false), 446);
  assert_int_equal(pairs(3, false), 816);
  assert_int_equal(pairs(4, false), 1392);
  assert_int_equal(pairs(2, true), 1176);
  assert_int_equal(pairs(3, true), 3246);
  assert_int_equal(pairs(4, true), 5624);
}

static void r2_2_names_both_ways(void **state) {
  (void)state;
  for (int seats = 2; seats <= 4; seats++)
    for (int p = 0; p < slow_board_of(seats).points; p++) {
      char name[4];
      slow_name(seats, p, name);
      assert_int_equal(slow_point(seats, name), p);
    }
  assert_int_equal(slow_point(2, "o"), -1);
  assert_int_equal(slow_point(2, "c11"), -1);
  assert_int_equal(slow_point(3, "k4"), -1);
  assert_int_equal(slow_point(4, "a16"), -1);
  assert_int_equal(slow_point(4, "a"), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r2_totals),
      cmocka_unit_test(r2_lines_follow_rail),
      cmocka_unit_test(r2_line_lengths),
      cmocka_unit_test(r2_8_check_figures),
      cmocka_unit_test(r2_2_names_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
