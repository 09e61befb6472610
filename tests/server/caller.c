/* See caller.h. */
#include "caller.h"

#include "net/client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

caller caller_new(const house *h) {
  return (caller){.house = h, .origin = "http://t"};
}

void caller_end(caller *c) {
  json_decref(c->answer);
  c->answer = NULL;
}

/* Keeps the session's cookie of the answer, if it sets one. */
static void keep_cookie(caller *c) {
  const char *at = strstr(c->head, "Set-Cookie: junqi=");
  if (at) snprintf(c->cookie, sizeof c->cookie, "%.*s", (int)strcspn(at + 12, ";"), at + 12);
}

int caller_send(caller *c, const char *method, const char *path, const char *type, const void *body,
                size_t length) {
  char head[2048];
  int fd = client_connect(c->house->port), used = 0;
  used = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: t\r\nConnection: close\r\n", method,
                  path);
#define ADD(...) used += snprintf(head + used, sizeof head - (size_t)used, __VA_ARGS__)
  if (*c->cookie) ADD("Cookie: a=b; %s; c=d\r\n", c->cookie);
  if (c->origin) ADD("Origin: %s\r\n", c->origin);
  if (c->address) ADD("X-Forwarded-For: %s\r\n", c->address);
  if (c->headers) ADD("%s", c->headers);
  if (type) ADD("Content-Type: %s\r\n", type);
  if (body) ADD("Content-Length: %zu\r\n", length);
  ADD("\r\n");
#undef ADD
  client_text(fd, head);
  if (body) client_send(fd, body, length);
  struct client_response response = client_response(fd, true);
  close(fd);
  json_decref(c->answer);
  c->answer = json_loadb(response.body ? response.body : "", response.length, 0, NULL);
  memcpy(c->head, response.head, sizeof c->head);
  c->status = response.status;
  free(response.body);
  keep_cookie(c);
  return c->status;
}

int caller_call(caller *c, const char *path, const char *body) {
  return caller_send(c, body ? "POST" : "GET", path, body ? "application/json" : NULL, body,
                     body ? strlen(body) : 0);
}

const char *caller_text(const caller *c, const char *field) {
  const char *text = json_string_value(json_object_get(c->answer, field));
  return text ? text : "";
}

void caller_expect(const caller *c, int status, const char *code) {
  if (c->status != status || strcmp(caller_text(c, "code"), code) != 0)
    fail_msg("%d %s instead of %d %s", c->status, caller_text(c, "code"), status, code);
  if (!*code) return;
  assert_true(*caller_text(c, "en"));
  assert_true(*caller_text(c, "zh"));
}

int caller_enter(caller *c) {
  assert_true(*c->cookie);
  return house_enter(c->house, c->cookie);
}

int caller_closed(int fd) {
  for (;;) {
    struct client_frame *frame = client_read_frame(fd);
    unsigned first = frame->first;
    int code = (unsigned char)frame->data[0] << 8 | (unsigned char)frame->data[1];
    free(frame);
    if (first == 0x88) return code;
    if (first == 0) return 0;
  }
}
