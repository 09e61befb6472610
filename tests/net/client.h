/* A client of plain sockets for tests: sends any bytes, reads answers and frames. Nothing waits
 * for ever: after 120 s without progress the test fails, and says how far it came. */
#ifndef TEST_NET_CLIENT_H
#define TEST_NET_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int client_connect(int port);
void client_send(int fd, const void *data, size_t length);
void client_text(int fd, const char *text);
/* Read exactly `length` bytes; false at the end of input. */
bool client_read(int fd, void *data, size_t length);
/* Read and forget until the peer ends the connection; true. */
bool client_ended(int fd);
struct client_response {
  int status; /* 0: no answer */
  char head[4096];
  char *body; /* to be freed; NULL when there is none */
  size_t length;
};

/* One answer; `has_body` false for HEAD, whatever Content-Length says. */
struct client_response client_response(int fd, bool has_body);
/* Send, read one answer, drop its body; the status. */
int client_status(int fd, const char *request);

/* The same on a new connection, which is closed; for one request each. */
int client_once(int port, const char *request);

/* A WebSocket on /ws; the test fails if the server does not take it. */
int client_websocket(int port);

/* A masked frame. `first`: FIN, RSV and opcode, such as 0x81 for a whole text. */
void client_frame(int fd, unsigned first, const void *data, size_t length);

struct client_frame {
  unsigned first; /* 0: no frame came */
  size_t length;
  char data[131072];
};

struct client_frame *client_read_frame(int fd); /* to be freed */
/* Whether the next frame is a text with this content. */
bool client_gets_text(int fd, const char *text);
/* The code of the Close frame that comes next; 1005: without; 0: something else came. */
int client_close_code(int fd);

#endif
