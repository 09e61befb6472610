/* See lobby.h. */
#include "lobby.h"

#include "hall.h"
#include "memory.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

/* -- Which tables are shown ----------------------------------------------------------------------
 */

static bool is_shown(const hub_table *t) {
  return t->lobby.list == LOBBY_SHOWN_OPEN + 1 || t->lobby.list == LOBBY_SHOWN_OTHER + 1;
}

static void take_out(lobby *l, hub_table *t) {
  lobby_entry *entry = &t->lobby;
  if (entry->list == 0) return;
  if (is_shown(t)) l->shown--;
  if (entry->before)
    entry->before->lobby.after = entry->after;
  else
    l->first[entry->list - 1] = entry->after;
  if (entry->after)
    entry->after->lobby.before = entry->before;
  else
    l->last[entry->list - 1] = entry->before;
  entry->before = entry->after = NULL;
  entry->list = 0;
}

static void put_in(lobby *l, hub_table *t, lobby_list list) {
  lobby_entry *entry = &t->lobby;
  take_out(l, t);
  if (list == LOBBY_NONE) return;
  entry->list = (uint8_t)(list + 1);
  entry->before = l->last[list];
  if (entry->before)
    entry->before->lobby.after = t;
  else
    l->first[list] = t;
  l->last[list] = t;
  if (is_shown(t)) l->shown++;
}

static bool has_free_seat(const hub_table *t) {
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(t->table)->variant);
  for (junqi_seat seat = 0; seat < seats; seat++)
    if (junqi_table_about(t->table, seat).who == JUNQI_FREE) return true;
  return false;
}

static bool is_public(const hub_table *t) {
  return (t->phase == JUNQI_TABLE_WAITING || t->phase == JUNQI_TABLE_PLAYING) &&
         !junqi_set(junqi_table_settings(t->table), JUNQI_SET_PRIVATE);
}

/* Nobody sits down in an anti-cheat room of their own will. */
static bool is_open(const hub_table *t) {
  return t->phase == JUNQI_TABLE_WAITING && has_free_seat(t) &&
         !junqi_set(junqi_table_settings(t->table), JUNQI_SET_ANTICHEAT);
}

static void touch(lobby *l, hub_table *t) {
  if (t->lobby.changed) return;
  t->lobby.changed = true;
  t->lobby.next_changed = l->changed;
  l->changed = t;
}

/* Room that has come about goes to those who wait for it longest; a table that can be joined may
 * take that of one which can't. */
static void fill_up(lobby *l) {
  for (;;) {
    hub_table *open = l->first[LOBBY_HELD_OPEN], *other = l->first[LOBBY_HELD_OTHER];
    if (l->shown >= WIRE_MAX_LOBBY_TABLES) {
      hub_table *out_of_it = l->first[LOBBY_SHOWN_OTHER];
      if (!open || !out_of_it) return;
      put_in(l, out_of_it, LOBBY_HELD_OTHER);
      touch(l, out_of_it);
    }
    hub_table *t = open ? open : other;
    if (!t) return;
    put_in(l, t, open ? LOBBY_SHOWN_OPEN : LOBBY_SHOWN_OTHER);
    touch(l, t);
  }
}

/* Puts the table where it belongs by how it stands now. */
static void sort_in(lobby *l, hub_table *t) {
  bool shown = is_shown(t);
  if (!is_public(t))
    put_in(l, t, LOBBY_NONE);
  else if (is_open(t) && t->lobby.list != LOBBY_SHOWN_OPEN + 1 &&
           t->lobby.list != LOBBY_HELD_OPEN + 1)
    put_in(l, t, shown ? LOBBY_SHOWN_OPEN : LOBBY_HELD_OPEN);
  else if (!is_open(t) && t->lobby.list != LOBBY_SHOWN_OTHER + 1 &&
           t->lobby.list != LOBBY_HELD_OTHER + 1)
    put_in(l, t, shown ? LOBBY_SHOWN_OTHER : LOBBY_HELD_OTHER);
}

/* -- What changed --------------------------------------------------------------------------------
 */

void hub_lobby_touch(hub *h, hub_table *t) {
  touch(&h->lobby, t);
  if (h->lobby.watchers > 0) hub_pulse_want(h);
}

void hub_lobby_count(hub *h) {
  if (h->lobby.watchers > 0) hub_pulse_want(h);
}

static void note_gone(lobby *l, hub_table *t) {
  if (!t->lobby.told) return;
  t->lobby.told = false;
  l->gone = server_grow(l->gone, &l->gone_capacity, l->gone_count + 1, sizeof *l->gone);
  memcpy(l->gone[l->gone_count++], t->id, HUB_ID_SIZE);
}

void hub_lobby_drop(hub *h, hub_table *t) {
  lobby *l = &h->lobby;
  for (hub_table **link = &l->changed; t->lobby.changed && *link;)
    if (*link == t) {
      *link = t->lobby.next_changed;
      t->lobby.changed = false;
    } else {
      link = &(*link)->lobby.next_changed;
    }
  note_gone(l, t);
  take_out(l, t);
  out_free(&t->lobby.row);
}

void hub_lobby_free(hub *h) {
  free(h->lobby.gone);
  free(h->lobby.watcher);
  free(h->lobby.work);
}

/* -- Telling -------------------------------------------------------------------------------------
 */

static void put_seat(hub *h, out *o, const hub_table *t, junqi_seat seat) {
  junqi_table_seat about = junqi_table_about(t->table, seat);
  const char *name = hub_people_name(h, t, seat);
  out_open(o, NULL, '{');
  out_text(o, "who", tell_who((junqi_table_who)about.who));
  if (name)
    out_text(o, "name", name);
  else
    out_null(o, "name");
  if (about.who == JUNQI_COMPUTER)
    out_integer(o, "level", about.level);
  else
    out_null(o, "level");
  out_close(o, '}');
}

static int64_t plies_of(const hub_table *t) {
  junqi_view view;
  return junqi_table_view(t->table, JUNQI_SPECTATOR, &view) ? (int64_t)view.ply : 0;
}

static void write_row(hub *h, hub_table *t) {
  out *o = &t->lobby.row;
  const junqi_rules *rules = junqi_table_rules(t->table);
  unsigned seats = junqi_seats((junqi_variant)rules->variant);
  o->length = 0;
  out_open(o, NULL, '{');
  out_text(o, "table", t->id);
  out_text(o, "variant", junqi_variant_name((junqi_variant)rules->variant));
  out_text(o, "state", tell_state(junqi_table_state_of(t->table)));
  tell_options(o, rules, true);
  tell_settings(o, junqi_table_settings(t->table));
  out_open(o, "seats", '[');
  for (junqi_seat seat = 0; seat < seats; seat++)
    put_seat(h, o, t, seat);
  out_close(o, ']');
  out_integer(o, "watching", hub_follow_spectators(t));
  out_integer(o, "plies", plies_of(t));
  out_integer(o, "created", t->log.created);
  out_close(o, '}');
}

static void begin(hub *h, int64_t re, bool whole) {
  lobby *l = &h->lobby;
  out *o = &h->message;
  out_message(o, "lobby", re);
  out_boolean(o, "whole", whole);
  out_integer(o, "people", (int64_t)h->people.connected);
  out_integer(o, "waiting", (int64_t)l->waiting);
  out_integer(o, "playing", (int64_t)l->playing);
  out_open(o, "tables", '[');
}

static void put_row(out *o, const hub_table *t) {
  if (o->text[o->length - 1] != '[') out_raw(o, ",", 1);
  out_raw(o, t->lobby.row.text, t->lobby.row.length);
}

/* Ends the message with some of those that are gone. */
static void end(hub *h, bool with_gone) {
  lobby *l = &h->lobby;
  out *o = &h->message;
  out_close(o, ']');
  out_open(o, "gone", '[');
  for (size_t i = 0; i < WIRE_MAX_LOBBY_TABLES && l->gone_count > 0 && with_gone; i++)
    out_text(o, NULL, l->gone[--l->gone_count]);
  out_close(o, ']');
  out_close(o, '}');
}

/* Brings lists and rows up to date; rows to be told are l->work. Tables whose events are being
 * written wait: how they stand is not to be told yet. */
static void look(hub *h) {
  lobby *l = &h->lobby;
  hub_table *later = NULL;
  size_t count = 0;
  l->work_count = 0;
  for (hub_table *t; (t = l->changed);) {
    l->changed = t->lobby.next_changed;
    t->lobby.changed = false;
    if (t->writing) {
      t->lobby.next_changed = later;
      later = t;
      continue;
    }
    sort_in(l, t);
    fill_up(l);
    if (t->lobby.worked) continue;
    t->lobby.worked = true;
    l->work = server_grow(l->work, &l->work_capacity, count + 1, sizeof(hub_table *));
    l->work[count++] = t;
  }
  for (size_t i = 0; i < count; i++) {
    hub_table *t = l->work[i];
    t->lobby.worked = false;
    if (!is_shown(t)) {
      note_gone(l, t);
      continue;
    }
    write_row(h, t);
    t->lobby.told = true;
    l->work[l->work_count++] = t;
  }
  for (hub_table *t; (t = later);) {
    later = t->lobby.next_changed;
    touch(l, t);
  }
}

static bool counts_changed(const hub *h) {
  const lobby *l = &h->lobby;
  return l->told_people != h->people.connected || l->told_waiting != l->waiting ||
         l->told_playing != l->playing;
}

static void note_counts(hub *h) {
  lobby *l = &h->lobby;
  l->told_people = h->people.connected;
  l->told_waiting = l->waiting;
  l->told_playing = l->playing;
}

void hub_lobby_pulse(hub *h) {
  lobby *l = &h->lobby;
  if (l->watchers == 0) return;
  look(h);
  if (l->changed) hub_pulse_want(h);
  while (l->work_count > 0 || l->gone_count > 0 || counts_changed(h)) {
    begin(h, -1, false);
    while (l->work_count > 0)
      put_row(&h->message, l->work[--l->work_count]);
    end(h, true);
    for (size_t i = 0; i < l->watchers; i++)
      hub_client_send(h, l->watcher[i]);
    note_counts(h);
  }
}

static void tell_whole(hub *h, hub_client *client, int64_t re) {
  begin(h, re, true);
  for (unsigned list = LOBBY_SHOWN_OPEN; list <= LOBBY_SHOWN_OTHER; list++)
    for (const hub_table *t = h->lobby.first[list]; t; t = t->lobby.after)
      if (t->lobby.told) put_row(&h->message, t);
  end(h, false);
  hub_client_send(h, client);
}

void hub_lobby_enter(hub *h, hub_client *client, int64_t re) {
  lobby *l = &h->lobby;
  if (l->watchers == 0) { /* nobody was told anything since the last one left */
    look(h);
    l->gone_count = 0;
    note_counts(h);
  }
  if (!client->in_lobby) {
    l->watcher = server_grow(l->watcher, &l->capacity, l->watchers + 1, sizeof(hub_client *));
    l->watcher[l->watchers++] = client;
    client->in_lobby = true;
  }
  if (l->changed || counts_changed(h)) hub_pulse_want(h);
  tell_whole(h, client, re);
}

void hub_lobby_leave(hub *h, hub_client *client) {
  lobby *l = &h->lobby;
  for (size_t i = 0; client->in_lobby && i < l->watchers; i++)
    if (l->watcher[i] == client) {
      l->watcher[i] = l->watcher[--l->watchers];
      client->in_lobby = false;
    }
}
