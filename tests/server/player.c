/* See player.h. */
#include "player.h"

#include "junqi/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void player_start(player *p, uint64_t seed) {
  *p = (player){.seat = JUNQI_SPECTATOR, .turn = JUNQI_NO_SEAT, .random = {seed}};
}

static const char *word_of(json_t *message, const char *key) {
  const char *word = json_string_value(json_object_get(message, key));
  return word ? word : "";
}

static junqi_seat seat_of(json_t *message, const char *key, junqi_seat none) {
  const char *word = word_of(message, key);
  return *word ? (junqi_seat)(*word - 'a') : none;
}

static void hear_options(player *p, json_t *options) {
  const char *name;
  json_t *value;
  junqi_error error;
  json_object_foreach(options, name, value)
      assert_int_equal(junqi_rules_set(&p->rules, name, strlen(name), json_string_value(value),
                                       json_string_length(value), &error),
                       JUNQI_E_OK);
}

static void hear_joined(player *p, json_t *message) {
  const char *variant = word_of(message, "variant");
  junqi_variant which = JUNQI_DARK;
  assert_true(junqi_variant_from_name(variant, strlen(variant), &which));
  p->rules = junqi_rules_default(which);
  hear_options(p, json_object_get(message, "options"));
  p->seat = seat_of(message, "seat", JUNQI_SPECTATOR);
  snprintf(p->table, sizeof p->table, "%s", word_of(message, "table"));
  p->live = false;
}

static void hear_start(player *p, json_t *message) {
  junqi_layout layout[JUNQI_MAX_SEATS];
  const junqi_layout *known[JUNQI_MAX_SEATS] = {NULL};
  size_t seat;
  json_t *text;
  json_array_foreach(json_object_get(message, "layouts"), seat, text) {
    junqi_error error;
    if (json_is_null(text)) continue;
    assert_int_equal(junqi_layout_read(json_string_value(text), json_string_length(text),
                                       JUNQI_COMPLETE_LAYOUT, &p->rules, (junqi_seat)seat,
                                       &layout[seat], &error),
                     JUNQI_E_OK);
    known[seat] = &layout[seat];
    assert_true(junqi_view_sees(&p->rules, p->seat, (unsigned)seat));
  }
  junqi_view_start(&p->view, &p->rules, p->seat, known, seat_of(message, "first", JUNQI_NO_SEAT));
  p->started = true;
}

static void hear_line(player *p, json_t *message) {
  const char *text = word_of(message, "line");
  junqi_line line;
  junqi_error error;
  assert_true(p->started);
  assert_int_equal(junqi_event_read((junqi_variant)p->rules.variant, p->view.turn, text,
                                    strlen(text), &line, &error),
                   JUNQI_E_OK);
  assert_int_equal(junqi_view_apply(&p->view, &line.event), JUNQI_E_OK);
  p->over = p->view.state != JUNQI_RUNNING;
  p->lines++;
}

static void hear_event(player *p, json_t *message) {
  const char *kind = word_of(message, "kind");
  assert_int_equal(json_integer_value(json_object_get(message, "seq")), p->seq + 1);
  p->seq++;
  p->turn = seat_of(message, "turn", JUNQI_NO_SEAT);
  assert_int_equal(json_is_null(json_object_get(message, "left")), p->turn == JUNQI_NO_SEAT);
  if (strcmp(kind, "options") == 0) hear_options(p, json_object_get(message, "options"));
  if (strcmp(kind, "start") == 0) hear_start(p, message);
  if (strcmp(kind, "line") == 0) hear_line(p, message);
  if (strcmp(kind, "reveal") == 0) {
    assert_true(p->over);
    p->revealed = true;
  }
}

static const char *const known_types[] = {"welcome",  "pong",     "done",  "created", "entered",
                                          "matching", "matched",  "lobby", "people",  "said",
                                          "scores",   "joined",   "live",  "record",  "error",
                                          "layouts",  "finished", "event", NULL};

const char *player_hear(player *p, const char *text) {
  json_error_t fault;
  json_t *message = json_loads(text, 0, &fault);
  const char *const *type = known_types;
  assert_non_null(message);
  while (*type && strcmp(*type, word_of(message, "type")) != 0)
    type++;
  assert_non_null(*type);
  if (strcmp(*type, "joined") == 0) hear_joined(p, message);
  /* Who takes another seat before the start sees with its eyes. */
  if (strcmp(*type, "people") == 0 && !p->started)
    p->seat = seat_of(message, "seat", JUNQI_SPECTATOR);
  if (strcmp(*type, "created") == 0)
    snprintf(p->table, sizeof p->table, "%s", word_of(message, "table"));
  if (strcmp(*type, "event") == 0) hear_event(p, message);
  if (strcmp(*type, "live") == 0) {
    p->live = true;
    assert_int_equal(json_integer_value(json_object_get(message, "seq")), p->seq);
  }
  json_decref(message);
  return *type;
}

bool player_on_turn(const player *p) {
  return p->live && p->started && !p->over && p->turn == p->seat;
}

bool player_ply(player *p, char ply[9]) {
  junqi_position world;
  junqi_move move[JUNQI_MAX_MOVES];
  const junqi_board *board = junqi_board_of((junqi_variant)p->rules.variant);
  junqi_view_world(&p->view, NULL, &world);
  unsigned count = junqi_moves(&world, move);
  if (count == 0) return false;
  junqi_move chosen = move[junqi_random_below(&p->random, count)];
  if (chosen.from == chosen.to)
    snprintf(ply, 9, "!%s", board->name[chosen.from]);
  else
    snprintf(ply, 9, "%s%s", board->name[chosen.from], board->name[chosen.to]);
  return true;
}
