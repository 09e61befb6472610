/* People who play: what they say to begin a game and to play it, and what they must be told. Each
 * game is known whole here, since all its people are ours. See load.h. */
#include "load.h"

#include "junqi/notation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a request was about: `re` is eight times the game's number, and this. */
typedef enum verb { NOTHING, CREATE, SIT, JOIN, READY, PLAY, UNJOIN } verb;

enum { VERBS = 8, TOLD_FAULTS = 5, PATIENCE_S = 60 };

void load_fault(load_crowd *crowd, const char *what, const char *text) {
  if (crowd->faults++ < TOLD_FAULTS) fprintf(stderr, "junqi bench: %s: %.400s\n", what, text);
}

/* -- Reading what the server writes --------------------------------------------------------------
 */

/* What stands behind `"key":`, or "". */
static const char *value_of(const char *text, const char *key) {
  const char *at = strstr(text, key);
  return at ? at + strlen(key) : "";
}

static bool is_type(const char *text, const char *type) {
  size_t length = strlen(type);
  return strncmp(text, "{\"type\":\"", 9) == 0 && strncmp(text + 9, type, length) == 0 &&
         text[9 + length] == '"';
}

static load_seat *seat_of(load_game *game, const load_person *person) {
  for (unsigned seat = 0; seat < game->seats; seat++)
    if (game->seat[seat].person == person) return &game->seat[seat];
  return NULL;
}

/* The person's game of which a message tells. */
static load_game *game_told(const load_person *person, const char *text) {
  const char *id = value_of(text, "\"table\":\"");
  size_t length = strcspn(id, "\"");
  for (unsigned i = 0; i < LOAD_OWN; i++) {
    load_game *game = person->game[i];
    if (game && strlen(game->id) == length && strncmp(game->id, id, length) == 0) return game;
  }
  return NULL;
}

static long number_of(const load_crowd *crowd, const load_game *game, verb about) {
  return (long)(game - crowd->game) * VERBS + (long)about;
}

/* -- Beginning -----------------------------------------------------------------------------------
 */

static void create(load_crowd *crowd, load_game *game) {
  static const char *const opponents[] = {"{\"level\":null}", "{\"level\":null},{\"level\":null}",
                                          "{\"level\":null},{\"level\":null},{\"level\":null}"};
  load_say(crowd, game->seat[0].person,
           "{\"type\":\"create\",\"re\":%ld,\"variant\":\"%s\",\"settings\":{\"countdown\":\"0\","
           "\"rematch\":\"no\"},\"opponents\":[%s]}",
           number_of(crowd, game, CREATE), junqi_variant_name((junqi_variant)crowd->rules.variant),
           opponents[game->seats - 2]);
}

static void begin(load_crowd *crowd, load_game *game) {
  junqi_layout layout[LOAD_SEATS];
  *game->id = 0;
  game->stage = LOAD_NEW;
  game->plies = 0;
  game->revealed = false;
  for (unsigned seat = 0; seat < game->seats; seat++) {
    load_person *person = game->seat[seat].person;
    game->seat[seat] =
        (load_seat){.person = person,
                    .layout = (uint8_t)junqi_random_below(&crowd->random, junqi_ready_count())};
    layout[seat] = junqi_ready(game->seat[seat].layout)->layout;
  }
  junqi_position_start(&game->position, &crowd->rules, layout, 0, NULL);
  create(crowd, game);
}

void load_join(load_crowd *crowd, load_game *game, load_seat *seat) {
  load_say(crowd, seat->person,
           "{\"type\":\"join\",\"re\":%ld,\"table\":\"%s\",\"after\":%" PRIu32 "}",
           number_of(crowd, game, JOIN), game->id, seat->seq);
}

static void created(load_crowd *crowd, load_game *game, const char *text) {
  const char *id = value_of(text, "\"table\":\"");
  snprintf(game->id, sizeof game->id, "%.*s", (int)strcspn(id, "\""), id);
  load_join(crowd, game, &game->seat[0]);
  for (unsigned seat = 1; seat < game->seats; seat++)
    load_say(crowd, game->seat[seat].person,
             "{\"type\":\"sit\",\"re\":%ld,\"table\":\"%s\",\"seat\":\"%c\"}",
             number_of(crowd, game, SIT), game->id, (char)('a' + seat));
}

static void get_ready(load_crowd *crowd, load_game *game, load_seat *seat) {
  char text[JUNQI_LAYOUT_TEXT];
  junqi_layout_write(&junqi_ready(seat->layout)->layout, text, sizeof text);
  load_say(crowd, seat->person,
           "{\"type\":\"ready\",\"re\":%ld,\"table\":\"%s\",\"layout\":\"%s\"}",
           number_of(crowd, game, READY), game->id, text);
}

static void live(load_crowd *crowd, load_game *game, load_seat *seat, const char *text) {
  if (strtoul(value_of(text, "\"seq\":"), NULL, 10) != seat->seq)
    load_fault(crowd, "not all events were told", text);
  seat->live = true;
  crowd->joined++;
  if (game->stage == LOAD_NEW) get_ready(crowd, game, seat);
}

/* -- Playing -------------------------------------------------------------------------------------
 */

static void end(load_crowd *crowd, load_game *game) {
  game->stage = LOAD_ENDED;
  crowd->ended++;
  crowd->playing--;
  for (unsigned seat = 0; seat < game->seats; seat++)
    load_say(crowd, game->seat[seat].person, "{\"type\":\"unjoin\",\"re\":%ld,\"table\":\"%s\"}",
             number_of(crowd, game, UNJOIN), game->id);
  if (crowd->again) begin(crowd, game);
}

/* The ply has been shown to everybody and answered: the next one may come. */
static void settle(load_crowd *crowd, load_game *game) {
  for (unsigned seat = 0; seat < game->seats; seat++)
    if (!game->seat[seat].told || game->seat[seat].seq != game->seat[0].seq) return;
  if (!game->answered || game->stage != LOAD_ASKED) return;
  game->stage = LOAD_READY;
  crowd->done++;
  if (game->position.state != JUNQI_RUNNING)
    end(crowd, game);
  else if (game->late)
    load_play(crowd, game);
}

static void note_time(load_crowd *crowd, const load_game *game) {
  load_times *times = &crowd->times;
  if (!crowd->counting) return;
  if (times->count == times->room) {
    times->room = times->room ? times->room * 2 : 65536;
    times->at = realloc(times->at, times->room * sizeof *times->at);
    if (!times->at) abort();
  }
  times->at[times->count++] = (uint32_t)(load_now() - game->sent);
}

void load_line_up(load_crowd *crowd, load_game *game) {
  game->next = NULL;
  if (crowd->last)
    crowd->last->next = game;
  else
    crowd->first = game;
  crowd->last = game;
}

void load_play(load_crowd *crowd, load_game *game) {
  const junqi_board *board = junqi_board_of((junqi_variant)crowd->rules.variant);
  junqi_event ply = {.kind = JUNQI_EV_PLY, .seat = game->position.turn};
  load_seat *seat = &game->seat[ply.seat];
  game->late = false;
  if (!junqi_random_move(&game->position, &crowd->random, &ply.move)) return;
  ply.outcome = (uint8_t)junqi_make(&game->position, ply.move, NULL, NULL);
  junqi_event_write((junqi_variant)crowd->rules.variant, &ply, -1, true, game->line,
                    sizeof game->line);
  game->mover = ply.seat;
  game->stage = LOAD_ASKED;
  game->answered = false;
  for (unsigned i = 0; i < game->seats; i++)
    game->seat[i].told = false;
  game->plies++;
  crowd->plies += crowd->counting;
  load_line_up(crowd, game);
  game->sent = load_now();
  load_say(crowd, seat->person,
           "{\"type\":\"play\",\"re\":%ld,\"table\":\"%s\",\"seq\":%" PRIu32 ",\"ply\":\"%s%s\"}",
           number_of(crowd, game, PLAY), game->id, seat->seq, board->name[ply.move.from],
           board->name[ply.move.to]);
}

/* The first line after a ply was sent is the ply itself, with its outcome; what the rules bring
 * about follows. */
static void hear_line(load_crowd *crowd, load_game *game, load_seat *seat, const char *text) {
  const char *line = value_of(text, "\"line\":\"");
  size_t length = strlen(game->line);
  if (game->stage != LOAD_ASKED || seat->told) return;
  if (strncmp(line, game->line, length) != 0 || (line[length] != ' ' && line[length] != '"'))
    load_fault(crowd, game->line, text);
  seat->told = true;
  if (seat != &game->seat[game->mover]) note_time(crowd, game);
}

static void hear_start(load_crowd *crowd, load_game *game, load_seat *seat) {
  seat->started = true;
  for (unsigned i = 0; i < game->seats; i++)
    if (!game->seat[i].started) return;
  game->stage = LOAD_READY;
  crowd->playing++;
  if (game->late) load_play(crowd, game);
}

static void hear_event(load_crowd *crowd, load_game *game, load_seat *seat, const char *text) {
  const char *kind = value_of(text, "\"kind\":\"");
  if (strtoul(value_of(text, "\"seq\":"), NULL, 10) != ++seat->seq)
    load_fault(crowd, "events are missing, or come twice", text);
  if (strncmp(kind, "line\"", 5) == 0)
    hear_line(crowd, game, seat, text);
  else if (strncmp(kind, "start\"", 6) == 0)
    hear_start(crowd, game, seat);
  else if (strncmp(kind, "reveal\"", 7) == 0)
    game->revealed = true;
  settle(crowd, game);
}

static void hear_done(load_crowd *crowd, load_person *person, const char *text) {
  size_t re = strtoul(value_of(text, "\"re\":"), NULL, 10);
  if (re / VERBS >= crowd->games) return;
  load_game *game = &crowd->game[re / VERBS];
  load_seat *seat = seat_of(game, person);
  if (!seat) return;
  if (re % VERBS == SIT) load_join(crowd, game, seat);
  if (re % VERBS != PLAY) return;
  if (game->answered) load_fault(crowd, "a ply was answered twice", text);
  game->answered = true;
  settle(crowd, game);
}

void load_hear(load_crowd *crowd, load_person *person, const char *text) {
  load_game *game = NULL;
  if (is_type(text, "welcome")) {
    if (person->phase == LOAD_GREETING) {
      person->phase = LOAD_IN;
      crowd->opening--;
      crowd->in++;
    }
  } else if (is_type(text, "created")) {
    size_t re = strtoul(value_of(text, "\"re\":"), NULL, 10);
    if (re / VERBS < crowd->games) created(crowd, &crowd->game[re / VERBS], text);
  } else if (is_type(text, "error")) {
    load_fault(crowd, "refused", text);
  } else if (is_type(text, "done")) {
    hear_done(crowd, person, text);
  } else if ((game = game_told(person, text))) {
    load_seat *seat = seat_of(game, person);
    if (is_type(text, "event")) hear_event(crowd, game, seat, text);
    if (is_type(text, "live")) live(crowd, game, seat, text);
  }
}

/* -- All of them ---------------------------------------------------------------------------------
 */

static void seat_people(load_crowd *crowd, size_t each) {
  unsigned seats = junqi_seats((junqi_variant)crowd->rules.variant);
  for (size_t g = 0; g < crowd->games; g++)
    for (unsigned seat = 0; seat < seats; seat++) {
      load_person *person = &crowd->person[g / each * seats + seat];
      crowd->game[g].seats = (uint8_t)seats;
      crowd->game[g].seat[seat].person = person;
      person->game[g % each] = &crowd->game[g];
    }
}

bool load_begin_games(load_crowd *crowd, size_t games, size_t each) {
  enum { AT_ONCE = 256 };
  uint64_t until = load_now() + PATIENCE_S * UINT64_C(1000000000);
  crowd->game = calloc(games, sizeof *crowd->game);
  if (!crowd->game) abort();
  crowd->games = games;
  seat_people(crowd, each);
  for (size_t begun = 0; crowd->playing < games && load_now() < until && !crowd->faults;) {
    while (begun < games && begun - crowd->playing < AT_ONCE)
      begin(crowd, &crowd->game[begun++]);
    load_wait(crowd, 10);
  }
  return crowd->playing >= games;
}

void load_join_again(load_crowd *crowd) {
  crowd->joined = 0;
  for (size_t g = 0; g < crowd->games; g++)
    for (unsigned seat = 0; seat < crowd->game[g].seats; seat++) {
      crowd->game[g].seat[seat].live = false;
      load_join(crowd, &crowd->game[g], &crowd->game[g].seat[seat]);
    }
}

void load_free_games(load_crowd *crowd) {
  free(crowd->game);
  crowd->game = NULL;
  crowd->games = crowd->playing = 0;
  crowd->first = crowd->last = NULL;
}
