/* Engine against engine: matches of computer players, measured in units that cancel luck, and the
 * engine protocols over standard streams (docs/engine-protocol.md, FORMATS.md F-6). The arena
 * referees with the true game; what it hands to an honest player is a view and public events. */
#ifndef JUNQI_ARENA_H
#define JUNQI_ARENA_H

#include <stdatomic.h>
#include <stdio.h>

#include "junqi/options.h"

/* --- Players ---------------------------------------------------------------------------------- */

typedef enum junqi_brain {
  JUNQI_BRAIN_RANDOM, /* `random`: any legal ply */
  JUNQI_BRAIN_GREEDY, /* `greedy`: the best exchange on the average, else a step forward */
  JUNQI_BRAIN_PIMC,   /* `pimc:depth=D,worlds=W`: alpha-beta in worlds drawn evenly */
  JUNQI_BRAIN_EXPECT, /* `expectimax:depth=D`: `flip` only, plain material */
  JUNQI_BRAIN_BRS,    /* `brs:depth=D,worlds=W`: as PIMC, of all enemies only one answers */
  JUNQI_BRAIN_CHEAT,  /* `cheat:depth=D`: the same on the true position; the arena only */
  JUNQI_BRAIN_JUNQI,  /* `junqi:level=N`: the player of ai.h */
  JUNQI_BRAIN_ENGINE, /* `engine:COMMAND`: a process that speaks docs/engine-protocol.md */
  JUNQI_BRAIN_CCGC,   /* `ccgc:COMMAND`: a process that speaks F-6 */
  JUNQI_BRAINS
} junqi_brain;

enum { JUNQI_ENTRANT_SIZE = 512, JUNQI_MAX_DEPTH = 8, JUNQI_MAX_WORLDS = 64 };

/* Who plays, as read from a text. The yardsticks (the first six) are frozen: their play for the
 * same seed and budget does not change, so that figures stay comparable. */
typedef struct junqi_entrant {
  char text[JUNQI_ENTRANT_SIZE];
  const char *command; /* inside text: ENGINE, CCGC; run by the shell */
  uint8_t brain;       /* junqi_brain */
  uint8_t depth;       /* 1..JUNQI_MAX_DEPTH plies: PIMC, EXPECT, BRS, CHEAT */
  uint8_t worlds;      /* 1..JUNQI_MAX_WORLDS: PIMC, BRS */
  uint8_t level;       /* JUNQI */
} junqi_entrant;

/* Reads a player's text; settings left out have their defaults. ENTRANT_UNKNOWN, ENTRANT_SETTING.
 * An entrant points into itself: do not copy it. */
junqi_code junqi_entrant_read(const char *text, junqi_entrant *entrant, junqi_error *error);

/* --- Statistics ------------------------------------------------------------------------------- */

enum {
  JUNQI_GAME_POINTS = 6, /* a win; a draw is 3, in `three` 6 over the seats still in */
  JUNQI_UNIT_POINTS = 4 * JUNQI_GAME_POINTS
};

/* What a match has brought so far, from the point of view of side A. */
typedef struct junqi_standing {
  uint8_t variant;
  uint32_t units, games, wins, draws, losses;
  uint32_t unit[JUNQI_UNIT_POINTS + 1]; /* units by A's points in them */
  uint32_t reason[3][JUNQI_REASONS];    /* how A's wins, the draws, A's losses came about */
  uint64_t plies;
  uint32_t late[2], illegal[2]; /* games lost by `time` and by `illegal`, by side */
} junqi_standing;

/* Games in a unit: dark and flip 2, four 4, three 3. */
unsigned junqi_unit_games(junqi_variant variant);

typedef struct junqi_estimate {
  double score;                  /* mean, 0..1 */
  double low, high;              /* its 95 % interval, from the variance among units */
  double elo, elo_low, elo_high; /* the same as Elo; infinite at 0 and 1 */
} junqi_estimate;

/* In `three` the score is A's share of wins and Elo 0 stands for 1/3. With no units all is that of
 * equal players, the interval the widest. When all units ended alike the interval allows for one
 * more that did not. */
junqi_estimate junqi_standing_estimate(const junqi_standing *standing);

/* The score expected of a side that is `elo` stronger. */
double junqi_expected_score(junqi_variant variant, double elo);

typedef enum junqi_sprt_state { JUNQI_SPRT_OPEN, JUNQI_SPRT_H0, JUNQI_SPRT_H1 } junqi_sprt_state;

typedef struct junqi_sprt {
  double llr;          /* log-likelihood ratio of elo1 against elo0, units as one draw each */
  double lower, upper; /* at or below: H0 (elo0) is taken; at or above: H1 (elo1) */
  junqi_sprt_state state;
} junqi_sprt;

/* Sequential test of elo0 against elo1 (elo0 < elo1), both errors 5 %. */
junqi_sprt junqi_standing_sprt(const junqi_standing *standing, double elo0, double elo1);

/* --- Matches ---------------------------------------------------------------------------------- */

/* What the thinking of players inside this process is timed by. Other processes are timed by the
 * wall clock, whatever is chosen. */
typedef enum junqi_timing {
  JUNQI_TIMING_ALIKE, /* CPU where both sides are inside, else WALL */
  JUNQI_TIMING_CPU,   /* processor time of the thread: what else the machine does costs nothing */
  JUNQI_TIMING_WALL
} junqi_timing;

typedef struct junqi_match {
  junqi_rules rules;
  const char *preset; /* for the records; null for none */
  const junqi_entrant *side[2];
  uint32_t games;    /* rounded up to whole units */
  uint64_t nodes;    /* a ply's budget; 0: none */
  uint32_t movetime; /* milliseconds a ply; 0: none. With neither, each player's own budget */
  uint8_t timing;    /* junqi_timing: of movetime, and of the times in records */
  uint32_t margin;   /* milliseconds over movetime until a ply is late */
  uint32_t patience; /* milliseconds for a process to get ready, and to move where no time is set */
  uint32_t clock;    /* F-6: seconds a game and side */
  bool own_layouts;  /* players bring their own layouts; else the seats' layouts are given */
  bool sprt;         /* stop when the test of elo0 against elo1 is decided */
  double elo0, elo1;
  uint64_t seed;
  unsigned threads;
  const char *out;         /* directory for records, made if missing; null for none */
  FILE *progress;          /* one line after each unit; null for none */
  const atomic_bool *stop; /* set to true from anywhere: end now; null for never */
} junqi_match;

/* All but rules and sides at their defaults: one thread, 100 games, no records. */
junqi_match junqi_match_default(void);

/* Plays a match. For fixed nodes (or players' own budgets) and a seed, standing and records are the
 * same on every run and with any number of threads. Units that were begun when the SPRT was decided
 * count for nothing, and so do those that `stop` cut off; its processes are ended all the same.
 * Players that fail, however they do it, lose their games; they do not end the match. Ignores
 * SIGPIPE in this process from then on. ENTRANT_VARIANT, ENTRANT_FLIP, MATCH_WRITE,
 * MATCH_RESOURCES. */
junqi_code junqi_match_run(const junqi_match *match, junqi_standing *standing, junqi_error *error);

/* --- Our player as an engine ------------------------------------------------------------------ */

typedef struct junqi_engine {
  unsigned level;
  uint64_t seed;
  uint64_t nodes;    /* a ply's budget where none is asked for (F-6); 0: the level's own */
  uint32_t movetime; /* the same in milliseconds; 0: none, or by the clock of F-6 */
  const char *version;
} junqi_engine;

/* Speaks docs/engine-protocol.md until `quit` or the end of `in`. Returns false when it could not
 * work (no thread, no memory). */
bool junqi_engine_run(const junqi_engine *engine, FILE *in, FILE *out);

/* Speaks F-6 until END or the end of `in`. */
bool junqi_engine_ccgc(const junqi_engine *engine, FILE *in, FILE *out);

#endif
