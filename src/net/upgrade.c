/*
 * The opening handshake (RFC 6455, 4.2): is it one, does it come from a page that may, does the
 * caller want it.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "http.h"
#include "request.h"
#include "sha1.h"
#include "websocket.h"

enum { KEY_LENGTH = 24, ACCEPT_LENGTH = 28 };

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* 16 bytes in base64: 22 digits and two signs of padding. */
static bool key_is_valid(const char *key) {
  return key && strlen(key) == KEY_LENGTH && strspn(key, base64_digits) == KEY_LENGTH - 2 &&
         strcmp(key + KEY_LENGTH - 2, "==") == 0;
}

static void accept_of_key(const char *key, char accept[ACCEPT_LENGTH + 1]) {
  char text[KEY_LENGTH + 36 + 1];
  uint8_t digest[21] = {0};
  snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
  net_sha1_short(text, strlen(text), digest);
  for (size_t i = 0; i < 7; i++) {
    uint32_t group =
        (uint32_t)digest[3 * i] << 16 | (uint32_t)digest[3 * i + 1] << 8 | digest[3 * i + 2];
    for (size_t j = 0; j < 4; j++)
      accept[4 * i + j] = base64_digits[group >> (18 - 6 * j) & 63];
  }
  accept[ACCEPT_LENGTH - 1] = '=';
  accept[ACCEPT_LENGTH] = '\0';
}

/* Browsers always name the origin; a client without one is no browser, so no stranger's page can
 * drive it with its owner's cookies. The scheme is not compared with the page's own host: behind a
 * proxy that does TLS it is not known here. */
static bool origin_is_allowed(const struct junqi_net_config *config,
                              const struct junqi_net_request *request) {
  const char *origin = junqi_net_request_header(request, "origin");
  const char *host = junqi_net_request_header(request, "host");
  if (!origin) return true;
  for (size_t i = 0; i < config->origin_count; i++)
    if (strcasecmp(origin, config->origins[i]) == 0) return true;
  if (strncasecmp(origin, "http://", 7) == 0) return host && strcasecmp(origin + 7, host) == 0;
  if (strncasecmp(origin, "https://", 8) == 0) return host && strcasecmp(origin + 8, host) == 0;
  return false;
}

static void refuse(struct net_conn *conn, struct junqi_net_request *request, int status,
                   uint64_t *counter) {
  static const struct junqi_net_header version = {"Sec-WebSocket-Version", "13"};
  ++*counter;
  /* What follows a request to upgrade may be frames already: never read it as HTTP. */
  request->keep_alive = false;
  net_http_refuse(conn, request, status, status == 426 ? &version : NULL);
}

/* The caller has no room for one more. */
static void refuse_full(struct net_conn *conn, struct junqi_net_request *request) {
  const char *full = conn->core->config.full;
  const struct junqi_net_header headers[] = {{"Content-Type", "application/json"},
                                             {"Retry-After", NET_RETRY_AFTER}};
  conn->core->stats.refused_upgrade++;
  request->keep_alive = false;
  junqi_net_respond(request, &(struct junqi_net_response){.status = 503,
                                                          .headers = headers,
                                                          .header_count = 2,
                                                          .body = full,
                                                          .body_length = full ? strlen(full) : 0});
}

/* 101, or the status that says what is wrong with the handshake itself. */
static int handshake_status(const struct junqi_net_request *request) {
  const char *version = junqi_net_request_header(request, "sec-websocket-version");
  if (strcmp(request->method, "GET") != 0 || !request->http_1_1 || request->body.length) return 400;
  if (!version || strcmp(version, "13") != 0) return 426;
  if (!key_is_valid(junqi_net_request_header(request, "sec-websocket-key"))) return 400;
  return 101;
}

static int handler_status(struct net_core *core, const struct junqi_net_request *request) {
  if (!core->handler.on_upgrade) return 404;
  int status = core->handler.on_upgrade(core->user, request);
  return status == 101 || (status >= 400 && status <= 599) ? status : 500;
}

static void accept(struct net_conn *conn, struct junqi_net_request *request) {
  char key[ACCEPT_LENGTH + 1];
  char head[192];
  accept_of_key(junqi_net_request_header(request, "sec-websocket-key"), key);
  snprintf(head, sizeof head,
           "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Accept: %s\r\n\r\n",
           key);
  if (!net_output_give(&conn->output, net_payload_copy(head, strlen(head))) ||
      !net_socket_open(conn)) {
    net_conn_drop(conn);
    return;
  }
  struct net_core *core = conn->core;
  if (core->handler.on_open) core->handler.on_open(core->user, conn->socket, request);
}

void net_socket_upgrade(struct net_conn *conn, struct junqi_net_request *request, const char *rest,
                        size_t length) {
  struct net_core *core = conn->core;
  int status = core->stopping ? 503 : handshake_status(request);
  if (status != 101) {
    refuse(conn, request, status, &core->stats.refused_upgrade);
    return;
  }
  if (!origin_is_allowed(&core->config, request)) {
    refuse(conn, request, 403, &core->stats.refused_origin);
    return;
  }
  status = handler_status(core, request);
  if (status == 503) {
    refuse_full(conn, request);
    return;
  }
  if (status != 101) {
    refuse(conn, request, status, &core->stats.refused_upgrade);
    return;
  }
  accept(conn, request);
  net_request_free(request);
  if (length && conn->phase == NET_WEBSOCKET) net_socket_input(conn, rest, length);
}
