/* The test's client: see client.h. */
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE_S = 120 };

int client_connect(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert_true(fd >= 0);
  const struct timeval patience = {.tv_sec = PATIENCE_S};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience); /* connect() keeps it too */
  assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
  return fd;
}

/* The server may have hung up on purpose: what can't be sent is not an error here. */
void client_send(int fd, const void *data, size_t length) {
  const char *bytes = data;
  for (size_t at = 0; at < length;) {
    ssize_t sent = send(fd, bytes + at, length - at, MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      fail_msg("client: took %zu of %zu bytes, then none for %d s", at, length, PATIENCE_S);
    if (sent <= 0) return;
    at += (size_t)sent;
  }
}

void client_text(int fd, const char *text) {
  client_send(fd, text, strlen(text));
}

static void await(int fd, size_t have) {
  struct pollfd poller = {.fd = fd, .events = POLLIN};
  if (poll(&poller, 1, PATIENCE_S * 1000) != 1)
    fail_msg("client: %zu bytes of this came, then none for %d s", have, PATIENCE_S);
}

bool client_read(int fd, void *data, size_t length) {
  char *bytes = data;
  for (size_t at = 0; at < length;) {
    await(fd, at);
    ssize_t count = read(fd, bytes + at, length - at);
    if (count <= 0) return false;
    at += (size_t)count;
  }
  return true;
}

bool client_ended(int fd) {
  char bytes[65536];
  ssize_t count = 1;
  for (size_t total = 0; count > 0; total += (size_t)count) {
    await(fd, total);
    count = read(fd, bytes, sizeof bytes);
  }
  return true;
}

/* The head of an answer and not a byte more. It is looked at before it is taken: a system call for
 * each byte makes a busy machine a very slow one. */
static bool read_head(int fd, char *head, size_t size) {
  size_t length = 0;
  while (length < size - 1) {
    await(fd, length);
    ssize_t seen = recv(fd, head + length, size - 1 - length, MSG_PEEK);
    if (seen <= 0) return false;
    head[length + (size_t)seen] = '\0';
    const char *end = strstr(head + (length > 3 ? length - 3 : 0), "\r\n\r\n");
    size_t take = end ? (size_t)(end + 4 - head) - length : (size_t)seen;
    if (!client_read(fd, head + length, take)) return false;
    length += take;
    head[length] = '\0';
    if (end) return true;
  }
  return false;
}

struct client_response client_response(int fd, bool has_body) {
  struct client_response response = {0};
  if (!read_head(fd, response.head, sizeof response.head)) return response;
  sscanf(response.head, "HTTP/1.1 %d", &response.status);
  const char *field = strstr(response.head, "Content-Length: ");
  if (field) response.length = (size_t)strtoul(field + 16, NULL, 10);
  if (!has_body || !response.length) return response;
  response.body = calloc(1, response.length + 1);
  assert_true(client_read(fd, response.body, response.length));
  return response;
}

int client_status(int fd, const char *request) {
  client_text(fd, request);
  struct client_response response = client_response(fd, true);
  free(response.body);
  return response.status;
}

int client_once(int port, const char *request) {
  int fd = client_connect(port);
  int status = client_status(fd, request);
  close(fd);
  return status;
}

int client_websocket(int port) {
  int fd = client_connect(port);
  client_text(fd, "GET /ws HTTP/1.1\r\nHost: t\r\nConnection: keep-alive, Upgrade\r\n"
                  "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  struct client_response response = client_response(fd, false);
  assert_int_equal(response.status, 101);
  /* The example of RFC 6455, 1.3. */
  assert_non_null(strstr(response.head, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
  return fd;
}

void client_frame(int fd, unsigned first, const void *data, size_t length) {
  unsigned char *frame = malloc(length + 14);
  size_t at = 0;
  frame[at++] = (unsigned char)first;
  size_t width = length < 126 ? 0 : length < 65536 ? 2 : 8;
  frame[at++] = (unsigned char)(0x80 | (width == 0 ? length : width == 2 ? 126 : 127));
  for (size_t i = width; i-- > 0;)
    frame[at++] = (unsigned char)((uint64_t)length >> (8 * i));
  const unsigned char mask[4] = {0x12, 0xf0, 0x55, 0x9a};
  memcpy(frame + at, mask, 4);
  at += 4;
  for (size_t i = 0; i < length; i++)
    frame[at + i] = ((const unsigned char *)data)[i] ^ mask[i % 4];
  client_send(fd, frame, at + length);
  free(frame);
}

struct client_frame *client_read_frame(int fd) {
  struct client_frame *frame = calloc(1, sizeof *frame);
  unsigned char head[8];
  if (!client_read(fd, head, 2)) return frame;
  unsigned first = head[0];
  size_t length = head[1];
  size_t width = length == 126 ? 2 : length == 127 ? 8 : 0;
  if (width && !client_read(fd, head, width)) return frame;
  for (size_t i = 0; i < width; i++)
    length = (i ? length << 8 : 0) | head[i];
  assert_true(length <= sizeof frame->data);
  if (!client_read(fd, frame->data, length)) return frame;
  frame->first = first;
  frame->length = length;
  return frame;
}

bool client_gets_text(int fd, const char *text) {
  struct client_frame *frame = client_read_frame(fd);
  bool same = frame->first == 0x81 && frame->length == strlen(text) &&
              memcmp(frame->data, text, frame->length) == 0;
  free(frame);
  return same;
}

int client_close_code(int fd) {
  struct client_frame *frame = client_read_frame(fd);
  int code = 0;
  if (frame->first == 0x88)
    code = frame->length < 2 ? 1005
                             : (unsigned char)frame->data[0] << 8 | (unsigned char)frame->data[1];
  free(frame);
  return code;
}
