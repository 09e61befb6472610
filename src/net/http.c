/*
 * Reading requests: llhttp parses, this file bounds what it hands over, builds the request and
 * passes on one at a time. Answers are made in response.c, handshakes judged in upgrade.c.
 */
#include "http.h"

#include <llhttp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "request.h"
#include "websocket.h"

struct net_http {
  llhttp_t parser;
  struct net_conn *conn;
  struct junqi_net_request *request; /* being read */
  struct net_buffer pending;         /* bytes behind a request that is not answered yet */
  size_t header_bytes;
  size_t header_lines;
  int refusal; /* the status of the bound that was passed */
  bool in_name;
  bool head_done;
  bool complete;
};

static struct net_http *http_of(llhttp_t *parser) {
  return parser->data;
}

/* Stop parsing, to answer with `status`. */
static int http_refusal(struct net_http *http, int status) {
  http->refusal = status;
  return -1;
}

static int http_keep(struct net_http *http, const char *at, size_t length) {
  return net_buffer_add(&http->request->head, at, length) ? 0 : http_refusal(http, 503);
}

static int on_begin(llhttp_t *parser) {
  struct net_http *http = http_of(parser);
  http->request = net_request_new(http->conn);
  return http->request ? 0 : http_refusal(http, 503);
}

static int on_url(llhttp_t *parser, const char *at, size_t length) {
  struct net_http *http = http_of(parser);
  if (http->request->head.length + length > http->conn->core->config.max_url)
    return http_refusal(http, 414);
  return http_keep(http, at, length);
}

static int on_url_complete(llhttp_t *parser) {
  return http_keep(http_of(parser), "", 1);
}

/* Trailers come here too: they are counted, not kept, lest they pass for headers. */
static int http_count_header(struct net_http *http, size_t bytes, bool new_line) {
  const struct junqi_net_config *config = &http->conn->core->config;
  http->header_bytes += bytes;
  http->header_lines += new_line;
  if (http->header_bytes > config->max_header_bytes || http->header_lines > config->max_headers)
    return http_refusal(http, 431);
  return 0;
}

static int on_name(llhttp_t *parser, const char *at, size_t length) {
  struct net_http *http = http_of(parser);
  bool begins = !http->in_name;
  http->in_name = true;
  if (http_count_header(http, length, begins)) return -1;
  if (http->head_done) return 0;
  if (begins && !net_request_add_field(http->request)) return http_refusal(http, 503);
  return http_keep(http, at, length);
}

static int on_name_complete(llhttp_t *parser) {
  struct net_http *http = http_of(parser);
  struct junqi_net_request *request = http->request;
  http->in_name = false;
  if (http->head_done) return 0;
  if (http_keep(http, "", 1)) return -1;
  request->fields[request->field_count - 1].value = request->head.length;
  return 0;
}

static int on_value(llhttp_t *parser, const char *at, size_t length) {
  struct net_http *http = http_of(parser);
  if (http_count_header(http, length, false)) return -1;
  return http->head_done ? 0 : http_keep(http, at, length);
}

static int on_value_complete(llhttp_t *parser) {
  struct net_http *http = http_of(parser);
  struct junqi_net_request *request = http->request;
  if (http->head_done) return 0;
  size_t start = request->fields[request->field_count - 1].value;
  while (request->head.length > start && strchr(" \t", request->head.at[request->head.length - 1]))
    request->head.length--;
  return http_keep(http, "", 1);
}

static bool http_head_valid(const struct junqi_net_request *request) {
  size_t hosts = net_request_count(request, "host");
  return hosts <= 1 && (hosts == 1 || !request->http_1_1);
}

/* RFC 9110, 10.1.1: some clients hold the body back until they are told to go on. */
static void http_invite_body(struct net_http *http) {
  static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
  if (http->request->http_1_1 && net_request_has_token(http->request, "expect", "100-continue"))
    net_output_add_static(&http->conn->output, go_on, sizeof go_on - 1);
}

static int on_head(llhttp_t *parser) {
  struct net_http *http = http_of(parser);
  struct junqi_net_request *request = http->request;
  const struct junqi_net_config *config = &http->conn->core->config;
  http->head_done = true;
  request->method = llhttp_method_name((llhttp_method_t)parser->method);
  request->is_head = parser->method == HTTP_HEAD;
  request->http_1_1 = parser->http_major == 1 && parser->http_minor == 1;
  if (parser->http_major != 1) return http_refusal(http, 505);
  if (parser->method == HTTP_CONNECT) return http_refusal(http, 501);
  if (!net_request_split_target(request) || !http_head_valid(request))
    return http_refusal(http, 400);
  if (!(parser->flags & F_CHUNKED) && parser->content_length > config->max_body)
    return http_refusal(http, 413);
  http->conn->deadline = http->conn->core->now + config->body_timeout;
  http_invite_body(http);
  return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t length) {
  struct net_http *http = http_of(parser);
  struct net_buffer *body = &http->request->body;
  if (body->length + length > http->conn->core->config.max_body) return http_refusal(http, 413);
  return net_buffer_add(body, at, length) ? 0 : http_refusal(http, 503);
}

/* llhttp pauses by itself after a request to upgrade, and would be confused by a second pause. */
static int on_complete(llhttp_t *parser) {
  struct net_http *http = http_of(parser);
  http->complete = true;
  if (http->request->body.length && !net_buffer_add(&http->request->body, "", 1))
    return http_refusal(http, 503);
  return parser->upgrade ? 0 : HPE_PAUSED;
}

static const llhttp_settings_t http_settings = {
    .on_message_begin = on_begin,
    .on_url = on_url,
    .on_url_complete = on_url_complete,
    .on_header_field = on_name,
    .on_header_field_complete = on_name_complete,
    .on_header_value = on_value,
    .on_header_value_complete = on_value_complete,
    .on_headers_complete = on_head,
    .on_body = on_body,
    .on_message_complete = on_complete,
};

static struct net_http *http_begin(struct net_conn *conn) {
  struct net_http *http = calloc(1, sizeof *http);
  if (!http) return NULL;
  http->conn = conn;
  llhttp_init(&http->parser, HTTP_REQUEST, &http_settings);
  http->parser.data = http;
  conn->http = http;
  conn->deadline = conn->core->now + conn->core->config.header_timeout;
  return http;
}

void net_http_free(struct net_conn *conn) {
  struct net_http *http = conn->http;
  if (!http) return;
  net_request_free(http->request);
  net_buffer_free(&http->pending);
  free(http);
  conn->http = NULL;
}

void net_http_abandon(struct net_conn *conn) {
  if (conn->awaiting) conn->awaiting->conn = NULL;
  conn->awaiting = NULL;
}

/* The status for what llhttp itself found wrong. */
static int http_parser_status(llhttp_errno_t error) {
  return error == HPE_INVALID_VERSION || error == HPE_PAUSED_H2_UPGRADE ? 505 : 400;
}

static void http_fail(struct net_conn *conn, int status) {
  conn->core->stats.bad_requests++;
  net_http_refuse(conn, NULL, status, NULL);
}

/* Hand a complete request on. The parser starts anew for the next one, so that a second request
 * can't be told from a first and all its counts are zero again. */
static void http_deliver(struct net_conn *conn, const char *rest, size_t length) {
  struct net_http *http = conn->http;
  struct net_core *core = conn->core;
  struct junqi_net_request *request = http->request;
  bool upgrade = http->parser.upgrade && net_request_has_token(request, "upgrade", "websocket");
  request->keep_alive = llhttp_should_keep_alive(&http->parser) && !core->stopping;
  http->request = NULL;
  net_http_free(conn);
  core->stats.requests++;
  conn->deadline = NET_NEVER;
  if (upgrade) {
    net_socket_upgrade(conn, request, rest, length);
    return;
  }
  if (length) {
    struct net_http *next = http_begin(conn);
    if (!next || !net_buffer_add(&next->pending, rest, length)) {
      net_request_free(request);
      net_conn_drop(conn);
      return;
    }
    conn->deadline = NET_NEVER;
  }
  conn->awaiting = request;
  if (core->handler.on_request)
    core->handler.on_request(core->user, request);
  else
    net_http_refuse(conn, request, 404, NULL);
}

static void http_parse(struct net_conn *conn, const char *data, size_t length) {
  struct net_http *http = conn->http ? conn->http : http_begin(conn);
  if (!http) {
    net_conn_drop(conn);
    return;
  }
  llhttp_errno_t error = llhttp_execute(&http->parser, data, length);
  if (error == HPE_OK) return;
  if (http->complete && (error == HPE_PAUSED || error == HPE_PAUSED_UPGRADE)) {
    const char *rest = llhttp_get_error_pos(&http->parser);
    http_deliver(conn, rest, length - (size_t)(rest - data));
  } else {
    http_fail(conn, http->refusal ? http->refusal : http_parser_status(error));
  }
}

void net_http_input(struct net_conn *conn, const char *data, size_t length) {
  if (!conn->awaiting && !(conn->http && conn->http->pending.length)) {
    http_parse(conn, data, length);
    return;
  }
  /* The transport was not asked to stop yet. It will be before it reads again, so this happens
   * once at most and is as bounded as its reads. */
  struct net_http *http = conn->http ? conn->http : http_begin(conn);
  if (!http || !net_buffer_add(&http->pending, data, length)) net_conn_drop(conn);
}

bool net_http_wants_input(const struct net_conn *conn) {
  return !conn->awaiting && !(conn->http && conn->http->pending.length) &&
         conn->output.bytes <= conn->core->config.max_http_output;
}

void net_http_continue(struct net_conn *conn) {
  struct net_http *http = conn->http;
  if (conn->awaiting || conn->output.bytes > conn->core->config.max_http_output) return;
  if (http && http->pending.length) {
    struct net_buffer pending = http->pending;
    http->pending = (struct net_buffer){0};
    conn->deadline = conn->core->now + conn->core->config.header_timeout;
    http_parse(conn, pending.at, pending.length);
    net_buffer_free(&pending);
    net_conn_mark(conn);
  } else if (conn->eof) {
    net_conn_wind_up(conn);
  }
}

void net_http_drained(struct net_conn *conn) {
  if (!conn->http && !conn->awaiting)
    conn->deadline = conn->core->now + conn->core->config.idle_timeout;
}

/* Who has sent nothing is not owed an answer; browsers open spare connections. */
void net_http_expired(struct net_conn *conn) {
  if (conn->http)
    http_fail(conn, 408);
  else
    net_conn_wind_up(conn);
}
