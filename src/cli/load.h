/* Many people at once on a server, for `junqi bench server`: a server in a process of its own,
 * sockets on one epoll, and people who play random legal games over them. Everything they are told
 * is held against what they know must come: each event once to each seat, in order, every command
 * answered. Private to the room cli. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "junqi/layout.h"
#include "junqi/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LOAD_ID = 33, LOAD_SEATS = JUNQI_MAX_SEATS, LOAD_PLY = 9, LOAD_OWN = 8 };

/* -- load_server.c: the server -------------------------------------------------------------------
 */

typedef struct load_server {
  int pid; /* 0: it does not run */
  int out; /* what it says */
  int port;
  uint64_t started, ready; /* load_now() */
  char directory[128];
} load_server;

/* Makes a directory for data. LOAD_DIRECTORY. */
junqi_code load_server_make(load_server *server, junqi_error *error);
/* Starts this program's `serve` on it, with room for so many connections and tables, and waits
 * until it takes connections. LOAD_SERVER. */
junqi_code load_server_start(load_server *server, uint64_t connections, uint64_t tables,
                             junqi_error *error);
/* Sends the signal and waits for the end. */
void load_server_stop(load_server *server, int signal_number);
/* Kills it, removes the data. */
void load_server_free(load_server *server);

double load_server_cpu(const load_server *server);      /* seconds of processor time */
uint64_t load_server_memory(const load_server *server); /* bytes resident */

uint64_t load_now(void); /* ns, of a clock that does not jump */

/* -- People and games ----------------------------------------------------------------------------
 */

typedef enum load_phase {
  LOAD_OUT,      /* no socket */
  LOAD_ASKING,   /* for a session */
  LOAD_ENTERING, /* asks for the WebSocket */
  LOAD_GREETING, /* has said hello */
  LOAD_IN
} load_phase;

struct load_game;

typedef struct load_person {
  int fd;
  uint8_t phase; /* load_phase */
  char cookie[48];
  char *in, *out; /* bytes not understood yet, not sent yet */
  size_t in_used, in_room, out_used, out_room;
  struct load_game *game[LOAD_OWN]; /* where they sit; NULL: free */
} load_person;

typedef enum load_stage {
  LOAD_NEW,   /* people come together */
  LOAD_READY, /* the next ply may be played */
  LOAD_ASKED, /* a ply was sent, and not everything that is to come of it has come */
  LOAD_ENDED
} load_stage;

typedef struct load_seat {
  load_person *person;
  uint32_t seq;       /* of the last event told */
  bool live, started; /* told all so far; told the start */
  bool told;          /* of the ply that was sent */
  uint8_t layout;     /* see junqi_ready() */
} load_seat;

typedef struct load_game {
  char id[LOAD_ID];
  uint8_t stage; /* load_stage */
  uint8_t seats;
  bool answered; /* the ply that was sent */
  bool late;     /* its next ply is due */
  bool revealed; /* it has ended, and all was laid open */
  load_seat seat[LOAD_SEATS];
  junqi_seat mover; /* of the ply that was sent */
  char line[64];    /* what it must be told as */
  uint64_t sent;    /* when */
  uint32_t plies;
  junqi_position position;
  struct load_game *next; /* in the order of sending */
} load_game;

/* Times that a ply took to be shown, in ns. */
typedef struct load_times {
  uint32_t *at;
  size_t count, room;
} load_times;

typedef struct load_crowd {
  int epoll, port, signals;
  load_person *person;
  size_t people, in, opening;
  load_game *game;
  size_t games;
  junqi_rules rules;
  junqi_random random;
  bool again;              /* a game that ends is followed by another */
  bool counting;           /* plies sent now are measured */
  load_game *first, *last; /* games whose last ply was sent, in that order */
  size_t playing;          /* games that began and have not ended */
  uint64_t joined;         /* seats that were told all so far since load_join_again() */
  uint64_t plies;          /* sent while counting */
  uint64_t done;           /* answered, and shown to every seat */
  uint64_t ended;          /* games */
  load_times times;
  uint64_t faults;
} load_crowd;

/* load_socket.c */

/* Room for people; false when the system does not give it. From here on SIGINT and SIGTERM are
 * faults, so that whoever waits gives up and tidies up. */
bool load_open(load_crowd *crowd, size_t people);
void load_close(load_crowd *crowd);
/* The person connects, with the session it has or a new one. False: the system gives no socket. */
bool load_enter(load_crowd *crowd, load_person *person);
void load_leave(load_crowd *crowd, load_person *person);
/* Everybody up to `people` comes in, some at a time; false when not all did within a minute. */
bool load_enter_all(load_crowd *crowd, size_t people);
/* Waits at most so long, and takes what comes. False: nothing came. */
bool load_wait(load_crowd *crowd, int ms);
/* Sends a message. */
void load_say(load_crowd *crowd, load_person *person, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* load_game.c */

/* One message that came. */
void load_hear(load_crowd *crowd, load_person *person, const char *text);
/* Something is not as it must be: counted, and the first ones are told on stderr. */
void load_fault(load_crowd *crowd, const char *what, const char *text);
/* Games among the people, so many a person, begin; false when not all did within a minute. */
bool load_begin_games(load_crowd *crowd, size_t games, size_t each);
/* Puts a game behind all others in the order of sending. */
void load_line_up(load_crowd *crowd, load_game *game);
/* Plays the next ply of a game that is LOAD_READY. */
void load_play(load_crowd *crowd, load_game *game);
/* One follows the game from the last event that the seat was told of. */
void load_join(load_crowd *crowd, load_game *game, load_seat *seat);
/* Everybody follows their games again, from the last event they were told of. */
void load_join_again(load_crowd *crowd);
void load_free_games(load_crowd *crowd);

/* load_store.c: goes on with the games in a store that no server has open, `plies` each. STORE_…
 */
junqi_code load_lengthen(load_crowd *crowd, const char *directory, unsigned plies, uint64_t *events,
                         junqi_error *error);

#endif
