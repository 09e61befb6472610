/* `junqi random VARIANT`: a complete game of random plies as a record; the same seed and rules
 * give the same game everywhere. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENT_ODDS = 60 }; /* with --events, one turn in so many begins with an event */

/* A record that grows, and the game it tells. */
typedef struct telling {
  junqi_record record;
  junqi_game game;
  junqi_random random;
  junqi_events events;
  bool failed; /* out of memory */
} telling;

static void keep(telling *t, const junqi_event *event) {
  junqi_record *record = &t->record;
  if (event->kind == JUNQI_EV_SHOW) return; /* no line of a full record */
  if (record->count == record->capacity) {
    size_t capacity = record->capacity ? record->capacity * 2 : 1024;
    junqi_record_line *lines = realloc(record->lines, capacity * sizeof *lines);
    if (!lines) {
      t->failed = true;
      return;
    }
    record->lines = lines;
    record->capacity = capacity;
  }
  record->lines[record->count++] =
      (junqi_record_line){.kind = JUNQI_RECORD_EVENT, .line = {.event = *event, .ms = -1}};
}

static void keep_all(telling *t) {
  for (unsigned i = 0; i < t->events.count; i++)
    keep(t, &t->events.item[i]);
}

/* Layouts or a deal, into the header and on the board. They are legal, so the referee agrees. */
static void start(telling *t) {
  junqi_header *header = &t->record.header;
  junqi_layout empty = {{0}};
  if (header->rules.variant == JUNQI_FLIP) {
    junqi_random_deal(&t->random, header->deal);
    junqi_game_deal(&t->game, &header->rules, header->deal, header->first, &t->events, NULL);
  } else {
    for (unsigned seat = 0; seat < junqi_seats((junqi_variant)header->rules.variant); seat++)
      header->layout[seat] = junqi_layout_complete(&header->rules, &empty, &t->random);
    junqi_game_start(&t->game, &header->rules, header->layout, header->first, &t->events, NULL);
  }
  keep_all(t);
}

/* One event that may happen now, of any seat; false when the one that was drawn may not. */
static bool random_event(telling *t) {
  static const junqi_event_kind kinds[] = {JUNQI_EV_TIMEOUT, JUNQI_EV_TIMEOUT, JUNQI_EV_RESIGN,
                                           JUNQI_EV_ESCAPE,  JUNQI_EV_OFFER,   JUNQI_EV_ACCEPT,
                                           JUNQI_EV_REFUSE};
  unsigned seats = junqi_seats((junqi_variant)t->record.header.rules.variant);
  junqi_event_kind kind = kinds[junqi_random_below(&t->random, sizeof kinds / sizeof *kinds)];
  junqi_seat seat = (junqi_seat)junqi_random_below(&t->random, seats);
  return junqi_game_event(&t->game, kind, seat, UINT32_MAX, &t->events, NULL) == JUNQI_E_OK;
}

/* Without a quiet limit a game may go on for ever: after `most` plies it is agreed drawn. */
static void play(telling *t, bool events, uint64_t most) {
  junqi_move move;
  while (t->game.position.state == JUNQI_RUNNING && !t->failed) {
    bool special = events && junqi_random_below(&t->random, EVENT_ODDS) == 0 && random_event(t);
    if (!special && t->game.position.ply >= most) {
      junqi_game_stop(&t->game, JUNQI_BY_AGREED, &t->events, NULL);
    } else if (!special) {
      junqi_random_move(&t->game.position, &t->random, &move);
      junqi_game_play(&t->game, t->game.position.turn, move, &t->events, NULL);
    }
    keep_all(t);
  }
}

static int print(telling *t) {
  size_t size = junqi_record_write(&t->record, false, NULL, 0);
  char *text = t->failed ? NULL : malloc(size + 1);
  junqi_error error;
  if (!text) {
    junqi_fail(&error, JUNQI_E_NO_MEMORY);
    cli_complain(&error);
    return CLI_FAILED;
  }
  junqi_record_write(&t->record, false, text, size + 1);
  junqi_code code = cli_write_file("-", text, size, &error);
  free(text);
  return code == JUNQI_E_OK ? CLI_OK : cli_complain_of("-", &error);
}

int cli_random(int argc, char **argv) {
  static telling t;
  const char *seed = NULL, *preset = NULL, *first = "a", *plies = "20000";
  uint64_t most;
  cli_words words = {0};
  bool events = false;
  const cli_option options[] = {
      {.name = "--seed", .value = &seed},   {.name = "--preset", .value = &preset},
      {.name = "--option", .list = &words}, {.name = "--first", .value = &first},
      {.name = "--plies", .value = &plies}, {.name = "--events", .flag = &events}};
  junqi_header *header = &t.record.header;
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (argc < 2 || !seed)
    return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "random", "", argc < 2 ? "VARIANT" : "--seed N");
  if (argc > 2) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "random", argv[2]);
  if (!cli_number("--seed", seed, 0, UINT64_MAX, &t.random.state)) return CLI_USAGE;
  if (!cli_number("--plies", plies, 0, 1000000, &most)) return CLI_USAGE;
  status = cli_rules(argv[1], preset, &words, &header->rules);
  if (status != CLI_OK) return status;
  if (preset) snprintf(header->preset, sizeof header->preset, "%s", preset);
  if (!cli_seat("--first", first, (junqi_variant)header->rules.variant, false, &header->first))
    return CLI_USAGE;
  start(&t);
  play(&t, events, most);
  status = print(&t);
  free(t.record.lines);
  return status;
}
