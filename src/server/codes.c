/* The codes of private tables: short enough to say aloud. A code comes of the table's id, so that
 * it is the same after a restart; nobody learns the id from it but by asking here, and asking is
 * limited. */
#include "hall.h"

#include "tell.h"

#include <stdio.h>
#include <string.h>

static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ"; /* none that look alike */
enum {
  LETTERS = sizeof letters - 1,
  CODES = LETTERS * LETTERS * LETTERS * LETTERS * LETTERS * LETTERS
};
enum { MINUTE = 60000 /* ms */ };

/* Ids are random, and known to those who play there alone. */
static uint32_t code_of_id(const char *id) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (; *id; id++)
    hash = (hash ^ (unsigned char)*id) * UINT64_C(1099511628211);
  hash ^= hash >> 32;
  hash *= UINT64_C(0xd6e8feb86659fd93);
  hash ^= hash >> 32;
  return (uint32_t)(hash % CODES);
}

static hub_table *find(const hub *h, uint32_t code) {
  hub_table *t = h->code[code % HUB_CODES];
  while (t && t->code != code)
    t = t->next_of_codes;
  return t;
}

bool hub_code_taken(const hub *h, const char *id) {
  return find(h, code_of_id(id)) != NULL;
}

void hub_code_add(hub *h, hub_table *t) {
  t->code = code_of_id(t->id);
  t->next_of_codes = h->code[t->code % HUB_CODES];
  h->code[t->code % HUB_CODES] = t;
}

void hub_code_remove(hub *h, hub_table *t) {
  hub_table **link = &h->code[t->code % HUB_CODES];
  while (*link != t)
    link = &(*link)->next_of_codes;
  *link = t->next_of_codes;
}

static bool is_private(const hub_table *t) {
  return junqi_set(junqi_table_settings(t->table), JUNQI_SET_PRIVATE) != 0;
}

bool hub_code_of(const hub_table *t, char code[HUB_CODE_SIZE]) {
  uint32_t number = t->code;
  for (unsigned i = 0; i < HUB_CODE_SIZE - 1; i++, number /= LETTERS)
    code[i] = letters[number % LETTERS];
  code[HUB_CODE_SIZE - 1] = 0;
  return is_private(t);
}

/* CODES: it is none. Small letters will do. */
static uint32_t read_code(const char *text) {
  uint32_t number = 0;
  for (unsigned i = HUB_CODE_SIZE - 1; i > 0; i--) {
    char c = text[i - 1];
    if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
    const char *at = strchr(letters, c);
    if (!at || !c) return CODES;
    number = number * LETTERS + (uint32_t)(at - letters);
  }
  return number;
}

/* So many tries in a minute from one address; a person's where that is not known. */
static bool may_guess(hub *h, const hub_client *client) {
  uint64_t from = client->address ? client->address : client->person;
  uint64_t now = h->world.now(h->world.context);
  size_t slot = (size_t)((from ^ from >> 32) % HUB_GUESSES);
  if (h->guesses.slot[slot].since + MINUTE <= now) {
    h->guesses.slot[slot].since = now;
    h->guesses.slot[slot].count = 0;
  }
  return h->guesses.slot[slot].count++ < WIRE_MAX_CODE_TRIES;
}

void hub_code_enter(hub *h, hub_client *client, const wire_in *in) {
  junqi_error error;
  const char *text = wire_text(in, "code");
  hub_table *t = NULL;
  if (!may_guess(h, client)) {
    junqi_fail(&error, JUNQI_E_CODE_TRIES);
    hub_client_refuse(h, client, in->re, &error);
    return;
  }
  if (read_code(text) < CODES) t = find(h, read_code(text));
  /* One that is being made is not there yet, one that has ended no longer. */
  if (!t || !is_private(t) || t->phase == JUNQI_TABLE_NEW || t->phase > JUNQI_TABLE_PLAYING) {
    junqi_fail(&error, JUNQI_E_CODE_UNKNOWN);
    junqi_error_put(error.found, sizeof error.found, text, strlen(text));
    hub_client_refuse(h, client, in->re, &error);
    return;
  }
  out_message(&h->message, "entered", in->re);
  out_text(&h->message, "table", t->id);
  out_close(&h->message, '}');
  hub_client_send(h, client);
}
