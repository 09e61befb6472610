/* The hub: between connections, tables, the store and computer players. Messages come in from
 * persons, go to tables as inputs, and what tables say goes out to everybody who follows them, once
 * it is in the store. It reads no clock, opens no socket and starts no thread: all that is given to
 * it as a hub_world, so that a whole site can run in one test from one seed.
 *
 * It decides no rule; it is not HTTP; it does not know how a person is recognised.
 *
 * One thread calls all of this. Nothing here calls back into the hub from hub_world's functions. */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "junqi/server.h"
#include "junqi/store.h"
#include "junqi/table.h"
#include "out.h"

typedef struct hub hub;
typedef struct hub_client hub_client; /* one connection */

enum {
  HUB_ID_SIZE = 17,   /* a table's id with its final zero */
  HUB_OWN_TABLES = 64 /* of one account in progress: a `welcome` holds no more */
};

/* -- Computer players ----------------------------------------------------------------------------
 */

typedef enum hub_task {
  HUB_NOTHING,
  HUB_SET_UP,      /* choose a layout */
  HUB_MOVE,        /* choose a ply */
  HUB_ANSWER_DRAW, /* accept the open proposal, or not */
  HUB_TASKS
} hub_task;

/* A question to a computer player, and with it all that it may know. */
typedef struct hub_question {
  char table[HUB_ID_SIZE];
  uint64_t token; /* to be given back in the answer */
  uint8_t task;   /* hub_task */
  junqi_seat seat;
  uint8_t level; /* 1..JUNQI_TABLE_LEVELS */
  uint64_t seed;
  uint32_t left; /* ms that its seat has for a ply; UINT32_MAX: no clock runs */
  bool followed; /* somebody is connected who plays there or looks on */
  junqi_rules rules;
  /* In a game: */
  junqi_layout layout[JUNQI_MAX_SEATS]; /* those it may see, ... */
  uint8_t shown;                        /* ... a bit set of seats */
  junqi_seat first;
  junqi_view view;      /* as it is now */
  junqi_event *history; /* public events since the start, in order */
  size_t history_count;
} hub_question;

typedef struct hub_answer {
  char table[HUB_ID_SIZE];
  uint64_t token;
  bool good; /* false: there is none, the player gave up */
  junqi_layout layout;
  junqi_move move;
  bool accept;
} hub_answer;

void hub_question_free(hub_question *question);

/* -- What the hub stands on ----------------------------------------------------------------------
 */

typedef struct hub_world {
  void *context;                  /* given to every function below */
  uint64_t (*now)(void *context); /* ms, of a clock that stands still while the process does */
  int64_t (*date)(void *context); /* ms since 1970 */
  void (*random)(void *context, void *bytes, size_t size);
  /* Text to the socket of a client, copied. */
  void (*send)(void *context, void *socket, const char *text, size_t length);
  /* Close it after what was sent; hub_disconnect() is to follow. */
  void (*close)(void *context, void *socket, int code, const char *reason);
  /* A question for a computer player; it becomes the callee's, hub_answer_take() is to follow, */
  void (*ask)(void *context, hub_question *question);
  /* unless events overtake it before: then nobody waits for the answer any more. */
  void (*forget)(void *context, uint64_t token);
  /* The store has failed for good: nothing can be promised any more, the process must end. */
  void (*fail)(void *context, junqi_code code);
  /* Of a write that the hub did not submit: others set the lowest bit of their tags. May be NULL
   * where there are none. */
  void (*stored)(void *context, uint64_t tag, junqi_store_status status);
  /* A table's past costs time to tell. May this person, from this address (see hub_visitor), have
   * one told now? False: *error says when. And what was told then. Both NULL: always. */
  bool (*may_retell)(void *context, junqi_person person, uint64_t address, junqi_error *error);
  void (*retold)(void *context, junqi_person person, uint64_t address, size_t events);
  /* Microseconds that this thread has worked since some moment: what a question takes is charged as
   * events told. May be NULL: none. */
  uint64_t (*worked)(void *context);
  /* What people do is kept for ever. May this person do one more thing now? False: *error says
   * when. And how many events came of it beside the first. Both NULL: always. */
  bool (*may_write)(void *context, junqi_person person, uint64_t address, junqi_error *error);
  void (*wrote)(void *context, junqi_person person, uint64_t address, size_t more);
  const junqi_server_limits *limits; /* copied; NULL: the defaults */
} hub_world;

/* The store must outlive the hub. */
hub *hub_new(const hub_world *world, junqi_store *store);
void hub_free(hub *h);

/* Takes up every table that the store says is in progress; before the first connection. A table
 * whose log is damaged is left alone, told on stderr. Returns their number, or -1 when the store
 * can't be read. */
int hub_load(hub *h);

/* The process is about to end: connections that go now are no news to their tables, which take the
 * persons for connected when the next process takes them up. */
void hub_close(hub *h);

/* Waits until everything that was submitted is stored. */
void hub_finish(hub *h);

/* -- Connections ---------------------------------------------------------------------------------
 */

/* Who connects. Numbers are the caller's; equal ones stand for the same thing. */
typedef struct hub_visitor {
  junqi_person person; /* number of the account; JUNQI_NOBODY: it came without a session */
  uint64_t address;    /* that people may share; 0: not to be counted or compared */
  uint64_t device;     /* likewise; 0: not known */
} hub_visitor;

/* Somebody without a session is told so and closed. `socket` is the transport's own. */
hub_client *hub_connect(hub *h, const hub_visitor *visitor, void *socket);
void hub_receive(hub *h, hub_client *client, const char *text, size_t length);
void hub_disconnect(hub *h, hub_client *client);

/* What the store says of the account has changed: its name, a mute, its end. */
void hub_person_changed(hub *h, junqi_person person);

/* -- Time, store and players ---------------------------------------------------------------------
 */

/* When hub_tick() is next needed, on the clock of now(); UINT64_MAX: not at all. It changes with
 * every call of the other functions. */
uint64_t hub_next_due(const hub *h);
void hub_tick(hub *h);

/* The clock of now() has stood still for a while, and those who follow a running one are told how
 * it stands. */
void hub_stood_still(hub *h);

/* Fetches what the store has written; after its wake callback. */
void hub_stored(hub *h);

void hub_answer_take(hub *h, const hub_answer *answer);

/* -- Asking --------------------------------------------------------------------------------------
 */

/* Appends the record (F-5) of a finished game. False and the error when there is none. *events: so
 * many were gone through. */
bool hub_record(hub *h, const char *id, out *text, size_t *events, junqi_error *error);

typedef enum hub_glimpse { HUB_TOLD, HUB_NOT_YET, HUB_GONE } hub_glimpse;

/* Appends a JSON object with what the person may know of a table: revision (the number of its last
 * event), state, seat, turn, left, position (F-4, the seat's view), moves, winners. NOT_YET: there
 * is no event above `after` that all have been told, ask again when followers are told of one.
 * GONE: there is no such table in memory. */
hub_glimpse hub_bot_table(hub *h, junqi_person person, const char *id, uint32_t after, out *o);

typedef struct hub_counts {
  size_t clients, tables;
} hub_counts;
hub_counts hub_count(const hub *h);

/* For those who look after the server. */
enum { HUB_LATENCIES = 11 };

typedef struct hub_figures {
  size_t waiting, playing, finished; /* tables in memory */
  uint64_t games;                    /* that ended since the start */
  /* Batches of events by how long the store took: counts by upper bound (hub_latency_bound()),
   * and the sum in ms. */
  uint64_t latency[HUB_LATENCIES], latency_sum;
} hub_figures;

/* Looks at every table. */
hub_figures hub_figures_of(hub *h);

/* Of a count of hub_figures.latency: at most so many ms; UINT64_MAX for the last. */
uint64_t hub_latency_bound(size_t index);

#endif
