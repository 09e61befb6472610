/*
 * in the second referee, one test a clause: how pieces move and what they do to each
 * other.
 */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Both sides keep a flag and a piece that can always move. */
#define HOMES " a62:aF a65:a4 b62:bF b65:b4"

static void r4_1_one_step(void **state) {
  (void)state;
  scene s = scene_of("dark", "a22:a9" HOMES, "a 0 30");
  scene_legal(&s, "a22", "a11 a12 a13 a21 a23 a31 a32 a33");
  scene_illegal(&s, "a22", "a22 a24 a14 a42 a41");
  scene_illegal(&s, "a65", "a54");
}

static void r4_2_along_a_line(void **state) {
  (void)state;
  scene s = scene_of("dark", "a51:a9 a14:a3 b45:b3" HOMES, "a 0 30");
  scene_legal(&s, "a51", "a11 b15 b45 a55 a61");
  scene_illegal(&s, "a51", "b55 a12 a45 b14");
  scene_illegal(&s, "a14", "b14 b12 b15"); /* column 4 is blocked */
}

static void r4_2_lines_of_four(void **state) {
  (void)state;
  scene s = scene_of("four", "a51:a9 a13:a8 a62:aF b62:bF b65:b4 c62:cF d62:dF", "a 0 30");
  scene_legal(&s, "a51", "b55 k1 e2 k2 c15 c55");
  scene_illegal(&s, "a51", "e1 b11 b14 c11 o k3");
  scene_legal(&s, "a13", "e1 o e3 c13");
  scene_illegal(&s, "a13", "k1 e2 c12 c23");
}

static void r4_2_lines_of_three(void **state) {
  (void)state;
  scene s = scene_of("three", "a51:a9 a13:a8 a55:a7 a62:aF b62:bF b65:b4 c62:cF c65:c4", "a 0 30");
  scene_legal(&s, "a51", "b55 k1 e2");
  scene_illegal(&s, "a51", "k2 o e1 c15");
  scene_legal(&s, "a55", "k3 e3 c51");
  scene_illegal(&s, "a55", "e1 e2 k1");
  scene_legal(&s, "a13", "e1 o");
  scene_illegal(&s, "a13", "e2 e3 k1");
}

static void r4_3_engineer_turns(void **state) {
  (void)state;
  scene s = scene_of("dark", "a51:a1 a53:a2 a21:a3 b15:b9" HOMES, "a 0 30");
  scene_legal(&s, "a51", "a52 a41 a31 a61 a42"); /* a42 is one road step */
  scene_illegal(&s, "a51", "a53 a21 a11 a15 a23 a33");
  s = scene_of("dark", "a51:a1 b15:b9 a43:a3" HOMES, "a 0 30");
  scene_legal(&s, "a51", "a15 a12 b13 b53 b11 b15");
  scene_illegal(&s, "a51", "b62 b43 a23");
}

static void r4_4_no_friend(void **state) {
  (void)state;
  scene s =
      scene_of("four", "a11:a9 a12:a2 b15:b3 d15:d3 k1:c3 a62:aF b62:bF c62:cF d62:dF", "a 0 30");
  scene_legal(&s, "a11", "b15");
  scene_illegal(&s, "a11", "a12 k1");
  s = scene_of("three", "a11:a9 k1:c3 e1:b4 a62:aF b62:bF c62:cF", "a 0 30");
  scene_legal(&s, "a11", "k1");
}

static void r4_5_camps(void **state) {
  (void)state;
  scene s = scene_of("dark", "b32:a9 b22:b2 b11:b3" HOMES, "a 0 30");
  scene_legal(&s, "b32", "b42 b33");
  scene_illegal(&s, "b32", "b22");
}

static void r4_6_headquarters_lock(void **state) {
  (void)state;
  const char *pieces = "a64:a9 b64:a8 a11:a2 a62:aF b62:bF b65:b4";
  scene s = scene_of("dark", pieces, "a 0 30");
  scene_illegal(&s, "a64", "a63 a65 a54");
  scene_illegal(&s, "b64", "b65 b63 b54");
  s = scene_of("dark", pieces, "a 0 30 hq_lock=no");
  scene_legal(&s, "a64", "a63 a65 a54");
  scene_legal(&s, "b64", "b65 b63 b54");
}

static void r4_7_headquarters_piece_fights(void **state) {
  (void)state;
  scene s = scene_of("dark", "b54:a9 b64:b3" HOMES, "a 0 30");
  scene_does(&s, "b54b64; b65b55", "b54b64 >; b65b55");
  scene_has(&s, "b64", "a9");
  scene_refuses(&s, "b64b54");
  scene_course("dark", "b54:a2 b64:b3" HOMES, "a 0 30", "b54b64", "b54b64 <");
}

static void r4_8_bomb_is_no_engineer(void **state) {
  (void)state;
  scene s = scene_of("dark", "a51:aB" HOMES, "a 0 30");
  scene_legal(&s, "a51", "b55 a55");
  scene_illegal(&s, "a51", "a15 b51");
}

static void r5_1_ranks(void **state) {
  (void)state;
  scene s = scene_of("dark", "a11:a9 b15:b8" HOMES, "a 0 30");
  scene_does(&s, "a11b15", "a11b15 >");
  scene_has(&s, "a11", ".");
  scene_has(&s, "b15", "a9");
  s = scene_of("dark", "a11:a1 b15:b2" HOMES, "a 0 30");
  scene_does(&s, "a11b15", "a11b15 <");
  scene_has(&s, "b15", "b2");
  s = scene_of("dark", "a11:a5 b15:b5" HOMES, "a 0 30");
  scene_does(&s, "a11b15", "a11b15 =");
  scene_has(&s, "a11", ".");
  scene_has(&s, "b15", ".");
}

static void r5_2_bombs(void **state) {
  (void)state;
  const char *targets[] = {"9", "1", "B", "M"};
  for (int i = 0; i < 4; i++) {
    char pieces[80] = "a11:aB b15:b? a62:aF a65:a4 b62:bF b65:b4";
    pieces[12] = targets[i][0];
    scene s = scene_of("dark", pieces, "a 3 30 mine_hit=bounce marshal_reveals_flag=no");
    scene_does(&s, "a11b15", "a11b15 =");
    scene_has(&s, "a11", ".");
    scene_has(&s, "b15", ".");
  }
  scene_course("dark", "a11:a1 b15:bB" HOMES, "a 0 30", "a11b15", "a11b15 =");
  scene_course("dark", "b52:aB" HOMES, "a 0 30", "b52b62",
               "b52b62 =; out b flag; end win a reason flag");
}

static void r5_3_engineer_takes_mine(void **state) {
  (void)state;
  scene s = scene_of("dark", "b61:a1 b51:bM" HOMES, "a 0 30 mine_hit=both");
  scene_does(&s, "b61b51", "b61b51 >");
  scene_has(&s, "b51", "a1");
}

static void check_mine_hit(const char *tail, const char *line, const char *from, const char *to) {
  scene s = scene_of("dark", "b61:a9 b51:bM" HOMES, tail);
  scene_does(&s, "b61b51", line);
  scene_has(&s, "b61", from);
  scene_has(&s, "b51", to);
}

static void r5_4_mine_hit(void **state) {
  (void)state;
  check_mine_hit("a 0 30", "b61b51 <", ".", "bM");
  check_mine_hit("a 0 30 mine_hit=both", "b61b51 =", ".", ".");
  check_mine_hit("a 0 30 mine_hit=bounce", "b61b51 ~", "a9", "bM!");
}

static void r5_4_forbidden_in_flip(void **state) {
  (void)state;
  scene s = scene_of("flip", "b61:a9! a51:aB! a53:a1! b51:bM! a52:bM! b11:b3! a11:aF b12:bF",
                     "a 0 30 mine_hit=forbidden colours=ab");
  scene_illegal(&s, "b61", "b51");
  scene_legal(&s, "a51", "a52");
  scene_legal(&s, "a53", "a52");
}

static void r5_5_flag_captured(void **state) {
  (void)state;
  scene s = scene_of("dark", "b52:a2" HOMES, "a 7 30");
  scene_does(&s, "b52b62", "b52b62 #; out b flag; end win a reason flag");
  scene_has(&s, "b62", "a2");
  scene_has(&s, "b65", ".");
  scene_tail(&s, "a 0 31 out=b");
}

static void r5_6_engineer_scout(void **state) {
  (void)state;
  scene s = scene_of("dark", "a11:a1 b15:b7" HOMES, "a 0 30 engineer_scout=yes");
  scene_does(&s, "a11b15; b15b25", "a11b15 <; b15b25");
  scene_has(&s, "b25", "b7!"); /* the mark moves along */
  s = scene_of("dark", "a11:a1 b15:b7" HOMES, "a 0 30");
  scene_does(&s, "a11b15", "a11b15 <");
  scene_has(&s, "b15", "b7");
  s = scene_of("dark", "a11:a2 b15:b7" HOMES, "a 0 30 engineer_scout=yes");
  scene_does(&s, "a11b15", "a11b15 <");
  scene_has(&s, "b15", "b7");
}

static void check_flags(const char *pieces, const char *tail, const char *ply, const char *line,
                        const char *flag_a, const char *flag_b) {
  scene s = scene_of("dark", pieces, tail);
  scene_does(&s, ply, line);
  scene_has(&s, "a62", flag_a);
  scene_has(&s, "b62", flag_b);
}

static void r5_7_marshal_reveals_flag(void **state) {
  (void)state;
  check_flags("a11:a9 b15:bB" HOMES, "a 0 30", "a11b15", "a11b15 =", "aF!", "bF");
  check_flags("a11:a9 b15:b9" HOMES, "a 0 30", "a11b15", "a11b15 =", "aF!", "bF!");
  check_flags("a11:a8 b15:b9" HOMES, "b 0 30", "b15a11", "b15a11 >", "aF", "bF");
  check_flags("b61:a9 b51:bM" HOMES, "a 0 30", "b61b51", "b61b51 <", "aF!", "bF");
  check_flags("b61:a9 b51:bM" HOMES, "a 0 30 mine_hit=bounce", "b61b51", "b61b51 ~", "aF", "bF");
  check_flags("a11:aB b15:b9" HOMES, "a 0 30 marshal_reveals_flag=no", "a11b15", "a11b15 =", "aF",
              "bF");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r4_1_one_step),
      cmocka_unit_test(r4_2_along_a_line),
      cmocka_unit_test(r4_2_lines_of_four),
      cmocka_unit_test(r4_2_lines_of_three),
      cmocka_unit_test(r4_3_engineer_turns),
      cmocka_unit_test(r4_4_no_friend),
      cmocka_unit_test(r4_5_camps),
      cmocka_unit_test(r4_6_headquarters_lock),
      cmocka_unit_test(r4_7_headquarters_piece_fights),
      cmocka_unit_test(r4_8_bomb_is_no_engineer),
      cmocka_unit_test(r5_1_ranks),
      cmocka_unit_test(r5_2_bombs),
      cmocka_unit_test(r5_3_engineer_takes_mine),
      cmocka_unit_test(r5_4_mine_hit),
      cmocka_unit_test(r5_4_forbidden_in_flip),
      cmocka_unit_test(r5_5_flag_captured),
      cmocka_unit_test(r5_6_engineer_scout),
      cmocka_unit_test(r5_7_marshal_reveals_flag),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
