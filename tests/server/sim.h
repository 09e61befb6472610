/* The simulation of a whole site: people who sit down, play, talk, cheat, are cut off and come
 * back, on a hub whose clock jumps, whose store fails and whose process dies; all from one seed.
 * sim_people.c is what they do, sim_check.c what must hold whatever they do. */
#ifndef TEST_SERVER_SIM_H
#define TEST_SERVER_SIM_H

#include "player.h"
#include "world.h"

enum { SIM_PLACES = 3 /* tables that a person follows at most */ };

/* One event's message as somebody was told it. */
typedef struct sim_told {
  junqi_person person;
  uint32_t seq;
  char *text;
} sim_told;

/* All that was told of a table. */
typedef struct sim_archive {
  char id[HUB_ID_SIZE];
  sim_told *told;
  size_t count, capacity;
  bool revealed;
  char *scores; /* as told first */
} sim_archive;

/* A table that a person follows. */
typedef struct sim_place {
  sim_archive *archive; /* NULL: none */
  player player;
  bool ready, joined;
  unsigned re;   /* of the last join: what comes before its answer is of an earlier one */
  unsigned stay; /* rounds after the end */
} sim_place;

typedef struct sim_person {
  junqi_person number;
  peer *peer; /* NULL: not connected */
  bool seeking, in_lobby;
  unsigned lag; /* rounds in which nothing is read */
  sim_place place[SIM_PLACES];
  char seen[HUB_ID_SIZE]; /* a table of the lobby, or a rematch */
} sim_person;

/* How often something happened: a simulation in which it never does proves nothing. */
typedef struct sim_counts {
  unsigned games, plies, refused, crashes, failures, cuts, jumps, matches, rematches, kicks, talk,
      handovers, resigned, drawn, escapes;
} sim_counts;

typedef struct sim {
  world w;
  junqi_random random;
  sim_person *people;
  size_t person_count, tables_most;
  unsigned joins;
  sim_archive **archive;
  size_t archives, capacity;
  sim_counts counts;
} sim;

uint32_t sim_below(sim *s, uint32_t below);
/* One time in `of`. */
bool sim_chance(sim *s, uint32_t of);

/* sim_people.c */
/* Reads what has come, does something or nothing. */
void sim_person_round(sim *s, sim_person *who);
/* The connection is gone. */
void sim_person_cut(sim *s, sim_person *who);

/* sim_check.c */
sim_archive *sim_archive_of(sim *s, const char *id);
/* Keeps an event's message for the reckoning. */
void sim_keep(sim *s, sim_archive *a, junqi_person person, uint32_t seq, const char *text);
/* A message as it is sent: no event before it is in the store. */
world_sent sim_sent;
/* At the end: what was told is what the store has and what each might know; scores add up. */
void sim_reckon(sim *s);
void sim_free(sim *s);

#endif
