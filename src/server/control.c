/* See control.h. One connection at a time; each says one line and is told one line, in JSON. */
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#include "control.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 16384, ANSWER_MAX = 4 << 20, PATIENCE_S = 10, ASK_PATIENCE_S = 30 };

struct control {
  int directory, listener;
  int stop[2]; /* a pipe: closed at its far end when it is time to stop */
  void (*wake)(void *context);
  void *context;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t answered;
  /* Guarded by lock: */
  json_t *request; /* the list of words that waits for its answer */
  bool taken;      /* it was given out */
  char *answer;
  bool stopping;
  const char *word[CONTROL_WORDS + 1];
};

/* -- The socket's place --------------------------------------------------------------------------
 */

static const char socket_name[] = "control.sock";

/* A socket's address is short and a directory's name may be long: so it is named by its number. */
static struct sockaddr_un address_in(int directory) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", directory,
           socket_name);
  return address;
}

static int new_socket(int patience) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const struct timeval limit = {.tv_sec = patience};
  if (fd >= 0) {
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  }
  return fd;
}

/* The owner alone may connect, from the first moment on. */
static bool bind_private(int fd, int directory) {
  const struct sockaddr_un address = address_in(directory);
  unlinkat(directory, socket_name, 0); /* of a server that was killed: the directory is ours */
  mode_t mask = umask(0177);
  int bound = bind(fd, (const struct sockaddr *)&address, sizeof address);
  umask(mask);
  return bound == 0 && listen(fd, 4) == 0;
}

/* -- Lines ---------------------------------------------------------------------------------------
 */

/* Reads up to a line end, which is left out; NULL when none comes. To be freed. */
static char *read_line(int fd, size_t most) {
  size_t capacity = 0, length = 0;
  char *line = NULL;
  while (length < most) {
    line = server_grow(line, &capacity, length + 4096, 1);
    ssize_t got = recv(fd, line + length, capacity - length - 1, 0);
    if (got <= 0) break;
    char *end = memchr(line + length, '\n', (size_t)got);
    length += (size_t)got;
    if (!end) continue;
    *end = 0;
    return line;
  }
  free(line);
  return NULL;
}

static bool write_all(int fd, const char *text, size_t length) {
  while (length > 0) {
    ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text += sent;
    length -= (size_t)sent;
  }
  return true;
}

/* Whether it is a list of 1 to CONTROL_WORDS texts. */
static bool is_request(const json_t *words) {
  size_t count = json_array_size(words), i;
  json_t *word;
  if (count < 1 || count > CONTROL_WORDS) return false;
  json_array_foreach(words, i, word) {
    if (!json_is_string(word) || json_string_length(word) > CONTROL_WORD_MAX) return false;
  }
  return true;
}

/* -- The thread ----------------------------------------------------------------------------------
 */

/* Hands a request over and waits for its answer; NULL when the server stops. */
static char *hand_over(control *c, json_t *request) {
  pthread_mutex_lock(&c->lock);
  c->request = request;
  c->taken = false;
  c->answer = NULL;
  if (!c->stopping) c->wake(c->context);
  while (!c->answer && !c->stopping)
    pthread_cond_wait(&c->answered, &c->lock);
  char *answer = c->answer;
  c->request = NULL;
  pthread_mutex_unlock(&c->lock);
  return answer;
}

static void serve_one(control *c, int fd) {
  char *line = read_line(fd, LINE_MAX_BYTES);
  json_t *request = line ? json_loads(line, 0, NULL) : NULL;
  char *answer = is_request(request) ? hand_over(c, request) : NULL;
  if (answer) write_all(fd, answer, strlen(answer));
  free(answer);
  free(line);
  json_decref(request);
}

static void *listen_on(void *argument) {
  control *c = argument;
  struct pollfd waits[2] = {{.fd = c->listener, .events = POLLIN},
                            {.fd = c->stop[0], .events = POLLIN}};
  while (poll(waits, 2, -1) > 0 || errno == EINTR) {
    if (waits[1].revents) break;
    if (!waits[0].revents) continue;
    int fd = accept4(c->listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0) continue;
    const struct timeval limit = {.tv_sec = PATIENCE_S};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    serve_one(c, fd);
    close(fd);
  }
  return NULL;
}

/* -- The server's side ---------------------------------------------------------------------------
 */

static void release(control *c) {
  if (c->listener >= 0) close(c->listener);
  if (c->directory >= 0) {
    unlinkat(c->directory, socket_name, 0);
    close(c->directory);
  }
  if (c->stop[0] >= 0) close(c->stop[0]);
  if (c->stop[1] >= 0) close(c->stop[1]);
  pthread_cond_destroy(&c->answered);
  pthread_mutex_destroy(&c->lock);
  free(c);
}

control *control_new(const char *directory, void (*wake)(void *context), void *context) {
  control *c = server_new(sizeof *c);
  c->wake = wake;
  c->context = context;
  c->stop[0] = c->stop[1] = -1;
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->answered, NULL);
  c->directory = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  c->listener = new_socket(PATIENCE_S);
  if (c->directory >= 0 && c->listener >= 0 && bind_private(c->listener, c->directory) &&
      pipe2(c->stop, O_CLOEXEC) == 0 && pthread_create(&c->thread, NULL, listen_on, c) == 0)
    return c;
  release(c);
  return NULL;
}

void control_free(control *c) {
  if (!c) return;
  pthread_mutex_lock(&c->lock);
  c->stopping = true;
  pthread_cond_broadcast(&c->answered);
  pthread_mutex_unlock(&c->lock);
  close(c->stop[1]);
  c->stop[1] = -1;
  pthread_join(c->thread, NULL);
  release(c);
}

const char *const *control_request(control *c) {
  const char *const *words = NULL;
  pthread_mutex_lock(&c->lock);
  if (c->request && !c->taken) {
    size_t count = json_array_size(c->request);
    for (size_t i = 0; i < count; i++)
      c->word[i] = json_string_value(json_array_get(c->request, i));
    c->word[count] = NULL;
    c->taken = true;
    words = c->word;
  }
  pthread_mutex_unlock(&c->lock);
  return words;
}

void control_answer(control *c, const out *text, const junqi_error *error) {
  json_t *answer = json_pack("{s:s%}", "text", text->text ? text->text : "", text->length);
  if (error->code)
    json_object_set_new(answer, "error",
                        json_pack("{s:s,s:s,s:s,s:s}", "code", junqi_code_name(error->code),
                                  "where", error->where, "found", error->found, "wanted",
                                  error->wanted));
  char *line = json_dumps(answer, JSON_COMPACT);
  size_t length = line ? strlen(line) : 0;
  char *ended = server_new(length + 2);
  if (line) memcpy(ended, line, length);
  ended[length] = '\n';
  free(line);
  json_decref(answer);
  pthread_mutex_lock(&c->lock);
  c->answer = ended;
  pthread_cond_signal(&c->answered);
  pthread_mutex_unlock(&c->lock);
}

/* -- The other side ------------------------------------------------------------------------------
 */

static junqi_code unreachable(junqi_error *error) {
  int reason = errno ? errno : EPIPE;
  return junqi_fail_with(error, JUNQI_E_ADMIN_CONTROL, "", strerror(reason), "");
}

static int reach(const char *directory) {
  int place = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) return -1;
  const struct sockaddr_un address = address_in(place);
  int fd = new_socket(ASK_PATIENCE_S);
  if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
    int reason = errno;
    close(fd);
    fd = -1;
    errno = reason;
  }
  int reason = errno;
  close(place);
  errno = reason;
  return fd;
}

static void put_field(char *field, size_t size, const json_t *error, const char *name) {
  const char *text = json_string_value(json_object_get(error, name));
  if (text) junqi_error_put(field, size, text, strlen(text));
}

/* The error as the server had it: an unknown code is one of a newer version. */
static junqi_code read_error(const json_t *told, junqi_error *error) {
  const char *name = json_string_value(json_object_get(told, "code"));
  junqi_fail(error, JUNQI_E_ADMIN_CONTROL);
  for (int code = 0; name && code < JUNQI_CODES; code++)
    if (strcmp(junqi_code_name((junqi_code)code), name) == 0) junqi_fail(error, (junqi_code)code);
  put_field(error->where, sizeof error->where, told, "where");
  put_field(error->found, sizeof error->found, told, "found");
  put_field(error->wanted, sizeof error->wanted, told, "wanted");
  return error->code;
}

static char *exchange(int fd, const char *const words[], size_t count) {
  json_t *request = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(request, json_string(words[i]));
  char *line = json_dumps(request, JSON_COMPACT), *answer = NULL;
  if (line && write_all(fd, line, strlen(line)) && write_all(fd, "\n", 1))
    answer = read_line(fd, ANSWER_MAX);
  free(line);
  json_decref(request);
  return answer;
}

junqi_code control_ask(const char *directory, const char *const words[], size_t count, out *text,
                       junqi_error *error) {
  int fd = reach(directory);
  if (fd < 0) return unreachable(error);
  errno = 0;
  char *line = exchange(fd, words, count);
  close(fd);
  json_t *answer = line ? json_loads(line, 0, NULL) : NULL;
  const json_t *told = json_object_get(answer, "error"),
               *words_told = json_object_get(answer, "text");
  junqi_code code = JUNQI_E_OK;
  if (!json_is_string(words_told))
    code = unreachable(error);
  else if (told)
    code = read_error(told, error);
  else
    out_raw(text, json_string_value(words_told), json_string_length(words_told));
  json_decref(answer);
  free(line);
  return code;
}
