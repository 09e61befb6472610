/* See people.h. */
#include "people.h"

#include "hall.h"
#include "memory.h"
#include "rating.h"
#include "tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- Persons -------------------------------------------------------------------------------------
 */

/* Numbers of accounts are random. */
static hub_person **bucket_of(hub *h, junqi_person number) {
  return &h->people.bucket[(number ^ number >> 32) % HUB_PERSON_BUCKETS];
}

hub_person *hub_person_find(hub *h, junqi_person number) {
  hub_person *person = *bucket_of(h, number);
  while (person && person->number != number)
    person = person->next;
  return person;
}

hub_person *hub_person_retain(hub *h, junqi_person number) {
  hub_person *person = hub_person_find(h, number);
  if (!person) {
    hub_person **bucket = bucket_of(h, number);
    person = server_new(sizeof *person);
    person->number = number;
    person->next = *bucket;
    *bucket = person;
  }
  person->references++;
  return person;
}

void hub_person_release(hub *h, hub_person *person) {
  if (--person->references > 0) return;
  hub_person **link = bucket_of(h, person->number);
  while (*link != person)
    link = &(*link)->next;
  *link = person->next;
  free(person->table);
  free(person);
}

const hub_person *hub_person_read(hub *h, hub_person *person) {
  junqi_store_account account;
  if (person->known) return person;
  junqi_store_status status = junqi_store_get_account(h->store, person->number, &account);
  if (status != JUNQI_STORE_OK) account = (junqi_store_account){0};
  person->known = status == JUNQI_STORE_OK || status == JUNQI_STORE_ABSENT;
  person->admin = account.role == JUNQI_STORE_ADMIN;
  person->muted_until = account.muted_until;
  memcpy(person->name, account.name, sizeof person->name);
  return person;
}

static bool in_progress(const hub_table *t) {
  return t->phase == JUNQI_TABLE_WAITING || t->phase == JUNQI_TABLE_PLAYING;
}

size_t hub_person_tables(const hub_person *person, hub_table *list[], size_t room) {
  size_t count = 0;
  for (size_t i = 0; i < person->tables; i++) {
    hub_table *t = person->table[i];
    if (!in_progress(t) || count == room) continue;
    size_t place = count++;
    for (; place > 0 && list[place - 1]->log.created > t->log.created; place--)
      list[place] = list[place - 1];
    list[place] = t;
  }
  return count;
}

junqi_seat hub_person_seat(const hub_table *t, const hub_person *person) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (t->sitter[seat].person == person) return seat;
  return JUNQI_NO_SEAT;
}

void hub_person_changed(hub *h, junqi_person number) {
  hub_person *person = hub_person_find(h, number);
  if (!person) return;
  person->known = false;
  for (size_t i = 0; i < person->tables; i++) {
    hub_people_watched(h, person->table[i]);
    hub_lobby_touch(h, person->table[i]);
  }
}

/* -- Seats ---------------------------------------------------------------------------------------
 */

static void sit_down(hub *h, hub_table *t, hub_sitter *sitter, junqi_person number) {
  hub_person *person = hub_person_retain(h, number);
  *sitter = (hub_sitter){.person = person};
  person->table =
      server_grow(person->table, &person->capacity, person->tables + 1, sizeof *person->table);
  person->table[person->tables++] = t;
}

static void get_up(hub *h, hub_table *t, hub_sitter *sitter) {
  hub_person *person = sitter->person;
  *sitter = (hub_sitter){NULL, false, false, 0};
  for (size_t i = 0; i < person->tables; i++)
    if (person->table[i] == t) {
      person->table[i] = person->table[--person->tables];
      break;
    }
  hub_person_release(h, person);
}

void hub_people_seat(hub *h, hub_table *t) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    hub_sitter *sitter = &t->sitter[seat];
    junqi_person number = junqi_table_about(t->table, seat).person;
    if (sitter->person && sitter->person->number != number) get_up(h, t, sitter);
    if (!sitter->person && number != JUNQI_NOBODY) sit_down(h, t, sitter, number);
  }
}

void hub_people_clear(hub *h, hub_table *t) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (t->sitter[seat].person) get_up(h, t, &t->sitter[seat]);
}

const char *hub_people_name(hub *h, const hub_table *t, junqi_seat seat) {
  hub_person *person = t->sitter[seat].person;
  if (!person || !junqi_table_names_open(t->table)) return NULL;
  const char *name = hub_person_read(h, person)->name;
  return *name ? name : NULL;
}

/* -- Ratings -------------------------------------------------------------------------------------
 */

typedef struct search {
  uint8_t variant;
  junqi_store_rating rating;
} search;

static bool find_rating(void *context, const junqi_store_standing *standing) {
  search *s = context;
  if (standing->variant == s->variant) s->rating = standing->rating;
  return true;
}

/* With no games where there is none. */
static junqi_store_rating rating_of(hub *h, junqi_person number, uint8_t variant) {
  search s = {.variant = variant};
  junqi_store_each_standing(h->store, number, find_rating, &s);
  return s.rating;
}

double hub_people_rating(hub *h, junqi_person number, uint8_t variant) {
  return rating_at(rating_of(h, number, variant), h->world.date(h->world.context)).rating;
}

void hub_people_rate_again(hub_table *t) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    t->sitter[seat].fresh = false;
}

static void look_up_rating(hub *h, const hub_table *t, hub_sitter *sitter) {
  junqi_store_rating rating =
      rating_of(h, sitter->person->number, junqi_table_rules(t->table)->variant);
  double shown = round(rating.rating);
  sitter->rated = rating.games > 0;
  sitter->rating = (uint16_t)(shown < 0 ? 0 : shown > 10000 ? 10000 : shown);
  sitter->fresh = true;
}

/* -- Telling -------------------------------------------------------------------------------------
 */

/* `rating` negative: none. */
static void put_person(out *o, const char *name, int rating) {
  out_open(o, NULL, '{');
  if (name && *name)
    out_text(o, "name", name);
  else
    out_null(o, "name");
  if (rating >= 0)
    out_integer(o, "rating", rating);
  else
    out_null(o, "rating");
  out_close(o, '}');
}

static void put_sitter(hub *h, hub_table *t, junqi_seat seat) {
  hub_sitter *sitter = &t->sitter[seat];
  if (!sitter->person) {
    out_null(&h->message, NULL);
    return;
  }
  if (!sitter->fresh) look_up_rating(h, t, sitter);
  bool shown = sitter->rated && junqi_table_names_open(t->table);
  put_person(&h->message, hub_people_name(h, t, seat), shown ? sitter->rating : -1);
}

/* What follows the seats. */
static void end_people(out *o, unsigned watching, bool may_talk, const char *code,
                       const char *next) {
  out_close(o, ']');
  out_integer(o, "watching", watching);
  out_boolean(o, "chat", may_talk);
  if (code)
    out_text(o, "code", code);
  else
    out_null(o, "code");
  if (*next)
    out_text(o, "next", next);
  else
    out_null(o, "next");
  out_close(o, '}');
}

static void begin_people(out *o, const char *id, junqi_seat own) {
  out_message(o, "people", -1);
  out_text(o, "table", id);
  tell_seat(o, "seat", own);
  out_open(o, "seats", '[');
}

static void write_people(hub *h, hub_table *t, junqi_seat own) {
  char code[HUB_CODE_SIZE];
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(t->table)->variant);
  bool with_code = own < JUNQI_MAX_SEATS && hub_code_of(t, code);
  begin_people(&h->message, t->id, own);
  for (junqi_seat seat = 0; seat < seats; seat++)
    put_sitter(h, t, seat);
  end_people(&h->message, hub_follow_spectators(t), junqi_table_chat_open(t->table),
             with_code ? code : NULL, t->next);
}

void hub_people_past(hub *h, const char *id, const junqi_table *table, hub_client *client) {
  junqi_table_facts facts;
  if (!junqi_table_facts_of(table, &facts)) return;
  junqi_seat own = JUNQI_SPECTATOR;
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    if (facts.person[seat] == client->person && client->person != JUNQI_NOBODY) own = seat;
  begin_people(&h->message, id, own);
  for (junqi_seat seat = 0; seat < junqi_seats((junqi_variant)facts.game.rules->variant); seat++) {
    junqi_store_account account;
    junqi_person number = facts.person[seat];
    if (number == JUNQI_NOBODY) {
      out_null(&h->message, NULL);
      continue;
    }
    if (junqi_store_get_account(h->store, number, &account)) account.name[0] = 0;
    put_person(&h->message, account.name, -1);
  }
  end_people(&h->message, 0, false, NULL, "");
  hub_client_send(h, client);
}

void hub_people_tell(hub *h, hub_table *t, hub_client *client) {
  write_people(h, t, junqi_table_seat_of(t->table, client->person));
  hub_client_send(h, client);
}

static void tell_viewer(hub *h, hub_table *t, junqi_seat viewer) {
  bool written = false;
  for (size_t i = 0; i < t->follower_count; i++) {
    const hub_follower *follower = &t->followers[i];
    if (!follower->live || follower->viewer != viewer) continue;
    if (!written) write_people(h, t, viewer);
    written = true;
    hub_client_send(h, follower->client);
  }
}

/* What all spectators are told is written once. */
void hub_people_tell_all(hub *h, hub_table *t) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++)
    tell_viewer(h, t, seat);
  tell_viewer(h, t, JUNQI_SPECTATOR);
}

void hub_people_watched(hub *h, hub_table *t) {
  if (t->news) return;
  t->news = true;
  t->next_news = h->news;
  h->news = t;
  hub_pulse_want(h);
}

/* Tables whose events are being written wait: how they stand is not to be told yet. */
void hub_people_pulse(hub *h) {
  hub_table *list = h->news;
  h->news = NULL;
  while (list) {
    hub_table *t = list;
    list = t->next_news;
    t->news = false;
    if (t->writing)
      hub_people_watched(h, t);
    else
      hub_people_tell_all(h, t);
  }
}

bool hub_find_named(hub *h, hub_client *client, const wire_in *in, const char *field,
                    junqi_store_account *found, bool *former) {
  const char *name = wire_text(in, field);
  junqi_error error;
  junqi_store_status status = junqi_store_find_account(h->store, name, found);
  bool given_up = status == JUNQI_STORE_ABSENT;
  if (former) *former = given_up;
  if (given_up)
    status = junqi_store_find_former(h->store, name, h->world.date(h->world.context), found);
  if (status == JUNQI_STORE_OK) return true;
  junqi_fail_with(&error,
                  status == JUNQI_STORE_FAILED ? junqi_store_code(status) : JUNQI_E_PERSON_UNKNOWN,
                  field, name, "");
  hub_client_refuse(h, client, in->re, &error);
  return false;
}
