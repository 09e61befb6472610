/*
 * … in the second referee: who goes out, in which order, who wins, and what
 * turns and time do. Flip has its own tests.
 */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define HOMES " a62:aF a65:a4 b62:bF b65:b4"
/* a has a piece that can never move, so it is stuck; b can move, and b65b64 locks b's too. */
#define A_STUCK "a62:aF a64:a5 b62:bF b65:b5"
#define THREE " a62:aF a65:a4 b62:bF b65:b4 c62:cF c65:c4"
#define FOUR THREE " d62:dF d65:d4"

static void r7_1_reasons(void **state) {
  (void)state;
  scene_course("dark", "b52:a2" HOMES, "a 0 30", "b52b62",
               "b52b62 #; out b flag; end win a reason flag");
  scene_course("dark", "a11:a9 b15:b8 a62:aF b62:bF b61:bM", "a 0 30", "a11b15",
               "a11b15 >; out b pieces; end win a reason pieces");
  scene_course("dark", A_STUCK, "b 0 30", "b65b55", "b65b55; out a stuck; end win b reason stuck");
  scene_course("dark", HOMES, "a 0 30 timeout_limit=1", "timeout a",
               "timeout a; out a timeouts; end win b reason timeouts");
  scene_course("dark", HOMES, "a 0 30", "resign b",
               "resign b; out b resign; end win a reason resign");
  scene_course("dark", HOMES, "a 0 30", "escape b",
               "escape b; out b escape; end win a reason escape");
  scene_course("dark", HOMES, "a 0 30", "illegal a",
               "illegal a; out a illegal; end win b reason illegal");
  scene_course("dark", HOMES, "a 0 30", "time a", "time a; out a time; end win b reason time");
}

static void r7_1_engine_faults_name_the_seat_on_turn(void **state) {
  (void)state;
  scene s = scene_of("dark", HOMES, "a 0 30");
  scene_refuses(&s, "illegal b");
  scene_refuses(&s, "time b");
  scene_refuses(&s, "timeout b");
}

static void r7_1_bomb_is_a_movable_piece(void **state) {
  (void)state;
  scene_course("dark", "a11:a9 b15:b8 a62:aF b62:bF b65:bB", "a 0 30", "a11b15", "a11b15 >");
}

static void r7_2_lose(void **state) {
  (void)state;
  scene_course("dark", A_STUCK, "a 0 30", "", "out a stuck; end win b reason stuck");
  scene_course("dark", A_STUCK, "b 0 30", "", "");
  scene_course("dark", A_STUCK, "b 0 30", "timeout b",
               "timeout b; out a stuck; end win b reason stuck");
  scene_course("dark", A_STUCK, "b 0 30", "b65b64", "b65b64; out a stuck; end win b reason stuck");
}

static void r7_2_mutual(void **state) {
  (void)state;
  scene_course("dark", A_STUCK, "b 0 30 stuck=mutual", "b65b64", "b65b64; end draw reason stuck");
  scene_course("dark", A_STUCK, "b 0 30 stuck=mutual", "b65b55",
               "b65b55; out a stuck; end win b reason stuck");
  scene_course("dark", "a62:aF a64:a5 b62:bF b64:b5", "a 0 30 stuck=mutual", "",
               "end draw reason stuck");
}

static void r7_2_skip(void **state) {
  (void)state;
  scene s = scene_of("dark", A_STUCK, "b 3 30 stuck=skip timeouts=a3");
  scene_does(&s, "b65b55", "b65b55; skip a");
  scene_tail(&s, "b 4 31 stuck=skip timeouts=a4");
  scene_does(&s, "b55b65", "b55b65; skip a; out a timeouts; end win b reason timeouts");
  scene_tail(&s, "b 5 32 stuck=skip out=a timeouts=a5");
}

/* Nobody can move: the skips go round until the limit takes one after the other. */
static void r7_2_skip_chain(void **state) {
  (void)state;
  scene_course("dark", "a62:aF a64:a5 b62:bF b64:b5", "a 0 30 stuck=skip timeout_limit=2", "",
               "skip a; skip b; skip a; out a timeouts; end win b reason timeouts");
  scene_course("three", "a62:aF a64:a5 b62:bF b64:b5 c62:cF c64:c5", "b 0 30 timeouts=c4", "",
               "skip b; skip c; out c timeouts; skip a; skip b; skip a; skip b; skip a; skip b; "
               "skip a; skip b; out b timeouts; end win a reason timeouts");
}

static void r7_2_at_once(void **state) {
  (void)state;
  scene_course("dark", A_STUCK, "b 0 30 stuck=at_once", "b65b55",
               "b65b55; out a stuck; end win b reason stuck");
  scene_course("three", "a62:aF a64:a5 b62:bF b65:b5 c62:cF c65:c5", "b 0 30 stuck=at_once",
               "b65b55; c65c55; b55b65", "b65b55; out a stuck; c65c55; b55b65");
  /* Not reached by a ply: as `lose`, only when its turn comes. */
  scene_course("dark", A_STUCK, "b 0 30 stuck=at_once", "", "");
  scene_course("dark", A_STUCK, "b 0 30 stuck=at_once", "timeout b",
               "timeout b; out a stuck; end win b reason stuck");
  scene_course("dark", A_STUCK, "a 0 30 stuck=at_once", "", "out a stuck; end win b reason stuck");
}

static void r7_2_piece_free_seat_of_a_position(void **state) {
  (void)state;
  scene_course("dark", "a62:aF b62:bF b65:b4", "a 0 30 stuck=skip", "",
               "out a pieces; end win b reason pieces");
  scene_course("dark", "a62:aF b62:bF b65:b4", "b 0 30", "b65b55",
               "b65b55; out a pieces; end win b reason pieces");
}

static void r7_3_pieces_removed_turns_passed_over(void **state) {
  (void)state;
  scene s = scene_of("four", "b52:a2" FOUR, "a 0 50");
  scene_does(&s, "b52b62; c65c55; d65d55; a65a55; c55c65",
             "b52b62 #; out b flag; c65c55; d65d55; a65a55; c55c65");
  scene_has(&s, "b65", ".");
  scene_tail(&s, "d 4 55 out=b");
  scene_refuses(&s, "resign b");
  scene_refuses(&s, "draw-offer b");
}

static void r7_4_sides(void **state) {
  (void)state;
  scene_course("four", "d52:a2 b52:c2" FOUR, "a 0 50", "d52d62; b65b55; b52b62",
               "d52d62 #; out d flag; b65b55; b52b62 #; out b flag; end win a,c reason flag");
  scene_course("three", "b52:a2 c52:a3" THREE, "a 0 50", "b52b62; c65c55; c52c62",
               "b52b62 #; out b flag; c65c55; c52c62 #; out c flag; end win a reason flag");
}

/* The partner is out, its side goes on and wins: both are named. */
static void r7_4_partner_plays_on_alone(void **state) {
  (void)state;
  scene_course("four", "b52:a2 d52:a3 a62:aF a65:a4 b62:bF b65:b4 d62:dF d65:d4", "a 0 50 out=c",
               "b52b62; d65d55; d52d62",
               "b52b62 #; out b flag; d65d55; d52d62 #; out d flag; end win a,c reason flag");
}

static void check_last_exchange(const char *tail, const char *lines) {
  scene s = scene_of("dark", "a11:a5 b15:b5 a62:aF b62:bF", tail);
  scene_does(&s, "a11b15", lines);
  scene_has(&s, "a62", ".");
  scene_has(&s, "b62", ".");
}

static void r7_5_last_pieces_exchanged(void **state) {
  (void)state;
  const char *win = "a11b15 =; out b pieces; out a pieces; end win a reason pieces";
  check_last_exchange("a 0 30", win);
  check_last_exchange("a 0 30 stuck=skip", win);
  check_last_exchange("a 0 30 stuck=at_once", win);
  check_last_exchange("a 0 30 stuck=mutual",
                      "a11b15 =; out b pieces; out a pieces; end draw reason stuck");
}

static void r7_5_last_bomb_takes_the_flag(void **state) {
  (void)state;
  scene_course("dark", "b52:aB a62:aF b62:bF b65:b4", "a 0 30", "b52b62",
               "b52b62 =; out b flag; out a pieces; end win a reason flag");
  scene_course("dark", "b52:aB a62:aF b62:bF b65:b4", "a 0 30 stuck=mutual", "b52b62",
               "b52b62 =; out b flag; out a pieces; end draw reason stuck");
}

static void r7_5_nobody_left_at_once(void **state) {
  (void)state;
  scene s = scene_of("dark", A_STUCK, "b 0 30 stuck=at_once");
  scene_does(&s, "b65b64", "b65b64; out b stuck; out a stuck; end win b reason stuck");
  scene_tail(&s, "b 1 31 stuck=at_once out=ba"); /* nobody is left: the mover */
}

static void r7_5_three_and_four(void **state) {
  (void)state;
  scene_course("three", "a11:a5 b15:b5 a62:aF b62:bF c62:cF", "a 0 30", "a11b15",
               "a11b15 =; out b pieces; out a pieces; out c pieces; end win a reason pieces");
  scene_course("four", "a11:a5 b15:b5 a62:aF b62:bF c62:cF d62:dF", "a 0 30", "a11b15",
               "a11b15 =; out b pieces; out a pieces; out c pieces; out d pieces; "
               "end win a,c reason pieces");
  /* With d still standing it is d's side that wins, and (2) is not reached. */
  scene_course("four", "a11:a5 b15:b5 a62:aF b62:bF c62:cF d62:dF d64:d4", "a 0 30 stuck=at_once",
               "a11b15",
               "a11b15 =; out b pieces; out a pieces; out c pieces; end win b,d reason pieces");
}

static void r7_6_1_order(void **state) {
  (void)state;
  const char *pieces = "b52:aB a62:aF b62:bF b65:b4 c62:cF d62:dF";
  scene_course("four", pieces, "a 0 30", "b52b62",
               "b52b62 =; out b flag; out a pieces; out c pieces; out d pieces; "
               "end win a,c reason pieces");
  scene_course("four", pieces, "a 0 30 turn=counterclockwise", "b52b62",
               "b52b62 =; out b flag; out a pieces; out d pieces; out c pieces; "
               "end win a,c reason pieces");
  scene_course("three", "b52:c9 a62:aF b62:bF b65:b4 c62:cF", "c 0 30", "b52b62",
               "b52b62 #; out b flag; out a pieces; end win c reason pieces");
}

/* A flag lost and no movable piece either is `flag`. */
static void r7_6_1_flag_before_pieces(void **state) {
  (void)state;
  scene_course("dark", "b52:a3 a62:aF b62:bF b61:bM", "a 0 30", "b52b62",
               "b52b62 #; out b flag; end win a reason flag");
}

/* The win is complete with (1): nobody is asked whether it is stuck. */
static void r7_6_2_not_after_a_win(void **state) {
  (void)state;
  scene_course("dark", "b52:a3 a62:aF b62:bF b65:b4", "a 0 30 stuck=at_once", "b52b62",
               "b52b62 #; out b flag; end win a reason flag");
}

/* c's piece is shut in by b's in camps until b's flag falls. */
#define SHUT_IN "c32:c5 c31:cM c62:cF c22:b5 c42:b5 c33:b6 b62:bF a62:aF a65:a4 "

static void r7_6_2_on_the_cleared_board(void **state) {
  (void)state;
  scene_course("three", SHUT_IN "b52:a3 b54:a4", "a 0 30 stuck=at_once", "b52b62; c32c22",
               "b52b62 #; out b flag; c32c22");
  scene_course("three", SHUT_IN "b52:a3 b54:a4", "a 0 30 stuck=at_once", "b54b53",
               "b54b53; out c stuck");
}

static void r7_6_2_order(void **state) {
  (void)state;
  const char *pieces = "a11:a5 b15:b5 a62:aF a64:a6 b62:bF b64:b6 c62:cF c65:c6 d62:dF d64:d6";
  scene_course("four", pieces, "a 0 30 stuck=at_once", "a11b15",
               "a11b15 =; out b stuck; out a stuck; out d stuck; end win a,c reason stuck");
  scene_course("three", "a11:a5 b15:b5 a62:aF a64:a6 b62:bF b64:b6 c62:cF c64:c6",
               "a 0 30 stuck=at_once", "a11b15",
               "a11b15 =; out b stuck; out a stuck; out c stuck; end win a reason stuck");
}

/* b is out on its turn, and its pieces had shut c in: c goes on. */
static void r7_6_5_freed_by_an_out(void **state) {
  (void)state;
  const char *pieces = "a62:aF a65:a4 b62:bF b64:b5 c32:c5 c31:cM c62:cF c22:bM c42:bM c33:bM";
  scene_course("three", pieces, "c 0 30 stuck=lose", "", "out c stuck");
  scene_course("three", pieces, "a 0 30 stuck=lose", "a65a55; c32c22",
               "a65a55; out b stuck; c32c22");
  scene s = scene_of("three", pieces, "c 0 30 stuck=skip timeouts=b4");
  scene_does(&s, "", "skip c");
  scene_does(&s, "a65a55; c32c42", "a65a55; skip b; out b timeouts; c32c42");
}

static void r7_6_turn_at_the_end(void **state) {
  (void)state;
  scene s = scene_of("three", "a11:a5 b15:b6" THREE, "a 69 50");
  scene_does(&s, "a65a55", "a65a55; end draw reason quiet");
  scene_tail(&s, "b 70 51");
  s = scene_of("dark", "b52:a3" HOMES, "a 0 30");
  scene_does(&s, "b52b62", "b52b62 #; out b flag; end win a reason flag");
  scene_tail(&s, "a 0 31 out=b");
  scene_refuses(&s, "timeout a");
  scene_refuses(&s, "a65a55");
}

static void r7_7_quiet_limit(void **state) {
  (void)state;
  scene_course("dark", HOMES, "a 69 90", "a65a55", "a65a55; end draw reason quiet");
  scene_course("dark", HOMES, "a 8 90 quiet_limit=9", "timeout a; b65b55",
               "timeout a; b65b55; end draw reason quiet");
  scene s = scene_of("dark", "a11:a9 b15:b8" HOMES, "a 69 90");
  scene_does(&s, "a11b15", "a11b15 >"); /* a removal starts the count afresh */
  scene_tail(&s, "b 0 91");
  s = scene_of("dark", HOMES, "a 9998 90 quiet_limit=0");
  scene_does(&s, "a65a55; b65b55", "a65a55; b65b55");
  scene_tail(&s, "a 10000 92 quiet_limit=0");
}

static void r7_7_bounce_is_no_removal(void **state) {
  (void)state;
  scene_course("dark", "b61:a9 b51:bM" HOMES, "a 69 90 mine_hit=bounce", "b61b51",
               "b61b51 ~; end draw reason quiet");
}

static void r7_7_end_and_limit_coincide(void **state) {
  (void)state;
  /* Pieces that leave with their seat do not count; the outs come first, then the limit. */
  scene_course("three", "c32:c5 c31:cM c62:cF c22:b5 c33:b6 c41:b5 b62:bF a62:aF a65:a4",
               "b 69 90 stuck=at_once", "c41c42", "c41c42; out c stuck; end draw reason quiet");
  /* A win goes before the limit. */
  scene_course("dark", A_STUCK, "b 69 90 stuck=at_once", "b65b55",
               "b65b55; out a stuck; end win b reason stuck");
  /* The limit goes before the turn: a is never asked. */
  scene_course("dark", A_STUCK, "b 69 90", "b65b55", "b65b55; end draw reason quiet");
}

static void r7_7_quiet_loses(void **state) {
  (void)state;
  scene s = scene_of("dark", HOMES, "a 69 90 quiet_loses=yes");
  scene_does(&s, "a65a55", "a65a55; end win a reason quiet");
  scene_tail(&s, "b 70 91 quiet_loses=yes");
}

static void r7_8_agreed(void **state) {
  (void)state;
  scene_course("dark", HOMES, "a 0 0", "draw-offer b; draw-accept a",
               "draw-offer b; draw-accept a; end draw reason agreed");
  scene s = scene_of("four", FOUR, "a 0 0");
  scene_does(&s, "draw-offer c; draw-accept a; draw-accept b",
             "draw-offer c; draw-accept a; draw-accept b");
  scene_refuses(&s, "draw-accept a"); /* once */
  scene_refuses(&s, "draw-accept c");
  scene_refuses(&s, "draw-refuse c");
  scene_refuses(&s, "draw-offer d"); /* one at a time */
  scene_does(&s, "draw-accept d", "draw-accept d; end draw reason agreed");
}

static void r7_8_what_ends_a_proposal(void **state) {
  (void)state;
  scene s = scene_of("four", FOUR, "a 0 40");
  scene_does(&s, "draw-offer a; draw-accept b; draw-refuse b",
             "draw-offer a; draw-accept b; draw-refuse b");
  scene_refuses(&s, "draw-accept c");
  scene_does(&s, "draw-offer a; timeout a; b65b55; draw-accept c",
             "draw-offer a; timeout a; b65b55; draw-accept c");
  scene_does(&s, "c65c55; d65d55; a65a55", "c65c55; d65d55; a65a55");
  scene_refuses(&s, "draw-accept d"); /* the proposer has played */
  scene_does(&s, "draw-offer a; draw-accept c; draw-accept d; resign b",
             "draw-offer a; draw-accept c; draw-accept d; resign b; out b resign");
  scene_refuses(&s, "draw-refuse c");
  scene_refuses(&s, "draw-offer a"); /* three a game */
}

static void r7_9_presets(void **state) {
  (void)state;
  slow_game game;
  slow_error error;
  assert_true(slow_new(&game, "four", &error) && slow_preset(&game, "qq", &error));
  assert_true(slow_option_is(&game, "stuck", "at_once"));
  assert_int_equal(slow_number(&game, "quiet_limit"), 71);
  assert_true(slow_option_is(&game, "turn", "counterclockwise"));
  assert_true(slow_new(&game, "dark", &error) && slow_preset(&game, "ccgc", &error));
  assert_true(slow_option_is(&game, "quiet_loses", "yes"));
  assert_false(slow_preset(&game, "qq", &error));
  assert_true(slow_new(&game, "three", &error) && slow_preset(&game, "ally", &error));
  assert_int_equal(slow_number(&game, "Y"), 4);
  assert_true(slow_new(&game, "flip", &error) && slow_preset(&game, "qq", &error));
  assert_true(slow_option_is(&game, "flip_flag", "mines"));
}

static void r7_10_resign(void **state) {
  (void)state;
  scene s = scene_of("dark", HOMES, "a 0 19");
  scene_refuses(&s, "resign a");
  scene_does(&s, "a65a55; resign a", "a65a55; resign a; out a resign; end win b reason resign");
  s = scene_of("three", THREE, "a 0 99");
  scene_refuses(&s, "resign a");
  s = scene_of("three", THREE, "a 0 99 resign=yes");
  scene_does(&s, "resign a; resign c",
             "resign a; out a resign; resign c; out c resign; end win b reason resign");
  s = scene_of("four", FOUR, "a 0 99");
  scene_does(&s, "resign c; a65a55; resign b",
             "resign c; out c resign; a65a55; resign b; out b resign");
  scene_tail(&s, "d 1 100 out=cb");
}

static void r8_1_turn_order(void **state) {
  (void)state;
  scene_course("four", FOUR, "c 0 0", "c65c55; d65d55; a65a55; b65b55",
               "c65c55; d65d55; a65a55; b65b55");
  scene_course("four", FOUR, "c 0 0 turn=counterclockwise", "c65c55; b65b55; a65a55; d65d55",
               "c65c55; b65b55; a65a55; d65d55");
  scene_course("three", THREE, "a 0 0 turn=counterclockwise", "a65a55; c65c55; b65b55",
               "a65a55; c65c55; b65b55");
}

static void r8_3_timeouts(void **state) {
  (void)state;
  scene s = scene_of("four", FOUR, "a 5 9 timeouts=a3b4");
  scene_does(&s, "timeout a; timeout b; c65c55; d65d55; timeout a",
             "timeout a; timeout b; out b timeouts; c65c55; d65d55; timeout a; out a timeouts");
  scene_tail(&s, "c 7 11 out=ba timeouts=a5b5");
}

static void r8_5_escape(void **state) {
  (void)state;
  scene_course("dark", HOMES, "a 0 0", "escape a",
               "escape a; out a escape; end win b reason escape");
  scene s = scene_of("four", FOUR, "c 0 0");
  scene_does(&s, "escape c", "escape c; out c escape; end draw reason escape");
  scene_tail(&s, "d 0 0 out=c");
  scene_course("four", "a62:aF a65:a4 b62:bF b65:b4 c62:cF c65:c4", "a 0 0 out=d", "escape b",
               "escape b; out b escape; end win a,c reason escape");
  scene_course("four", "a62:aF a65:a4 b62:bF b65:b4 c62:cF c65:c4", "a 0 0 out=d", "escape c",
               "escape c; out c escape; end draw reason escape");
  scene_course("three", THREE, "a 0 0", "escape a; b65b55; escape b",
               "escape a; out a escape; b65b55; escape b; out b escape; end win c reason escape");
}

static void f5_imported_ends(void **state) {
  (void)state;
  scene_course("four", FOUR, "a 0 0", "end draw reason agreed", "end draw reason agreed");
  scene_course("four", FOUR, "a 0 0", "end draw reason quit", "end draw reason quit");
  scene s = scene_of("four", FOUR, "a 0 0");
  scene_refuses(&s, "end draw reason quiet");
  scene_refuses(&s, "nonsense a");
  scene_refuses(&s, "timeout");
  scene_refuses(&s, "timeout e");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(r7_1_reasons),
      cmocka_unit_test(r7_1_engine_faults_name_the_seat_on_turn),
      cmocka_unit_test(r7_1_bomb_is_a_movable_piece),
      cmocka_unit_test(r7_2_lose),
      cmocka_unit_test(r7_2_mutual),
      cmocka_unit_test(r7_2_skip),
      cmocka_unit_test(r7_2_skip_chain),
      cmocka_unit_test(r7_2_at_once),
      cmocka_unit_test(r7_2_piece_free_seat_of_a_position),
      cmocka_unit_test(r7_3_pieces_removed_turns_passed_over),
      cmocka_unit_test(r7_4_sides),
      cmocka_unit_test(r7_4_partner_plays_on_alone),
      cmocka_unit_test(r7_5_last_pieces_exchanged),
      cmocka_unit_test(r7_5_last_bomb_takes_the_flag),
      cmocka_unit_test(r7_5_nobody_left_at_once),
      cmocka_unit_test(r7_5_three_and_four),
      cmocka_unit_test(r7_6_1_order),
      cmocka_unit_test(r7_6_1_flag_before_pieces),
      cmocka_unit_test(r7_6_2_not_after_a_win),
      cmocka_unit_test(r7_6_2_on_the_cleared_board),
      cmocka_unit_test(r7_6_2_order),
      cmocka_unit_test(r7_6_5_freed_by_an_out),
      cmocka_unit_test(r7_6_turn_at_the_end),
      cmocka_unit_test(r7_7_quiet_limit),
      cmocka_unit_test(r7_7_bounce_is_no_removal),
      cmocka_unit_test(r7_7_end_and_limit_coincide),
      cmocka_unit_test(r7_7_quiet_loses),
      cmocka_unit_test(r7_8_agreed),
      cmocka_unit_test(r7_8_what_ends_a_proposal),
      cmocka_unit_test(r7_9_presets),
      cmocka_unit_test(r7_10_resign),
      cmocka_unit_test(r8_1_turn_order),
      cmocka_unit_test(r8_3_timeouts),
      cmocka_unit_test(r8_5_escape),
      cmocka_unit_test(f5_imported_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
