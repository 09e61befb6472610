/* Quick match: people who look for a game, by variant, until enough of like strength look for the
 * same. How unlike they may be grows with the time they wait. In the anti-cheat room chance alone
 * decides (RULES.md ), but that whoever was drawn together last is not drawn together again
 * before both have waited a while for others. */
#ifndef SERVER_MATCHING_H
#define SERVER_MATCHING_H

#include "hub.h"

struct hub_client;
struct hub_table;

typedef struct matching_seeker {
  struct hub_client *client;
  double rating;
  uint64_t since;
  size_t told; /* how many look for such a game, as last told */
} matching_seeker;

typedef struct matching_queue {
  matching_seeker *seeker; /* in the order of their coming */
  size_t count, capacity;
  bool holes; /* an anti-cheat table may have a seat that got free */
} matching_queue;

/* Those whom the anti-cheat room has drawn for one table. */
typedef struct matching_company {
  junqi_person person[JUNQI_MAX_SEATS]; /* the first `count` of them */
  size_t count;
} matching_company;

enum { MATCHING_COMPANIES = 512 };

/* Zero-initialise. */
typedef struct matching {
  matching_queue queue[JUNQI_VARIANTS][2]; /* [1]: the anti-cheat room */
  /* The last that were drawn, in a ring; `companies` were drawn so far. */
  matching_company company[MATCHING_COMPANIES];
  size_t companies;
} matching;

void hub_matching_free(hub *h);
/* The client looks for a game; the answer is told, or why not. */
junqi_code hub_matching_enter(hub *h, struct hub_client *client, junqi_variant variant,
                              bool anticheat, int64_t re, junqi_error *error);
/* It looks no longer; nothing when it did not. */
void hub_matching_leave(hub *h, struct hub_client *client);
/* A seat got free at a table; where seats are drawn it is drawn for again. */
void hub_matching_hole(hub *h, const struct hub_table *t);
/* Brings people together. */
void hub_matching_pulse(hub *h);

/* Whether people that have waited so long (ms) would play each other: their ratings in any order.
 */
bool hub_matching_fits(const double *rating, const uint64_t *waited, size_t count);

#endif
