/* Private to the arena room: one refereed game, written down as a record (FORMATS.md F-5). */
#ifndef ARENA_PLAY_H
#define ARENA_PLAY_H

#include "junqi/record.h"
#include "player.h"

typedef struct arena_game {
  /* Asked for: */
  const junqi_match *match;
  arena_player *player[JUNQI_MAX_SEATS]; /* by seat, open */
  junqi_layout layout[JUNQI_MAX_SEATS];  /* all but `flip` */
  junqi_piece deal[60];                  /* `flip` */
  junqi_seat first;
  /* Brought: */
  uint8_t state, winners, reason; /* as in junqi_position */
  uint8_t standing;               /* bit set of seats still in at the end */
  uint32_t plies;
  uint8_t late, illegal; /* bit sets of seats that lost so */
  char *record;          /* for the caller to free; null when there was no memory */
  size_t length;
} arena_game;

/* True once somebody wants the match to end; a game that was cut off is worth nothing. */
bool arena_stopped(const junqi_match *match);

/* Plays it out, players' begin to the last ply told; opening and closing are the caller's. */
void arena_play(arena_game *game);

#endif
