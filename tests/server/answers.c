/* Whatever a client asks, well or badly, wherever it is: it is answered once, and answer and error
 * bear the number of the request. */
#include "sample.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char layout[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";

/* Where somebody is who asks. */
typedef struct scene {
  const char *name;
  peer *(*enter)(world *w, char id[HUB_ID_SIZE]);
} scene;

static peer *without_hello(world *w, char id[HUB_ID_SIZE]) {
  snprintf(id, HUB_ID_SIZE, "nowhere");
  return world_connect(w, 7);
}

static peer *at_no_table(world *w, char id[HUB_ID_SIZE]) {
  snprintf(id, HUB_ID_SIZE, "nowhere");
  return world_visit(w, 7, 0, 0);
}

static peer *waiting(world *w, char id[HUB_ID_SIZE]) {
  peer *p = world_connect(w, 7);
  peer_create(p, "", id);
  return p;
}

static peer *playing(world *w, char id[HUB_ID_SIZE]) {
  peer *p = waiting(w, id);
  peer_say(p, "{\"type\":\"ready\",\"table\":\"%s\",\"layout\":\"%s\"}", id, layout);
  world_run(w, 2000);
  assert_non_null(peer_told(p, "\"kind\":\"start\""));
  return p;
}

static peer *watching(world *w, char id[HUB_ID_SIZE]) {
  playing(w, id);
  peer *p = world_visit(w, 8, 0, 0);
  peer_say(p, "{\"type\":\"join\",\"table\":\"%s\",\"after\":0}", id);
  return p;
}

static peer *after_the_end(world *w, char id[HUB_ID_SIZE]) {
  peer *p = playing(w, id);
  peer_say(p, "{\"type\":\"leave\",\"table\":\"%s\"}", id);
  assert_non_null(peer_told(p, "\"reveal\""));
  return p;
}

static peer *long_after(world *w, char id[HUB_ID_SIZE]) {
  peer_leave(after_the_end(w, id));
  world_run(w, 121000);
  return world_visit(w, 8, 0, 0);
}

static const scene scenes[] = {
    {"without hello", without_hello},
    {"at no table", at_no_table},
    {"waiting", waiting},
    {"playing", playing},
    {"watching", watching},
    {"after the end", after_the_end},
    {"long after", long_after},
};

static bool bears(const char *message, int64_t re) {
  char with[32];
  snprintf(with, sizeof with, "\"re\":%d", (int)re);
  const char *at = strstr(message, with);
  return at && (at[strlen(with)] == ',' || at[strlen(with)] == '}');
}

/* Sends a text that bears the number. */
static void ask(const scene *s, peer *p, const char *text, int64_t re) {
  unsigned answers = 0;
  size_t before = p->count;
  peer_say(p, "%s", text);
  for (size_t i = before; i < p->count; i++) {
    answers += bears(p->message[i], re);
    if (text_has(p->message[i], "\"type\":\"error\"") && !bears(p->message[i], re))
      fail_msg("%s: %s: %s", s->name, text, p->message[i]);
  }
  if (answers != 1) fail_msg("%s: %s: %u answers", s->name, text, answers);
}

/* The same of a message (taken over), and of it with a fault that keeps it from being JSON. */
static void ask_json(const scene *s, peer *p, json_t *message) {
  static int64_t number;
  char broken[4096];
  json_object_set_new(message, "re", json_integer(++number));
  char *text = json_dumps(message, JSON_COMPACT | JSON_PRESERVE_ORDER);
  assert_non_null(text);
  ask(s, p, text, number);
  snprintf(broken, sizeof broken, "%.*s,\"x\":\"\\udc00\"}", (int)strlen(text) - 1, text);
  ask(s, p, broken, number);
  free(text);
  json_decref(message);
}

static json_t *message_at(const wire_message *m, const char *id) {
  json_t *message = sample_message(m);
  if (json_object_get(message, "table")) json_object_set_new(message, "table", json_string(id));
  return message;
}

/* A good message, and in turn each of its fields left out, null, too large, every word of a choice.
 */
static void ask_all(const scene *s, peer *p, const wire_message *m, const char *id) {
  ask_json(s, p, message_at(m, id));
  for (const wire_slot *slot = m->fields; slot->name; slot++) {
    json_t *without = message_at(m, id), *null = message_at(m, id), *large = message_at(m, id);
    json_object_del(without, slot->name);
    json_object_set_new(null, slot->name, json_null());
    json_object_set_new(large, slot->name, json_integer(INT64_MAX));
    ask_json(s, p, without);
    ask_json(s, p, null);
    ask_json(s, p, large);
    if (slot->type->kind != WIRE_IS_CHOICE) continue;
    for (const char *const *word = slot->type->words; *word; word++) {
      json_t *message = message_at(m, id);
      json_object_set_new(message, slot->name, json_string(*word));
      ask_json(s, p, message);
    }
  }
}

static void every_request_is_answered_by_its_number(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
    for (const wire_message *m = wire_client; m->name; m++) {
      world w;
      char id[HUB_ID_SIZE];
      world_start(&w, 21);
      peer *p = scenes[i].enter(&w, id);
      ask_all(&scenes[i], p, m, id);
      world_end(&w);
    }
}

/* What is no message of this protocol at all. */
static void strangers_are_answered_by_their_number(void **state) {
  static const char *const texts[] = {
      "{\"re\":5}",
      "{\"type\":7,\"re\":5}",
      "{\"type\":\"fly\",\"re\":5}",
      "{\"type\":\"error\",\"re\":5}",
      "{\"type\":\"ping\",\"re\":5,\"re\":5}",
      "{\"re\":5,}",
  };
  world w;
  char id[HUB_ID_SIZE];
  (void)state;
  world_start(&w, 22);
  for (size_t i = 0; i < 2; i++) {
    peer *p = scenes[i].enter(&w, id);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
      ask(&scenes[i], p, texts[k], 5);
  }
  world_end(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_request_is_answered_by_its_number),
      cmocka_unit_test(strangers_are_answered_by_their_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
