/* The real server in a child process, on a port that the system chose and a directory of its own.
 * Whatever is waited for has a limit, after which the test fails (as in net/client.h). */
#ifndef TEST_SERVER_HOUSE_H
#define TEST_SERVER_HOUSE_H

#include "junqi/server.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct house {
  pid_t process;
  int port;
  char directory[64];
  /* As in junqi_server_options; may be set before a start: */
  const char *trusted_proxies, *metrics_token;
  const junqi_server_limits *limits;
} house;

/* Starts it; a second start uses the same directory, and the same port if `keep_port`. */
void house_make(house *h);
void house_start(house *h, int keep_port);
/* Ends it with the signal and waits; the exit status, or minus the signal that killed it. */
int house_stop(house *h, int signal_number);
void house_remove(house *h);

/* Both at once, with what is set above, for all the tests of a file; and the end of that: 0 when it
 * ended as it should and, where it is built with sanitizers, these found nothing. */
void house_open(house *h, const char *trusted_proxies);
int house_close(house *h);

/* A WebSocket of a new session, or of `cookie` when it is not empty (then it is left as it is).
 * Says hello and takes the welcome. */
int house_enter(const house *h, char cookie[64]);

/* A WebSocket with these header lines ("" or each ended by CR LF); the status, 101 when it is open
 * and *fd is the caller's to close. */
int house_knock(const house *h, const char *headers, int *fd);

/* One text message to the server; printf. */
void house_say(int fd, const char *format, ...);
/* The next text message, to be freed; NULL when the server closed. */
char *house_hear(int fd);
/* Reads on until a message has this in it; to be freed. Fails the test when it does not come. */
char *house_await(int fd, const char *part);

#endif
