/* A whole site in one test: the hub with a clock that only the test moves, random numbers from a
 * seed, sockets that are lists of messages, a store that writes when it is asked to, and computer
 * players that answer at once. */
#ifndef TEST_SERVER_WORLD_H
#define TEST_SERVER_WORLD_H

#include "hub.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WORLD_QUESTIONS = 256 };

typedef struct world world;

/* One connection, and everything that it was sent. */
typedef struct peer {
  world *world;
  hub_client *client;
  char **message;
  size_t count, capacity;
  size_t read; /* messages taken by peer_next() */
  int closed;  /* code of a close by the hub; 0: none */
} peer;

/* How computer players answer; the question stays the caller's. */
typedef hub_answer world_player(world *w, const hub_question *question);

typedef void world_sent(world *w, peer *to, const char *text);

struct world {
  hub *hub;
  junqi_store *store;
  char directory[64];
  const char *vfs; /* as in junqi_store_options; for world_crash() */
  uint64_t now;
  int64_t date;
  junqi_random random;
  peer **peers;
  size_t peer_count, peer_capacity;
  hub_question *question[WORLD_QUESTIONS]; /* not answered yet */
  size_t question_count, asked;
  world_player *play; /* NULL: they think for ever */
  junqi_code failure;
  world_sent *sent; /* hears of every message as it is sent; may be NULL */
  void *context;    /* the test's own */
};

void world_start(world *w, uint64_t seed);
void world_end(world *w);

/* As after kill -9: the hub is gone, what was not written is lost; a new one takes up the store,
 * `down` milliseconds later. Peers are cut. */
void world_crash(world *w, uint64_t down);

/* Lets the store write and the hub hear of it, until nothing is left; questions are answered. */
void world_settle(world *w);

/* Moves the clock on, stopping wherever something is due. */
void world_run(world *w, uint64_t ms);

peer *world_connect(world *w, junqi_person person);
/* The same from an address and a device, and with hello said. */
peer *world_visit(world *w, junqi_person person, uint64_t address, uint64_t device);
void peer_leave(peer *p);
/* The same, and the peer is gone with all that it was sent. */
void peer_drop(peer *p);
/* Frees what was taken by peer_next(). */
void peer_forget(peer *p);

/* A message to the hub, as printf; peer_say() lets everything settle first and afterwards. */
void peer_send(peer *p, const char *format, ...);
void peer_say(peer *p, const char *format, ...);

/* The next message not taken yet; NULL: there is none. */
const char *peer_next(peer *p);
/* The last message that was sent to it; "" when there is none. */
const char *peer_last(const peer *p);
/* The last message not forgotten that has this in it; NULL: none. */
const char *peer_told(const peer *p, const char *part);
/* Forgets what was sent so far. */
void peer_skip(peer *p);

/* The value of a text field "<key>":"…" of a message into *value; false: it has none. */
bool text_field(const char *message, const char *key, char *value, size_t size);

/* hello, create against computer players of level 1 with these options ("" or JSON members), join.
 * *id gets the table's id; messages so far are left to be taken. */
void peer_create(peer *p, const char *options, char id[HUB_ID_SIZE]);
/* The same for any variant. */
void peer_create_variant(peer *p, const char *variant, const char *options, char id[HUB_ID_SIZE]);

/* A random legal ply, or a random layout. */
world_player world_random_play;

bool text_has(const char *text, const char *part);

#endif
