/* What the hub's files share: clients, tables and the commands that wait at a table. Private to
 * them; others use hub.h. */
#ifndef SERVER_HALL_H
#define SERVER_HALL_H

#include "chat.h"
#include "due.h"
#include "hub.h"
#include "lobby.h"
#include "log.h"
#include "matching.h"
#include "people.h"
#include "scores.h"
#include "wire.h"

typedef struct hub_table hub_table;

enum {
  HUB_RECENT = 8,      /* events that a table keeps as they are: who was cut off missed so many */
  HUB_OWNER_SIZE = 24, /* the key under which the store finds what belongs to a person */
  HUB_CODE_SIZE = 7    /* a private table's code with its final zero */
};

/* A connection. It is kept until the last command that names it has been answered; `socket` is NULL
 * once it is gone. */
struct hub_client {
  void *socket;
  junqi_person person;
  uint64_t address, device; /* see hub_visitor */
  hub_person *who;          /* NULL: nobody */
  unsigned references;
  bool greeted;  /* `hello` came */
  bool in_lobby; /* is told what changes there */
  uint64_t hello_by;
  hub_table *follows[WIRE_MAX_JOINED_TABLES]; /* the first `following` of them */
  unsigned following;
  hub_client *before, *after; /* among those that have not said hello */
};

/* Submitted to the store: what a completion belongs to. Its address is the tag. */
typedef struct hub_write {
  struct hub_table *table; /* a table's events, or */
  hub_client *client;      /* a saved layout, or neither: a note */
  int64_t re;
  uint64_t since; /* when it was submitted; 0: nobody counts */
  bool ends;      /* a game ends with it */
} hub_write;

/* What is done at a table besides feeding it one input. */
typedef enum hub_deed {
  DEED_INPUT,    /* for the own seat, or for that of the input where it is named; `done` */
  DEED_READY,    /* a layout to be set first */
  DEED_SIT,      /* the seat of the input, or the first that is free */
  DEED_DRAWN,    /* the same for one who was looking for a game */
  DEED_SETTINGS, /* those named change, the others stay */
  DEED_SAY,
  DEED_JOIN,
  DEED_UNJOIN,
  DEED_CREATE,  /* by its owner */
  DEED_MATCHED, /* for people who were looking for a game */
  DEED_AGAIN,   /* a rematch */
  DEED_LOST,    /* a follower went without a word */
  DEED_TICK
} hub_deed;

/* How a new table begins. */
typedef struct hub_making {
  junqi_rules rules;
  junqi_settings settings;
  uint8_t levels[JUNQI_MAX_SEATS - 1]; /* CREATE: of computer players on the other seats, in their
                                          order; 0: the seat is free */
  hub_client *sits[JUNQI_MAX_SEATS];   /* MATCHED: by seat, the first owns it. DRAWN: the one */
  char former[HUB_ID_SIZE];            /* AGAIN: the table before */
} hub_making;

/* Something to be done at a table, in its turn. `client` is NULL for the hub's own. */
typedef struct hub_command {
  struct hub_command *next;
  hub_client *client;
  int64_t re;
  hub_deed deed;
  bool with_layout; /* READY: there is one in the input */
  bool with_seat;   /* INPUT, SIT: the seat is named */
  uint32_t after;   /* JOIN: number of the last event that the client has */
  uint32_t named;   /* SETTINGS: bit set of those in the input that are to change */
  char *text;       /* SAY; owned */
  hub_making make;
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
  hub_log log;                          /* what has been stored and told */
  junqi_table_event recent[HUB_RECENT]; /* the last of it, by number */
  hub_command *first, *last;
  size_t waiting;
  /* While its events are being written: the command and the events, told to nobody yet. */
  hub_command *current;
  junqi_table_event *fresh;
  size_t fresh_count, fresh_capacity;
  hub_log fresh_log; /* their texts */
  hub_write write;
  bool writing, submitted; /* events are being written; the store has taken them */
  uint64_t writing_since;  /* hub_world.now() */
  bool running;            /* table_run() is at work */
  bool sealed;             /* finished in the store: what follows is kept in memory alone */
  bool over;               /* nothing can happen here any more */
  uint64_t keep_until;     /* sealed: so long a rematch may be wished */
  junqi_table_state phase; /* as last told */
  int64_t started;         /* the game, ms since 1970 */
  hub_result result;
  hub_sitter sitter[JUNQI_MAX_SEATS];
  chat chat;
  lobby_entry lobby;
  uint64_t address;       /* of who made it */
  char next[HUB_ID_SIZE]; /* the rematch */
  bool news;              /* in hub.news */
  hub_table *next_news;
  hub_follower *followers;
  size_t follower_count, follower_capacity;
  hub_player player[JUNQI_MAX_SEATS];
  uint32_t moment[HUB_TASKS]; /* per task: number of the last event that could call for it */
  due_entry due;
  hub_table *next_in_bucket;
  uint32_t code; /* as a number; see codes.c */
  hub_table *next_of_codes;
};

/* A table that is over, as it is in the store; see past.c. */
typedef struct hub_past {
  char id[HUB_ID_SIZE];
  hub_log log;
  junqi_table *table;
  uint64_t used; /* number of the last question for it; 0: there is none here */
} hub_past;

enum {
  HUB_BUCKETS = 4096,
  HUB_PASTS = 32,
  HUB_CODES = 4096,
  HUB_GUESSES = 1024,
  HUB_PULSE = 1000,
  HUB_PULSE_SOON = 50 /* ms */
};

/* How many codes of private tables were tried from where: addresses that share a slot share their
 * tries. */
typedef struct hub_guesses {
  struct {
    uint64_t since;
    unsigned count;
  } slot[HUB_GUESSES];
} hub_guesses;

struct hub {
  hub_world world;
  junqi_server_limits limits;
  junqi_store *store;
  hub_table *bucket[HUB_BUCKETS]; /* tables by id */
  size_t tables, ended, clients;  /* in memory; those that are sealed or over */
  hub_people people;
  lobby lobby;
  matching matching;
  hub_table *news;            /* whose `people` are to be told with the next pulse */
  uint64_t pulse, last_pulse; /* when the next is due (UINT64_MAX: not); when the last one was */
  hub_table *code[HUB_CODES]; /* tables by code */
  hub_guesses guesses;
  hub_client *oldest, *newest; /* connections that have not said hello */
  due_queue due;
  hub_past past[HUB_PASTS];
  uint64_t pasts;    /* questions for them */
  size_t past_bytes; /* of their logs */
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
/* Something is to be told with the next pulse: soon, but not more than once a second. */
void hub_pulse_want(hub *h);

/* tables.c: tables in memory */
hub_table *hub_table_find(hub *h, const char *id);
hub_table *hub_table_add(hub *h, const char *id);
void hub_table_remove(hub *h, hub_table *t);
/* Calls `each` for every table; it may not add or remove any. */
void hub_table_each(hub *h, void (*each)(void *context, hub_table *t), void *context);
/* When its clock or a computer player needs it next. */
void hub_table_schedule(hub *h, hub_table *t);
/* Events have been told: how far the table is by them. */
void hub_table_phase(hub *h, hub_table *t);

/* codes.c: the codes of private tables */
/* The code, for those who sit there; false: the table is not private. */
bool hub_code_of(const hub_table *t, char code[HUB_CODE_SIZE]);
/* An id would give a code that another table has. */
bool hub_code_taken(const hub *h, const char *id);
void hub_code_add(hub *h, hub_table *t);
void hub_code_remove(hub *h, hub_table *t);
void hub_code_enter(hub *h, hub_client *client, const wire_in *in);

/* making.c: new tables */
/* A new table, by a command of one of the three deeds (taken over). */
void hub_make(hub *h, hub_command *command);
/* Carries out CREATE, MATCHED, AGAIN. */
junqi_code hub_make_carry_out(hub *h, hub_table *t, hub_command *command);
/* Its first events have been told: its people follow it. */
void hub_make_answer(hub *h, hub_table *t, const hub_command *command);
/* Whether the person may sit at one more table, make one more. */
junqi_code hub_check_seats(const hub *h, const hub_client *client, junqi_error *error);
junqi_code hub_check_room(hub *h, const hub_client *client, junqi_error *error);
/* Everybody wishes a rematch. */
void hub_make_again(hub *h, const hub_table *t);

/* commands.c: what is done at a table, one after the other, each stored before the next */
/* Queues a command (taken over) and carries out what can be. The table may be gone afterwards. */
void hub_command_put(hub *h, hub_table *t, hub_command *command);
void hub_command_own(hub *h, hub_table *t, hub_deed deed, const junqi_table_input *input);
hub_command *hub_command_new(hub_client *client, int64_t re, hub_deed deed);
void hub_command_free(hub_command *command);
/* Feeds the table one input and keeps what comes of it. */
junqi_code hub_command_apply(hub *h, hub_table *t, hub_command *command,
                             const junqi_table_input *input);
/* Keeps what the last call of the table brought about. */
void hub_command_gather(hub *h, hub_table *t);
/* Seats one who was looking for a game. */
void hub_command_draw(hub *h, hub_table *t, hub_client *client, const junqi_table_input *input);
/* A table read from the store runs again. */
void hub_command_resume(hub *h, hub_table *t);
void hub_command_written(hub *h, hub_table *t, junqi_store_status status);
void hub_command_resubmit(hub *h);

/* follow.c: who follows a table, and what followers are told */
void hub_follow_publish(hub *h, hub_table *t);
void hub_follow_join(hub *h, hub_table *t, const hub_command *command);
bool hub_follow_add(hub *h, hub_table *t, hub_client *client, bool live, junqi_error *error);
/* Tells all who follow how the clocks stand. */
void hub_follow_clocks(hub *h, hub_table *t);
/* A follower of a seat that was its last one is soon cut. */
void hub_follow_remove(hub *h, hub_table *t, hub_client *client);
/* The person's connection follows, and if it can't, or is gone, the table hears so. */
void hub_follow_seated(hub *h, hub_table *t, hub_client *client, junqi_person person);
/* An event has been told, or was read from the store. */
void hub_follow_recall(hub_table *t, const junqi_table_event *event);
bool hub_follow_is(const hub_table *t, const hub_client *client);
/* setting `watch`: may somebody without a seat follow now? */
bool hub_follow_may_watch(const hub_table *t);
unsigned hub_follow_spectators(const hub_table *t);
/* How many connections of a person follow the table. */
unsigned hub_follow_present(const hub_table *t, junqi_person person);
/* May the client have a table's past told, and that it was: see hub_world. */
bool hub_follow_may_retell(hub *h, const hub_client *client, junqi_error *error);
void hub_follow_retold(hub *h, const hub_client *client, size_t events);
/* Joining from event `after` tells more than what the table has at hand. */
bool hub_follow_is_costly(const hub_table *t, uint32_t after);
/* A table that is not in memory any more, told from the store. */
void hub_follow_past(hub *h, hub_client *client, int64_t re, const char *id, uint32_t after);

/* past.c: a table that is over, from the store; valid until the next call. NULL and the error when
 * there is none. */
const hub_past *hub_past_find(hub *h, const char *id, junqi_error *error);
void hub_past_free(hub *h);

/* marks.c: accounts that share something at one table */
void hub_marks_note(hub *h, const hub_table *t);

/* players.c: the hub's side of computer players */
void hub_players_note(hub_table *t, const junqi_table_event *event);
void hub_players_look(hub *h, hub_table *t);
uint64_t hub_players_due(const hub_table *t);
void hub_players_act(hub *h, hub_table *t, uint64_t now);

/* people.c: the account whose name a field of a message holds, or held: then *former, which may be
 * null, is true. False after a refusal. */
bool hub_find_named(hub *h, hub_client *client, const wire_in *in, const char *field,
                    junqi_store_account *found, bool *former);

/* requests.c: one message of a client, checked, into a command */
void hub_request_take(hub *h, hub_client *client, const wire_in *in);
/* May the client have something written? See hub_world. */
bool hub_request_may_write(hub *h, const hub_client *client, junqi_error *error);

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
void hub_finished_seal(const junqi_table *table, const hub_result *result, hub_seal *seal);
void hub_finished_take(hub *h, hub_client *client, const wire_in *in);

/* census.c: figures */
void hub_census_written(hub *h, const hub_write *write);

/* standing.c: scores, ratings and leaderboards */
void hub_standing_take(hub *h, hub_client *client, const wire_in *in);

/* layouts.c: saved layouts */
void hub_layouts_take(hub *h, hub_client *client, const wire_in *in);
void hub_layouts_written(hub *h, hub_write *write, junqi_store_status status);

#endif
