/* A table: one game among people and computer players, from the first seat taken to the end
 * (RULES.md ). A deterministic state machine: inputs with a time go in,
 * numbered events come out, and the events alone rebuild the table. It reads no clock and no
 * socket, starts no thread, draws no random number of its own, and knows persons only as numbers.
 * It does not score and keeps no names. */
#ifndef JUNQI_TABLE_H
#define JUNQI_TABLE_H

#include "junqi/view.h"

enum {
  JUNQI_TABLE_EVENTS_MAX = 512,  /* no call brings more events about */
  JUNQI_TABLE_TEXT_MAX = 1024,   /* no event's text is longer, its zero included */
  JUNQI_TABLE_LEVELS = 9,        /* computer players have a level of 1..9 */
  JUNQI_TABLE_WAIT_SECONDS = 300 /* grace of a cut person before the start */
};

/* A person, as numbered by the caller: an account, a guest. The number must mean the same person
 * after a restart. It stands in stored events, never in those for a viewer. */
typedef uint64_t junqi_person;
enum { JUNQI_NOBODY = 0 };

typedef enum junqi_table_state {
  JUNQI_TABLE_NEW,     /* no event yet */
  JUNQI_TABLE_WAITING, /* seats, options, layouts; the set-up clock may run */
  JUNQI_TABLE_PLAYING,
  JUNQI_TABLE_FINISHED, /* the game has ended */
  JUNQI_TABLE_CLOSED    /* the last person left before the start */
} junqi_table_state;

/* Inputs ------------------------------------------------------------------------------------- */

typedef enum junqi_table_input_kind {
  JUNQI_DO_TICK, /* nothing but the time; seat and person are not read */
  JUNQI_DO_SIT,  /* person takes the free seat; with a level: the owner puts a computer player there
                  */
  JUNQI_DO_LEAVE,   /* before the start: gets up (the owner may send a computer player away). In a
                     * running game: escape, or free leave of a seat that is out */
  JUNQI_DO_OPTIONS, /* the owner sets `rules`; refused once a person is ready */
  JUNQI_DO_LAYOUT,  /* the seat's layout so far, partial or faulty as it may be */
  JUNQI_DO_READY,   /* refused unless the layout is complete and legal */
  JUNQI_DO_UNREADY,
  JUNQI_DO_PLY,          /* `move`; `seen` */
  JUNQI_DO_SKIP,         /* 跳过: gives up the turn, recorded as a timeout; `seen` */
  JUNQI_DO_RESIGN,       /* */
  JUNQI_DO_OFFER,        /* */
  JUNQI_DO_ACCEPT,       /* `seen` */
  JUNQI_DO_REFUSE,       /* `seen` */
  JUNQI_DO_CONNECTED,    /* the person's first connection is there; no news are no events */
  JUNQI_DO_DISCONNECTED, /* the person's last connection is gone */
  JUNQI_TABLE_INPUTS
} junqi_table_input_kind;

/* Who sends is `person`, for `seat`; a computer player's inputs come from JUNQI_NOBODY. An input
 * for a seat that the sender does not hold is refused. `seen` is the number of the last event the
 * sender has been told. An input with `seen` is refused as stale when it is older than the event
 * that gave the seat this turn (ACCEPT, REFUSE: than the proposal), so a repeated or late request
 * does no harm; other news in between do not disturb it. */
typedef struct junqi_table_input {
  uint8_t kind; /* junqi_table_input_kind */
  junqi_seat seat;
  uint8_t level; /* SIT: 0 for a person, 1..JUNQI_TABLE_LEVELS for a computer player */
  junqi_person person;
  uint32_t seen;
  junqi_move move;
  junqi_layout layout;
  junqi_rules rules;
} junqi_table_input;

/* Events ------------------------------------------------------------------------------------- */

typedef enum junqi_table_event_kind {
  JUNQI_TABLE_CREATED, /* rules, seed */
  JUNQI_TABLE_OPTIONS, /* rules; nobody is ready any more */
  JUNQI_TABLE_SEAT,    /* seat, who, level, person: from now on */
  JUNQI_TABLE_OWNER,   /* seat: its person owns the table and will move first */
  JUNQI_TABLE_LAYOUT,  /* seat, layout[seat]; private to the seat */
  JUNQI_TABLE_READY,   /* seat */
  JUNQI_TABLE_UNREADY, /* seat */
  JUNQI_TABLE_SETUP,   /* the set-up clock starts */
  JUNQI_TABLE_START,   /* seat: moves first; layouts as completed, in `flip` the deal */
  JUNQI_TABLE_LINE,    /* line, used: one line of F-5, the same for every viewer */
  JUNQI_TABLE_CUT,     /* seat: its person is disconnected, the grace runs */
  JUNQI_TABLE_BACK,    /* seat: its person is connected again */
  JUNQI_TABLE_REVEAL,  /* after the end: all layouts or the deal, for everyone; the last event */
  JUNQI_TABLE_CLOSE,   /* nobody is left before the start; the last event */
  JUNQI_TABLE_EVENT_KINDS
} junqi_table_event_kind;

typedef enum junqi_table_who { JUNQI_FREE, JUNQI_HUMAN, JUNQI_COMPUTER } junqi_table_who;

/* Fields not named for a kind are zero. */
typedef struct junqi_table_event {
  uint32_t seq; /* 1, 2, 3, … */
  uint64_t at;  /* ms on the table's own clock: from 0 on, standing still while it does not run */
  uint8_t kind; /* junqi_table_event_kind */
  junqi_seat seat;
  uint8_t who; /* junqi_table_who */
  uint8_t level;
  uint8_t shown;   /* bit set of seats whose layouts are there (LAYOUT, START, REVEAL) */
  bool dealt;      /* the deal is there */
  junqi_seat turn; /* after it: seat on turn, JUNQI_NO_SEAT unless playing; not part of its text */
  uint32_t left;   /* after it: ms that the seat on turn has; not part of its text */
  uint32_t used;   /* LINE of a ply or a timeout: ms */
  junqi_event line;
  junqi_person person;
  uint64_t seed;
  union {
    junqi_rules rules;
    junqi_layout layout[JUNQI_MAX_SEATS];
    junqi_piece deal[60];
  };
} junqi_table_event;

/* About 80 KB: one for the whole program will do. */
typedef struct junqi_table_events {
  unsigned count;
  junqi_table_event item[JUNQI_TABLE_EVENTS_MAX];
} junqi_table_events;

/* Time. Before the start, the set-up clock is for people who wait: it starts once every
 * seat is taken and a person is ready, goes on if readiness is taken back, and stops if somebody
 * gets up. Whoever plays alone against computer players has no time limit before being ready. At
 * its end the game starts with the layouts as they are, completed. `flip` has no such clock. The
 * options are frozen while a person is ready or the set-up clock runs.
 * The grace of a cut person is escape_seconds in a game, then it is an escape;
 * JUNQI_TABLE_WAIT_SECONDS before it, then the seat is free again. Who is cut when the game starts
 * has the game's grace from there on. A game whose people are all out or gone goes on among its
 * computer players. A table whose owner gets up belongs to the next person; with no person left
 * before the start it is closed. */

/* Life --------------------------------------------------------------------------------------- */

typedef struct junqi_table junqi_table;

/* An empty table, the caller's to free; null when there is no memory (nothing else here allocates).
 */
junqi_table *junqi_table_new(void);
void junqi_table_free(junqi_table *table);

/* Makes a new table a waiting one: rules, its owner on `seat`, and the secret seed from which
 * layouts are completed and `flip` is dealt (64 good random bits). Its owner counts as connected.
 * `now` is in ms of any clock that does not jump; a time before that of an earlier call counts as
 * that one. *events is set to the first events. TABLE_SEAT_UNKNOWN. */
junqi_code junqi_table_create(junqi_table *table, const junqi_rules *rules, junqi_person owner,
                              junqi_seat seat, uint64_t seed, uint64_t now,
                              junqi_table_events *events, junqi_error *error);

/* First lets happen what is due by `now` (time exceeded, set-up over, grace used up), then the
 * input. *events is set to all of it, in order; store it as one batch, whatever is returned. When
 * the input is refused, with the reason, it has changed nothing and only what was due is in
 * *events. A time limit is kept up to and including its last millisecond. The table must have been
 * created, or replayed and resumed. */
junqi_code junqi_table_apply(junqi_table *table, const junqi_table_input *input, uint64_t now,
                             junqi_table_events *events, junqi_error *error);

/* When the next tick is due, on the clock of `now`; UINT64_MAX when no time runs. */
uint64_t junqi_table_next_due(const junqi_table *table);

/* Folds one stored event into a new table or one replayed so far; fills in turn and left. TABLE_LOG
 * when it cannot follow: the table is then of no further use. After the last event the table
 * equals, by digest, the one that brought them about. */
junqi_code junqi_table_replay(junqi_table *table, junqi_table_event *event, junqi_error *error);

/* After the last replayed event: the table runs again. Its clocks go on from what was left at that
 * event; the time since is charged to nobody. Connections do not survive: each person that was
 * connected is cut now, with the full grace, and those cut before keep what they had left. *events
 * is set. TABLE_LOG when the log stops in the middle of what one call brought about. */
junqi_code junqi_table_resume(junqi_table *table, uint64_t now, junqi_table_events *events);

/* Asking ------------------------------------------------------------------------------------- */

junqi_table_state junqi_table_state_of(const junqi_table *table);
/* Borrowed; valid as long as the table. */
const junqi_rules *junqi_table_rules(const junqi_table *table);
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
  bool accepted; /* the open draw proposal */
  junqi_person person;
} junqi_table_seat;
/* `seat` below 4. */
junqi_table_seat junqi_table_about(const junqi_table *table, junqi_seat seat);

/* The layout a seat has so far, private to it; completed once the game runs. */
junqi_layout junqi_table_layout(const junqi_table *table, junqi_seat seat);

/* What is left at `now`, in ms. UINT32_MAX: that clock does not run. */
typedef struct junqi_table_clock {
  junqi_seat turn;                 /* JUNQI_NO_SEAT unless playing */
  uint32_t left;                   /* of the seat on turn */
  uint32_t setup;                  /* of the set-up time */
  uint32_t grace[JUNQI_MAX_SEATS]; /* of a cut person */
  uint8_t timeouts[JUNQI_MAX_SEATS];
} junqi_table_clock;
junqi_table_clock junqi_table_clocks(const junqi_table *table, uint64_t now);

/* What `viewer` (a seat, JUNQI_SPECTATOR) may know of the game now. False before the start. The
 * view borrows the table's rules. */
bool junqi_table_view(const junqi_table *table, junqi_seat viewer, junqi_view *view);

/* Equal for equal states; independent of the caller's clock. */
uint64_t junqi_table_digest(const junqi_table *table);

/* Telling ------------------------------------------------------------------------------------ */

/* What a viewer is told of an event: the same number and kind; persons, the seed and every layout
 * or deal that the viewer must not see left out. It depends on the event, the rules of the
 * table and the viewer alone, so live play and a reconnect tell the same. */
void junqi_table_event_for(const junqi_table *table, const junqi_table_event *event,
                           junqi_seat viewer, junqi_table_event *told);

/* The text of an event, one line without its end: `<at> <kind> …`, a START with `?` for what is not
 * there; its number is not in it. `size` at least JUNQI_TABLE_TEXT_MAX; returns the length. */
size_t junqi_table_event_write(const junqi_table *table, const junqi_table_event *event, char *text,
                               size_t size);

/* Reads what junqi_table_event_write wrote, for junqi_table_replay; `seq` is the caller's.
 * TABLE_LOG with the offset of the fault. */
junqi_code junqi_table_event_read(const junqi_table *table, uint32_t seq, const char *text,
                                  size_t length, junqi_table_event *event, junqi_error *error);

/* "created", "seat", …: the kind's word in the text. */
const char *junqi_table_event_word(junqi_table_event_kind kind);

/* The F-5 line of a LINE event, with ` @<ms>` where there is a time; for other kinds "". Returns
 * the length. */
size_t junqi_table_event_line(const junqi_table *table, const junqi_table_event *event, char *text,
                              size_t size);

#endif
