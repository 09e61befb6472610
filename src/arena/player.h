/* Private to the arena room: one interface for all that can play, in this process or in another. A
 * player sits on one seat for one game: open, set_up (where it brings its own layout), begin, then
 * tell and choose, close. */
#ifndef ARENA_PLAYER_H
#define ARENA_PLAYER_H

#include "junqi/ai.h"
#include "junqi/arena.h"
#include "junqi/game.h"

#include "alarm.h"
#include "process.h"

/* How a player answers when asked to move. */
typedef enum arena_fault { ARENA_FINE, ARENA_ILLEGAL, ARENA_LATE_ANSWER } arena_fault;

typedef struct arena_player {
  const junqi_entrant *entrant;
  const junqi_match *match;
  arena_alarm *alarm; /* of the thread it plays in */
  junqi_seat seat, first;
  uint64_t seed;
  junqi_random random;
  junqi_knowledge know;  /* yardsticks */
  junqi_player junqi;    /* JUNQI */
  junqi_ai_slot *memory; /* JUNQI_AI_SLOTS of them, of the thread it plays in; null without */
  /* Processes: */
  arena_process process;
  arena_fault fault; /* not ARENA_FINE: it is lost, and every answer will be this */
  char said[256];    /* its last answer, and what the rules have against it */
  int64_t left;      /* CCGC: milliseconds on its clock */
  junqi_event ply;   /* CCGC: the other seat's last, to go with GO; kind SKIP if none */
  junqi_point flag;  /* CCGC: the other seat's, once shown */
} arena_player;

/* Does it play in a process of its own? */
bool arena_foreign(const junqi_entrant *entrant);

/* Everything but the streams that open sets up. False when no process could be started, which is
 * not the player's fault. */
bool arena_player_open(arena_player *player, const junqi_match *match, const junqi_entrant *entrant,
                       arena_alarm *alarm, junqi_seat seat, junqi_seat first, uint64_t seed);

/* Its own layout: complete and legal whatever it answers. */
junqi_layout arena_player_set_up(arena_player *player);

/* `layouts` of the whole game; only what the seat may see is handed on. Null in `flip`. */
void arena_player_begin(arena_player *player, const junqi_layout layouts[]);

/* What the game has just brought, as one batch. */
void arena_player_tell(arena_player *player, const junqi_events *events);

/* Reads the clock that its thinking is timed by: the alarm's inside this process, the wall's
 * elsewhere. */
int64_t arena_player_now(const arena_player *player);

/* Asks it to move; the time that it takes is the caller's to measure. ARENA_FINE: *move may still
 * be illegal. */
arena_fault arena_player_choose(arena_player *player, const junqi_game *truth, junqi_move *move);

/* Ends it; `result` is 0 lost, 1 won, 2 neither. Nothing of it stays. */
void arena_player_close(arena_player *player, unsigned result);

/* The halves that live in processes; same contracts. */
void engine_open(arena_player *player);
bool engine_set_up(arena_player *player, junqi_layout *layout);
void engine_begin(arena_player *player, const junqi_layout *const layouts[]);
void engine_tell(arena_player *player, const junqi_events *events);
arena_fault engine_choose(arena_player *player, junqi_move *move);

void ccgc_open(arena_player *player);
bool ccgc_set_up(arena_player *player, junqi_layout *layout);
void ccgc_tell(arena_player *player, const junqi_events *events);
arena_fault ccgc_choose(arena_player *player, junqi_move *move);
void ccgc_close(arena_player *player, unsigned result);

/* Keeps an answer, cut and with strange bytes as `?`; then, behind it, why it is refused. */
void arena_player_said(arena_player *player, const char *word, const char *rest);
void arena_player_refused(arena_player *player, const junqi_error *error);
void arena_player_unread(arena_player *player, const char *expected);

/* Notes a fault that ends the player's game, and returns it. */
arena_fault arena_player_fails(arena_player *player, arena_fault fault);

/* Reads lines until one begins with `wanted`; what follows it goes to rest[ARENA_LINE]. All others
 * are stray and skipped. */
arena_fault arena_await(arena_player *player, const char *wanted, int64_t deadline, char *rest);

/* Sends a line; a player that does not take it fails as late. */
bool arena_say(arena_player *player, const char *line, int64_t deadline);

#endif
