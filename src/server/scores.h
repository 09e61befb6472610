/* What a finished game did to the scores (RULES.md R-9): computed once, when its last events go to
 * the store, kept there with them, and told in words. Not here: ratings (rating.h), which the store
 * moves, and lists of changes. */
#ifndef SERVER_SCORES_H
#define SERVER_SCORES_H

#include "hub.h"

#include "junqi/score.h"
#include "junqi/store_games.h"

#include <jansson.h>

struct hub_table;
struct hub_client;

typedef struct hub_result {
  bool there;  /* a game has ended */
  bool scored; /* does not hold */
  junqi_score score;
} hub_result;

/* A game for the store's index; texts that it points to. Not to be copied. */
typedef struct hub_sealed_game {
  junqi_store_game game;
  char level[JUNQI_MAX_SEATS][4];
  char options[JUNQI_STORE_OPTIONS_MAX + 1];
} hub_sealed_game;

/* The table's game has ended, its events are about to be written: its result, and what the store is
 * given. False when no game has ended. */
bool hub_scores_seal(hub *h, struct hub_table *t, hub_sealed_game *sealed);

/* As part of a finished table's header, and back. */
void hub_scores_put(out *o, const hub_result *result);
hub_result hub_scores_read(const json_t *header);
/* Of a table that is not in memory. */
hub_result hub_scores_past(hub *h, const char *id);

/* `scores` to one client, to all who follow; nothing when there is no result. */
void hub_scores_tell(hub *h, const char *id, const hub_result *result, struct hub_client *client);
void hub_scores_tell_all(hub *h, struct hub_table *t);

#endif
