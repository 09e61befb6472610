/* The persons that the hub has to do with, by the number of their account: who is connected or sits
 * somewhere, what the store says of them, and who sits where. Names come from here alone, and only
 * where a table may tell them (RULES.md ). Not here: accounts themselves. */
#ifndef SERVER_PEOPLE_H
#define SERVER_PEOPLE_H

#include "hub.h"

#include "junqi/store_people.h"

struct hub_table;
struct hub_client;

/* Kept while somebody refers to it: a connection, a seat. */
typedef struct hub_person {
  junqi_person number;
  struct hub_person *next; /* in its bucket */
  unsigned references;
  unsigned clients;         /* connections that have said hello */
  struct hub_table **table; /* at which the person sits */
  size_t tables, capacity;
  struct hub_client *looking; /* the connection that looks for a game; NULL */
  uint64_t talk_at;           /* when all that was said lately is forgotten (chat.c) */
  bool known;                 /* the rest has been read from the store */
  bool admin;
  char name[JUNQI_STORE_PERSON_MAX + 1]; /* "": a guest */
  int64_t muted_until;
} hub_person;

enum { HUB_PERSON_BUCKETS = 4096 };

/* Zero-initialise. */
typedef struct hub_people {
  hub_person *bucket[HUB_PERSON_BUCKETS];
  size_t connected; /* persons with a connection */
} hub_people;

/* A person at a seat, and the rating in the table's variant. */
typedef struct hub_sitter {
  hub_person *person; /* NULL: none */
  bool rated, fresh;  /* there is a rating; it has been looked up */
  uint16_t rating;
} hub_sitter;

/* The person's entry, made when there is none; each call wants a release. */
hub_person *hub_person_retain(hub *h, junqi_person number);
void hub_person_release(hub *h, hub_person *person);
/* NULL: nobody connected or seated has this number. */
hub_person *hub_person_find(hub *h, junqi_person number);
/* Reads from the store what is not known yet. */
const hub_person *hub_person_read(hub *h, hub_person *person);

/* Tables in progress at which the person sits; counting only needs no list. Oldest first. */
size_t hub_person_tables(const hub_person *person, struct hub_table *list[], size_t room);

/* The seat a person holds, as last told. */
junqi_seat hub_person_seat(const struct hub_table *t, const hub_person *person);

/* The sitters of a table become those that its seats name. */
void hub_people_seat(hub *h, struct hub_table *t);
/* The table is gone. */
void hub_people_clear(hub *h, struct hub_table *t);
/* The name of a seat's person where it may be told now; NULL: there is none, or it is hidden. */
const char *hub_people_name(hub *h, const struct hub_table *t, junqi_seat seat);

/* `people` to one follower of the table, to all of them. */
void hub_people_tell(hub *h, struct hub_table *t, struct hub_client *client);
void hub_people_tell_all(hub *h, struct hub_table *t);
/* Of a table that is over and not in memory. */
void hub_people_past(hub *h, const char *id, const junqi_table *table, struct hub_client *client);
/* The number of spectators has changed: told with the next pulse. */
void hub_people_watched(hub *h, struct hub_table *t);
void hub_people_pulse(hub *h);

/* A game has changed ratings: they are to be looked up. */
void hub_people_rate_again(struct hub_table *t);
/* The rating that matching goes by. */
double hub_people_rating(hub *h, junqi_person number, uint8_t variant);

#endif
