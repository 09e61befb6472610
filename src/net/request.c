/*
 * A request and the questions one may ask of it. It is filled by http.c.
 */
#include "request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct junqi_net_request *net_request_new(struct net_conn *conn) {
  struct junqi_net_request *request = calloc(1, sizeof *request);
  if (request) {
    request->conn = conn;
    memcpy(request->peer, conn->peer.text, sizeof request->peer);
  }
  return request;
}

void net_request_free(struct junqi_net_request *request) {
  if (!request) return;
  net_buffer_free(&request->head);
  net_buffer_free(&request->body);
  free(request->fields);
  free(request);
}

bool net_request_add_field(struct junqi_net_request *request) {
  if (request->field_count == request->field_capacity) {
    size_t capacity = request->field_capacity ? request->field_capacity * 2 : 16;
    struct net_field *grown = realloc(request->fields, capacity * sizeof *grown);
    if (!grown) return false;
    request->fields = grown;
    request->field_capacity = capacity;
  }
  request->fields[request->field_count++] = (struct net_field){.name = request->head.length};
  return true;
}

bool net_request_split_target(struct junqi_net_request *request) {
  char *target = request->head.at;
  if (!target || strchr(target, '#')) return false;
  size_t end = strlen(target);
  size_t path = 0;
  if (strncasecmp(target, "http://", 7) == 0) path = 7 + strcspn(target + 7, "/?");
  size_t query = path + strcspn(target + path, "?");
  request->path = path;
  request->query = end;
  if (target[query] == '?') {
    target[query] = '\0';
    request->query = query + 1;
  }
  return target[path] == '/' || strcmp(target, "*") == 0;
}

const char *junqi_net_request_method(const struct junqi_net_request *request) {
  return request->method;
}

const char *junqi_net_request_path(const struct junqi_net_request *request) {
  return request->head.at + request->path;
}

const char *junqi_net_request_query(const struct junqi_net_request *request) {
  return request->head.at + request->query;
}

const char *junqi_net_request_header(const struct junqi_net_request *request, const char *name) {
  const char *head = request->head.at;
  for (size_t i = 0; i < request->field_count; i++)
    if (strcasecmp(head + request->fields[i].name, name) == 0)
      return head + request->fields[i].value;
  return NULL;
}

const char *junqi_net_request_last_header(const struct junqi_net_request *request,
                                          const char *name) {
  const char *head = request->head.at;
  for (size_t i = request->field_count; i-- > 0;)
    if (strcasecmp(head + request->fields[i].name, name) == 0)
      return head + request->fields[i].value;
  return NULL;
}

const char *junqi_net_request_body(const struct junqi_net_request *request, size_t *length) {
  /* http.c ends the body with a NUL that is not counted here. */
  *length = request->body.length ? request->body.length - 1 : 0;
  return request->body.length ? request->body.at : "";
}

const char *junqi_net_request_peer(const struct junqi_net_request *request) {
  return request->peer;
}

size_t net_request_count(const struct junqi_net_request *request, const char *name) {
  size_t count = 0;
  for (size_t i = 0; i < request->field_count; i++)
    if (strcasecmp(request->head.at + request->fields[i].name, name) == 0) count++;
  return count;
}

static bool list_has_token(const char *list, const char *token) {
  size_t length = strlen(token);
  while (*list) {
    list += strspn(list, ", \t");
    size_t item = strcspn(list, ", \t");
    if (item == length && strncasecmp(list, token, length) == 0) return true;
    list += item;
  }
  return false;
}

bool net_request_has_token(const struct junqi_net_request *request, const char *name,
                           const char *token) {
  for (size_t i = 0; i < request->field_count; i++) {
    const struct net_field *field = &request->fields[i];
    if (strcasecmp(request->head.at + field->name, name) == 0 &&
        list_has_token(request->head.at + field->value, token))
      return true;
  }
  return false;
}
