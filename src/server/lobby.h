/* The lobby: tables that anybody may find, as those who look at it are told. What changes is
 * gathered and told once a second at most. So many tables as one can take in are shown, those with
 * a free seat first; the counts are of all. Private tables are never shown. */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include "hub.h"
#include "wire_table.h"

struct hub_table;
struct hub_client;

/* In which of the lobby's lists a table is. */
typedef enum lobby_list {
  LOBBY_SHOWN_OPEN,  /* shown; a seat is free */
  LOBBY_SHOWN_OTHER, /* shown; nobody can sit down any more */
  LOBBY_HELD_OPEN,   /* there is no room to show it */
  LOBBY_HELD_OTHER,
  LOBBY_LISTS,
  LOBBY_NONE = LOBBY_LISTS /* private, over, or not told of yet */
} lobby_list;

/* Part of a table. Zero-initialise. */
typedef struct lobby_entry {
  struct hub_table *before, *after; /* in its list */
  uint8_t list;                     /* lobby_list + 1; 0: none */
  struct hub_table *next_changed;
  bool changed; /* in the list of those */
  bool worked;  /* in the work of an update */
  bool told;    /* those who look have it */
  out row;      /* as it was told */
} lobby_entry;

/* Zero-initialise. */
typedef struct lobby {
  struct hub_table *first[LOBBY_LISTS], *last[LOBBY_LISTS];
  size_t shown;
  struct hub_table *changed;
  size_t waiting, playing;   /* tables */
  char (*gone)[HUB_ID_SIZE]; /* shown no longer, not told yet */
  size_t gone_count, gone_capacity;
  struct hub_table **work; /* rows to be told */
  size_t work_count, work_capacity;
  struct hub_client **watcher;
  size_t watchers, capacity;
  size_t told_people, told_waiting, told_playing; /* counts as last told */
} lobby;

void hub_lobby_free(hub *h);
/* Something that the lobby shows may have changed. */
void hub_lobby_touch(hub *h, struct hub_table *t);
/* The table leaves memory. */
void hub_lobby_drop(hub *h, struct hub_table *t);
/* Somebody came or went. */
void hub_lobby_count(hub *h);
void hub_lobby_enter(hub *h, struct hub_client *client, int64_t re);
void hub_lobby_leave(hub *h, struct hub_client *client);
/* Tells those who look what has changed. */
void hub_lobby_pulse(hub *h);

#endif
