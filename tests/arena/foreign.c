/* Engines in other processes: ours plays through both protocols as it plays at home, and those that
 * misbehave in every way known lose their own games, leave good records and no process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ccgc.h"
#include "support.h"

enum { CLOCK_S = 600 }; /* of a game in which nobody is to be late */

static char directory[64];

static int set_up(void **state) {
  (void)state;
  make_directory(directory);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  drop_directory(directory);
  /* No zombie, and no child alive. */
  return waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD ? 0 : -1;
}

/* --- docs/engine-protocol.md ------------------------------------------------------------------ */

static void same_but_for_names(unsigned unit, unsigned game, const char *other) {
  played here, there;
  read_game(directory, unit, game, &here);
  read_game(other, unit, game, &there);
  memset(here.record.header.name, 0, sizeof here.record.header.name);
  memset(there.record.header.name, 0, sizeof there.record.header.name);
  size_t one = junqi_record_write(&here.record, false, here.text, 1 << 20),
         two = junqi_record_write(&there.record, false, there.text, 1 << 20);
  assert_int_equal(one, two);
  assert_memory_equal(here.text, there.text, one);
  free_game(&here);
  free_game(&there);
}

/* The same plies through the protocol as without it: nothing is lost or added on the way. */
static void same_as_at_home(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    char other[64];
    junqi_entrant sides[2];
    junqi_match m = match_of((junqi_variant)variant, sides, "junqi:level=2", "random", 2);
    if (variant == JUNQI_FOUR) m.rules.value[JUNQI_OPT_PARTNER] = 1;
    if (variant != JUNQI_FLIP) m.rules.value[JUNQI_OPT_ENGINEER_SCOUT] = variant != JUNQI_FOUR;
    m.nodes = 300;
    m.own_layouts = variant == JUNQI_DARK;
    m.out = directory;
    run_match(&m);
    make_directory(other);
    m.out = other;
    assert_int_equal(
        junqi_entrant_read("engine:" JUNQI_PROGRAM " engine --level 2", &sides[0], NULL),
        JUNQI_E_OK);
    junqi_standing s = run_match(&m);
    assert_int_equal(s.late[0] + s.illegal[0], 0);
    for (unsigned game = 1; game <= junqi_unit_games((junqi_variant)variant); game++)
      same_but_for_names(1, game, other);
    drop_directory(other);
  }
}

static void keeps_the_time(void **state) {
  junqi_entrant sides[2];
  junqi_match m =
      match_of(JUNQI_DARK, sides, "engine:" JUNQI_PROGRAM " engine --level 3", "random", 2);
  (void)state;
  m.movetime = 3;
  m.margin = 60000;
  m.out = directory;
  junqi_standing s = run_match(&m);
  assert_int_equal(s.late[0] + s.illegal[0], 0);
  assert_int_equal(s.games, 2);
}

/* --- Misbehaviour ----------------------------------------------------------------------------- */

/* DIES is LOSES_LATE where nobody has to wait for it. Only those who are to be late are hurried: a
 * busy machine must not turn one verdict into another. */
typedef enum verdict { LOSES_LATE, DIES, LOSES_ILLEGAL, LOSES_EITHER, PLAYS } verdict;

/* Two games of `who` against `random`; each record's end must tell the verdict. */
static void judge(const char *who, verdict wanted) {
  junqi_entrant sides[2];
  junqi_match m = match_of(JUNQI_DARK, sides, who, "random", 2);
  junqi_rules_preset(&m.rules, "ccgc", 4, NULL);
  m.preset = "ccgc";
  m.clock = wanted == LOSES_LATE ? 1 : CLOCK_S;
  m.patience = wanted == LOSES_LATE ? 200 : 60000;
  m.nodes = 100;
  m.out = directory;
  junqi_standing s = run_match(&m);
  unsigned late = s.late[0], illegal = s.illegal[0];
  bool fine = wanted <= DIES            ? late == 2 && illegal == 0
              : wanted == LOSES_ILLEGAL ? late == 0 && illegal == 2
              : wanted == LOSES_EITHER  ? late + illegal == 2
                                        : late + illegal == 0;
  if (!fine) fail_msg("%s: late %u, illegal %u", who, late, illegal);
  for (unsigned game = 1; game <= 2; game++) {
    played p;
    read_game(directory, 1, game, &p);
    const junqi_position *end = &p.game.position;
    junqi_seat seat = (junqi_seat)(game - 1);
    if (wanted != PLAYS) {
      assert_true(end->state == JUNQI_WIN && !(end->winners >> seat & 1));
      assert_true(end->out_reason[seat] == JUNQI_BY_TIME ||
                  end->out_reason[seat] == JUNQI_BY_ILLEGAL);
    }
    free_game(&p);
  }
}

#define OURS JUNQI_PROGRAM " engine --ccgc --level 1 --nodes 100"
#define ARRAY "ARRAY aeigcchdbigekffgjhjkdljih"
/* Answers as it must until it is asked to move. */
#define POLITE "read l; echo NAME x y z; read l; echo " ARRAY "; "

static void dead(void **state) {
  (void)state;
  judge("ccgc:exit 3", DIES);
  judge("ccgc:/nowhere/engine", DIES);
  judge("ccgc:kill -9 $$", DIES);
  judge("engine:exit 0", DIES);
  judge("ccgc:" POLITE "exit 0", DIES);
}

static void silent(void **state) {
  (void)state;
  judge("ccgc:sleep 1000", LOSES_LATE);
  judge("ccgc:exec <&- >&-; sleep 1000", DIES);
  judge("ccgc:" POLITE "sleep 1000", LOSES_LATE);
  judge("engine:sleep 1000", LOSES_LATE);
  judge("engine:echo jqiok; echo readyok; sleep 1000", LOSES_LATE);
}

/* Nobody escapes by going over to the group of the referee. */
static void regrouped(void **state) {
  (void)state;
  judge("engine:exec perl -MPOSIX -e 'POSIX::setpgid(0, getpgrp(getppid)); sleep 1000'",
        LOSES_LATE);
}

static void wrong_layout(void **state) {
  (void)state;
  judge("ccgc:read l; echo NAME; read l; echo ARRAY; sleep 1000", LOSES_ILLEGAL);
  judge("ccgc:read l; echo NAME; read l; echo ARRAY lllllllllllllllllllllllll; sleep 1000",
        LOSES_ILLEGAL);
  judge("ccgc:read l; echo NAME; read l; echo " ARRAY "h; sleep 1000", LOSES_ILLEGAL);
}

static void wrong_moves(void **state) {
  (void)state;
  judge("ccgc:" POLITE "while read l; do echo BESTMOVE Z9Z9; done", LOSES_ILLEGAL);
  judge("ccgc:" POLITE "while read l; do echo BESTMOVE; done", LOSES_ILLEGAL);
  judge("ccgc:" POLITE "while read l; do echo BESTMOVE A0B0; done", LOSES_ILLEGAL);
  judge("ccgc:" POLITE "while read l; do echo BESTMOVE L1K1; done", LOSES_ILLEGAL);
  judge("ccgc:" POLITE "while read l; do echo BESTMOVE G0G0; done", LOSES_ILLEGAL);
  judge("engine:while read l; do echo jqiok; echo readyok; echo bestmove resign; done",
        LOSES_ILLEGAL);
  judge("engine:while read l; do echo jqiok; echo readyok; echo bestmove !a11; done",
        LOSES_ILLEGAL);
}

/* The record says what was answered and what the rules have against it, whatever it was. */
static void tells_why(void **state) {
  static const struct {
    const char *who, *line;
  } cases[] = {
      {"ccgc:" POLITE "read l; echo BESTMOVE L1K1; read l",
       "illegal a ; BESTMOVE L1K1: mines and the flag never move\n"},
      {"ccgc:" POLITE "read l; echo 'BESTMOVE \";a'; read l",
       "illegal a ; BESTMOVE \";a: expected two points such as G0F0\n"},
      {"ccgc:read l; echo NAME; read l; echo ARRAY; read l",
       "illegal a ; ARRAY: expected 25 letters a..l\n"},
      {"engine:while read l; do echo jqiok; echo readyok; echo bestmove none; done",
       "illegal a ; bestmove none: expected a ply such as a11b15\n"},
      {"ccgc:read l; echo NAME; read l; echo ARRAY kebgccgdaihgeiffjhjkdljih; read l",
       "illegal a ; ARRAY kebgccgdaihgeiffjhjkdljih: a bomb stands on a11: no bombs in the front "
       "row\n"},
      {"engine:while read l; do echo jqiok; echo readyok; printf 'bestmove a\\001\\377\\n'; done",
       "illegal a ; bestmove a??: offset 1: this is not UTF-8 text: a control character or a "
       "broken "
       "character stands here\n"},
  };
  (void)state;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    played p;
    judge(cases[i].who, LOSES_ILLEGAL);
    read_game(directory, 1, 1, &p);
    if (!strstr(p.text, cases[i].line)) fail_msg("%s is not in %s", cases[i].line, p.text);
    free_game(&p);
  }
}

static void late(void **state) {
  (void)state;
  judge("ccgc:" POLITE "while read l; do sleep 2; echo BESTMOVE G1F1; done", LOSES_LATE);
}

/* What nobody asked for, before and after every answer, in lines of every length. */
static void stray_output(void **state) {
  (void)state;
  judge("ccgc:x=$(head -c 9001 /dev/zero | tr '\\0' x); " OURS
        " | while read -r l; do echo; echo debug \"$l\"; echo \"bestmove $l\"; echo BESTMOVES; "
        "echo $x; echo \"$l\"; printf '\\001\\377 half a line'; echo; done",
        PLAYS);
}

static void floods(void **state) {
  (void)state;
  judge("ccgc:yes", LOSES_LATE);
  judge("ccgc:cat /dev/zero", LOSES_LATE);
  judge("ccgc:" POLITE "yes BESTMOVE Z9Z9", LOSES_ILLEGAL);
  judge("ccgc:" POLITE "tr '\\0' x </dev/zero", LOSES_LATE);
  judge("engine:yes jqiok", LOSES_LATE);
  judge("engine:cat", LOSES_LATE);
}

/* All of its processes: of a pipe that has only lost its end the next answer is waited for. */
static void dies_in_the_middle(void **state) {
  (void)state;
  judge("ccgc:" OURS
        " | (i=0; while [ $i -lt 7 ] && read -r l; do echo \"$l\"; i=$((i+1)); done; kill -9 0)",
        DIES);
}

/* Answers twice: the second may count as a move. */
static void answers_twice(void **state) {
  (void)state;
  judge("ccgc:" POLITE "while read l; do echo BESTMOVE Z9Z9; echo BESTMOVE G0F0; done",
        LOSES_EITHER);
}

/* Does not leave after END, nor when asked: its whole group goes. */
static void does_not_leave(void **state) {
  char who[512], path[96];
  long group = 0;
  (void)state;
  snprintf(path, sizeof path, "%s/group", directory);
  snprintf(who, sizeof who, "ccgc:trap '' HUP INT TERM PIPE; echo $$ >%s; " OURS "; sleep 1000",
           path);
  judge(who, PLAYS);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%ld", &group), 1);
  fclose(file);
  assert_true(group > 1);
  /* Killed processes whose parent was killed too may take the system a moment to reap. */
  for (unsigned n = 0; n < 3000 && kill((pid_t)-group, 0) == 0; n++)
    usleep(10000);
  assert_true(kill((pid_t)-group, 0) == -1 && errno == ESRCH);
}

/* --- F-6 as a whole --------------------------------------------------------------------------- */

/* What the referee must have said to `seat` in this game, from its record. */
static void expect_dialogue(const played *p, junqi_seat seat, char *text) {
  const junqi_record *r = &p->record;
  junqi_game game;
  static junqi_events events;
  char from[3], to[3], flag[3] = "00", pending[16] = "0000 0";
  text += sprintf(text, "INFO 1.0\nSTART %d %d 31\n", seat != r->header.first, CLOCK_S);
  junqi_game_start(&game, &r->header.rules, r->header.layout, r->header.first, &events, NULL);
  for (size_t i = 0; i < r->count; i++) {
    const junqi_event *e = &r->lines[i].line.event;
    if (e->kind != JUNQI_EV_PLY) continue;
    if (e->seat == seat) text += sprintf(text, "GO %s %s\n", pending, flag);
    junqi_game_play(&game, e->seat, e->move, &events, NULL);
    for (unsigned n = 0; n < events.count; n++)
      if (events.item[n].kind == JUNQI_EV_SHOW && junqi_owner_of(events.item[n].piece) != seat)
        ccgc_put_point(seat, events.item[n].move.from, flag);
    char result = e->outcome == JUNQI_LOST    ? '0'
                  : e->outcome == JUNQI_QUIET ? '3'
                  : e->outcome == JUNQI_BOTH  ? '2'
                                              : '1';
    ccgc_put_point(seat, e->move.from, from);
    ccgc_put_point(seat, e->move.to, to);
    snprintf(pending, sizeof pending, "%s%s %c", from, to, result);
    if (e->seat == seat) text += sprintf(text, "RESULT %c %s\n", result, flag);
  }
  unsigned end = game.position.state == JUNQI_DRAW ? 2 : game.position.winners >> seat & 1;
  sprintf(text, "END %u\n", end);
}

static void dialogue(void **state) {
  static char heard[1 << 16], wanted[1 << 16];
  char who[512], path[96];
  (void)state;
  snprintf(who, sizeof who, "ccgc:tee %s/$(ls %s | wc -l).log | " OURS, directory, directory);
  judge(who, PLAYS);
  for (unsigned game = 1; game <= 2; game++) {
    played p;
    snprintf(path, sizeof path, "%s/%u.log", directory, game - 1);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    heard[fread(heard, 1, sizeof heard - 1, file)] = '\0';
    fclose(file);
    read_game(directory, 1, game, &p);
    expect_dialogue(&p, (junqi_seat)(game - 1), wanted);
    assert_string_equal(heard, wanted);
    free_game(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(same_as_at_home, set_up, tear_down),
      cmocka_unit_test_setup_teardown(keeps_the_time, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dialogue, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dead, set_up, tear_down),
      cmocka_unit_test_setup_teardown(silent, set_up, tear_down),
      cmocka_unit_test_setup_teardown(regrouped, set_up, tear_down),
      cmocka_unit_test_setup_teardown(wrong_layout, set_up, tear_down),
      cmocka_unit_test_setup_teardown(wrong_moves, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tells_why, set_up, tear_down),
      cmocka_unit_test_setup_teardown(late, set_up, tear_down),
      cmocka_unit_test_setup_teardown(stray_output, set_up, tear_down),
      cmocka_unit_test_setup_teardown(floods, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dies_in_the_middle, set_up, tear_down),
      cmocka_unit_test_setup_teardown(answers_twice, set_up, tear_down),
      cmocka_unit_test_setup_teardown(does_not_leave, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("foreign", tests, NULL, NULL);
}
