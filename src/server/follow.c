/* Followers of a table: connections that are told what happens there, each as far as its view
 * goes. */
#include "hall.h"
#include "memory.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_SHOWN = 16 /* the lobby hears of so many events of a game at a time */ };

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

static void watched(hub *h, hub_table *t) {
  hub_people_watched(h, t);
  hub_lobby_touch(h, t);
}

bool hub_follow_add(hub *h, hub_table *t, hub_client *client, bool live, junqi_error *error) {
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
    *follower = (hub_follower){.client = client};
  }
  follower->viewer = viewer_of(t->table, client->person);
  follower->live |= live;
  if (follower->viewer == JUNQI_SPECTATOR) watched(h, t);
  return true;
}

void hub_follow_seated(hub *h, hub_table *t, hub_client *client, junqi_person person) {
  const junqi_table_input lost = {.person = person};
  junqi_error error;
  if (client && client->socket && hub_follow_add(h, t, client, false, &error)) return;
  if (hub_follow_present(t, person) == 0) hub_command_own(h, t, DEED_LOST, &lost);
}

bool hub_follow_is(const hub_table *t, const hub_client *client) {
  const hub_follower *follower = follower_of(t, client);
  return follower && follower->live;
}

unsigned hub_follow_spectators(const hub_table *t) {
  unsigned count = 0;
  for (size_t i = 0; i < t->follower_count; i++)
    count += t->followers[i].viewer == JUNQI_SPECTATOR;
  return count;
}

/* Whoever could sit down may look; what has ended is open to all. */
bool hub_follow_may_watch(const hub_table *t) {
  junqi_table_state state = junqi_table_state_of(t->table);
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(t->table)->variant);
  if (junqi_set(junqi_table_settings(t->table), JUNQI_SET_WATCH)) return true;
  if (state != JUNQI_TABLE_WAITING) return state != JUNQI_TABLE_PLAYING;
  for (junqi_seat seat = 0; seat < seats; seat++)
    if (junqi_table_about(t->table, seat).who == JUNQI_FREE) return true;
  return false;
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
  if (follower->viewer == JUNQI_SPECTATOR) watched(h, t);
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

static void tell_followers(hub *h, hub_table *t, const junqi_table_event *event) {
  if (!junqi_table_event_alike(event)) {
    for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
      tell_viewer(h, t, event, seat);
    tell_viewer(h, t, event, JUNQI_SPECTATOR);
    return;
  }
  tell_event(&h->message, t->id, t->table, event, JUNQI_SPECTATOR);
  for (size_t i = 0; i < t->follower_count; i++)
    if (t->followers[i].live) hub_client_send(h, t->followers[i].client);
}

/* Who got up or sat down sees with other eyes from here on. */
static void look_again(hub_table *t) {
  for (size_t i = 0; i < t->follower_count; i++)
    t->followers[i].viewer = viewer_of(t->table, t->followers[i].client->person);
}

/* The game is played without spectators: those who looked on while it was being set up, or have
 * got up, are told so. */
static void send_away(hub *h, hub_table *t) {
  junqi_error error;
  if (junqi_table_state_of(t->table) != JUNQI_TABLE_PLAYING || hub_follow_may_watch(t)) return;
  junqi_fail(&error, JUNQI_E_WATCH_OFF);
  junqi_error_put(error.where, sizeof error.where, t->id, strlen(t->id));
  for (size_t i = t->follower_count; i > 0; i--) {
    hub_follower *follower = &t->followers[i - 1];
    if (follower->viewer != JUNQI_SPECTATOR) continue;
    hub_client_refuse(h, follower->client, -1, &error);
    forget_table(follower->client, t);
    *follower = t->followers[--t->follower_count];
  }
}

/* What an event means to the hub itself; *people: whether `people` says something new after it. */
static void note(hub *h, hub_table *t, const junqi_table_event *event, bool *people) {
  hub_players_note(t, event);
  switch (event->kind) {
  case JUNQI_TABLE_SEAT:
    *people = true;
    if (event->who == JUNQI_FREE) hub_matching_hole(h, t);
    break;
  case JUNQI_TABLE_SETTINGS: *people = true; break;
  case JUNQI_TABLE_START:
    *people = true;
    t->started = h->world.date(h->world.context);
    break;
  case JUNQI_TABLE_REVEAL:
    *people = true;
    t->sealed = true;
    t->keep_until = h->world.now(h->world.context);
    if (junqi_set(junqi_table_settings(t->table), JUNQI_SET_REMATCH) != JUNQI_REMATCH_NO)
      t->keep_until += JUNQI_TABLE_REMATCH_SECONDS * UINT64_C(1000) + 1;
    break;
  case JUNQI_TABLE_CLOSE:
  case JUNQI_TABLE_REMATCH: t->over = true; break;
  default: break;
  }
}

/* After all events of a batch. */
static void told(hub *h, hub_table *t, uint8_t last, bool people, bool started, bool ended) {
  hub_people_seat(h, t);
  hub_table_phase(h, t);
  if (last != JUNQI_TABLE_LINE || junqi_table_seq(t->table) % PLIES_SHOWN == 0)
    hub_lobby_touch(h, t);
  if (started) hub_marks_note(h, t);
  if (ended) hub_people_rate_again(t);
  if (people) hub_people_tell_all(h, t);
  if (ended) hub_scores_tell_all(h, t);
  if (last == JUNQI_TABLE_REMATCH) hub_make_again(h, t);
}

void hub_follow_publish(hub *h, hub_table *t) {
  bool people = false, started = false, ended = false;
  uint8_t last = JUNQI_TABLE_EVENT_KINDS;
  for (size_t i = 0; i < t->fresh_count; i++) {
    const junqi_table_event *event = &t->fresh[i];
    const hub_log *log = &t->fresh_log;
    last = event->kind;
    started |= last == JUNQI_TABLE_START;
    ended |= last == JUNQI_TABLE_REVEAL;
    if (last == JUNQI_TABLE_SEAT) look_again(t);
    if (last == JUNQI_TABLE_SEAT || last == JUNQI_TABLE_START) send_away(h, t);
    hub_log_add(&t->log, log->text + log->start[i], log->start[i + 1] - log->start[i]);
    hub_follow_recall(t, event);
    note(h, t, event, &people);
    tell_followers(h, t, event);
  }
  t->fresh_count = 0;
  t->fresh_log.count = t->fresh_log.used = 0;
  told(h, t, last, people, started, ended);
}

void hub_follow_recall(hub_table *t, const junqi_table_event *event) {
  t->recent[event->seq % HUB_RECENT] = *event;
}

/* Events that are being written bear their own clocks, and are told once they are. */
void hub_follow_clocks(hub *h, hub_table *t) {
  if (t->writing || t->follower_count == 0) return;
  junqi_table_clock clock = junqi_table_clocks(t->table, h->world.now(h->world.context));
  tell_live(&h->message, t->id, t->table, &clock);
  for (size_t i = 0; i < t->follower_count; i++)
    if (t->followers[i].live) hub_client_send(h, t->followers[i].client);
}

/* -- Joining: the past, then the present ---------------------------------------------------------
 */

/* Telling one client a table's events above a number. Before the start a seat may have had other
 * people, whose layouts are nobody else's to know: each event is told as it was then. */
typedef struct retelling {
  hub *h;
  hub_client *client;
  const char *id;
  junqi_seat viewer;
  uint32_t after;
} retelling;

static void retell(void *context, const junqi_table *table, const junqi_table_event *event) {
  const retelling *r = context;
  junqi_seat viewer = r->viewer;
  if (event->seq <= r->after) return;
  if (junqi_table_state_of(table) == JUNQI_TABLE_WAITING)
    viewer = viewer_of(table, r->client->person);
  tell_event(&r->h->message, r->id, table, event, viewer);
  hub_client_send(r->h, r->client);
}

bool hub_follow_may_retell(hub *h, const hub_client *client, junqi_error *error) {
  const hub_world *world = &h->world;
  return !world->may_retell ||
         world->may_retell(world->context, client->person, client->address, error);
}

void hub_follow_retold(hub *h, const hub_client *client, size_t events) {
  const hub_world *world = &h->world;
  if (world->retold) world->retold(world->context, client->person, client->address, events);
}

/* Who missed little of a game needs no folding of the log: in a game seats change hands no more, so
 * that everything is told as it was then. */
bool hub_follow_is_costly(const hub_table *t, uint32_t after) {
  uint32_t last = junqi_table_seq(t->table);
  if (after >= last) return false;
  if (last - after > HUB_RECENT) return true;
  for (uint32_t seq = after + 1; seq <= last; seq++) {
    const junqi_table_event *event = &t->recent[seq % HUB_RECENT];
    if (event->seq != seq || event->turn >= JUNQI_MAX_SEATS) return true;
  }
  return false;
}

static void retell_recent(const retelling *r, const hub_table *t) {
  uint32_t last = junqi_table_seq(t->table);
  for (uint32_t seq = r->after + 1; seq <= last; seq++) {
    tell_event(&r->h->message, r->id, t->table, &t->recent[seq % HUB_RECENT], r->viewer);
    hub_client_send(r->h, r->client);
  }
}

static void retell_log(const retelling *r, const hub_log *log) {
  junqi_error error;
  junqi_table_free(hub_log_fold(log, retell, (void *)r, &error));
  hub_follow_retold(r->h, r->client, log->count);
}

/* Tells all of it. `table` is as after the last event of the log; `t` is NULL for one that is not
 * in memory. */
static void tell_all(const retelling *r, int64_t re, const hub_log *log, const hub_table *t,
                     const junqi_table *table, uint64_t now) {
  junqi_table_clock clock = junqi_table_clocks(table, now);
  tell_joined(&r->h->message, re, r->id, table, r->viewer);
  hub_client_send(r->h, r->client);
  if (t && !hub_follow_is_costly(t, r->after))
    retell_recent(r, t);
  else if (r->after < junqi_table_seq(table))
    retell_log(r, log);
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
      !hub_follow_add(h, t, client, true, &error)) {
    const junqi_table_input lost = {.person = client->person};
    if (client->socket) hub_client_refuse(h, client, command->re, &error);
    hub_command_own(h, t, DEED_LOST, &lost);
    return;
  }
  const retelling r = {h, client, t->id, viewer_of(t->table, client->person), command->after};
  tell_all(&r, command->re, &t->log, t, t->table, h->world.now(h->world.context));
  hub_people_tell(h, t, client);
  hub_chat_tell(h, t, client);
  hub_scores_tell(h, t->id, &t->result, client);
}

void hub_follow_past(hub *h, hub_client *client, int64_t re, const char *id, uint32_t after) {
  junqi_error error;
  const hub_past *past =
      hub_follow_may_retell(h, client, &error) ? hub_past_find(h, id, &error) : NULL;
  if (past) {
    const retelling r = {h, client, past->id, viewer_of(past->table, client->person), after};
    const hub_result result = hub_scores_past(h, id);
    tell_all(&r, re, &past->log, NULL, past->table, 0);
    hub_people_past(h, id, past->table, client);
    hub_scores_tell(h, id, &result, client);
  } else {
    hub_client_refuse(h, client, re, &error);
  }
}
