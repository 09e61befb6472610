#include "harness.h"

#include <stdlib.h>
#include <string.h>

static void keep(harness *h, const junqi_table_event *event) {
  if (h->logged == h->room) {
    h->room = h->room ? h->room * 2 : 64;
    h->log = realloc(h->log, h->room * sizeof *h->log);
    assert_non_null(h->log);
  }
  h->log[h->logged++] = *event;
}

static void feed(junqi_table *copy, const junqi_table_event *event) {
  char text[JUNQI_TABLE_TEXT_MAX];
  junqi_table_event read;
  junqi_error error;
  size_t length = junqi_table_event_write(copy, event, text, sizeof text);
  assert_true(length == strlen(text) && length + 1 < sizeof text);
  assert_null(strchr(text, '\n'));
  if (junqi_table_event_read(copy, event->seq, text, length, &read, &error) != JUNQI_E_OK)
    fail_msg("event %u cannot be read back: %s", event->seq, text);
  if (junqi_table_replay(copy, &read, &error) != JUNQI_E_OK)
    fail_msg("event %u cannot be folded: %s", event->seq, text);
  assert_memory_equal(&read.line, &event->line, sizeof read.line);
  assert_int_equal(read.turn, event->turn);
  assert_int_equal(read.left, event->left);
  assert_int_equal(read.used, event->used);
  assert_int_equal(read.wait, event->wait);
  assert_memory_equal(&read.talk, &event->talk, sizeof read.talk);
}

static bool is_last(const harness *h, const junqi_table_event *event) {
  bool rematch = junqi_set(junqi_table_settings(h->table), JUNQI_SET_REMATCH) != JUNQI_REMATCH_NO;
  return event->kind == JUNQI_TABLE_CLOSE || event->kind == JUNQI_TABLE_REMATCH ||
         (event->kind == JUNQI_TABLE_REVEAL && !rematch);
}

static void follow(harness *h) {
  for (unsigned i = 0; i < h->out->count; i++) {
    const junqi_table_event *event = &h->out->item[i];
    assert_int_equal(event->seq, h->logged + 1);
    assert_true(h->logged == 0 || event->at >= h->log[h->logged - 1].at);
    assert_int_equal(h->ends, 0); /* nothing follows the last event */
    h->ends += is_last(h, event);
    keep(h, event);
    feed(h->copy, event);
  }
  assert_int_equal(junqi_table_seq(h->table), h->logged);
  assert_true(junqi_table_digest(h->table) == junqi_table_digest(h->copy));
  junqi_table_state state = junqi_table_state_of(h->table);
  bool over = state == JUNQI_TABLE_FINISHED || state == JUNQI_TABLE_CLOSED;
  assert_true(over || !h->ends);
  assert_true(h->ends || !over || junqi_set(junqi_table_settings(h->table), JUNQI_SET_REMATCH));
}

void harness_open(harness *h, const junqi_rules *rules, uint64_t seed) {
  *h = (harness){.now = 777000, .table = junqi_table_new(), .copy = junqi_table_new()};
  h->out = malloc(sizeof *h->out);
  assert_true(h->table && h->copy && h->out);
  assert_int_equal(junqi_table_create(h->table, rules, ANN, 0, seed, h->now, h->out, &h->error),
                   JUNQI_E_OK);
  follow(h);
}

void harness_close(harness *h) {
  junqi_table_free(h->table);
  junqi_table_free(h->copy);
  free(h->out);
  free(h->log);
}

junqi_code harness_apply(harness *h, const junqi_table_input *input) {
  junqi_table_input tick = {.kind = JUNQI_DO_TICK};
  if (input->kind == JUNQI_DO_TICK) {
    junqi_code code = junqi_table_apply(h->table, input, h->now, h->out, &h->error);
    follow(h);
    return code;
  }
  assert_true(junqi_table_next_due(h->table) > h->now ||
              junqi_table_apply(h->table, &tick, h->now, h->out, NULL) == JUNQI_E_OK);
  if (junqi_table_seq(h->table) != h->logged) follow(h);
  uint64_t before = junqi_table_digest(h->table);
  junqi_code code = junqi_table_apply(h->table, input, h->now, h->out, &h->error);
  assert_int_equal(h->error.code, code);
  if (code != JUNQI_E_OK) {
    assert_int_equal(h->out->count, 0);
    assert_true(junqi_table_digest(h->table) == before);
  }
  follow(h);
  return code;
}

junqi_settings harness_settings(const char *words) {
  junqi_settings settings = {{0}};
  settings.value[JUNQI_SET_WATCH] = 1;
  while (*words) {
    size_t length = strcspn(words, " "), key = strcspn(words, "=");
    assert_int_equal(
        junqi_settings_set(&settings, words, key, words + key + 1, length - key - 1, NULL),
        JUNQI_E_OK);
    words += length + (words[length] == ' ');
  }
  return settings;
}

junqi_code harness_set(harness *h, junqi_person person, const char *words) {
  junqi_table_input in = {.kind = JUNQI_DO_SETTINGS, .person = person};
  in.settings = harness_settings(words);
  return harness_apply(h, &in);
}

junqi_code harness_do(harness *h, junqi_table_input_kind kind, junqi_seat seat) {
  junqi_table_input input = {.kind = (uint8_t)kind,
                             .seat = seat,
                             .person = (junqi_person)(ANN + seat),
                             .seen = junqi_table_seq(h->table)};
  return harness_apply(h, &input);
}

junqi_code harness_ply(harness *h, junqi_seat seat, const char *text) {
  const junqi_board *board = junqi_board_of((junqi_variant)junqi_table_rules(h->table)->variant);
  size_t used, length = strlen(text);
  junqi_table_input input = {.kind = JUNQI_DO_PLY,
                             .seat = seat,
                             .person = (junqi_person)(ANN + seat),
                             .seen = junqi_table_seq(h->table)};
  input.move.from = junqi_point_named(board, text, length, &used);
  input.move.to = junqi_point_named(board, text + used, length - used, NULL);
  return harness_apply(h, &input);
}

junqi_code harness_tick(harness *h, uint64_t ms) {
  h->now += ms;
  return harness_apply(h, &(junqi_table_input){.kind = JUNQI_DO_TICK});
}

junqi_layout harness_layout(const junqi_rules *rules, uint64_t seed) {
  junqi_random random = {seed};
  junqi_layout empty = {{0}};
  return junqi_layout_complete(rules, &empty, &random);
}

void harness_start(harness *h, const junqi_rules *rules, uint64_t seed) {
  harness_open(h, rules, seed);
  harness_fill(h, seed);
}

void harness_fill(harness *h, uint64_t seed) {
  const junqi_rules *rules = junqi_table_rules(h->table);
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  for (unsigned seat = 0; seat < seats; seat++) {
    junqi_person person = ANN + seat;
    junqi_table_input sit = {.kind = JUNQI_DO_SIT, .seat = (junqi_seat)seat, .person = person};
    junqi_table_input lay = {.kind = JUNQI_DO_LAYOUT, .seat = (junqi_seat)seat, .person = person};
    lay.layout = harness_layout(rules, seed + seat);
    if (seat) assert_int_equal(harness_apply(h, &sit), JUNQI_E_OK);
    if (rules->variant != JUNQI_FLIP) assert_int_equal(harness_apply(h, &lay), JUNQI_E_OK);
    assert_int_equal(harness_do(h, JUNQI_DO_READY, (junqi_seat)seat), JUNQI_E_OK);
  }
  if (junqi_set(junqi_table_settings(h->table), JUNQI_SET_COUNTDOWN)) harness_tick(h, 60001);
  assert_int_equal(junqi_table_state_of(h->table), JUNQI_TABLE_PLAYING);
}

bool harness_choose(harness *h, junqi_random *random, junqi_move *move) {
  junqi_seat turn = junqi_table_clocks(h->table, h->now).turn;
  junqi_position world;
  junqi_move list[JUNQI_MAX_MOVES];
  junqi_view view;
  if (!junqi_table_view(h->table, turn, &view)) return false;
  junqi_view_world(&view, NULL, &world);
  unsigned count = junqi_moves(&world, list);
  if (count) *move = list[junqi_random_below(random, count)];
  return count > 0;
}

void harness_play_on(harness *h, junqi_random *random) {
  junqi_seat turn = junqi_table_clocks(h->table, h->now).turn;
  junqi_table_input ply = {.kind = JUNQI_DO_PLY, .seat = turn, .seen = junqi_table_seq(h->table)};
  ply.person = junqi_table_about(h->table, turn).person;
  assert_true(harness_choose(h, random, &ply.move));
  assert_int_equal(harness_apply(h, &ply), JUNQI_E_OK);
}

void harness_crash(harness *h, uint64_t down) {
  junqi_table_free(h->table);
  h->table = junqi_table_new();
  assert_non_null(h->table);
  for (unsigned i = 0; i < h->logged; i++)
    feed(h->table, &h->log[i]);
  assert_true(junqi_table_digest(h->table) == junqi_table_digest(h->copy));
  h->now += down;
  assert_int_equal(junqi_table_resume(h->table, h->now, h->out), JUNQI_E_OK);
  follow(h);
}

unsigned harness_count(const harness *h, junqi_table_event_kind kind) {
  unsigned count = 0;
  for (unsigned i = 0; i < h->out->count; i++)
    count += h->out->item[i].kind == kind;
  return count;
}

unsigned harness_lines(const harness *h, junqi_event_kind kind) {
  unsigned count = 0;
  for (unsigned i = 0; i < h->out->count; i++)
    count += h->out->item[i].kind == JUNQI_TABLE_LINE && h->out->item[i].line.kind == kind;
  return count;
}
