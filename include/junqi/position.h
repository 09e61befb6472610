/* A position and its plies (RULES.md ): legal moves, make and unmake, the order after
 * a ply. It knows every piece on it. It serves the referee's true game (game.h) and the worlds that
 * a player imagines from a view (view.h) alike; it does not say who may see what. */
#ifndef JUNQI_POSITION_H
#define JUNQI_POSITION_H

#include "junqi/board.h"
#include "junqi/layout.h"
#include "junqi/options.h"

enum {
  JUNQI_MAX_MOVES = 2048,   /* no position has more legal plies */
  JUNQI_MAX_AUTOMATIC = 512 /* no ply or event is followed by more automatic lines */
};

typedef enum junqi_state { JUNQI_RUNNING, JUNQI_WIN, JUNQI_DRAW } junqi_state;

/* Copies by assignment, at most 320 bytes. `rules` is borrowed and must outlive it. Owners are
 * seats; in `flip` they are colours, and face-down pieces stand in no owner's bits but in
 * bits[JUNQI_DOWN]. Read the fields freely; change them through functions only. */
typedef struct junqi_position {
  const junqi_rules *rules;
  union { /* what every ply changes: one word, for unmake to store at once */
    struct {
      uint32_t ply;
      uint16_t quiet; /* */
      junqi_seat turn;
      uint8_t state; /* junqi_state */
    };
    uint64_t clock;
  };
  uint64_t bits[JUNQI_MAX_SEATS][JUNQI_WORDS]; /* points held, per owner */
  uint64_t mobile[JUNQI_WORDS]; /* points whose piece, if any in bits, may move: no mine or flag
                                   stands there, and it is not locked */
  junqi_piece at[JUNQI_MAX_POINTS];
  uint8_t winners;                     /* bit set of seats of the side that won */
  uint8_t reason;                      /* junqi_reason of the end */
  uint8_t outs;                        /* how many seats are out */
  uint8_t out_set;                     /* which, as a bit set */
  junqi_seat out[JUNQI_MAX_SEATS];     /* in the order they went out */
  uint8_t out_reason[JUNQI_MAX_SEATS]; /* by seat; none while in, and where a text did not say */
  uint8_t timeouts[JUNQI_MAX_SEATS];
  uint8_t after;                     /* private to the rules, see traits.h: … */
  uint16_t plain_below, grave[2];    /* … and so are these */
  junqi_point flag[JUNQI_MAX_SEATS]; /* per owner; JUNQI_NO_POINT when gone or face down */
  uint8_t living[JUNQI_MAX_SEATS];   /* movable pieces per owner, face-down ones included */
  /* flip: */
  uint8_t colour[2];      /* of seat a, b; JUNQI_NO_SEAT until known */
  uint8_t last_colour;    /* of the last flip (flip_colour=pair), JUNQI_NO_SEAT if none */
  uint8_t dug[2];         /* mines of each colour gone */
  junqi_point carrier[2]; /* by colour; JUNQI_NO_POINT */
} junqi_position;

enum { JUNQI_DOWN = 2 }; /* in `flip`, index of the face-down points in bits[] */

/* One automatic line of F-5 that a ply or event brought about. */
typedef enum junqi_event_kind {
  JUNQI_EV_PLY, /* a move or a flip */
  JUNQI_EV_TIMEOUT,
  JUNQI_EV_RESIGN,
  JUNQI_EV_ESCAPE,
  JUNQI_EV_OFFER,
  JUNQI_EV_ACCEPT,
  JUNQI_EV_REFUSE,
  JUNQI_EV_ILLEGAL,
  JUNQI_EV_TIME,
  JUNQI_EV_SHOW, /* a view only: a piece became public */
  JUNQI_EV_SKIP, /* from here on: automatic */
  JUNQI_EV_OUT,
  JUNQI_EV_END,
  JUNQI_EVENT_KINDS
} junqi_event_kind;

typedef struct junqi_event {
  uint8_t kind;      /* junqi_event_kind */
  junqi_seat seat;   /* who: the mover of a ply too */
  junqi_move move;   /* PLY; SHOW: .from is the point */
  uint8_t outcome;   /* PLY: junqi_outcome */
  junqi_piece piece; /* a flip: what was turned up; SHOW: what became public */
  uint8_t reason;    /* OUT, END: junqi_reason */
  uint8_t winners;   /* END: bit set of seats, 0 for a draw */
} junqi_event;

typedef struct junqi_events {
  uint16_t count;
  junqi_event item[JUNQI_MAX_AUTOMATIC];
} junqi_events;

/* What unmake needs: the few things that a plain ply changes, or the whole position. */
typedef struct junqi_undo {
  junqi_piece mover, target; /* a target of JUNQI_TYPES: the whole position is in `before` */
  uint64_t clock, own[2];    /* words of the two points */
  /* Only with a target: */
  uint8_t other; /* whose points bits_other are */
  uint8_t living[JUNQI_MAX_SEATS];
  uint64_t bits_other, mobile; /* words of the destination */
  junqi_position before;
} junqi_undo;

/* The starting position: layouts per seat, complete and legal (not checked again); for
 * `flip` use junqi_position_deal. `first` moves first. Seats that cannot move at the very start are
 * worked at once as after a ply (R-7.6 (5)); automatic lines go to *events when not null. */
void junqi_position_start(junqi_position *position, const junqi_rules *rules,
                          const junqi_layout layouts[], junqi_seat first, junqi_events *events);

/* `deal` gives owner and type on each of the 60 points (public bit ignored, 0 in the camps).
 */
void junqi_position_deal(junqi_position *position, const junqi_rules *rules,
                         const junqi_piece deal[60], junqi_seat first, junqi_events *events);

/* A random deal of into deal[60]. */
void junqi_random_deal(junqi_random *random, junqi_piece deal[60]);

/* Fills bits, mobile and living from `at`, and state from what is out and `quiet` (F-4:
 * "at most one side standing or quiet at the limit is over"). Call after setting fields by hand
 * (reading a position text, building a world). It brings nothing else about: a stuck seat on turn
 * stays so until junqi_position_settle. */
void junqi_position_index(junqi_position *position);

/* Applies R-7.6 (5) to the seat on turn: passes it over, puts it out … until a seat has a legal ply
 * or the game ends. A position read from text is settled this way before it is played on. */
void junqi_position_settle(junqi_position *position, junqi_events *events);

/* Legal plies of the seat on turn, into list[JUNQI_MAX_MOVES], from-points ascending; 0 when the
 * game is over. */
unsigned junqi_moves(const junqi_position *position, junqi_move list[]);

/* Their number, without listing them. */
unsigned junqi_count_moves(const junqi_position *position);

/* Those of them that go where a piece stands, into list[JUNQI_MAX_MOVES] in the same order, without
 * listing the others; flips are none. 0 when the game is over. */
unsigned junqi_attacks(const junqi_position *position, junqi_move list[]);

/* One of the legal plies of the seat on turn, each equally likely, without listing them. False if
 * there is none; *move is left alone then. */
bool junqi_random_move(const junqi_position *position, junqi_random *random, junqi_move *move);

/* The legal targets of the piece on `from` as a bit set; empty when it may not move. */
void junqi_targets(const junqi_position *position, junqi_point from, uint64_t targets[JUNQI_WORDS]);

/* JUNQI_E_OK, or the rule that stands in the way of seat's ply, with the point that blocks. */
junqi_code junqi_explain(const junqi_position *position, junqi_seat seat, junqi_move move,
                         junqi_error *error);

/* The points that a legal move runs over, from and to included; the shortest for an engineer.
 * Returns their number (at most JUNQI_MAX_POINTS), 0 when no such way is open. */
unsigned junqi_path(const junqi_position *position, junqi_move move,
                    junqi_point path[JUNQI_MAX_POINTS]);

/* Plays a legal ply (not checked) with all that follows from it. *undo may be null;
 * automatic lines are appended to *events when not null. Returns the outcome. */
junqi_outcome junqi_make(junqi_position *position, junqi_move move, junqi_undo *undo,
                         junqi_events *events);

/* Takes back the last ply made with *undo; every byte is as before. */
void junqi_unmake(junqi_position *position, junqi_move move, const junqi_undo *undo);

/* the seat on turn forfeits it (time exceeded, or given up). The position must be running.
 */
void junqi_forfeit(junqi_position *position, junqi_events *events);

/* Puts a seat that is in out for `reason`, and what follows. */
void junqi_put_out(junqi_position *position, junqi_seat seat, junqi_reason reason,
                   junqi_events *events);

/* Ends the game as a draw. */
void junqi_end_draw(junqi_position *position, junqi_reason reason, junqi_events *events);

static inline bool junqi_is_out(const junqi_position *position, junqi_seat seat) {
  return position->out_set >> seat & 1;
}

/* The owner whose pieces `seat` plays: itself; in `flip` its colour, JUNQI_NO_SEAT while unknown.
 */
static inline unsigned junqi_owner_played(const junqi_position *position, junqi_seat seat) {
  return position->rules->variant == JUNQI_FLIP ? position->colour[seat] : seat;
}

/* The next seat in turn order that is still in; `seat` itself if there is no other. */
junqi_seat junqi_next_seat(const junqi_position *position, junqi_seat seat);

/* Number of ply sequences of exactly `depth` plies. */
uint64_t junqi_perft(const junqi_position *position, unsigned depth);

#endif
