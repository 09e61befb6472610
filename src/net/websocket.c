/*
 * An open WebSocket. wslay parses frames, joins fragments, checks UTF-8 and writes the pongs; this
 * file feeds it, bounds what it may hold, and owns the closing handshake.
 *
 * wslay's context takes some 8 KB, so a socket has one only while a message is half read.
 */
#include "websocket.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

enum {
  MAX_FRAME_HEADER = 14,
  PING_SLACK = 25 /* a ping may be late by this part of the silence before it */
};

struct junqi_net_socket {
  struct net_conn *conn;
  void *data;
  wslay_event_context_ptr frames; /* NULL between messages */
  const char *input;              /* what wslay may still read */
  size_t input_length;
  uint64_t fed;          /* bytes wslay has read, and how many of them belong to whole frames */
  uint64_t consumed;     /* since it was created */
  size_t frame_bytes;    /* size of the frame being read, with its header */
  size_t fragments;      /* frames of the message being read */
  bool in_message;       /* some but not all of a message's frames were read */
  bool message_progress; /* a message was completed in this input */
  bool open;             /* on_close is still owed */
  bool ping_sent;        /* and nothing was heard since */
  bool close_sent;
  int code; /* the first Close code sent or received; 0: none yet */
  uint64_t message_deadline;
  struct net_bucket bucket;
  unsigned char tail[MAX_FRAME_HEADER]; /* the last bytes of input */
};

/* -- Closing --------------------------------------------------------------------------------- */

/* At most 123 bytes, not cutting a character in two. */
static size_t reason_length(const char *reason) {
  size_t length = strlen(reason);
  if (length <= 123) return length;
  length = 123;
  while (length && ((unsigned char)reason[length] & 0xc0) == 0x80)
    length--;
  return length;
}

static bool close_code_may_be_sent(int code) {
  return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
         (code >= 3000 && code <= 4999);
}

static void socket_note_code(struct junqi_net_socket *socket, int code) {
  if (!socket->code) socket->code = code;
}

void net_socket_close(struct net_conn *conn, int code, const char *reason) {
  struct junqi_net_socket *socket = conn->socket;
  char body[125];
  if (conn->phase != NET_WEBSOCKET || socket->close_sent) return;
  if (!close_code_may_be_sent(code)) code = 1011;
  size_t length = reason ? reason_length(reason) : 0;
  body[0] = (char)(code >> 8);
  body[1] = (char)(code & 0xff);
  if (length) memcpy(body + 2, reason, length);
  socket->close_sent = true;
  socket_note_code(socket, code);
  conn->deadline = conn->core->now + conn->core->config.close_timeout;
  if (!net_output_give(&conn->output, net_payload_frame(NET_OPCODE_CLOSE, body, length + 2)))
    net_conn_drop(conn);
  net_conn_mark(conn);
}

/* Close and read nothing more (RFC 6455, 7.1.7). */
static void socket_fail(struct net_conn *conn, int code, const char *reason, uint64_t *counter) {
  if (conn->phase != NET_WEBSOCKET) return;
  ++*counter;
  net_socket_close(conn, code, reason);
  net_conn_wind_up(conn);
}

void net_socket_closed(struct net_conn *conn) {
  struct junqi_net_socket *socket = conn->socket;
  struct net_core *core = conn->core;
  if (!socket || !socket->open) return;
  socket->open = false;
  core->stats.sockets--;
  if (core->handler.on_close)
    core->handler.on_close(core->user, socket, socket->code ? socket->code : 1006);
}

/* -- Reading --------------------------------------------------------------------------------- */

static struct junqi_net_socket *socket_of(void *user) {
  return user;
}

static ssize_t on_wslay_read(wslay_event_context_ptr frames, uint8_t *buffer, size_t length,
                             int flags, void *user) {
  struct junqi_net_socket *socket = socket_of(user);
  (void)flags;
  if (!socket->input_length) {
    wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
    return -1;
  }
  if (length > socket->input_length) length = socket->input_length;
  memcpy(buffer, socket->input, length);
  socket->input += length;
  socket->input_length -= length;
  socket->fed += length;
  return (ssize_t)length;
}

/* wslay writes its pongs and its own Close here. After our Close nothing may follow, and a client
 * that reads nothing gets no more pongs. */
static ssize_t on_wslay_write(wslay_event_context_ptr frames, const uint8_t *data, size_t length,
                              int flags, void *user) {
  struct junqi_net_socket *socket = socket_of(user);
  struct net_conn *conn = socket->conn;
  (void)flags;
  bool wanted = !socket->close_sent && conn->output.bytes < conn->core->config.max_socket_output;
  if (wanted && !net_output_give(&conn->output, net_payload_copy((const char *)data, length))) {
    wslay_event_set_error(frames, WSLAY_ERR_NOMEM);
    return -1;
  }
  return (ssize_t)length;
}

/* RFC 6455, 5.2; every frame of a client is masked and its length in the shortest form. */
static size_t frame_size(uint64_t payload) {
  size_t header = 2 + 4;
  if (payload >= 126) header += payload <= UINT16_MAX ? 2 : 8;
  return header + (size_t)payload;
}

static void socket_count_fragment(struct junqi_net_socket *socket, bool final) {
  struct net_conn *conn = socket->conn;
  if (++socket->fragments > conn->core->config.max_fragments)
    socket_fail(conn, 1009, "too many fragments", &conn->core->stats.dropped_protocol);
  socket->in_message = !final;
  if (final) socket->fragments = 0;
}

static void on_wslay_frame(wslay_event_context_ptr frames,
                           const struct wslay_event_on_frame_recv_start_arg *frame, void *user) {
  struct junqi_net_socket *socket = socket_of(user);
  struct net_conn *conn = socket->conn;
  struct net_core *core = conn->core;
  const struct junqi_net_config *config = &core->config;
  socket->frame_bytes = frame_size(frame->payload_length);
  wslay_event_send(frames); /* the pongs so far go before what comes of this frame */
  if (!net_bucket_take(&socket->bucket, config->frames_per_second, config->frame_burst, core->now))
    socket_fail(conn, 1008, "too many messages", &core->stats.dropped_flood);
  if (frame->opcode == NET_OPCODE_BINARY)
    socket_fail(conn, 1003, "text messages only", &core->stats.dropped_protocol);
  /* Half a Close code (RFC 6455, 5.5.1), which wslay 1.1.1 lets pass. */
  if (frame->opcode == NET_OPCODE_CLOSE && frame->payload_length == 1)
    socket_fail(conn, 1002, "bad Close", &core->stats.dropped_protocol);
  if (!wslay_is_ctrl_frame(frame->opcode)) socket_count_fragment(socket, frame->fin);
  if (conn->phase != NET_WEBSOCKET) wslay_event_shutdown_read(frames);
}

static void on_wslay_frame_end(wslay_event_context_ptr frames, void *user) {
  struct junqi_net_socket *socket = socket_of(user);
  (void)frames;
  socket->consumed += socket->frame_bytes;
}

static void on_wslay_message(wslay_event_context_ptr frames,
                             const struct wslay_event_on_msg_recv_arg *message, void *user) {
  struct junqi_net_socket *socket = socket_of(user);
  struct net_conn *conn = socket->conn;
  struct net_core *core = conn->core;
  (void)frames;
  if (message->opcode == NET_OPCODE_CLOSE)
    socket_note_code(socket, message->status_code ? message->status_code : 1005);
  if (message->opcode != NET_OPCODE_TEXT || socket->close_sent || conn->phase != NET_WEBSOCKET)
    return;
  socket->message_progress = true;
  core->stats.messages_in++;
  const char *text = message->msg ? (const char *)message->msg : "";
  if (core->handler.on_message)
    core->handler.on_message(core->user, socket, text, message->msg_length);
}

static bool socket_start_frames(struct junqi_net_socket *socket) {
  static const struct wslay_event_callbacks callbacks = {
      .recv_callback = on_wslay_read,
      .send_callback = on_wslay_write,
      .on_frame_recv_start_callback = on_wslay_frame,
      .on_frame_recv_end_callback = on_wslay_frame_end,
      .on_msg_recv_callback = on_wslay_message,
  };
  if (socket->frames) return true;
  if (wslay_event_context_server_init(&socket->frames, &callbacks, socket) != 0) return false;
  wslay_event_config_set_max_recv_msg_length(socket->frames,
                                             socket->conn->core->config.max_message);
  socket->fed = 0;
  socket->consumed = 0;
  return true;
}

static void socket_stop_frames(struct junqi_net_socket *socket) {
  if (socket->frames) wslay_event_context_free(socket->frames);
  socket->frames = NULL;
}

static void socket_keep_tail(struct junqi_net_socket *socket, const char *data, size_t length) {
  if (length > MAX_FRAME_HEADER) {
    data += length - MAX_FRAME_HEADER;
    length = MAX_FRAME_HEADER;
  }
  memmove(socket->tail, socket->tail + length, MAX_FRAME_HEADER - length);
  memcpy(socket->tail + MAX_FRAME_HEADER - length, data, length);
}

/* wslay looks at a frame's length when the first byte of its payload is there. One that no message
 * may have is known from the header alone, of which this may be all that ever comes. */
static bool socket_announces_too_much(const struct junqi_net_socket *socket, uint64_t max) {
  uint64_t have = socket->fed - socket->consumed;
  if (have < 2 || have > MAX_FRAME_HEADER) return false;
  const unsigned char *header = socket->tail + MAX_FRAME_HEADER - have;
  uint64_t length = header[1] & 0x7f;
  size_t width = length == 126 ? 2 : length == 127 ? 8 : 0;
  if (have < 2 + width) return false;
  for (size_t i = 0; i < width; i++)
    length = (i ? length << 8 : 0) | header[2 + i];
  return length > max;
}

/* wslay answers a Close, and what is wrong in a frame, with a Close of its own. */
static void socket_after_wslay(struct net_conn *conn) {
  struct junqi_net_socket *socket = conn->socket;
  if (conn->phase != NET_WEBSOCKET) return;
  if (wslay_event_get_close_received(socket->frames)) {
    socket->close_sent = true;
    net_conn_wind_up(conn);
  } else if (wslay_event_get_close_sent(socket->frames)) {
    socket->close_sent = true;
    socket_note_code(socket, wslay_event_get_status_code_sent(socket->frames));
    conn->core->stats.dropped_protocol++;
    net_conn_wind_up(conn);
  }
}

/* Between messages there is nothing to remember. Otherwise the clock of the message runs, anew
 * for each message. */
static void socket_rest(struct net_conn *conn) {
  struct junqi_net_socket *socket = conn->socket;
  if (socket->fed == socket->consumed && !socket->in_message) {
    socket_stop_frames(socket);
    socket->message_deadline = NET_NEVER;
  } else if (socket->message_progress || socket->message_deadline == NET_NEVER) {
    socket->message_deadline = conn->core->now + conn->core->config.message_timeout;
  }
}

void net_socket_input(struct net_conn *conn, const char *data, size_t length) {
  struct junqi_net_socket *socket = conn->socket;
  if (!socket_start_frames(socket)) {
    net_conn_drop(conn);
    return;
  }
  socket->message_progress = false;
  socket->input = data;
  socket->input_length = length;
  if (!socket->close_sent) {
    socket->ping_sent = false;
    conn->deadline = conn->core->now + conn->core->config.ping_after;
  }
  int error = wslay_event_recv(socket->frames);
  if (!error) error = wslay_event_send(socket->frames);
  socket->input = NULL;
  socket->input_length = 0;
  socket_keep_tail(socket, data, length);
  /* wslay 1.1.1 reports a malformed frame as a failed callback and would close without a code. */
  if (error == WSLAY_ERR_CALLBACK_FAILURE)
    socket_fail(conn, 1002, "malformed frame", &conn->core->stats.dropped_protocol);
  else if (error)
    net_conn_drop(conn);
  else
    socket_after_wslay(conn);
  if (socket_announces_too_much(socket, conn->core->config.max_message))
    socket_fail(conn, 1009, "message too long", &conn->core->stats.dropped_protocol);
  if (conn->phase == NET_WEBSOCKET)
    socket_rest(conn);
  else
    socket_stop_frames(socket);
}

/* -- Life ------------------------------------------------------------------------------------ */

bool net_socket_open(struct net_conn *conn) {
  struct net_core *core = conn->core;
  struct junqi_net_socket *socket = calloc(1, sizeof *socket);
  if (!socket) return false;
  socket->conn = conn;
  socket->open = true;
  socket->message_deadline = NET_NEVER;
  socket->bucket = net_bucket_full(core->config.frame_burst, core->now);
  conn->socket = socket;
  conn->phase = NET_WEBSOCKET;
  conn->deadline = core->now + core->config.ping_after;
  core->stats.upgrades++;
  core->stats.sockets++;
  return true;
}

void net_socket_free(struct net_conn *conn) {
  if (conn->socket) socket_stop_frames(conn->socket);
  free(conn->socket);
  conn->socket = NULL;
}

static void socket_ping(struct net_conn *conn) {
  conn->socket->ping_sent = true;
  conn->deadline = conn->core->now + conn->core->config.pong_timeout;
  if (!net_output_give(&conn->output, net_payload_frame(NET_OPCODE_PING, "", 0)))
    net_conn_drop(conn);
  net_conn_mark(conn);
}

void net_socket_tick(struct net_conn *conn) {
  struct junqi_net_socket *socket = conn->socket;
  struct net_core *core = conn->core;
  if (core->now >= socket->message_deadline && !socket->close_sent) {
    socket_fail(conn, 1008, "message not finished in time", &core->stats.dropped_timeout);
  } else if (core->now >= conn->deadline) {
    if (!socket->ping_sent && !socket->close_sent) {
      socket_ping(conn);
    } else {
      core->stats.dropped_timeout++;
      net_conn_drop(conn);
    }
  }
}

uint64_t net_socket_due(const struct net_conn *conn) {
  const struct junqi_net_socket *socket = conn->socket;
  uint64_t slack = conn->core->config.ping_after / PING_SLACK, due = conn->deadline;
  if (slack && !socket->close_sent && due != NET_NEVER) due = (due + slack - 1) / slack * slack;
  return socket->message_deadline < due ? socket->message_deadline : due;
}

/* -- The caller's side ----------------------------------------------------------------------- */

void junqi_net_socket_set_data(struct junqi_net_socket *socket, void *data) {
  socket->data = data;
}

void *junqi_net_socket_data(const struct junqi_net_socket *socket) {
  return socket->data;
}

const char *junqi_net_socket_peer(const struct junqi_net_socket *socket) {
  return socket->conn->peer.text;
}

size_t junqi_net_socket_queued(const struct junqi_net_socket *socket) {
  return socket->conn->output.bytes;
}

void junqi_net_close(struct junqi_net_socket *socket, int code, const char *reason) {
  net_socket_close(socket->conn, code, reason);
}

/* Many who read nothing hold much memory together: then those who hold most of it have to go. */
static bool is_too_slow(const struct net_conn *conn, size_t length) {
  const struct net_core *core = conn->core;
  size_t share = core->config.max_output / core->stats.connections;
  return conn->output.bytes + length > core->config.max_socket_output ||
         (core->output_bytes + length > core->config.max_output && conn->output.bytes > share);
}

bool junqi_net_send(struct junqi_net_socket *socket, struct junqi_net_payload *payload) {
  struct net_conn *conn = socket->conn;
  struct net_core *core = conn->core;
  bool open = conn->phase == NET_WEBSOCKET && !socket->close_sent;
  if (open && is_too_slow(conn, payload->length)) {
    core->stats.dropped_slow++;
    net_socket_close(conn, 1013, "client reads too slowly");
    open = false;
  }
  if (!open || !net_output_add(&conn->output, payload)) {
    core->stats.dropped_messages++;
    return false;
  }
  core->stats.messages_out++;
  net_conn_mark(conn);
  return true;
}

bool junqi_net_send_text(struct junqi_net_socket *socket, const char *text, size_t length) {
  struct junqi_net_payload *payload = junqi_net_payload_new(text, length);
  bool sent = payload && junqi_net_send(socket, payload);
  junqi_net_payload_release(payload);
  return sent;
}
