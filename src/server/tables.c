/* The tables in memory: found by id or code, woken when they are due. */
#include "hall.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a; ids are random, so nobody can choose them to collide. */
static hub_table **bucket_of(hub *h, const char *id) {
  uint32_t hash = 2166136261u;
  for (; *id; id++)
    hash = (hash ^ (unsigned char)*id) * 16777619u;
  return &h->bucket[hash % HUB_BUCKETS];
}

hub_table *hub_table_find(hub *h, const char *id) {
  for (hub_table *t = *bucket_of(h, id); t; t = t->next_in_bucket)
    if (strcmp(t->id, id) == 0) return t;
  return NULL;
}

hub_table *hub_table_add(hub *h, const char *id) {
  hub_table *t = server_new(sizeof *t);
  hub_table **bucket = bucket_of(h, id);
  memcpy(t->id, id, strlen(id) + 1);
  t->due.table = t;
  t->next_in_bucket = *bucket;
  *bucket = t;
  h->tables++;
  hub_code_add(h, t);
  return t;
}

static void uncount(hub *h, const hub_table *t) {
  if (t->phase == JUNQI_TABLE_WAITING) h->lobby.waiting--;
  if (t->phase == JUNQI_TABLE_PLAYING) h->lobby.playing--;
}

void hub_table_phase(hub *h, hub_table *t) {
  bool ended = t->phase > JUNQI_TABLE_PLAYING;
  uncount(h, t);
  t->phase = junqi_table_state_of(t->table);
  if (t->phase == JUNQI_TABLE_WAITING) h->lobby.waiting++;
  if (t->phase == JUNQI_TABLE_PLAYING) h->lobby.playing++;
  if (!ended && t->phase > JUNQI_TABLE_PLAYING) h->ended++;
}

/* Nothing of the hub names the table any more. */
static void unlist(hub *h, hub_table *t) {
  hub_table **link = &h->news;
  hub_code_remove(h, t);
  hub_lobby_drop(h, t);
  hub_people_clear(h, t);
  uncount(h, t);
  if (t->phase > JUNQI_TABLE_PLAYING) h->ended--;
  while (t->news && *link != t)
    link = &(*link)->next_news;
  if (t->news) *link = t->next_news;
}

void hub_table_remove(hub *h, hub_table *t) {
  hub_table **link = bucket_of(h, t->id);
  while (*link != t)
    link = &(*link)->next_in_bucket;
  *link = t->next_in_bucket;
  h->tables--;
  unlist(h, t);
  due_set(&h->due, &t->due, UINT64_MAX);
  while (t->first) {
    hub_command *command = t->first;
    t->first = command->next;
    hub_command_free(command);
  }
  hub_command_free(t->current);
  hub_chat_free(&t->chat);
  free(t->fresh);
  free(t->followers);
  hub_log_free(&t->fresh_log);
  hub_log_free(&t->log);
  junqi_table_free(t->table);
  free(t);
}

void hub_table_each(hub *h, void (*each)(void *context, hub_table *t), void *context) {
  for (size_t i = 0; i < HUB_BUCKETS; i++)
    for (hub_table *t = h->bucket[i], *next; t; t = next) {
      next = t->next_in_bucket;
      each(context, t);
    }
}

void hub_table_schedule(hub *h, hub_table *t) {
  uint64_t at = UINT64_MAX, soon = h->world.now(h->world.context) + 1;
  /* While events are being written nothing can happen at the table; it is looked at afterwards. */
  if (!t->writing && !t->over && t->table) {
    at = junqi_table_next_due(t->table);
    if (hub_players_due(t) < at) at = hub_players_due(t);
    if (t->sealed && t->keep_until < at) at = t->keep_until;
    if (at < soon) at = soon;
  }
  due_set(&h->due, &t->due, at);
}
