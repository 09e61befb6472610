/* A table: one game among people and computer players, from the first seat taken to the end and to
 * the wish for another (RULES.md ). A deterministic state
 * machine: inputs with a time go in, numbered events come out, and the events alone rebuild the
 * table. It reads no clock and no socket, starts no thread, draws no random number of its own, and
 * knows persons only as numbers. It keeps no names, no chat and no private marks, and does not add
 * up scores. */
#ifndef JUNQI_TABLE_H
#define JUNQI_TABLE_H

#include "junqi/score.h"
#include "junqi/settings.h"
#include "junqi/view.h"

enum {
  JUNQI_TABLE_EVENTS_MAX = 512,      /* no call brings more events about */
  JUNQI_TABLE_TEXT_MAX = 1024,       /* no event's text is longer, its zero included */
  JUNQI_TABLE_LEVELS = 9,            /* computer players have a level of 1..9 */
  JUNQI_TABLE_WAIT_SECONDS = 300,    /* grace of a cut person before the start */
  JUNQI_TABLE_RESTART_SECONDS = 30,  /* least grace of a person whom a restart has cut */
  JUNQI_TABLE_REMATCH_SECONDS = 120, /* after the end, for wishing a rematch */
  JUNQI_TABLE_GRACES = 3,            /* all absences of a seat: so many graces in all */
  JUNQI_TABLE_CUTS = 120,            /* and so many of them, for the shortest costs its share */
  JUNQI_TABLE_HANDOVERS = 20,        /* of a seat to a substitute, in a game */
  JUNQI_TABLE_KICKED = 8,            /* the last so many persons sent away stay away */
  JUNQI_TABLE_WAIT_EVENTS = 4096,    /* a table that has not started by then is closed */
  JUNQI_TABLE_PLIES = 10000          /* of a game: people agree then, or resign, or lose by time */
};

/* A person, as numbered by the caller: an account, a guest. The number must mean the same person
 * after a restart. It stands in stored events, never in those for a viewer. */
typedef uint64_t junqi_person;
enum { JUNQI_NOBODY = 0 };

typedef enum junqi_table_state {
  JUNQI_TABLE_NEW,     /* no event yet */
  JUNQI_TABLE_WAITING, /* seats, options, layouts; set-up clock and countdown may run */
  JUNQI_TABLE_PLAYING,
  JUNQI_TABLE_FINISHED, /* the game has ended; a rematch may be wished */
  JUNQI_TABLE_CLOSED    /* the last person left before the start */
} junqi_table_state;

/* Inputs ------------------------------------------------------------------------------------- */

typedef enum junqi_table_input_kind {
  JUNQI_DO_TICK, /* nothing but the time; seat and person are not read */
  /* Before the start. */
  JUNQI_DO_SIT, /* person takes the free seat, and leaves the one it may have had; with a level: the
                 * owner puts a computer player there. Refused in an anti-cheat room unless `drawn`
                 */
  JUNQI_DO_LEAVE,    /* before the start: gets up (the owner may send a computer player away). In a
                      * running game: escape, or free leave of a seat that is out. After the
                      * end, where a rematch is possible: gone */
  JUNQI_DO_OPTIONS,  /* the owner sets `rules`; refused once a person is ready */
  JUNQI_DO_LAYOUT,   /* the seat's layout so far, partial or faulty as it may be. A computer player
                      * is ready with it when it is complete and legal */
  JUNQI_DO_READY,    /* refused unless the layout is complete and legal */
  JUNQI_DO_UNREADY,  /* stops a countdown */
  JUNQI_DO_KICK,     /* the owner sends away who sits at `seat`; a person stays away */
  JUNQI_DO_OWNER,    /* the owner passes the table on to the person at `seat`, who will move first;
                      * refused like OPTIONS */
  JUNQI_DO_SETTINGS, /* the owner, or the caller as JUNQI_NOBODY, sets `settings`; refused like
                      * OPTIONS. Only the caller makes an anti-cheat room */
  /* In the game. */
  JUNQI_DO_PLY,      /* `move`; `seen` */
  JUNQI_DO_SKIP,     /* 跳过: gives up the turn, recorded as a timeout; `seen` */
  JUNQI_DO_RESIGN,   /* */
  JUNQI_DO_OFFER,    /* */
  JUNQI_DO_ACCEPT,   /* `seen` */
  JUNQI_DO_REFUSE,   /* `seen` */
  JUNQI_DO_HANDOVER, /* 托管: a computer player acts for the seat from now on */
  JUNQI_DO_RETURN,   /* its person takes the seat back */
  /* After it. */
  JUNQI_DO_REMATCH, /* wishes to play again at a new table */
  /* At any time; no news are no events. */
  JUNQI_DO_CONNECTED,    /* the person's first connection is there */
  JUNQI_DO_DISCONNECTED, /* the person's last connection is gone */
  JUNQI_TABLE_INPUTS
} junqi_table_input_kind;

/* Who sends is `person`, for `seat`; a computer player's inputs, a substitute's too, come from
 * JUNQI_NOBODY. An input for a seat that the sender does not hold is refused. `seen` is the number
 * of the last event the sender has been told. An input with `seen` is refused as stale when it is
 * older than the event that gave the seat this turn (ACCEPT, REFUSE: than the proposal), so a
 * repeated or late request does no harm; other news in between do not disturb it. */
typedef struct junqi_table_input {
  uint8_t kind; /* junqi_table_input_kind */
  junqi_seat seat;
  uint8_t level; /* SIT: 0 for a person, 1..JUNQI_TABLE_LEVELS for a computer player */
  bool drawn;    /* SIT: the caller has drawn this seat for the person */
  junqi_person person;
  uint32_t seen;
  junqi_move move;
  junqi_layout layout;
  junqi_rules rules;
  junqi_settings settings;
} junqi_table_input;

/* Events ------------------------------------------------------------------------------------- */

/* Their words in texts are what counts in a log: new kinds come at the end. */
typedef enum junqi_table_event_kind {
  JUNQI_TABLE_CREATED,   /* rules, seed */
  JUNQI_TABLE_OPTIONS,   /* rules; nobody is ready any more */
  JUNQI_TABLE_SEAT,      /* seat, who, level, person, why: from now on */
  JUNQI_TABLE_OWNER,     /* seat: its person owns the table and will move first */
  JUNQI_TABLE_LAYOUT,    /* seat, layout[seat]; private to the seat */
  JUNQI_TABLE_READY,     /* seat */
  JUNQI_TABLE_UNREADY,   /* seat */
  JUNQI_TABLE_SETUP,     /* the set-up clock starts */
  JUNQI_TABLE_START,     /* seat: moves first; layouts as completed, in `flip` the deal */
  JUNQI_TABLE_LINE,      /* line, used: one line of F-5, the same for every viewer */
  JUNQI_TABLE_CUT,       /* seat, why: its person is disconnected, the grace runs */
  JUNQI_TABLE_BACK,      /* seat: its person is connected again */
  JUNQI_TABLE_REVEAL,    /* after the end: all layouts or the deal, for everyone; the last event
                          * unless people wish a rematch */
  JUNQI_TABLE_CLOSE,     /* nobody is left before the start; the last event */
  JUNQI_TABLE_SETTINGS,  /* settings */
  JUNQI_TABLE_COUNTDOWN, /* everybody is ready: it runs, until an UNREADY or a SEAT that gets free
                          */
  JUNQI_TABLE_HANDOVER,  /* seat, level: a computer player acts for it */
  JUNQI_TABLE_RETURN,    /* seat: its person acts again */
  JUNQI_TABLE_WISH,      /* seat: its person wishes a rematch */
  JUNQI_TABLE_REMATCH,   /* seat: all who are there wish it; who sits there will own the new table.
                          * The last event */
  JUNQI_TABLE_EVENT_KINDS
} junqi_table_event_kind;

typedef enum junqi_table_who { JUNQI_FREE, JUNQI_HUMAN, JUNQI_COMPUTER } junqi_table_who;

/* Why a seat is free, or a person cut, where it is not of their own doing. */
typedef enum junqi_table_why {
  JUNQI_WHY_OWN,
  JUNQI_WHY_KICKED,  /* SEAT: sent away by the owner */
  JUNQI_WHY_LOST,    /* SEAT: away too long */
  JUNQI_WHY_CLOSED,  /* SEAT: the table is closed (JUNQI_TABLE_WAIT_EVENTS) */
  JUNQI_WHY_RESTART, /* CUT: the server was restarted; costs nobody anything */
  JUNQI_WHYS
} junqi_table_why;

/* Draws and resigning, for all to see. */
typedef struct junqi_table_talk {
  junqi_seat proposer;             /* of the open proposal, JUNQI_NO_SEAT */
  uint8_t accepted;                /* bit set of the seats that have accepted it */
  uint8_t offers[JUNQI_MAX_SEATS]; /* proposals that each seat has left */
  uint16_t resign_plies;           /* plies until resigning is allowed */
  uint32_t resign_left;            /* ms until then; UINT32_MAX: never (resign=no) */
} junqi_table_talk;

/* Fields not named for a kind are zero. Those marked * say how things stand after the event, for a
 * page; they are no part of its text. */
typedef struct junqi_table_event {
  uint32_t seq; /* 1, 2, 3, … */
  uint64_t at;  /* ms on the table's own clock: from 0 on, standing still while it does not run */
  uint8_t kind; /* junqi_table_event_kind */
  junqi_seat seat;
  uint8_t who; /* junqi_table_who */
  uint8_t level;
  uint8_t why;           /* junqi_table_why */
  uint8_t shown;         /* bit set of seats whose layouts are there (LAYOUT, START, REVEAL) */
  bool dealt;            /* the deal is there */
  junqi_seat turn;       /* * seat on turn, JUNQI_NO_SEAT unless playing */
  uint32_t left;         /* * ms that the seat on turn has */
  uint32_t wait;         /* * SETUP, COUNTDOWN, CUT: ms until what they start is over */
  junqi_table_talk talk; /* * nothing unless playing */
  uint32_t used;         /* LINE of a ply or a timeout: ms */
  junqi_event line;
  junqi_person person;
  uint64_t seed;
  junqi_settings settings;
  union {
    junqi_rules rules;
    junqi_layout layout[JUNQI_MAX_SEATS];
    junqi_piece deal[60];
  };
} junqi_table_event;

/* About 110 KB: one for the whole program will do. */
typedef struct junqi_table_events {
  unsigned count;
  junqi_table_event item[JUNQI_TABLE_EVENTS_MAX];
} junqi_table_events;

/* Time. Before the start, the set-up clock is for people who wait: it starts once every
 * seat is taken and a person is ready, goes on if readiness is taken back, and stops if somebody
 * gets up. Whoever plays alone against computer players has no time limit before being ready. At
 * its end the game starts with the layouts as they are, completed. `flip` has no such clock. Once
 * all are ready the countdown runs, and the game starts at its end. The options are frozen
 * while a person is ready or the set-up clock runs.
 *
 * Absence. The grace of a cut person is escape_seconds in a game, then it is an escape;
 * JUNQI_TABLE_WAIT_SECONDS before it, then the seat is free again. All absences of a seat in a
 * game, or of a person before it, have JUNQI_TABLE_GRACES such graces in all, and each costs at
 * least its JUNQI_TABLE_CUTS-th part: so neither the time nor the log grows without bound. With
 * nothing left, a cut is an escape at once. Who is cut when the game starts has the game's grace
 * from there on. A game whose people are all out or gone goes on among its computer players. A
 * table whose owner gets up belongs to the next person; with no person left before the start it is
 * closed.
 *
 * Substitutes, where the settings allow them. A person hands the seat over; and where the time for
 * a move or the grace of a cut person runs out, the seat is handed over: after the timeout,
 * instead of the escape. No grace runs while a substitute acts. */

/* Life --------------------------------------------------------------------------------------- */

typedef struct junqi_table junqi_table;

/* An empty table, the caller's to free; null when there is no memory (nothing else here allocates).
 */
junqi_table *junqi_table_new(void);
void junqi_table_free(junqi_table *table);

/* Makes a new table a waiting one: rules, its owner on `seat`, and the secret seed from which
 * layouts are completed and `flip` is dealt (64 good random bits). Its owner counts as connected.
 * Until DO_SETTINGS it scores, may be watched, and has nothing else: no countdown, no rematch.
 * `now` is in ms of any clock that does not jump; a time before that of an earlier call counts as
 * that one. *events is set to the first events. TABLE_SEAT_UNKNOWN. */
junqi_code junqi_table_create(junqi_table *table, const junqi_rules *rules, junqi_person owner,
                              junqi_seat seat, uint64_t seed, uint64_t now,
                              junqi_table_events *events, junqi_error *error);

/* Makes a new table for those whose rematch event `old` has seen: rules, settings, people and
 * computer players on their seats, its owner first; who is gone leaves a free seat. All count as
 * connected. TABLE_NO_REMATCH when `old` has seen none. */
junqi_code junqi_table_create_again(junqi_table *table, const junqi_table *old, uint64_t seed,
                                    uint64_t now, junqi_table_events *events, junqi_error *error);

/* First lets happen what is due by `now` (time exceeded, set-up over, grace used up), then the
 * input. *events is set to all of it, in order; store it as one batch, whatever is returned. When
 * the input is refused, with the reason, it has changed nothing and only what was due is in
 * *events. A time limit is kept up to and including its last millisecond. The table must have been
 * created, or replayed and resumed. Events after a REVEAL need not be stored: they end with the
 * people's presence. */
junqi_code junqi_table_apply(junqi_table *table, const junqi_table_input *input, uint64_t now,
                             junqi_table_events *events, junqi_error *error);

/* The table's clock stood still for the last `ms` of the caller's: its events were on their way to
 * the disk and known to nobody. Like a restart it changes no state and leaves no event; time that
 * the table has heard of is not taken back. */
void junqi_table_stand(junqi_table *table, uint64_t ms);

/* When the next tick is due, on the clock of `now`; UINT64_MAX when no time runs. */
uint64_t junqi_table_next_due(const junqi_table *table);

/* Folds one stored event into a new table or one replayed so far; fills in what is marked *.
 * TABLE_LOG when it cannot follow: the table is then of no further use. After the last event the
 * table equals, by digest, the one that brought them about. */
junqi_code junqi_table_replay(junqi_table *table, junqi_table_event *event, junqi_error *error);

/* After the last replayed event: the table runs again. Its clocks go on from what was left at that
 * event; the time since is charged to nobody. Connections do not survive: each person that was
 * connected is cut now, with the full grace and at least JUNQI_TABLE_RESTART_SECONDS, and those cut
 * before keep what they had left. *events is set. TABLE_LOG when the log stops in the middle of
 * what one call brought about. */
junqi_code junqi_table_resume(junqi_table *table, uint64_t now, junqi_table_events *events);

/* Asking ------------------------------------------------------------------------------------- */

junqi_table_state junqi_table_state_of(const junqi_table *table);
/* Borrowed; valid as long as the table. */
const junqi_rules *junqi_table_rules(const junqi_table *table);
const junqi_settings *junqi_table_settings(const junqi_table *table);
/* Number of the last event. */
uint32_t junqi_table_seq(const junqi_table *table);
/* JUNQI_NO_SEAT while there is none. */
junqi_seat junqi_table_owner(const junqi_table *table);
/* The seat a person holds, or JUNQI_NO_SEAT. */
junqi_seat junqi_table_seat_of(const junqi_table *table, junqi_person person);
/* Of the open draw proposal, or JUNQI_NO_SEAT. */
junqi_seat junqi_table_proposer(const junqi_table *table);

typedef struct junqi_table_seat {
  uint8_t who; /* junqi_table_who */
  uint8_t level;
  bool ready, connected, out;
  bool accepted;      /* the open draw proposal */
  uint8_t substitute; /* level of the computer player that acts for the person, or 0 */
  bool wishes;        /* a rematch */
  junqi_person person;
} junqi_table_seat;
/* `seat` below 4. */
junqi_table_seat junqi_table_about(const junqi_table *table, junqi_seat seat);

/* Level of the computer player that acts for the seat now, its own or a substitute; 0: none. */
uint8_t junqi_table_acting(const junqi_table *table, junqi_seat seat);

/* Number of the event since which a computer player's layout is wanted (a SEAT, an OPTIONS); 0: it
 * is not. Once it has been given, DO_LAYOUT makes the player ready. */
uint32_t junqi_table_wants_layout(const junqi_table *table, junqi_seat seat);

/* May people's names be told now, may they chat now? In an anti-cheat room neither, from
 * the drawing of the seats until the end: talk before the start would tell names as well. */
bool junqi_table_names_open(const junqi_table *table);
bool junqi_table_chat_open(const junqi_table *table);

/* The layout a seat has so far, private to it; completed once the game runs. */
junqi_layout junqi_table_layout(const junqi_table *table, junqi_seat seat);

/* What is left at `now`, in ms. UINT32_MAX: that clock does not run. */
typedef struct junqi_table_clock {
  junqi_seat turn;                 /* JUNQI_NO_SEAT unless playing */
  uint32_t left;                   /* of the seat on turn */
  uint32_t setup;                  /* of the set-up time */
  uint32_t countdown;              /* until the start */
  uint32_t grace[JUNQI_MAX_SEATS]; /* of a cut person */
  uint8_t timeouts[JUNQI_MAX_SEATS];
  junqi_table_talk talk; /* nothing unless playing */
} junqi_table_clock;
junqi_table_clock junqi_table_clocks(const junqi_table *table, uint64_t now);

/* What `viewer` (a seat, JUNQI_SPECTATOR) may know of the game now. False before the start. The
 * view borrows the table's rules. */
bool junqi_table_view(const junqi_table *table, junqi_seat viewer, junqi_view *view);

/* Equal for equal states; independent of the caller's clock. */
uint64_t junqi_table_digest(const junqi_table *table);

/* What scoring asks of a finished game: see junqi_score_game(). */
typedef struct junqi_table_facts {
  junqi_score_track game;  /* borrows the table's rules */
  junqi_score_table table; /* one_person is false: accounts are the caller's to know */
  junqi_person person[JUNQI_MAX_SEATS]; /* who began the game there, wherever they are by now */
} junqi_table_facts;
/* False unless the game has ended; *facts is then zero. */
bool junqi_table_facts_of(const junqi_table *table, junqi_table_facts *facts);

/* puts `count` different persons into an order that depends on who they are and on the
 * seed alone, not on the order in which they came. The first are to sit at a, b, …; the rest go on
 * waiting. */
void junqi_draw_seats(junqi_person people[], size_t count, uint64_t seed);

/* Telling ------------------------------------------------------------------------------------ */

/* What a viewer is told of an event: the same number and kind; persons, the seed and every layout
 * or deal that the viewer must not see left out. It depends on the event, the rules of the
 * table and the viewer alone, so live play and a reconnect tell the same. */
void junqi_table_event_for(const junqi_table *table, const junqi_table_event *event,
                           junqi_seat viewer, junqi_table_event *told);

/* Whether every viewer is told the same of it. */
bool junqi_table_event_alike(const junqi_table_event *event);

/* The text of an event, one line without its end: `<at> <kind> …`, a START with `?` for what is not
 * there; its number is not in it. `size` at least JUNQI_TABLE_TEXT_MAX; returns the length. */
size_t junqi_table_event_write(const junqi_table *table, const junqi_table_event *event, char *text,
                               size_t size);

/* Reads what junqi_table_event_write wrote, now or in an earlier version, for junqi_table_replay;
 * `seq` is the caller's. TABLE_LOG with the offset of the fault. */
junqi_code junqi_table_event_read(const junqi_table *table, uint32_t seq, const char *text,
                                  size_t length, junqi_table_event *event, junqi_error *error);

/* "created", "seat", …: the kind's word in the text. */
const char *junqi_table_event_word(junqi_table_event_kind kind);

/* "", "kicked", "lost", "closed", "restart". */
const char *junqi_table_why_word(junqi_table_why why);

/* The F-5 line of a LINE event, with ` @<ms>` where there is a time; for other kinds "". Returns
 * the length. */
size_t junqi_table_event_line(const junqi_table *table, const junqi_table_event *event, char *text,
                              size_t size);

#endif
