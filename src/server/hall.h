/* What the hub's files share: clients, tables and the commands that wait at a table. Private to
 * them; others use hub.h. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "due.h"
#include "hub.h"
#include "log.h"
#include "wire.h"

typedef struct hub_table hub_table;

enum { HUB_OWNER_SIZE = 24 /* the key under which the store finds what belongs to a person */ };

/* A connection. It is kept until the last command that names it has been answered; `socket` is NULL
 * once it is gone. */
struct hub_client {
  void *socket;
  junqi_person person;
  unsigned references;
  bool greeted; /* `hello` came */
  uint64_t hello_by;
  hub_table *follows[WIRE_MAX_JOINED_TABLES]; /* the first `following` of them */
  unsigned following;
  hub_client *before, *after; /* among those that have not said hello */
};

/* Submitted to the store: what a completion belongs to. Its address is the tag. */
typedef struct hub_write {
  struct hub_table *table; /* a table's events, or */
  hub_client *client;      /* a saved layout */
  int64_t re;
  uint64_t since; /* when it was submitted; 0: nobody counts */
  bool ends;      /* a game ends with it */
} hub_write;

/* What is done at a table besides feeding it one input. */
typedef enum hub_deed {
  DEED_INPUT, /* nothing besides; answered `done` */
  DEED_READY, /* a layout to be set first */
  DEED_JOIN,
  DEED_UNJOIN,
  DEED_CREATE,
  DEED_LOST, /* a follower went without a word */
  DEED_TICK
} hub_deed;

/* Something to be done at a table, in its turn. `client` is NULL for the hub's own. */
typedef struct hub_command {
  struct hub_command *next;
  hub_client *client;
  int64_t re;
  hub_deed deed;
  bool with_layout;  /* READY: there is one in the input */
  uint32_t after;    /* JOIN: number of the last event that the client has */
  uint8_t levels[3]; /* CREATE: of the computer players, in seat order */
  junqi_rules rules; /* CREATE */
  junqi_table_input input;
  /* Once it was carried out, while its events are being written: */
  junqi_code code;
  junqi_error error;
} hub_command;

typedef struct hub_follower {
  hub_client *client;
  junqi_seat viewer;
  bool live; /* has been told everything so far */
} hub_follower;

/* A computer player's seat: what it was asked last, and the answer until its time comes. */
typedef struct hub_player {
  uint64_t token;            /* of the question that is open; 0: none */
  uint8_t task;              /* hub_task of it */
  uint32_t asked[HUB_TASKS]; /* per task: number of the event that gave rise to the last one */
  bool answered;
  uint64_t due; /* not to be acted upon before */
  hub_answer answer;
} hub_player;

struct hub_table {
  char id[HUB_ID_SIZE];
  junqi_table *table;
  hub_log log; /* what has been stored and told */
  hub_command *first, *last;
  size_t waiting;
  /* While its events are being written: the command and the events, told to nobody yet. */
  hub_command *current;
  junqi_table_event *fresh;
  size_t fresh_count, fresh_capacity;
  hub_log fresh_log; /* their texts */
  hub_write write;
  bool writing, submitted; /* events are being written; the store has taken them */
  bool running;            /* table_run() is at work */
  bool over;               /* its last event has been told */
  hub_follower *followers;
  size_t follower_count, follower_capacity;
  hub_player player[JUNQI_MAX_SEATS];
  uint32_t moment[HUB_TASKS]; /* per task: number of the last event that could call for it */
  due_entry due;
  hub_table *next_in_bucket;
};

enum { HUB_BUCKETS = 4096 };

struct hub {
  hub_world world;
  junqi_store *store;
  hub_table *bucket[HUB_BUCKETS]; /* tables by id */
  size_t tables, clients;
  hub_client *oldest, *newest; /* connections that have not said hello */
  due_queue due;
  uint64_t tokens;
  size_t unsubmitted; /* batches that the store had no room for */
  bool failed, closing;
  out message;               /* what is being written to somebody */
  hub_figures figures;       /* counted since the start */
  junqi_table_events events; /* what the last call of a table brought about */
};

/* hub.c: connections */
void hub_client_send(hub *h, hub_client *client); /* h->message; nothing when it is gone */
void hub_client_refuse(hub *h, hub_client *client, int64_t re, const junqi_error *error);
void hub_client_done(hub *h, hub_client *client, int64_t re);
void hub_client_greet(hub *h, hub_client *client);
hub_client *hub_client_retain(hub_client *client);
void hub_client_release(hub_client *client);
void hub_stop(hub *h, junqi_code code); /* the store has failed */

/* tables.c: tables in memory */
hub_table *hub_table_find(hub *h, const char *id);
hub_table *hub_table_add(hub *h, const char *id);
void hub_table_remove(hub *h, hub_table *t);
/* Calls `each` for every table; it may not add or remove any. */
void hub_table_each(hub *h, void (*each)(void *context, hub_table *t), void *context);
/* When its clock or a computer player needs it next. */
void hub_table_schedule(hub *h, hub_table *t);

/* commands.c: what is done at a table, one after the other, each stored before the next */
/* Queues a command (taken over) and carries out what can be. The table may be gone afterwards. */
void hub_command_put(hub *h, hub_table *t, hub_command *command);
void hub_command_own(hub *h, hub_table *t, hub_deed deed, const junqi_table_input *input);
/* A table read from the store runs again. */
void hub_command_resume(hub *h, hub_table *t);
void hub_command_written(hub *h, hub_table *t, junqi_store_status status);
void hub_command_resubmit(hub *h);

/* follow.c: who follows a table, and what followers are told */
void hub_follow_publish(hub *h, hub_table *t);
void hub_follow_join(hub *h, hub_table *t, const hub_command *command);
bool hub_follow_add(hub_table *t, hub_client *client, bool live, junqi_error *error);
/* A follower of a seat that was its last one is soon cut. */
void hub_follow_remove(hub *h, hub_table *t, hub_client *client);
/* How many connections of a person follow the table. */
unsigned hub_follow_present(const hub_table *t, junqi_person person);
/* A table that is not in memory any more, told from the store. */
void hub_follow_past(hub *h, hub_client *client, int64_t re, const char *id, uint32_t after);

/* players.c: the hub's side of computer players */
void hub_players_note(hub_table *t, const junqi_table_event *event);
void hub_players_look(hub *h, hub_table *t);
uint64_t hub_players_due(const hub_table *t);
void hub_players_act(hub *h, hub_table *t, uint64_t now);

/* requests.c: one message of a client, checked, into a command */
void hub_request_take(hub *h, hub_client *client, const wire_in *in);

/* finished.c: finished games */
/* What the store is given about a game with its last events. */
typedef struct hub_seal {
  char key[JUNQI_MAX_SEATS][HUB_OWNER_SIZE];
  const char *owner[JUNQI_MAX_SEATS]; /* the keys of those who began it */
  size_t count;
  out header;
} hub_seal;
/* Nothing is in *seal when no game has ended; its header is the caller's to free. It points into
 * itself: not to be copied. */
void hub_finished_seal(const junqi_table *table, hub_seal *seal);
void hub_finished_take(hub *h, hub_client *client, const wire_in *in);

/* census.c: figures */
void hub_census_written(hub *h, const hub_write *write);

/* standing.c: scores, ratings and leaderboards */
void hub_standing_take(hub *h, hub_client *client, const wire_in *in);

/* layouts.c: saved layouts */
void hub_layouts_take(hub *h, hub_client *client, const wire_in *in);
void hub_layouts_written(hub *h, hub_write *write, junqi_store_status status);

#endif
