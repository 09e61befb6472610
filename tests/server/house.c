/* See house.h. */
#include "house.h"

#include "junqi/server.h"
#include "net/client.h"

#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE_S = 60, MOMENT_MS = 5 };

void house_make(house *h) {
  const char *parent = getenv("TMPDIR");
  *h = (house){.process = -1};
  snprintf(h->directory, sizeof h->directory, "%s/junqi-house-XXXXXX", parent ? parent : "/tmp");
  assert_non_null(mkdtemp(h->directory));
}

/* Tells the parent the port; 0 stands for "did not start". */
static void tell_port(void *context, int port) {
  int pipe_end = *(int *)context;
  if (write(pipe_end, &port, sizeof port) != sizeof port) _exit(9);
}

static _Noreturn void serve(const house *h, int port, int pipe_end) {
  junqi_error error;
  char text[512];
  const junqi_server_options options = {.host = "127.0.0.1",
                                        .port = port,
                                        .directory = h->directory,
                                        .trusted_proxies = h->trusted_proxies,
                                        .metrics_token = h->metrics_token,
                                        .limits = h->limits,
                                        .ready = tell_port,
                                        .context = &pipe_end};
  junqi_code code = junqi_serve(&options, &error);
  if (code) {
    junqi_error_text(&error, JUNQI_ENGLISH, text, sizeof text);
    fprintf(stderr, "server: %s\n", text);
  }
  exit(code ? 1 : 0);
}

void house_start(house *h, int keep_port) {
  int ends[2], port = 0;
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  h->process = fork();
  assert_true(h->process >= 0);
  if (h->process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a failed test leaves no server behind */
    close(ends[0]);
    serve(h, keep_port ? h->port : 0, ends[1]);
  }
  close(ends[1]);
  struct pollfd poller = {.fd = ends[0], .events = POLLIN};
  if (poll(&poller, 1, PATIENCE_S * 1000) != 1) fail_msg("server: not up after %d s", PATIENCE_S);
  assert_int_equal(read(ends[0], &port, sizeof port), sizeof port);
  close(ends[0]);
  h->port = port;
}

int house_stop(house *h, int signal_number) {
  int status;
  pid_t ended;
  assert_int_equal(kill(h->process, signal_number), 0);
  for (int ms = 0; (ended = waitpid(h->process, &status, WNOHANG)) == 0; ms += MOMENT_MS) {
    if (ms > PATIENCE_S * 1000) {
      kill(h->process, SIGKILL);
      fail_msg("server: still there %d s after signal %d", PATIENCE_S, signal_number);
    }
    usleep(MOMENT_MS * 1000);
  }
  assert_int_equal(ended, h->process);
  h->process = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void house_remove(house *h) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", h->directory);
  assert_int_equal(system(command), 0);
}

void house_open(house *h, const char *trusted_proxies) {
  house_make(h);
  h->trusted_proxies = trusted_proxies;
  house_start(h, 0);
}

int house_close(house *h) {
  int status = house_stop(h, SIGTERM);
  house_remove(h);
  return status;
}

static void new_cookie(const house *h, char cookie[64]) {
  int fd = client_connect(h->port);
  client_text(fd, "GET /api/session HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n");
  struct client_response response = client_response(fd, true);
  const char *at = strstr(response.head, "Set-Cookie: ");
  assert_int_equal(response.status, 200);
  assert_non_null(at);
  snprintf(cookie, 64, "%.*s", (int)strcspn(at + 12, ";"), at + 12);
  free(response.body);
  close(fd);
}

int house_knock(const house *h, const char *headers, int *fd) {
  char request[1024];
  *fd = client_connect(h->port);
  snprintf(request, sizeof request,
           "GET /ws HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n",
           headers);
  client_text(*fd, request);
  struct client_response response = client_response(*fd, false);
  if (response.status != 101) close(*fd);
  return response.status;
}

int house_enter(const house *h, char cookie[64]) {
  char headers[128];
  int fd;
  if (!*cookie) new_cookie(h, cookie);
  snprintf(headers, sizeof headers, "Cookie: other=1; %s\r\n", cookie);
  assert_int_equal(house_knock(h, headers, &fd), 101);
  house_say(fd, "{\"type\":\"hello\",\"version\":1}");
  free(house_await(fd, "\"welcome\""));
  return fd;
}

void house_say(int fd, const char *format, ...) {
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  assert_true(length > 0 && (size_t)length < sizeof text);
  client_frame(fd, 0x81, text, (size_t)length);
}

/* Pings come where a busy machine has let nobody speak for a while. */
char *house_hear(int fd) {
  struct client_frame *frame = client_read_frame(fd);
  char *text = NULL;
  for (int pings = 0; frame->first == 0x89; pings++) {
    if (pings == 3) fail_msg("server: nothing but pings");
    client_frame(fd, 0x8a, frame->data, frame->length);
    free(frame);
    frame = client_read_frame(fd);
  }
  if (frame->first == 0x81) text = strndup(frame->data, frame->length);
  free(frame);
  return text;
}

char *house_await(int fd, const char *part) {
  for (char *text; (text = house_hear(fd)); free(text))
    if (strstr(text, part)) return text;
  fail_msg("no message with %s came", part);
  return NULL;
}
