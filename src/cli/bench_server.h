/* `junqi bench server`: what it is asked to measure, and what it found. Private to the room cli. */
#ifndef CLI_BENCH_SERVER_H
#define CLI_BENCH_SERVER_H

#include "load.h"

typedef enum bench_part {
  PART_IDLE,
  PART_SOCKETS,
  PART_MOVES,
  PART_PAST,
  PART_RESTART,
  PARTS
} bench_part;

typedef struct bench_wish {
  bool part[PARTS];
  junqi_variant variant;
  uint64_t sockets;              /* SOCKETS */
  uint64_t games, rate, seconds; /* MOVES: how many, plies a second of all, for how long */
  uint64_t restored, plies;      /* RESTART: games, and how long each */
  uint64_t idle;                 /* seconds of IDLE, and of SOCKETS */
  uint64_t seed;
} bench_wish;

/* Times in ms, but where a unit is named. */
typedef struct bench_found {
  double idle_cpu;                   /* of a core, in per cent */
  uint64_t sockets, socket_bytes;    /* each */
  double socket_seconds, socket_cpu; /* until all were in; idle, in per cent */
  double rate, shown[4], moves_cpu;  /* plies a second; 50, 99, 99.9 and 100 % of them */
  uint64_t moves_sockets, moves, ended;
  double past_all, past_last; /* a join of a finished game, from its beginning and to its end */
  uint64_t past_events;
  uint64_t restored, events, restored_bytes;
  double ready, answered, went_on;
} bench_found;

/* bench_parts.c: measures what is wished. BENCH_… or OK; faults are told on stderr. */
junqi_code bench_server_measure(const bench_wish *wish, bench_found *found, junqi_error *error);

#endif
