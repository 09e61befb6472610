/* Private to the table room: the state of a table and the steps its files share. Only fold.c
 * changes state, one event at a time, so that a live table and a replayed one cannot differ. */
#ifndef TABLE_STATE_H
#define TABLE_STATE_H

#include "junqi/game.h"
#include "junqi/table.h"

typedef struct table_seat {
  uint8_t who, level;
  bool ready, cut;
  bool restart;       /* this absence came of a restart and costs nothing */
  uint8_t substitute; /* level of who acts for the person, or 0 */
  uint8_t handovers;
  bool wishes; /* a rematch */
  junqi_person person;
  uint64_t cut_at;   /* since when, or from when on its grace counts */
  uint64_t absent;   /* ms that former absences have cost */
  uint32_t asked_at; /* a computer player: the event since which its layout is wanted */
} table_seat;

struct junqi_table {
  /* Not state: how the table's clock hangs on the caller's, and the latest time heard of. */
  uint64_t base; /* caller's time = base + table's time, modulo 2^64 */
  uint64_t now;

  uint32_t seq;
  uint64_t at; /* time of the last event */
  uint8_t state;
  junqi_seat owner;
  bool setup;     /* the set-up clock runs */
  bool countdown; /* the countdown runs */
  bool revealed, rematch;
  bool computer; /* a computer player has acted in this game, or was to */
  junqi_rules rules;
  junqi_settings settings;
  uint64_t seed;
  table_seat seat[JUNQI_MAX_SEATS];
  junqi_person player[JUNQI_MAX_SEATS];    /* who began the game */
  junqi_person kicked[JUNQI_TABLE_KICKED]; /* the last ones, newest first */
  junqi_layout layout[JUNQI_MAX_SEATS];
  uint64_t setup_at, countdown_at, start_at, turn_at, end_at;
  uint32_t turn_seq;  /* the event that gave the turn */
  uint32_t offer_seq; /* the last draw proposal */
  junqi_game game;
  junqi_score_track score;
  /* Automatic lines that must still follow the last cause: how many; a hash of all of them, and of
   * those that came. */
  unsigned owed;
  uint64_t owed_hash, paid_hash;
};

/* fold.c: one event, checked, into the state; `lines` gets what the rules bring about, the event's
 * own line first unless it is a START. On an error the state is unchanged; the code is that of the
 * rules where they refuse, else TABLE_LOG. */
junqi_code table_fold(junqi_table *table, junqi_table_event *event, junqi_events *lines,
                      junqi_error *error);
/* fold_wait.c: events before the start. */
bool table_fold_wait(junqi_table *table, const junqi_table_event *event);
/* fold_people.c: people who come, go, hand over and wish; TABLE_SEAT at any time. */
bool table_fold_people(junqi_table *table, const junqi_table_event *event);

/* machine.c: makes an event happen now, with its automatic lines and the reveal, into *events. */
junqi_code table_emit(junqi_table *table, junqi_table_event event, junqi_table_events *events,
                      junqi_error *error);
/* The same for an event of a kind and a seat alone. */
void table_say(junqi_table *table, junqi_table_event_kind kind, junqi_seat seat,
               junqi_table_events *events);
/* Frees a seat before the start; passes the table on, or closes it. */
void table_get_up(junqi_table *table, junqi_seat seat, junqi_table_why why,
                  junqi_table_events *events);
/* Starts the game; seats not ready get their layouts completed, `flip` is dealt. */
void table_start(junqi_table *table, junqi_table_events *events);
/* Starts what the seats are waiting for, if they all are: set-up clock, countdown or game. */
void table_go_on(junqi_table *table, junqi_table_events *events);
/* Computer players that need no layout are ready by themselves. */
void table_computers_ready(junqi_table *table, junqi_table_events *events);

/* input.c: one input, at table->now. */
junqi_code table_input(junqi_table *table, const junqi_table_input *input,
                       junqi_table_events *events, junqi_error *error);
/* The sender holds the seat: a person its own, the caller (nobody) that of a computer player. */
bool table_holds(const junqi_table *table, const junqi_table_input *input);
bool table_is_owner(const junqi_table *table, junqi_person person);
junqi_code table_fail_seat(junqi_error *error, junqi_code code, junqi_seat seat);
/* A person comes or goes. */
junqi_code table_connection(junqi_table *table, const junqi_table_input *input,
                            junqi_table_events *events);
/* waiting.c: inputs before the start, by a sender that holds what it must hold. */
junqi_code table_wait_input(junqi_table *table, const junqi_table_input *input,
                            junqi_table_events *events, junqi_error *error);
/* rematch.c: inputs after the end. */
junqi_code table_end_input(junqi_table *table, const junqi_table_input *input,
                           junqi_table_events *events, junqi_error *error);

/* clock.c */
/* When the next limit is passed, on the table's clock; UINT64_MAX for never. */
uint64_t table_due(const junqi_table *table);
/* Lets what is due by table->now happen. */
void table_run_due(junqi_table *table, junqi_table_events *events);
/* A cut person has used up all grace. */
void table_grace_over(junqi_table *table, junqi_seat seat, junqi_table_events *events);
/* Ms that all absences of a seat may cost in this part of the table's life, and the least that one
 * costs. */
uint64_t table_absence_all(const junqi_table *table);
uint64_t table_absence_least(const junqi_table *table);
/* May a substitute take over a person's seat? */
bool table_may_hand_over(const junqi_table *table, junqi_seat seat);
/* Ms that the seat on turn has at time `at`; 0 unless playing. */
uint32_t table_left(const junqi_table *table, uint64_t at);
/* Ms until what the event starts is over; 0 for others. */
uint32_t table_wait(const junqi_table *table, const junqi_table_event *event);
junqi_table_talk table_talk(const junqi_table *table, uint64_t at);
/* The caller's time as the table's, never before one heard of. */
uint64_t table_time(const junqi_table *table, uint64_t now);

/* tell.c: FNV-1a, started with TABLE_HASH. */
#define TABLE_HASH UINT64_C(14695981039346656037)
uint64_t table_hash(uint64_t hash, const void *bytes, size_t length);

static inline unsigned table_seats(const junqi_table *table) {
  return junqi_seats((junqi_variant)table->rules.variant);
}
static inline bool table_flip(const junqi_table *table) {
  return table->rules.variant == JUNQI_FLIP;
}
static inline bool table_set(const junqi_table *table, junqi_setting setting) {
  return junqi_set(&table->settings, setting) != 0;
}
static inline uint64_t table_move_ms(const junqi_table *table) {
  return junqi_opt(&table->rules, JUNQI_OPT_MOVE_SECONDS) * UINT64_C(1000);
}

#endif
