/*
 * Small positions for tests: see scene.h.
 */
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* The next item of a list; returns where the rest begins, or NULL at its end. */
static const char *next_item(const char *list, const char *separator, char item[64]) {
  size_t length = strcspn(list, separator);
  if (!*list) return NULL;
  assert_true(length < 64);
  memcpy(item, list, length);
  item[length] = 0;
  return list + length + strspn(list + length, separator);
}

static void place(slow_game *game, const char *item) {
  int point = slow_point(game->seats, item);
  const char *piece = strchr(item, ':');
  assert_true(point >= 0 && piece);
  assert_int_equal(game->at[point].owner, 0);
  game->at[point] = (slow_piece){piece[1], piece[2], piece[3] == '!'};
}

scene scene_of(const char *variant, const char *pieces, const char *tail) {
  scene s;
  slow_error error;
  char text[SLOW_TEXT];
  char item[64];
  assert_true(slow_new(&s.game, variant, &error));
  pieces += strspn(pieces, " ");
  while ((pieces = next_item(pieces, " ", item)))
    place(&s.game, item);
  slow_print(&s.game, text);
  char *board_end = strchr(strchr(text, ' ') + 1, ' ');
  strcpy(board_end + 1, tail);
  if (!slow_parse(&s.game, text, &error)) fail_msg("%s: %s", text, error.text);
  return s;
}

/* An event or an imported end has a blank in it, a ply has none. */
static bool do_one(slow_game *game, const char *move, slow_lines *lines, slow_error *error) {
  return strchr(move, ' ') ? slow_event(game, move, lines, error)
                           : slow_play(game, move, lines, error);
}

void scene_does(scene *s, const char *moves, const char *expected) {
  slow_lines lines = {0};
  slow_error error;
  char item[64];
  char written[4096] = "";
  if (!*moves) slow_resume(&s->game, &lines);
  while ((moves = next_item(moves, ";", item)))
    if (!do_one(&s->game, item + (item[0] == ' '), &lines, &error))
      fail_msg("refused: %s", error.text);
  for (int i = 0; i < lines.count; i++) {
    strcat(written, i ? "; " : "");
    strcat(written, lines.line[i]);
  }
  assert_string_equal(written, expected);
}

void scene_course(const char *variant, const char *pieces, const char *tail, const char *moves,
                  const char *lines) {
  scene s = scene_of(variant, pieces, tail);
  scene_does(&s, moves, lines);
}

void scene_refuses(const scene *s, const char *move) {
  slow_lines lines = {0};
  slow_error error;
  slow_game game = s->game;
  if (do_one(&game, move, &lines, &error)) fail_msg("not refused: %s", move);
  assert_int_equal(lines.count, 0);
  assert_memory_equal(&game, &s->game, sizeof game);
}

void scene_has(const scene *s, const char *point, const char *piece) {
  slow_piece at = s->game.at[slow_point(s->game.seats, point)];
  char text[8] = ".";
  if (at.owner) snprintf(text, sizeof text, "%c%c%s", at.owner, at.letter, at.mark ? "!" : "");
  assert_string_equal(text, piece);
}

void scene_tail(const scene *s, const char *tail) {
  char text[SLOW_TEXT];
  slow_print(&s->game, text);
  assert_string_equal(strchr(strchr(text, ' ') + 1, ' ') + 1, tail);
}

static void check_targets(const scene *s, const char *from, const char *targets, bool legal) {
  slow_plies plies;
  char item[64];
  int origin = slow_point(s->game.seats, from);
  slow_legal(&s->game, &plies);
  while ((targets = next_item(targets, " ", item))) {
    int target = slow_point(s->game.seats, item);
    bool found = false;
    assert_true(origin >= 0 && target >= 0);
    for (int i = 0; i < plies.count; i++)
      found = found || (plies.ply[i].from == origin && plies.ply[i].to == target);
    if (found != legal) fail_msg("%s to %s is %s", from, item, found ? "legal" : "not legal");
  }
}

void scene_legal(const scene *s, const char *from, const char *targets) {
  check_targets(s, from, targets, true);
}

void scene_illegal(const scene *s, const char *from, const char *targets) {
  check_targets(s, from, targets, false);
}
