/* Scoring (RULES.md R-9) as a pure function of a finished game. A small tracker, fed with the
 * game's events, notes what scoring asks: who went out in which order, and who put whom out. What
 * the scores were before, and whether the table counts at all, is for the caller to know.
 */
#ifndef JUNQI_SCORE_H
#define JUNQI_SCORE_H

#include "junqi/error.h"
#include "junqi/position.h"

typedef struct junqi_score_out {
  junqi_seat seat;
  uint8_t reason; /* junqi_reason */
  junqi_seat by;  /* the seat that put it out; JUNQI_NO_SEAT for nobody */
} junqi_score_out;

/* A game as far as it has been told. `outs` and the fields after it may also be filled in by hand;
 * those before serve the tracker. */
typedef struct junqi_score_track {
  const junqi_rules *rules;        /* borrowed */
  junqi_seat mover, defender;      /* of the last ply; JUNQI_NO_SEAT when another event followed */
  uint8_t group;                   /* outs before the last ply */
  uint8_t owner[JUNQI_MAX_POINTS]; /* `three`: whose piece stands there, or JUNQI_NO_SEAT */
  uint8_t outs;
  junqi_score_out out[JUNQI_MAX_SEATS]; /* in the order of R-9.5 (R-7.5: the mover last) */
  uint32_t plies;
  bool over;
  uint8_t winners; /* bit set of seats, 0 for a draw */
  uint8_t reason;  /* junqi_reason of the end */
} junqi_score_track;

/* Begins with a game from its set-up. Not for games from a position text. */
void junqi_score_start(junqi_score_track *track, const junqi_rules *rules);

/* Folds one event, in the order in which the game gives them. Public events are enough: a view's do
 * as well as the true game's. Not checked: the events come from a referee. */
void junqi_score_fold(junqi_score_track *track, const junqi_event *event);

/* What decided one change, so that it can be put into words. */
typedef enum junqi_score_clause {
  JUNQI_SCORE_WON,           /* */
  JUNQI_SCORE_LOST,          /* */
  JUNQI_SCORE_SHORT,         /* won, and gets nothing after so few plies */
  JUNQI_SCORE_DRAWN,         /* in `three`: a draw, nothing decided for this seat */
  JUNQI_SCORE_ESCAPE_DRAWN,  /* `four`, an escape ended the game without a winner */
  JUNQI_SCORE_GATED,         /* a gain that the gate took away */
  JUNQI_SCORE_FIRST_OUT,     /* R-9.5: -X */
  JUNQI_SCORE_PUT_FIRST_OUT, /* +X */
  JUNQI_SCORE_SECOND_OUT,    /* R-9.5: -Y */
  JUNQI_SCORE_LAST_STANDING, /* +Z */
  JUNQI_SCORE_ESCAPED,       /* R-9.6: -Z */
  JUNQI_SCORE_PAIR_WON,      /* +X, the first out having escaped */
  JUNQI_SCORE_PAIR_LOST,     /* R-9.6: -X, the same */
  JUNQI_SCORE_LEFT_ALONE,    /* last one standing as the other escaped, nothing more */
  JUNQI_SCORE_UNRATED,       /* */
  JUNQI_SCORE_CLAUSES
} junqi_score_clause;

/* One change of one seat; 0 points where a clause says that there is nothing. */
typedef struct junqi_score_part {
  junqi_seat seat;
  uint8_t clause; /* junqi_score_clause */
  int16_t points;
} junqi_score_part;

/* each true when it holds of the game. */
typedef struct junqi_score_table {
  bool computer, friendly, one_person;
} junqi_score_table;

enum { JUNQI_MAX_SCORE_PARTS = 8 };

typedef struct junqi_score {
  int16_t change[JUNQI_MAX_SEATS]; /* the sum of a seat's parts */
  uint8_t escaped;                 /* bit set: to be counted in the record of these seats */
  uint8_t parts;
  junqi_score_part part[JUNQI_MAX_SCORE_PARTS]; /* every seat of the variant has at least one */
} junqi_score;

/* Scores a finished game. `before` holds each seat's score before it, for R-9.4 (a gain is taken
 * away, a loss stays); null when nobody is behind the gate. A game that is not over has no parts
 * and no changes. */
junqi_score junqi_score_game(const junqi_score_track *game, const int32_t before[],
                             junqi_score_table table);

/* "R-9.1" ... "R-9.7", and a word such as "first_out". Constant. */
const char *junqi_score_clause_id(junqi_score_clause clause);
const char *junqi_score_clause_word(junqi_score_clause clause);
/* The same in words for a person, such as "first out". */
const char *junqi_score_clause_text(junqi_score_clause clause, junqi_language language);

#endif
