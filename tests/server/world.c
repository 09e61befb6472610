/* See world.h. Every message that the hub sends is checked against its declaration. */
#include "world.h"

#include "wire.h"

#include "junqi/store_people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool text_has(const char *text, const char *part) {
  return strstr(text, part) != NULL;
}

/* -- The hub's world -----------------------------------------------------------------------------
 */

static uint64_t now(void *context) {
  return ((world *)context)->now;
}

static int64_t date(void *context) {
  return ((world *)context)->date;
}

static void fill_random(void *context, void *bytes, size_t size) {
  world *w = context;
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)bytes)[i] = (unsigned char)junqi_random_next(&w->random);
}

static void send_to(void *context, void *socket, const char *text, size_t length) {
  peer *p = socket;
  junqi_error error;
  (void)context;
  if (wire_check_server(text, length, &error))
    fail_msg("undeclared message (%s %s): %.*s", junqi_code_name(error.code), error.where,
             (int)length, text);
  if (p->count == p->capacity) {
    p->capacity = 2 * p->capacity + 16;
    p->message = realloc(p->message, p->capacity * sizeof *p->message);
    assert_non_null(p->message);
  }
  char *copy = malloc(length + 1);
  assert_non_null(copy);
  memcpy(copy, text, length);
  copy[length] = 0;
  p->message[p->count++] = copy;
  if (p->world->sent) p->world->sent(p->world, p, copy);
}

static void close_it(void *context, void *socket, int code, const char *reason) {
  (void)context;
  (void)reason;
  ((peer *)socket)->closed = code;
}

static void ask(void *context, hub_question *question) {
  world *w = context;
  assert_true(w->question_count < WORLD_QUESTIONS);
  w->question[w->question_count++] = question;
  w->asked++;
}

/* Only what was asked and not answered is forgotten. */
static void forget(void *context, uint64_t token) {
  world *w = context;
  size_t i = 0;
  while (i < w->question_count && w->question[i]->token != token)
    i++;
  assert_true(i < w->question_count);
  hub_question_free(w->question[i]);
  w->question[i] = w->question[--w->question_count];
}

static void failed(void *context, junqi_code code) {
  ((world *)context)->failure = code;
}

/* -- Life ----------------------------------------------------------------------------------------
 */

static void open_hub(world *w) {
  const junqi_store_options options = {
      .directory = w->directory, .inline_writer = true, .vfs = w->vfs};
  const hub_world outside = {.context = w,
                             .now = now,
                             .date = date,
                             .random = fill_random,
                             .send = send_to,
                             .close = close_it,
                             .ask = ask,
                             .forget = forget,
                             .fail = failed};
  assert_int_equal(junqi_store_open(&options, &w->store, NULL), JUNQI_STORE_OK);
  w->hub = hub_new(&outside, w->store);
  assert_true(hub_load(w->hub) >= 0);
}

void world_start(world *w, uint64_t seed) {
  *w = (world){.now = 1000, .date = 1700000000000, .random = {seed}, .play = world_random_play};
  /* In memory where there is such a place: these tests are not about the disk. */
  snprintf(w->directory, sizeof w->directory, "/dev/shm/junqi-world-XXXXXX");
  if (!mkdtemp(w->directory)) {
    snprintf(w->directory, sizeof w->directory, "/tmp/junqi-world-XXXXXX");
    assert_non_null(mkdtemp(w->directory));
  }
  open_hub(w);
}

static void drop_questions(world *w) {
  while (w->question_count > 0)
    hub_question_free(w->question[--w->question_count]);
}

static void close_hub(world *w) {
  for (size_t i = 0; i < w->peer_count; i++)
    peer_leave(w->peers[i]);
  drop_questions(w);
  hub_free(w->hub);
  w->hub = NULL;
}

static void remove_directory(const char *directory) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", directory);
  assert_int_equal(system(command), 0);
}

void world_end(world *w) {
  hub_close(w->hub);
  close_hub(w);
  junqi_store_close(w->store);
  while (w->peer_count > 0)
    peer_drop(w->peers[0]);
  free(w->peers);
  remove_directory(w->directory);
}

/* What is queued and not polled is never written by an inline writer that is just closed: a copy
 * of the directory as it is now stands for what the disk holds. */
void world_crash(world *w, uint64_t down) {
  char kept[80], command[256];
  snprintf(kept, sizeof kept, "%s.kept", w->directory);
  snprintf(command, sizeof command, "cp -r '%s' '%s'", w->directory, kept);
  assert_int_equal(system(command), 0);
  hub_close(w->hub);
  close_hub(w);
  junqi_store_close(w->store);
  remove_directory(w->directory);
  assert_int_equal(rename(kept, w->directory), 0);
  w->now += down;
  w->date += (int64_t)down;
  open_hub(w);
  world_settle(w);
}

static bool answer_questions(world *w) {
  if (w->question_count == 0 || !w->play) return false;
  hub_question *question = w->question[--w->question_count];
  hub_answer answer = w->play(w, question);
  hub_question_free(question);
  hub_answer_take(w->hub, &answer);
  return true;
}

void world_settle(world *w) {
  do {
    while (junqi_store_pending(w->store) > 0)
      hub_stored(w->hub);
  } while (answer_questions(w));
}

void world_run(world *w, uint64_t ms) {
  uint64_t until = w->now + ms;
  world_settle(w);
  for (uint64_t due; (due = hub_next_due(w->hub)) <= until;) {
    if (due > w->now) {
      w->date += (int64_t)(due - w->now);
      w->now = due;
    }
    hub_tick(w->hub);
    world_settle(w);
  }
  w->date += (int64_t)(until - w->now);
  w->now = until;
}

/* -- Peers ---------------------------------------------------------------------------------------
 */

static peer *arrive(world *w, const hub_visitor *visitor) {
  peer *p = calloc(1, sizeof *p);
  assert_non_null(p);
  p->world = w;
  if (w->peer_count == w->peer_capacity) {
    w->peer_capacity = 2 * w->peer_capacity + 16;
    w->peers = realloc(w->peers, w->peer_capacity * sizeof *w->peers);
    assert_non_null(w->peers);
  }
  w->peers[w->peer_count++] = p;
  /* Whoever comes in has an account; one that is there already stays as it is. */
  if (visitor->person != JUNQI_NOBODY) junqi_store_add_guest(w->store, visitor->person, w->date, 1);
  p->client = hub_connect(w->hub, visitor, p);
  return p;
}

peer *world_connect(world *w, junqi_person person) {
  const hub_visitor visitor = {.person = person};
  return arrive(w, &visitor);
}

peer *world_visit(world *w, junqi_person person, uint64_t address, uint64_t device) {
  const hub_visitor visitor = {person, address, device};
  peer *p = arrive(w, &visitor);
  peer_say(p, "{\"type\":\"hello\",\"version\":%d}", WIRE_VERSION);
  return p;
}

void peer_leave(peer *p) {
  if (p->client) hub_disconnect(p->world->hub, p->client);
  p->client = NULL;
}

void peer_forget(peer *p) {
  if (p->read == 0) return;
  for (size_t k = 0; k < p->read; k++)
    free(p->message[k]);
  p->count -= p->read;
  memmove(p->message, p->message + p->read, p->count * sizeof *p->message);
  p->read = 0;
}

void peer_drop(peer *p) {
  world *w = p->world;
  size_t place = 0;
  peer_leave(p);
  while (w->peers[place] != p)
    place++;
  w->peers[place] = w->peers[--w->peer_count];
  p->read = p->count;
  peer_forget(p);
  free(p->message);
  free(p);
}

static void send_format(peer *p, const char *format, va_list arguments) {
  char text[4096];
  int length = vsnprintf(text, sizeof text, format, arguments);
  assert_true(length > 0 && (size_t)length < sizeof text);
  /* A copy of exactly this size, so that a sanitizer sees any step beyond it. */
  char *exact = malloc((size_t)length);
  assert_non_null(exact);
  memcpy(exact, text, (size_t)length);
  hub_receive(p->world->hub, p->client, exact, (size_t)length);
  free(exact);
}

void peer_send(peer *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  send_format(p, format, arguments);
  va_end(arguments);
}

void peer_say(peer *p, const char *format, ...) {
  va_list arguments;
  world_settle(p->world);
  va_start(arguments, format);
  send_format(p, format, arguments);
  va_end(arguments);
  world_settle(p->world);
}

const char *peer_next(peer *p) {
  return p->read < p->count ? p->message[p->read++] : NULL;
}

const char *peer_last(const peer *p) {
  return p->count > 0 ? p->message[p->count - 1] : "";
}

const char *peer_told(const peer *p, const char *part) {
  for (size_t i = p->count; i > p->read; i--)
    if (text_has(p->message[i - 1], part)) return p->message[i - 1];
  return NULL;
}

bool text_field(const char *message, const char *key, char *value, size_t size) {
  char start[48];
  snprintf(start, sizeof start, "\"%s\":\"", key);
  const char *at = message ? strstr(message, start) : NULL;
  if (!at) return false;
  at += strlen(start);
  snprintf(value, size, "%.*s", (int)strcspn(at, "\""), at);
  return true;
}

void peer_skip(peer *p) {
  p->read = p->count;
}

void peer_create(peer *p, const char *options, char id[HUB_ID_SIZE]) {
  peer_create_variant(p, "dark", options, id);
}

void peer_create_variant(peer *p, const char *variant, const char *options, char id[HUB_ID_SIZE]) {
  const char *opponents = "{\"level\":1}";
  if (strcmp(variant, "three") == 0) opponents = "{\"level\":1},{\"level\":2}";
  if (strcmp(variant, "four") == 0) opponents = "{\"level\":1},{\"level\":2},{\"level\":3}";
  peer_say(p, "{\"type\":\"hello\",\"version\":%d}", WIRE_VERSION);
  peer_say(p,
           "{\"type\":\"create\",\"variant\":\"%s\",\"options\":{%s},\"opponents\":[%s],"
           "\"settings\":{\"countdown\":\"0\"}}",
           variant, options, opponents);
  for (size_t i = 0; i < p->count; i++) {
    const char *at = strstr(p->message[i], "\"created\",\"table\":\"");
    if (at) snprintf(id, HUB_ID_SIZE, "%s", at + strlen("\"created\",\"table\":\""));
  }
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
}

hub_answer world_random_play(world *w, const hub_question *question) {
  hub_answer answer = {.token = question->token, .good = true};
  junqi_random random = {question->seed};
  junqi_position position;
  junqi_move move[JUNQI_MAX_MOVES];
  (void)w;
  memcpy(answer.table, question->table, sizeof answer.table);
  if (question->task == HUB_SET_UP) {
    const junqi_layout empty = {{0}};
    answer.layout = junqi_layout_complete(&question->rules, &empty, &random);
  } else if (question->task == HUB_MOVE) {
    junqi_view_world(&question->view, NULL, &position);
    unsigned count = junqi_moves(&position, move);
    assert_true(count > 0);
    answer.move = move[junqi_random_below(&random, count)];
  }
  return answer;
}
