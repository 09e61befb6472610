/* The door: which WebSockets are open, by which secret they came in and from where, so that those
 * of a session that ends can be closed and none comes in too often. */
#ifndef SERVER_DOOR_H
#define SERVER_DOOR_H

#include "hub.h"
#include "visitor.h"

struct bot_line;

typedef struct door_socket {
  struct junqi_net_socket *socket; /* NULL: a bot's line, without one */
  struct bot_line *line;           /* likewise the other way round */
  hub_client *client;
  bool known; /* it came with a session or token: */
  session_kind kind;
  session_hash hash;
  uint64_t account;
  unsigned char place[16];
  struct door_socket *before, *after;
  struct door_socket *next_in_row, **link_in_row; /* the pointer that points here */
} door_socket;

enum { DOOR_ROWS = 4096 };

/* Zero-initialise. */
typedef struct door {
  door_socket *first;
  door_socket *row[DOOR_ROWS]; /* by place */
  size_t count;
} door;

/* Lets a socket in, out. */
door_socket *door_enter(door *d, struct junqi_net_socket *socket, const visitor *who);
void door_leave(door *d, door_socket *one);

/* Closes one: a socket with the code, a line without a word. */
void door_close(door_socket *one, int code, const char *reason);

/* How many there are from the visitor's place. */
size_t door_count(const door *d, const visitor *who);

/* Closes the sockets of a secret with 4001; those of an account, but for the spared secret (may be
 * NULL), likewise; and of these only the ones that came with a session. */
void door_close_hash(door *d, const unsigned char *hash);
void door_close_account(door *d, uint64_t account, const unsigned char *spared);
void door_close_sessions(door *d, uint64_t account, const unsigned char *spared);

#endif
