/* See http.h. Paths are decoded once and then compared; there is no other meaning in them. */
#include "http.h"

#include "answer.h"
#include "api.h"
#include "assets.h"
#include "bot_http.h"
#include "metrics.h"

#include <stdio.h>
#include <string.h>

enum { PATH_MAX_BYTES = 1024 };

/* -- Paths ---------------------------------------------------------------------------------------
 */

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Percent-decodes a path; false where that is not possible or gives control characters. */
static bool decode(const char *path, char text[PATH_MAX_BYTES]) {
  size_t used = 0;
  for (; *path; path++) {
    int c = (unsigned char)*path;
    if (c == '%') {
      int high = digit(path[1]), low = high < 0 ? -1 : digit(path[2]);
      if (low < 0) return false;
      c = high * 16 + low;
      path += 2;
    }
    if (c < 32 || c == 127 || used + 1 >= PATH_MAX_BYTES) return false;
    text[used++] = (char)c;
  }
  text[used] = 0;
  return used > 0 && text[0] == '/';
}

/* -- The page ------------------------------------------------------------------------------------
 */

/* Whether If-None-Match names the tag; a weak one will do, as RFC 9110 13.1.2 says. */
static bool is_known(const char *given, const char *etag) {
  return given && (strcmp(given, "*") == 0 || strstr(given, etag));
}

static void send_asset(struct junqi_net_request *request, answer *a, const server_asset *asset) {
  const char *accept = junqi_net_request_header(request, "Accept-Encoding");
  server_coding coding = server_asset_coding(asset, accept, accept ? strlen(accept) : 0);
  answer_put(a, "ETag", asset->etag);
  answer_put(a, "Vary", "Accept-Encoding");
  answer_put(a, "Cache-Control",
             asset->hashed ? "public, max-age=31536000, immutable" : "no-cache");
  if (is_known(junqi_net_request_header(request, "If-None-Match"), asset->etag)) {
    answer_send(request, a, 304, NULL, 0, false);
    return;
  }
  answer_put(a, "Content-Type", asset->mime);
  if (coding != SERVER_IDENTITY) answer_put(a, "Content-Encoding", server_coding_name(coding));
  answer_send(request, a, 200, asset->bytes[coding].data, asset->bytes[coding].size, true);
}

/* Whether a path is that of a screen of the page (web/src/app/route.svelte.ts), which decides by
 * itself what it shows there. */
static bool is_screen(const char *path) {
  static const char *const screens[] = {"lobby",  "new",     "t",     "table",   "join",    "me",
                                        "people", "leaders", "games", "account", "layouts", "view"};
  size_t length = strcspn(path + 1, "/");
  for (size_t i = 0; i < sizeof screens / sizeof *screens; i++)
    if (strlen(screens[i]) == length && strncmp(path + 1, screens[i], length) == 0) return true;
  return false;
}

/* -- The rest ------------------------------------------------------------------------------------
 */

static void send_health(hub *h, struct junqi_net_request *request, answer *a) {
  char text[96];
  hub_counts counts = hub_count(h);
  snprintf(text, sizeof text, "{\"ok\":true,\"tables\":%zu,\"clients\":%zu}\n", counts.tables,
           counts.clients);
  answer_text(request, a, 200, "application/json", text);
}

/* The table's id in "/record/<id>.jg". */
static bool record_id(const char *path, char id[HUB_ID_SIZE]) {
  static const char front[] = "/record/", ending[] = ".jg";
  size_t length = strlen(path);
  if (strncmp(path, front, sizeof front - 1) != 0) return false;
  path += sizeof front - 1;
  length -= sizeof front - 1;
  if (length <= sizeof ending - 1 || length - (sizeof ending - 1) >= HUB_ID_SIZE) return false;
  length -= sizeof ending - 1;
  if (strcmp(path + length, ending) != 0) return false;
  memcpy(id, path, length);
  id[length] = 0;
  return strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz") == length;
}

static void send_problem(struct junqi_net_request *request, answer *a, int status,
                         const junqi_error *error) {
  char english[256], chinese[256];
  junqi_error_text(error, JUNQI_ENGLISH, english, sizeof english);
  junqi_error_text(error, JUNQI_CHINESE, chinese, sizeof chinese);
  answer_later(a, status, error);
  answer_problem(request, a, status, english, chinese);
}

/* By the address alone: a record is for everybody. False after a refusal. */
static bool allows_record(site *s, struct junqi_net_request *request, answer *a, uint64_t address) {
  junqi_error error;
  if (!address || site_allows(s, JUNQI_RATE_RETOLD, &address, sizeof address, &error)) return true;
  send_problem(request, a, 429, &error);
  return false;
}

static void send_record(site *s, struct junqi_net_request *request, answer *a, const char *id) {
  char name[64];
  out text = {0};
  size_t events = 0;
  junqi_error error;
  visitor who;
  visitor_place(&who, request, &s->proxies);
  uint64_t address = visitor_address(&who);
  if (!allows_record(s, request, a, address)) return;
  if (hub_record(s->hub, id, &text, &events, &error)) {
    snprintf(name, sizeof name, "attachment; filename=\"junqi-%s.jg\"", id);
    answer_put(a, "Content-Type", "text/plain; charset=utf-8");
    answer_put(a, "Content-Disposition", name);
    answer_put(a, "Cache-Control", "private, max-age=31536000, immutable");
    answer_send(request, a, 200, text.text, text.length, false);
  } else {
    send_problem(request, a, 404, &error);
  }
  if (address) site_spend(s, JUNQI_RATE_RETOLD, &address, sizeof address, site_retelling(events));
  out_free(&text);
}

static void route(site *s, struct junqi_net_request *request, answer *a, const char *path) {
  char id[HUB_ID_SIZE];
  const char *file = is_screen(path) ? "/" : path;
  const server_asset *asset = server_asset_find(file, strlen(file));
  if (asset)
    send_asset(request, a, asset);
  else if (strcmp(path, "/healthz") == 0)
    send_health(s->hub, request, a);
  else if (record_id(path, id))
    send_record(s, request, a, id);
  else
    answer_problem(request, a, 404, "There is nothing at this address.", "这个地址没有内容。");
}

void server_http_answer(site *s, struct junqi_net_request *request) {
  const char *method = junqi_net_request_method(request);
  char path[PATH_MAX_BYTES];
  answer a = {.count = 0};
  if (!decode(junqi_net_request_path(request), path)) {
    answer_problem(request, &a, 400, "This address cannot be read.", "无法读取这个地址。");
  } else if (bot_http_take(s, request, path) || api_take(s, request, path)) {
    return;
  } else if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
    answer_put(&a, "Allow", "GET, HEAD");
    answer_problem(request, &a, 405, "Only GET and HEAD are answered here.",
                   "这里只接受 GET 和 HEAD。");
  } else if (strcmp(path, "/metrics") == 0) {
    metrics_answer(s, request);
  } else {
    route(s, request, &a, path);
  }
}
