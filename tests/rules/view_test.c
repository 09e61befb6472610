/* R-6 in small positions: what each seat and a spectator see, as position texts. That views follow
 * events and equal the game's own is tested over random games elsewhere. */
#include "test.h"

#include <string.h>

#include "junqi/game.h"
#include "junqi/notation.h"

/* A game set up from a position text; the view of each seat follows it. */
typedef struct scene {
  junqi_rules rules;
  junqi_game game;
} scene;

static void set_up(scene *s, const char *text) {
  junqi_error error;
  memset(s, 0, sizeof *s);
  s->game.mover = s->game.proposer = JUNQI_NO_SEAT;
  assert_int_equal(junqi_position_read(text, strlen(text), &s->rules, &s->game.position, &error),
                   JUNQI_E_OK);
}

/* Plays a ply such as "a11b15"; what it became must be `line` (F-5). */
static void play(scene *s, const char *ply, const char *line) {
  static junqi_events events;
  char text[JUNQI_EVENT_TEXT];
  junqi_line read;
  junqi_seat turn = s->game.position.turn;
  junqi_variant variant = (junqi_variant)s->rules.variant;
  assert_int_equal(junqi_event_read(variant, turn, ply, strlen(ply), &read, NULL), JUNQI_E_OK);
  assert_int_equal(junqi_game_play(&s->game, turn, read.event.move, &events, NULL), JUNQI_E_OK);
  junqi_event_write(variant, &events.item[0], -1, true, text, sizeof text);
  assert_string_equal(text, line);
}

static void sees(const scene *s, junqi_seat viewer, const char *text) {
  char made[JUNQI_POSITION_TEXT];
  junqi_view view;
  junqi_game_view(&s->game, viewer, &view);
  junqi_view_write(&view, made, sizeof made);
  assert_string_equal(made, text);
}

enum { A, B, C, D };

/* R-6.1: where every piece stands, whose it is and what an attack did; never a rank. */
static void ranks_are_hidden(void **state) {
  scene s;
  (void)state;
  set_up(&s, "dark a9_4/_5/_5/_5/_5/.aF_2a4|_4b3/_5/_5/_5/_5/.bF_2b4 a 0 30");
  sees(&s, B, "dark a?_4/_5/_5/_5/_5/.a?_2a?|_4b3/_5/_5/_5/_5/.bF_2b4 a 0 30");
  play(&s, "a11b15", "a11b15 >");
  sees(&s, A, "dark _5/_5/_5/_5/_5/.aF_2a4|_4a9/_5/_5/_5/_5/.b?_2b? b 0 31");
  sees(&s, B, "dark _5/_5/_5/_5/_5/.a?_2a?|_4a?/_5/_5/_5/_5/.bF_2b4 b 0 31");
  sees(&s, JUNQI_SPECTATOR, "dark _5/_5/_5/_5/_5/.a?_2a?|_4a?/_5/_5/_5/_5/.b?_2b? b 0 31");
}

/* R-6.4: a flipped piece is public for good, and so are all removed ones. */
static void flipped_is_public(void **state) {
  scene s;
  (void)state;
  set_up(&s, "flip a9a4!_3/_5/_5/_5/_5/_5|_2b2.b3!/_5/_5/_5/_5/_5 a 0 40 colours=ab");
  play(&s, "!a11", "!a11 a9");
  play(&s, "b15a11", "b15a11 <");
  for (junqi_seat viewer = A; viewer <= B; viewer++)
    sees(&s, viewer,
         "flip a9!a4!_3/_5/_5/_5/_5/_5|_2??_2/_5/_5/_5/_5/_5 a 0 42 colours=ab "
         "gone=a87766554333222111BBMMMFb987766554433322111BBMMMF");
}

/* R-6.6: a spectator sees what is public to all; after the end everything is open. */
static void open_after_the_end(void **state) {
  scene s;
  (void)state;
  set_up(&s, "dark _5/_5/_5/_5/_5/.aF_2a4|_5/_5/_5/_5/_3a9./.bF!_2b4 a 0 30");
  sees(&s, JUNQI_SPECTATOR, "dark _5/_5/_5/_5/_5/.a?_2a?|_5/_5/_5/_5/_3a?./.bF!_2b? a 0 30");
  play(&s, "b54b55", "b54b55");
  set_up(&s, "dark _5/_5/_5/_5/_5/.aF_2a4|_5/_5/_5/_5/.a9_3/.bF!_2b4 a 0 30");
  play(&s, "b52b62", "b52b62 #");
  sees(&s, JUNQI_SPECTATOR, "dark _5/_5/_5/_5/_5/.aF_2a4|_5/_5/_5/_5/_5/.a9_3 a 0 31 out=b");
}

/* R-6.7: revealed by R-5.6, a piece stays revealed wherever it goes. */
static void revealed_stays(void **state) {
  scene s;
  (void)state;
  set_up(&s, "dark a1_4/_5/_5/_5/_5/.aF_2a4|_4b3/_5/_5/_5/_5/.bF_2b4 a 0 30 engineer_scout=yes");
  play(&s, "a11b15", "a11b15 <");
  sees(&s, A, "dark _5/_5/_5/_5/_5/.aF_2a4|_4b3!/_5/_5/_5/_5/.b?_2b? b 0 31 engineer_scout=yes");
  play(&s, "b15a11", "b15a11");
  sees(&s, A, "dark b3!_4/_5/_5/_5/_5/.aF_2a4|_5/_5/_5/_5/_5/.b?_2b? a 1 32 engineer_scout=yes");
}

/* R-6.7: a seat that is out keeps its view, of its partner's pieces too (R-6.2). */
static void out_keeps_its_view(void **state) {
  static const char *const hidden =
      "four _5/_5/_5/_5/_5/.aF_2a4|_5/_5/_5/_5/_5/.b?_2b?|_5/_5/_5/_5/_5/_5|"
      "_5/_5/_5/_5/_5/.d?_2d?|_9 a 0 60 partner=shown out=c";
  scene s;
  (void)state;
  set_up(&s, "four _5/_5/_5/_5/_5/.aF_2a4|_5/_5/_5/_5/_5/.bF_2b4|_5/_5/_5/_5/_5/_5|"
             "_5/_5/_5/_5/_5/.dF_2d4|_9 a 0 60 partner=shown out=c");
  sees(&s, A, hidden);
  sees(&s, C, hidden);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranks_are_hidden),   cmocka_unit_test(flipped_is_public),
      cmocka_unit_test(open_after_the_end), cmocka_unit_test(revealed_stays),
      cmocka_unit_test(out_keeps_its_view),
  };
  return cmocka_run_group_tests_name("R-6", tests, NULL, NULL);
}
