/* The sockets of many people, on one epoll: a session over HTTP, then a WebSocket. It knows of
 * either no more than the server needs to hear. See load.h. */
#define _GNU_SOURCE /* accept4, SOCK_NONBLOCK */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  AT_ONCE = 256,  /* people on their way in */
  ADDRESSES = 8,  /* 127.0.0.2 and on: an address has 28,000 ports or so to call from */
  TURN = 256,     /* events of one epoll_wait() */
  MESSAGE = 1024, /* no message of ours is longer */
  MASKED = 0x80,
  PATIENCE_MS = 60000
};

static const uint64_t MS = 1000000;
static const uint64_t SIGNALS = UINT64_MAX; /* what no person's number is */

static size_t number_of(const load_crowd *crowd, const load_person *person) {
  return (size_t)(person - crowd->person);
}

/* -- Out -----------------------------------------------------------------------------------------
 */

static void watch(load_crowd *crowd, load_person *person, bool output) {
  struct epoll_event event = {.events = EPOLLIN | (output ? (uint32_t)EPOLLOUT : 0),
                              .data.u64 = number_of(crowd, person)};
  epoll_ctl(crowd->epoll, EPOLL_CTL_MOD, person->fd, &event);
}

static void grow(char **bytes, size_t *room, size_t wanted) {
  if (wanted <= *room) return;
  *room = wanted + wanted / 2;
  *bytes = realloc(*bytes, *room);
  if (!*bytes) abort();
}

/* What the system does not take now waits. */
static void send_bytes(load_crowd *crowd, load_person *person, const char *bytes, size_t length) {
  ssize_t sent = person->out_used ? 0 : send(person->fd, bytes, length, MSG_NOSIGNAL);
  if (sent < 0) sent = 0; /* a lost connection is noticed when it is read */
  if ((size_t)sent == length) return;
  grow(&person->out, &person->out_room, person->out_used + length);
  memcpy(person->out + person->out_used, bytes + sent, length - (size_t)sent);
  person->out_used += length - (size_t)sent;
  watch(crowd, person, true);
}

static void send_rest(load_crowd *crowd, load_person *person) {
  ssize_t sent = send(person->fd, person->out, person->out_used, MSG_NOSIGNAL);
  if (sent <= 0) return;
  person->out_used -= (size_t)sent;
  memmove(person->out, person->out + sent, person->out_used);
  if (!person->out_used) watch(crowd, person, false);
}

/* A client's frames are masked (RFC 6455, 5.3); a mask of zeros leaves the bytes as they are. */
static void send_frame(load_crowd *crowd, load_person *person, int opcode, const char *bytes,
                       size_t length) {
  char frame[MESSAGE + 8] = {(char)(MASKED | opcode)};
  size_t head = length < 126 ? 6 : 8;
  frame[1] = (char)(MASKED | (length < 126 ? (int)length : 126));
  if (head == 8) {
    frame[2] = (char)(length >> 8);
    frame[3] = (char)(length & 0xff);
  }
  memcpy(frame + head, bytes, length);
  send_bytes(crowd, person, frame, head + length);
}

void load_say(load_crowd *crowd, load_person *person, const char *format, ...) {
  char text[MESSAGE];
  va_list arguments;
  if (person->phase < LOAD_GREETING) return;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  send_frame(crowd, person, 1, text, (size_t)length);
}

/* -- In ------------------------------------------------------------------------------------------
 */

static void request(load_crowd *crowd, load_person *person, const char *path, const char *more) {
  char text[MESSAGE];
  int length = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s%s%s%s\r\n",
                        path, *person->cookie ? "Cookie: " : "", person->cookie,
                        *person->cookie ? "\r\n" : "", more);
  send_bytes(crowd, person, text, (size_t)length);
}

static void ask_upgrade(load_crowd *crowd, load_person *person) {
  person->phase = LOAD_ENTERING;
  request(crowd, person, "/ws",
          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n");
}

/* An answer over HTTP; its length in the input, or 0 when it is not whole yet. */
static size_t take_answer(load_crowd *crowd, load_person *person) {
  char *end = memmem(person->in, person->in_used, "\r\n\r\n", 4);
  if (!end) return 0;
  *end = 0;
  size_t length = (size_t)(end - person->in) + 4;
  const char *body = strstr(person->in, "Content-Length: ");
  const char *cookie = strstr(person->in, "Set-Cookie: junqi=");
  if (body) length += strtoul(body + 16, NULL, 10);
  *end = '\r';
  if (length > person->in_used) return 0;
  if (person->phase == LOAD_ASKING) {
    if (cookie)
      snprintf(person->cookie, sizeof person->cookie, "%.*s", (int)strcspn(cookie + 12, ";"),
               cookie + 12);
    else
      load_fault(crowd, "no session", person->in);
    ask_upgrade(crowd, person);
  } else if (strncmp(person->in, "HTTP/1.1 101", 12) == 0) {
    person->phase = LOAD_GREETING;
    load_say(crowd, person, "{\"type\":\"hello\",\"version\":1}");
  } else {
    load_fault(crowd, "no WebSocket", person->in);
  }
  return length;
}

/* A server's frame is not masked and, here, never a fragment. Its length, or 0. */
static size_t take_frame(load_crowd *crowd, load_person *person, char *at, size_t have) {
  const unsigned char *head = (const unsigned char *)at;
  size_t start = 2, length;
  if (have < 4) return have >= 2 && head[1] == 0 ? 2 : 0;
  length = head[1];
  if (length == 126) {
    length = (size_t)head[2] << 8 | head[3];
    start = 4;
  }
  if (head[1] == 127 || have < start + length) return 0;
  char *text = at + start, after = text[length];
  text[length] = 0; /* there is room for one more */
  if (head[0] == 0x81) load_hear(crowd, person, text);
  if (head[0] == 0x89) send_frame(crowd, person, 10, text, length);
  if (head[0] == 0x88) load_fault(crowd, "closed", text + 2);
  text[length] = after;
  return start + length;
}

static void take_input(load_crowd *crowd, load_person *person) {
  size_t taken = 0, length = 1;
  while (length && taken < person->in_used && person->phase != LOAD_OUT) {
    if (person->phase < LOAD_GREETING)
      length = taken ? 0 : take_answer(crowd, person);
    else
      length = take_frame(crowd, person, person->in + taken, person->in_used - taken);
    taken += length;
  }
  person->in_used -= taken;
  memmove(person->in, person->in + taken, person->in_used);
}

static void receive(load_crowd *crowd, load_person *person) {
  grow(&person->in, &person->in_room, person->in_used + 4096);
  ssize_t got =
      recv(person->fd, person->in + person->in_used, person->in_room - person->in_used - 1, 0);
  if (got > 0) {
    person->in_used += (size_t)got;
    take_input(crowd, person);
  } else if (got == 0 || errno != EAGAIN) {
    load_fault(crowd, "connection lost", "");
    load_leave(crowd, person);
  }
}

static void take_signal(load_crowd *crowd) {
  struct signalfd_siginfo info;
  if (read(crowd->signals, &info, sizeof info) == sizeof info)
    load_fault(crowd, "interrupted", strsignal((int)info.ssi_signo));
}

bool load_wait(load_crowd *crowd, int ms) {
  struct epoll_event events[TURN];
  int count = epoll_wait(crowd->epoll, events, TURN, ms);
  for (int i = 0; i < count; i++) {
    if (events[i].data.u64 == SIGNALS) {
      take_signal(crowd);
      continue;
    }
    load_person *person = &crowd->person[events[i].data.u64];
    if (person->phase == LOAD_OUT) continue;
    if (events[i].events & EPOLLOUT) send_rest(crowd, person);
    if (events[i].events & ~(uint32_t)EPOLLOUT) receive(crowd, person);
  }
  return count > 0;
}

/* -- Coming and going ----------------------------------------------------------------------------
 */

static int connect_from(unsigned address, int port) {
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000002 + address)};
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)port),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  if (fd < 0) return -1;
  /* The port is chosen when it is known whom it calls, so that all of them can be used. */
  setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (bind(fd, (struct sockaddr *)&from, sizeof from) == 0 &&
      connect(fd, (struct sockaddr *)&to, sizeof to) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0)
    return fd;
  close(fd);
  return -1;
}

bool load_enter(load_crowd *crowd, load_person *person) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = number_of(crowd, person)};
  person->fd = connect_from((unsigned)(number_of(crowd, person) % ADDRESSES), crowd->port);
  if (person->fd < 0) return false;
  epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, person->fd, &event);
  person->in_used = person->out_used = 0;
  crowd->opening++;
  if (*person->cookie) {
    ask_upgrade(crowd, person);
  } else {
    person->phase = LOAD_ASKING;
    request(crowd, person, "/api/session", "");
  }
  return true;
}

void load_leave(load_crowd *crowd, load_person *person) {
  if (person->phase == LOAD_OUT) return;
  if (person->phase == LOAD_IN)
    crowd->in--;
  else
    crowd->opening--;
  close(person->fd);
  person->phase = LOAD_OUT;
}

bool load_enter_all(load_crowd *crowd, size_t people) {
  size_t next = 0;
  uint64_t until = load_now() + PATIENCE_MS * MS;
  while (crowd->in < people && load_now() < until && !crowd->faults) {
    while (next < people && crowd->opening < AT_ONCE) {
      load_person *person = &crowd->person[next++];
      if (person->phase == LOAD_OUT && !load_enter(crowd, person)) return false;
    }
    load_wait(crowd, 10);
  }
  return crowd->in >= people;
}

bool load_open(load_crowd *crowd, size_t people) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = SIGNALS};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, NULL);
  crowd->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  crowd->epoll = epoll_create1(EPOLL_CLOEXEC);
  crowd->person = calloc(people, sizeof *crowd->person);
  crowd->people = people;
  return crowd->person && epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, crowd->signals, &event) == 0;
}

void load_close(load_crowd *crowd) {
  for (size_t i = 0; crowd->person && i < crowd->people; i++) {
    load_leave(crowd, &crowd->person[i]);
    free(crowd->person[i].in);
    free(crowd->person[i].out);
  }
  if (crowd->epoll >= 0) close(crowd->epoll);
  if (crowd->signals > 0) close(crowd->signals);
  free(crowd->person);
  load_free_games(crowd);
  free(crowd->times.at);
  *crowd = (load_crowd){.epoll = -1};
}
