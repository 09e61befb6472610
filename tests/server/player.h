/* A player at the other end of the wire, for tests: reads the messages of one table as the page
 * does, keeps its view by them alone, and chooses random legal plies. */
#ifndef TEST_SERVER_PLAYER_H
#define TEST_SERVER_PLAYER_H

#include "junqi/view.h"

#include <jansson.h>

typedef struct player {
  char table[33];
  junqi_rules rules;
  junqi_seat seat; /* JUNQI_SPECTATOR for one who watches */
  uint32_t seq;
  bool live, started, over, revealed;
  junqi_seat turn;
  junqi_view view;
  junqi_random random;
  unsigned lines;
} player;

void player_start(player *p, uint64_t seed);

/* Takes one message; fails the test when it does not fit what was told before. Returns its type as
 * a word that lives as long as the program ("event", "joined", …). */
const char *player_hear(player *p, const char *text);

/* Whether it is this player's turn in a running game. */
bool player_on_turn(const player *p);

/* A random legal ply as text. False when there is none: then lines that came of the last ply are
 * still on their way. */
bool player_ply(player *p, char ply[9]);

#endif
