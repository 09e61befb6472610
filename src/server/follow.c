/* Followers of a table: connections that are told what happens there, each as far as its view
 * goes. */
#include "hall.h"
#include "memory.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

static junqi_seat viewer_of(const junqi_table *table, junqi_person person) {
  junqi_seat seat = junqi_table_seat_of(table, person);
  return seat < JUNQI_MAX_SEATS ? seat : JUNQI_SPECTATOR;
}

/* -- Who follows ---------------------------------------------------------------------------------
 */

static hub_follower *follower_of(const hub_table *t, const hub_client *client) {
  for (size_t i = 0; i < t->follower_count; i++)
    if (t->followers[i].client == client) return &t->followers[i];
  return NULL;
}

bool hub_follow_add(hub_table *t, hub_client *client, bool live, junqi_error *error) {
  hub_follower *follower = follower_of(t, client);
  if (!follower) {
    if (client->following == WIRE_MAX_JOINED_TABLES) {
      junqi_fail(error, JUNQI_E_JOINED_LIMIT);
      return false;
    }
    client->follows[client->following++] = t;
    t->followers = server_grow(t->followers, &t->follower_capacity, t->follower_count + 1,
                               sizeof *t->followers);
    follower = &t->followers[t->follower_count++];
    follower->client = client;
  }
  follower->viewer = viewer_of(t->table, client->person);
  follower->live = live;
  return true;
}

static void forget_table(hub_client *client, const hub_table *t) {
  for (unsigned i = 0; i < client->following; i++)
    if (client->follows[i] == t) client->follows[i] = client->follows[--client->following];
}

void hub_follow_remove(hub *h, hub_table *t, hub_client *client) {
  hub_follower *follower = follower_of(t, client);
  const junqi_table_input lost = {.person = client->person};
  forget_table(client, t);
  if (!follower) return;
  *follower = t->followers[--t->follower_count];
  if (!h->closing) hub_command_own(h, t, DEED_LOST, &lost);
}

unsigned hub_follow_present(const hub_table *t, junqi_person person) {
  unsigned count = 0;
  for (size_t i = 0; i < t->follower_count; i++)
    if (t->followers[i].client->person == person) count++;
  return count;
}

/* -- Telling -------------------------------------------------------------------------------------
 */

/* One event to all who follow with one view; the message is written when the first is found. */
static void tell_viewer(hub *h, hub_table *t, const junqi_table_event *event, junqi_seat viewer) {
  bool written = false;
  for (size_t i = 0; i < t->follower_count; i++) {
    const hub_follower *follower = &t->followers[i];
    if (!follower->live || follower->viewer != viewer) continue;
    if (!written) tell_event(&h->message, t->id, t->table, event, viewer);
    written = true;
    hub_client_send(h, follower->client);
  }
}

/* Who got up or sat down sees with other eyes from here on. */
static void look_again(hub_table *t) {
  for (size_t i = 0; i < t->follower_count; i++)
    t->followers[i].viewer = viewer_of(t->table, t->followers[i].client->person);
}

void hub_follow_publish(hub *h, hub_table *t) {
  for (size_t i = 0; i < t->fresh_count; i++) {
    const junqi_table_event *event = &t->fresh[i];
    const hub_log *log = &t->fresh_log;
    if (event->kind == JUNQI_TABLE_SEAT) look_again(t);
    hub_log_add(&t->log, log->text + log->start[i], log->start[i + 1] - log->start[i]);
    hub_players_note(t, event);
    for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
      tell_viewer(h, t, event, seat);
    tell_viewer(h, t, event, JUNQI_SPECTATOR);
    if (event->kind == JUNQI_TABLE_REVEAL || event->kind == JUNQI_TABLE_CLOSE) t->over = true;
  }
  t->fresh_count = 0;
  t->fresh_log.count = t->fresh_log.used = 0;
}

/* -- Joining: the past, then the present ---------------------------------------------------------
 */

/* Telling one client a table's events above a number. */
typedef struct retelling {
  hub *h;
  hub_client *client;
  const char *id;
  junqi_seat viewer;
  uint32_t after;
} retelling;

static void retell(void *context, const junqi_table *table, const junqi_table_event *event) {
  const retelling *r = context;
  if (event->seq <= r->after) return;
  tell_event(&r->h->message, r->id, table, event, r->viewer);
  hub_client_send(r->h, r->client);
}

/* Tells all of it. `table` is as after the last event of the log. */
static void tell_all(const retelling *r, int64_t re, const hub_log *log, const junqi_table *table,
                     uint64_t now) {
  junqi_error error;
  junqi_table_clock clock = junqi_table_clocks(table, now);
  tell_joined(&r->h->message, re, r->id, table, r->viewer);
  hub_client_send(r->h, r->client);
  junqi_table_free(hub_log_fold(log, retell, (void *)r, &error));
  tell_live(&r->h->message, r->id, table, &clock);
  hub_client_send(r->h, r->client);
}

/* A client cannot know of events that there have not been. */
static bool check_after(const hub_command *command, const junqi_table *table, junqi_error *error) {
  if (command->after <= junqi_table_seq(table)) return true;
  junqi_fail(error, JUNQI_E_JOIN_AFTER);
  return false;
}

void hub_follow_join(hub *h, hub_table *t, const hub_command *command) {
  hub_client *client = command->client;
  junqi_error error;
  if (!client->socket || !check_after(command, t->table, &error) ||
      !hub_follow_add(t, client, true, &error)) {
    const junqi_table_input lost = {.person = client->person};
    if (client->socket) hub_client_refuse(h, client, command->re, &error);
    hub_command_own(h, t, DEED_LOST, &lost);
    return;
  }
  const retelling r = {h, client, t->id, viewer_of(t->table, client->person), command->after};
  tell_all(&r, command->re, &t->log, t->table, h->world.now(h->world.context));
}

void hub_follow_past(hub *h, hub_client *client, int64_t re, const char *id, uint32_t after) {
  hub_log log = {0};
  junqi_error error;
  junqi_store_status status = hub_log_load(&log, h->store, id);
  junqi_table *table = NULL;
  if (status)
    junqi_fail(&error,
               status == JUNQI_STORE_ABSENT ? JUNQI_E_TABLE_UNKNOWN : junqi_store_code(status));
  else
    table = hub_log_fold(&log, NULL, NULL, &error);
  if (table) {
    const retelling r = {h, client, id, viewer_of(table, client->person), after};
    tell_all(&r, re, &log, table, 0);
  } else {
    hub_client_refuse(h, client, re, &error);
  }
  junqi_table_free(table);
  hub_log_free(&log);
}
