/*
 * Answers: the status line, the headers every answer has, and the body, queued as output.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "http.h"
#include "request.h"

struct reason {
  int status;
  const char *text;
};

static const struct reason reasons[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

static const char *reason_text(int status) {
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (reasons[i].status == status) return reasons[i].text;
  return "";
}

/* RFC 9110, 5.6.7, spelt out here because strftime() speaks the locale's language. */
static bool add_date(struct net_buffer *out) {
  static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  time_t now = time(NULL);
  struct tm t;
  char line[96];
  if (!gmtime_r(&now, &t)) return true;
  snprintf(line, sizeof line, "Date: %s, %02d %s %d %02d:%02d:%02d GMT\r\n", days[t.tm_wday],
           t.tm_mday, months[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
  return net_buffer_add_text(out, line);
}

static bool header_is_clean(const struct junqi_net_header *header) {
  return *header->name && !strpbrk(header->name, "\r\n: ") && !strpbrk(header->value, "\r\n");
}

static bool add_header(struct net_buffer *out, const struct junqi_net_header *header) {
  return !header_is_clean(header) ||
         (net_buffer_add_text(out, header->name) && net_buffer_add_text(out, ": ") &&
          net_buffer_add_text(out, header->value) && net_buffer_add_text(out, "\r\n"));
}

static bool status_has_body(int status) {
  return status != 204 && status != 304;
}

static bool add_head(struct net_buffer *out, const struct junqi_net_response *response,
                     bool keep_alive) {
  char line[96];
  snprintf(line, sizeof line, "HTTP/1.1 %d %s\r\n", response->status,
           reason_text(response->status));
  bool ok = net_buffer_add_text(out, line) && add_date(out);
  if (response->body_length || status_has_body(response->status)) {
    snprintf(line, sizeof line, "Content-Length: %zu\r\n", response->body_length);
    if (response->status != 204) ok = ok && net_buffer_add_text(out, line);
  }
  for (size_t i = 0; ok && i < response->header_count; i++)
    ok = add_header(out, &response->headers[i]);
  return ok && net_buffer_add_text(out, keep_alive ? "Connection: keep-alive\r\n\r\n"
                                                   : "Connection: close\r\n\r\n");
}

static bool queue_response(struct net_conn *conn, const struct junqi_net_response *response,
                           bool with_body, bool keep_alive) {
  struct net_buffer out = {0};
  bool ok = add_head(&out, response, keep_alive);
  if (ok && with_body && !response->body_static)
    ok = net_buffer_add(&out, response->body, response->body_length);
  ok = ok && net_output_give(&conn->output, net_payload_copy(out.at, out.length));
  net_buffer_free(&out);
  if (ok && with_body && response->body_static)
    ok = net_output_add_static(&conn->output, response->body, response->body_length);
  return ok;
}

static void respond(struct net_conn *conn, const struct junqi_net_response *response, bool is_head,
                    bool keep_alive) {
  if (conn->phase != NET_HTTP) return;
  bool with_body = !is_head && status_has_body(response->status);
  keep_alive = keep_alive && !conn->core->stopping;
  conn->deadline = conn->core->now + conn->core->config.idle_timeout;
  if (!queue_response(conn, response, with_body, keep_alive))
    net_conn_drop(conn);
  else if (!keep_alive)
    net_conn_wind_up(conn);
  net_conn_mark(conn);
}

void junqi_net_respond(struct junqi_net_request *request,
                       const struct junqi_net_response *response) {
  struct net_conn *conn = request->conn;
  if (conn) {
    conn->awaiting = NULL;
    respond(conn, response, request->is_head, request->keep_alive);
  }
  net_request_free(request);
}

void net_http_refuse(struct net_conn *conn, struct junqi_net_request *request, int status,
                     const struct junqi_net_header *extra) {
  struct junqi_net_header headers[2] = {{"Content-Type", "text/plain; charset=utf-8"}};
  char text[64];
  snprintf(text, sizeof text, "%d %s\n", status, reason_text(status));
  if (extra) headers[1] = *extra;
  struct junqi_net_response response = {.status = status,
                                        .headers = headers,
                                        .header_count = extra ? 2 : 1,
                                        .body = text,
                                        .body_length = strlen(text)};
  if (request)
    junqi_net_respond(request, &response);
  else
    respond(conn, &response, false, false);
}
