/* What people say at a table: kept in memory for those who come later, told to those who follow it,
 * and never stored. Spectators are heard by each other alone while a game is played, so that none
 * of them can help a player; and in an anti-cheat room nobody is heard until the end. */
#ifndef SERVER_CHAT_H
#define SERVER_CHAT_H

#include "hub.h"

struct hub_table;
struct hub_client;

typedef struct chat_line {
  char *text;
  char *name; /* of who said it; NULL: a guest */
  int64_t date;
  junqi_seat seat; /* JUNQI_SPECTATOR: none */
  bool aside;      /* said by a spectator during play: for spectators until the end */
} chat_line;

/* A ring; zero-initialise. */
typedef struct chat {
  chat_line *line;
  size_t count, first, capacity;
} chat;

void hub_chat_free(chat *c);

/* Lets a follower of the table say it, or says why not. */
junqi_code hub_chat_say(hub *h, struct hub_table *t, struct hub_client *client, const char *text,
                        junqi_error *error);

/* What was said so far, to one who has just joined. */
void hub_chat_tell(hub *h, struct hub_table *t, struct hub_client *client);

#endif
