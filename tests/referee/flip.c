/*
 * … in the second referee, and what the other clauses of R-7 mean in flip.
 */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void r7_11_turns(void **state) {
  (void)state;
  scene s = scene_of("flip", "a11:a9! a12:a8 a13:b3! b15:b2 b62:bF! a62:aF!", "a 0 30 colours=ab");
  scene_legal(&s, "a11", "a21 a22");
  scene_illegal(&s, "a11", "b15 a12"); /* face down, whoever's */
  scene_illegal(&s, "a12", "a13 a22"); /* not flipped yet */
  scene_illegal(&s, "a13", "a14");     /* not its own */
  scene_does(&s, "!b15; b15a11", "!b15; b15a11 <");
  scene_refuses(&s, "!a11"); /* face up already */
}

static void r7_12_engineer(void **state) {
  (void)state;
  scene s = scene_of("flip", "a11:a9 a12:b1 a13:a1 b62:bF a62:aF", "a 3 0");
  scene_does(&s, "!a11", "!a11");
  scene_tail(&s, "b 0 1");
  scene_illegal(&s, "a11", "a21"); /* until then they only flip */
  scene_does(&s, "!a13", "!a13");
  scene_tail(&s, "a 0 2 colours=ba");
  scene_does(&s, "!a12", "!a12");
  scene_tail(&s, "b 0 3 colours=ba"); /* decided once */
  scene_legal(&s, "a11", "a21");
}

static void r7_12_first(void **state) {
  (void)state;
  scene s = scene_of("flip", "a11:b9 a12:b1 a13:a1 b62:bF a62:aF", "a 0 0 flip_colour=first");
  scene_does(&s, "!b62", "!b62");
  scene_tail(&s, "b 0 1 flip_colour=first colours=ba");
}

static void r7_12_pair(void **state) {
  (void)state;
  const char *pieces = "a11:a9 a12:b1 a13:b3 a14:a2 b62:bF a62:aF";
  scene s = scene_of("flip", pieces, "b 0 0 flip_colour=pair");
  scene_does(&s, "!a11; !a12", "!a11; !a12"); /* an engineer alone decides nothing */
  scene_tail(&s, "b 0 2 flip_colour=pair last=b");
  scene_does(&s, "!a14; !a13", "!a14; !a13");
  scene_tail(&s, "b 0 4 flip_colour=pair last=b");
  scene_does(&s, "!b62", "!b62");
  scene_tail(&s, "a 0 5 flip_colour=pair colours=ab");
  /* A forfeited turn between two flips does not part them. */
  s = scene_of("flip", pieces, "a 0 0 flip_colour=pair last=b");
  scene_does(&s, "timeout a; !a13", "timeout a; !a13");
  scene_tail(&s, "a 0 1 flip_colour=pair timeouts=a1 colours=ab");
}

/* R-7.6 (1) holds from the deciding flip on, and not before. */
static void r7_12_pieces_from_the_deciding_flip_on(void **state) {
  (void)state;
  scene_course("flip", "a11:a1 a12:bF a13:a2", "a 0 0", "!a12; !a13; !a11",
               "!a12; !a13; !a11; out b pieces; end win a reason pieces");
  scene_course("flip", "a11:a1 a12:bF", "b 0 0", "!a11",
               "!a11; out a pieces; end win b reason pieces");
}

/* All flipped and no pair: nobody owns anything, and nobody can do anything. */
static void r7_12_no_colours_and_nothing_to_flip(void **state) {
  (void)state;
  scene_course("flip", "a11:a2 a12:b2!", "a 0 0 flip_colour=pair last=b", "!a11",
               "!a11; out b stuck; end win a reason stuck");
  scene_course("flip", "a11:a2 a12:b2!", "a 0 0 stuck=mutual flip_colour=pair last=b", "!a11",
               "!a11; end draw reason stuck");
}

static void r7_13_face_down_lives(void **state) {
  (void)state;
  scene_course("flip", "a11:a9! b15:b3! b11:b2 b62:bF! a62:aF!", "a 0 0 colours=ab", "a11b15",
               "a11b15 >");
  scene_course("flip", "a11:a9! b15:b3! b11:bM b62:bF! a62:aF!", "a 0 0 colours=ab", "a11b15",
               "a11b15 >; out b pieces; end win a reason pieces");
}

#define FLAG_AT_HAND "b61:a3! b52:aB! b62:bF! b15:b2! a62:aF!"

static void r7_14_smallest(void **state) {
  (void)state;
  scene s = scene_of("flip", FLAG_AT_HAND, "a 0 0 colours=ab dug=a0b3");
  scene_legal(&s, "b61", "b62");
  scene_illegal(&s, "b52", "b62"); /* a bomb only if no ranked piece lives */
  s = scene_of("flip", FLAG_AT_HAND, "a 0 0 colours=ab dug=a3b2");
  scene_illegal(&s, "b61", "b62"); /* a mine is left */
  s = scene_of("flip", FLAG_AT_HAND " a11:a2", "a 0 0 colours=ab dug=a0b3");
  scene_illegal(&s, "b61", "b62"); /* one smaller lives, face down */
  s = scene_of("flip", FLAG_AT_HAND " a11:a3 a12:b1", "a 0 0 colours=ab dug=a0b3");
  scene_legal(&s, "b61", "b62"); /* any piece of that rank */
  s = scene_of("flip", "b52:aB! b62:bF! b15:b2! a62:aF!", "a 0 0 colours=ab dug=a0b3");
  scene_does(&s, "b52b62", "b52b62 =; out b flag; out a pieces; end win a reason flag");
  s = scene_of("flip", "b61:a3! b62:bF b15:b2! a62:aF!", "a 0 0 colours=ab dug=a0b3");
  scene_illegal(&s, "b61", "b62"); /* face down */
}

static void r7_14_mines(void **state) {
  (void)state;
  scene s = scene_of("flip", FLAG_AT_HAND " a11:a2", "a 0 0 flip_flag=mines colours=ab dug=a0b3");
  scene_legal(&s, "b61", "b62");
  scene_legal(&s, "b52", "b62");
  s = scene_of("flip", FLAG_AT_HAND, "a 0 0 flip_flag=mines colours=ab dug=a0b2");
  scene_illegal(&s, "b61", "b62");
  scene_illegal(&s, "b52", "b62");
}

static void r7_14_any(void **state) {
  (void)state;
  scene s = scene_of("flip", FLAG_AT_HAND " a11:a2", "a 0 0 flip_flag=any colours=ab");
  scene_legal(&s, "b52", "b62");
  scene_does(&s, "b61b62", "b61b62 #; out b flag; end win a reason flag");
}

#define CARRY " flip_flag=carry colours=ab dug=a0b3"
#define OTHERS " b15:b2! b62:bF!"

static void r7_14_carry_picks_up(void **state) {
  (void)state;
  scene s = scene_of("flip", "a61:a3! a62:aF! a52:a4! a11:b5!" OTHERS, "a 4 0" CARRY);
  scene_illegal(&s, "a52", "a62"); /* not the smallest */
  scene_does(&s, "a61a62", "a61a62");
  scene_tail(&s, "b 5 1" CARRY " carry=a62");         /* no removal */
  scene_does(&s, "b15b25; a62a63", "b15b25; a62a63"); /* and goes on with it */
  scene_tail(&s, "b 7 3" CARRY " carry=a63");
}

static void r7_14_carry_moves_and_wins(void **state) {
  (void)state;
  scene s = scene_of("flip", "b52:a3! a52:a4!" OTHERS " b64:b1!", "a 4 0" CARRY " carry=b52");
  scene_illegal(&s, "b52", "b62"); /* a flag cannot be attacked */
  scene_does(&s, "b52b53; b15b25; b53b63; b25b15", "b52b53; b15b25; b53b63; b25b15");
  scene_tail(&s, "a 8 4" CARRY " carry=b63");
  scene_does(&s, "b63b64", "b63b64 >; out b flag; end win a reason flag");
  scene_tail(&s, "a 0 5 flip_flag=carry out=b colours=ab dug=a0b3 carry=b64");
}

/* Seat a plays colour b; what counts is the other seat's arm. */
static void r7_14_carry_whatever_the_colours(void **state) {
  (void)state;
  const char *pieces = "a63:b2! b63:b3! b64:b4 a11:a5! a65:aF!";
  scene s = scene_of("flip", pieces, "a 0 0 flip_flag=carry colours=ba carry=a63");
  scene_does(&s, "a63a64", "a63a64");
  s = scene_of("flip", pieces, "a 69 0 flip_flag=carry colours=ba carry=b63");
  scene_does(&s, "b63b62", "b63b62; out b flag; end win a reason flag"); /* and before quiet */
  s = scene_of("flip", "b63:b3! b64:bF! a11:a5!", "a 0 0 flip_flag=carry colours=ba dug=a3b0");
  scene_does(&s, "b63b64", "b63b64; out b flag; end win a reason flag"); /* picked up there */
}

static void r7_14_carrier_removed(void **state) {
  (void)state;
  scene_course("flip", "b11:a3! a52:a4! b21:b5!" OTHERS, "b 0 0" CARRY " carry=b11", "b21b11",
               "b21b11 >; out a flag; end win b reason flag");
  scene_course("flip", "b11:a3! a52:a4! b21:b5!" OTHERS, "a 0 0" CARRY " carry=b11", "b11b21",
               "b11b21 <; out a flag; end win b reason flag");
  scene_course("flip", "b11:aB! a52:a4! b21:b5!" OTHERS, "a 0 0" CARRY " carry=b11", "b11b21",
               "b11b21 =; out a flag; end win b reason flag");
  scene_course("flip", "b11:a3! a52:a4! b21:b3! b15:b4!",
               "a 0 0 flip_flag=carry colours=ab dug=a3b3 carry=b11b21", "b11b21",
               "b11b21 =; out b flag; out a flag; end win a reason flag");
}

static void r7_14_carrier_bounces(void **state) {
  (void)state;
  scene s = scene_of("flip", "b11:a3! b21:bM!" OTHERS,
                     "a 0 0 mine_hit=bounce flip_flag=carry colours=ab carry=b11");
  scene_does(&s, "b11b21", "b11b21 ~");
  scene_tail(&s, "b 1 1 mine_hit=bounce flip_flag=carry colours=ab carry=b11");
}

/* A side without a ranked piece has its bomb carry. */
static void r7_14_bomb_carries(void **state) {
  (void)state;
  scene s = scene_of("flip", "a61:aB! a62:aF!" OTHERS, "a 0 0" CARRY);
  scene_does(&s, "a61a62", "a61a62");
  scene_tail(&s, "b 1 1" CARRY " carry=a62");
}

static void f4_dug_counts_however_they_left(void **state) {
  (void)state;
  const char *pieces = "b61:a1! b51:bM! a51:aM! a53:a2! a52:b5! b15:b2! b62:bF! a62:aF!";
  scene s = scene_of("flip", pieces, "a 3 0 mine_hit=both colours=ab dug=a1b0");
  scene_does(&s, "b61b51; a52a51", "b61b51 >; a52a51 =");
  scene_tail(&s, "a 0 2 mine_hit=both colours=ab dug=a2b1");
  s = scene_of("flip", pieces, "a 3 30 colours=ab");
  scene_does(&s, "resign b", "resign b; out b resign; end win a reason resign");
  scene_tail(&s, "a 3 30 out=b colours=ab dug=a0b1");
}

static void r7_3_before_the_colours_nothing_is_removed(void **state) {
  (void)state;
  scene s = scene_of("flip", "a11:a9! a12:b1 b62:bF a62:aF", "a 0 30 timeouts=a4");
  scene_does(&s, "timeout a", "timeout a; out a timeouts; end win b reason timeouts");
  scene_has(&s, "a11", "a9!");
  scene_has(&s, "a62", "aF");
  scene_tail(&s, "b 0 30 out=a timeouts=a5");
}

static void r7_7_quiet_in_flip(void **state) {
  (void)state;
  const char *pieces = "a11:a9! a12:b1 b62:bF a62:aF! a61:a3!";
  scene s = scene_of("flip", pieces, "a 69 30 colours=ab");
  scene_does(&s, "!a12", "!a12");
  scene_tail(&s, "b 0 31 colours=ab");
  s = scene_of("flip", pieces, "a 69 30" CARRY);
  scene_does(&s, "a61a62", "a61a62; end draw reason quiet"); /* a flag picked up */
}

static void r4_6_headquarters_of_flip(void **state) {
  (void)state;
  scene s = scene_of("flip", "a62:a9! a64:a8 b62:bF b15:b2!", "a 0 0 colours=ab");
  scene_legal(&s, "a62", "a61 a63 a52");
  s = scene_of("flip", "a62:a9! a64:a8 b62:bF b15:b2!", "a 0 0 hq_lock=yes colours=ab");
  scene_illegal(&s, "a62", "a61 a63 a52");
  scene_does(&s, "!a64", "!a64");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_11_turns),
      cmocka_unit_test(r7_12_engineer),
      cmocka_unit_test(r7_12_first),
      cmocka_unit_test(r7_12_pair),
      cmocka_unit_test(r7_12_pieces_from_the_deciding_flip_on),
      cmocka_unit_test(r7_12_no_colours_and_nothing_to_flip),
      cmocka_unit_test(r7_13_face_down_lives),
      cmocka_unit_test(r7_14_smallest),
      cmocka_unit_test(r7_14_mines),
      cmocka_unit_test(r7_14_any),
      cmocka_unit_test(r7_14_carry_picks_up),
      cmocka_unit_test(r7_14_carry_moves_and_wins),
      cmocka_unit_test(r7_14_carry_whatever_the_colours),
      cmocka_unit_test(r7_14_carrier_removed),
      cmocka_unit_test(r7_14_carrier_bounces),
      cmocka_unit_test(r7_14_bomb_carries),
      cmocka_unit_test(f4_dug_counts_however_they_left),
      cmocka_unit_test(r7_3_before_the_colours_nothing_is_removed),
      cmocka_unit_test(r7_7_quiet_in_flip),
      cmocka_unit_test(r4_6_headquarters_of_flip),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
