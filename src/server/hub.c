/* The hub itself: connections come and go, time passes, the store reports. See hub.h. */
#include "hall.h"
#include "memory.h"
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hub *hub_new(const hub_world *world, junqi_store *store) {
  hub *h = server_new(sizeof *h);
  h->world = *world;
  h->limits = world->limits ? *world->limits : junqi_server_limits_default();
  h->store = store;
  h->pulse = UINT64_MAX;
  return h;
}

static void leave_memory(void *context, hub_table *t) {
  hub_table **list = context;
  t->due.table = *list; /* chained by what nobody reads any more */
  *list = t;
}

void hub_free(hub *h) {
  hub_table *list = NULL;
  if (!h) return;
  hub_table_each(h, leave_memory, &list);
  while (list) {
    hub_table *t = list;
    list = t->due.table;
    hub_table_remove(h, t);
  }
  due_free(&h->due);
  hub_past_free(h);
  hub_lobby_free(h);
  hub_matching_free(h);
  out_free(&h->message);
  free(h);
}

void hub_stop(hub *h, junqi_code code) {
  if (h->failed) return;
  h->failed = true;
  h->world.fail(h->world.context, code);
}

/* -- Taking up tables ----------------------------------------------------------------------------
 */

static void note_event(void *context, const junqi_table *table, const junqi_table_event *event) {
  (void)table;
  hub_players_note(context, event);
  hub_follow_recall(context, event);
}

static bool is_start(const junqi_store_event *event) {
  return strcmp(event->kind, junqi_table_event_word(JUNQI_TABLE_START)) == 0;
}

/* One table being read; `t` is NULL before the first. */
typedef struct loading {
  hub *h;
  hub_table *t;
  int count;
} loading;

/* The table that was read last is whole. */
static void loaded(loading *l) {
  junqi_error error;
  hub_table *t = l->t;
  l->t = NULL;
  if (!t) return;
  t->table = hub_log_fold(&t->log, note_event, t, &error);
  if (t->table) {
    l->count++;
    hub_people_seat(l->h, t);
    hub_table_phase(l->h, t);
    hub_lobby_touch(l->h, t);
    hub_matching_hole(l->h, t);
    return;
  }
  fprintf(stderr, "junqi: table %s is left alone: its log is damaged (%s)\n", t->id,
          junqi_code_name(error.code));
  hub_table_remove(l->h, t);
}

static bool load_table(void *context, const junqi_store_table *table) {
  loading *l = context;
  loaded(l);
  if (strlen(table->id) >= HUB_ID_SIZE || table->last_seq == 0) return true;
  l->t = hub_table_add(l->h, table->id);
  l->t->log.created = table->created;
  return true;
}

static bool load_event(void *context, const junqi_store_event *event) {
  loading *l = context;
  if (!l->t) return true;
  hub_log_add(&l->t->log, event->body.data, event->body.size);
  if (is_start(event)) l->t->started = event->time;
  return true;
}

static void resume(void *context, hub_table *t) {
  hub_command_resume(context, t);
}

int hub_load(hub *h) {
  loading l = {h, NULL, 0};
  const junqi_store_reader reader = {load_table, load_event, &l};
  junqi_store_status status = junqi_store_each_unfinished(h->store, &reader);
  loaded(&l);
  hub_table_each(h, resume, h);
  return status == JUNQI_STORE_OK ? l.count : -1;
}

/* -- Connections ---------------------------------------------------------------------------------
 */

void hub_client_send(hub *h, hub_client *client) {
  if (client->socket)
    h->world.send(h->world.context, client->socket, h->message.text, h->message.length);
}

void hub_client_refuse(hub *h, hub_client *client, int64_t re, const junqi_error *error) {
  tell_error(&h->message, re, error);
  hub_client_send(h, client);
}

void hub_client_done(hub *h, hub_client *client, int64_t re) {
  out_message(&h->message, "done", re);
  out_close(&h->message, '}');
  hub_client_send(h, client);
}

hub_client *hub_client_retain(hub_client *client) {
  client->references++;
  return client;
}

void hub_client_release(hub_client *client) {
  if (--client->references == 0) free(client);
}

static void ungreeted_remove(hub *h, hub_client *client) {
  if (client->before)
    client->before->after = client->after;
  else if (h->oldest == client)
    h->oldest = client->after;
  if (client->after)
    client->after->before = client->before;
  else if (h->newest == client)
    h->newest = client->before;
  client->before = client->after = NULL;
}

void hub_client_greet(hub *h, hub_client *client) {
  client->greeted = true;
  ungreeted_remove(h, client);
  if (client->who->clients++ == 0) h->people.connected++;
  hub_lobby_count(h);
}

hub_client *hub_connect(hub *h, const hub_visitor *visitor, void *socket) {
  hub_client *client = server_new(sizeof *client);
  client->socket = socket;
  client->person = visitor->person;
  client->address = visitor->address;
  client->device = visitor->device;
  if (client->person != JUNQI_NOBODY) client->who = hub_person_retain(h, client->person);
  client->references = 1;
  client->hello_by = h->world.now(h->world.context) + 1000u * WIRE_MAX_HELLO_SECONDS;
  client->before = h->newest;
  if (h->newest)
    h->newest->after = client;
  else
    h->oldest = client;
  h->newest = client;
  h->clients++;
  if (client->person == JUNQI_NOBODY) {
    junqi_error error;
    junqi_fail(&error, JUNQI_E_NO_SESSION);
    hub_client_refuse(h, client, -1, &error);
    h->world.close(h->world.context, socket, 4001, "no session");
  }
  return client;
}

void hub_receive(hub *h, hub_client *client, const char *text, size_t length) {
  wire_in in;
  junqi_error error;
  if (h->failed || client->person == JUNQI_NOBODY) return;
  if (wire_read(text, length, &in, &error)) {
    hub_client_refuse(h, client, in.re, &error);
    return;
  }
  if (!client->greeted && in.type != WIRE_HELLO) {
    junqi_fail(&error, JUNQI_E_HELLO_FIRST);
    hub_client_refuse(h, client, in.re, &error);
  } else {
    hub_request_take(h, client, &in);
  }
  wire_free(&in);
}

/* The person behind a connection that is gone. */
static void part(hub *h, hub_client *client) {
  hub_person *person = client->who;
  client->who = NULL;
  if (!person) return;
  if (client->greeted && --person->clients == 0) h->people.connected--;
  hub_lobby_count(h);
  hub_person_release(h, person);
}

void hub_disconnect(hub *h, hub_client *client) {
  client->socket = NULL;
  ungreeted_remove(h, client);
  h->clients--;
  hub_matching_leave(h, client);
  hub_lobby_leave(h, client);
  while (client->following > 0)
    hub_follow_remove(h, client->follows[client->following - 1], client);
  part(h, client);
  hub_client_release(client);
}

/* -- Time and the store --------------------------------------------------------------------------
 */

uint64_t hub_next_due(const hub *h) {
  const due_entry *first = due_first(&h->due);
  uint64_t at = first ? first->at : UINT64_MAX;
  if (h->failed) return UINT64_MAX; /* nothing is done any more */
  if (h->oldest && h->oldest->hello_by < at) at = h->oldest->hello_by;
  if (h->pulse < at) at = h->pulse;
  return at;
}

void hub_pulse_want(hub *h) {
  uint64_t soon = h->world.now(h->world.context) + HUB_PULSE_SOON;
  uint64_t next = h->last_pulse + HUB_PULSE;
  if (h->pulse == UINT64_MAX) h->pulse = next > soon ? next : soon;
}

/* What is gathered for a while and then done at once. */
static void pulse(hub *h, uint64_t now) {
  if (now < h->pulse) return;
  h->pulse = UINT64_MAX;
  h->last_pulse = now;
  hub_matching_pulse(h);
  hub_people_pulse(h);
  hub_lobby_pulse(h);
}

/* Connections that have said nothing for too long. */
static void drop_silent(hub *h, uint64_t now) {
  while (h->oldest && h->oldest->hello_by <= now) {
    hub_client *client = h->oldest;
    ungreeted_remove(h, client);
    h->world.close(h->world.context, client->socket, 1008, "no hello");
  }
}

void hub_tick(hub *h) {
  uint64_t now = h->world.now(h->world.context);
  const due_entry *first;
  if (h->failed) return;
  drop_silent(h, now);
  pulse(h, now);
  while ((first = due_first(&h->due)) && first->at <= now) {
    hub_table *t = first->table;
    const junqi_table_input tick = {.kind = JUNQI_DO_TICK};
    due_set(&h->due, &t->due, UINT64_MAX);
    hub_players_act(h, t, now);
    hub_command_own(h, t, DEED_TICK, &tick);
  }
}

static void tell_clocks(void *context, hub_table *t) {
  if (t->table && junqi_table_state_of(t->table) <= JUNQI_TABLE_PLAYING)
    hub_follow_clocks(context, t);
}

void hub_stood_still(hub *h) {
  if (!h->failed) hub_table_each(h, tell_clocks, h);
}

static void stored(void *context, const junqi_store_completion *completion) {
  hub *h = context;
  if (completion->tag & 1) {
    if (h->world.stored) h->world.stored(h->world.context, completion->tag, completion->status);
    return;
  }
  hub_write *write = (hub_write *)(uintptr_t)completion->tag;
  if (completion->status == JUNQI_STORE_OK) hub_census_written(h, write);
  if (write->table)
    hub_command_written(h, write->table, completion->status);
  else if (write->client)
    hub_layouts_written(h, write, completion->status);
  else
    free(write); /* a note that nobody waits for */
}

void hub_stored(hub *h) {
  junqi_store_poll(h->store, stored, h);
  if (!h->failed) hub_command_resubmit(h);
}

void hub_close(hub *h) {
  h->closing = true;
}

void hub_finish(hub *h) {
  while (!h->failed && (junqi_store_pending(h->store) > 0 || h->unsubmitted > 0)) {
    junqi_store_drain(h->store, stored, h);
    hub_command_resubmit(h);
  }
}

hub_counts hub_count(const hub *h) {
  return (hub_counts){h->clients, h->tables - h->ended};
}
