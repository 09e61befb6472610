/* The boards against the figures of RULES.md R-2. */
#include "test.h"

#include <string.h>

#include "junqi/position.h"

static const junqi_variant shapes[] = {JUNQI_DARK, JUNQI_THREE, JUNQI_FOUR};

static unsigned length_of(const junqi_point *list) {
  unsigned n = 0;
  while (list[n] != JUNQI_NO_POINT)
    n++;
  return n;
}

/* points, edges, rail edges, points on rail, lines. */
static void totals(void **state) {
  static const unsigned expected[3][5] = {
      {60, 133, 35, 32, 7}, {97, 216, 69, 55, 18}, {129, 288, 92, 73, 18}};
  (void)state;
  for (unsigned i = 0; i < 3; i++) {
    const junqi_board *board = junqi_board_of(shapes[i]);
    unsigned edges = 0, rails = 0, on_rail = 0;
    for (unsigned p = 0; p < board->points; p++) {
      edges += length_of(board->edge[p]);
      rails += length_of(board->rail_edge[p]);
      on_rail += board->rail[p];
    }
    assert_int_equal(board->points, expected[i][0]);
    assert_int_equal(edges, 2 * expected[i][1]);
    assert_int_equal(rails, 2 * expected[i][2]);
    assert_int_equal(on_rail, expected[i][3]);
    assert_int_equal(board->lines, expected[i][4]);
  }
}

/* (from, to) pairs on an empty board, headquarters excluded as origins. */
static unsigned pairs(junqi_variant variant, junqi_type type) {
  junqi_rules rules = junqi_rules_default(variant);
  const junqi_board *board = junqi_board_of(variant);
  unsigned total = 0;
  for (unsigned p = 0; p < board->points; p++) {
    junqi_position position;
    if (board->kind[p] == JUNQI_HQ) continue;
    memset(&position, 0, sizeof position);
    position.rules = &rules;
    position.at[p] = junqi_piece_of(0, type);
    junqi_position_index(&position);
    total += junqi_count_moves(&position);
  }
  return total;
}

static void reach_figures(void **state) {
  static const unsigned others[3] = {446, 816, 1392}, engineer[3] = {1176, 3246, 5624};
  (void)state;
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal(pairs(shapes[i], JUNQI_PLATOON), others[i]);
    assert_int_equal(pairs(shapes[i], JUNQI_BOMB), others[i]); /* */
    assert_int_equal(pairs(shapes[i], JUNQI_ENGINEER), engineer[i]);
  }
}

/* six rows of five; only row 1 and the outer columns of rail leave the arm, and column 1 is
 * at the owner's left: it leads to the next seat's column 5. */
static void arms(void **state) {
  (void)state;
  for (unsigned i = 0; i < 3; i++) {
    const junqi_board *board = junqi_board_of(shapes[i]);
    for (unsigned seat = 0; seat < board->seats; seat++) {
      unsigned next = (seat + 1) % board->seats;
      for (unsigned n = 0; n < JUNQI_ARM_POINTS; n++) {
        char name[4] = {(char)('a' + seat), (char)('1' + n / 5), (char)('1' + n % 5), '\0'};
        junqi_point point = junqi_arm_point((junqi_seat)seat, n / 5 + 1, n % 5 + 1);
        assert_string_equal(board->name[point], name);
        assert_int_equal(board->seat[point], seat);
        assert_int_equal(board->row[point], n / 5 + 1);
        assert_int_equal(board->column[point], n % 5 + 1);
        for (const junqi_point *to = board->edge[point]; *to != JUNQI_NO_POINT; to++)
          assert_true(board->seat[*to] == seat || board->row[point] == 1);
      }
      assert_true(junqi_adjacent(board, junqi_arm_point((junqi_seat)seat, 1, 1),
                                 junqi_arm_point((junqi_seat)next, 1, 5)));
    }
  }
}

/* every name is read back, alone or with another behind it. */
static void names(void **state) {
  (void)state;
  for (unsigned i = 0; i < 3; i++) {
    const junqi_board *board = junqi_board_of(shapes[i]);
    for (unsigned p = 0; p < board->points; p++)
      for (unsigned q = 0; q < board->points; q++) {
        char text[8];
        size_t used, length = strlen(board->name[p]);
        strcpy(text, board->name[p]);
        strcat(text, board->name[q]);
        assert_int_equal(junqi_point_named(board, text, strlen(text), &used), p);
        assert_int_equal(used, length);
        assert_int_equal(junqi_point_named(board, text + used, strlen(text) - used, NULL), q);
      }
  }
}

static void no_names(void **state) {
  static const char *const wrong[] = {"",   "a",   "a1",  "a10", "a16", "a01", "a71", "c11",
                                      "k1", "A11", "a1x", "e1",  "o",   "z11", " a11"};
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    assert_int_equal(
        junqi_point_named(junqi_board_of(JUNQI_DARK), wrong[i], strlen(wrong[i]), NULL),
        JUNQI_NO_POINT);
  assert_int_equal(junqi_point_named(junqi_board_of(JUNQI_THREE), "k4", 2, NULL), JUNQI_NO_POINT);
  assert_int_equal(junqi_point_named(junqi_board_of(JUNQI_THREE), "d11", 3, NULL), JUNQI_NO_POINT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(totals), cmocka_unit_test(reach_figures), cmocka_unit_test(arms),
      cmocka_unit_test(names),  cmocka_unit_test(no_names),
  };
  return cmocka_run_group_tests_name("R-2", tests, NULL, NULL);
}
