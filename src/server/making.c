/* New tables: made by their owner, for people who were looking for a game, or again after a game.
 * Who is seated follows the table from its first event on, told of it or not: so the table hears
 * when that connection goes. */
#include "hall.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Room for one more ---------------------------------------------------------------------------
 */

static junqi_code fail_number(junqi_error *error, junqi_code code, size_t found) {
  junqi_fail(error, code);
  snprintf(error->found, sizeof error->found, "%zu", found);
  return code;
}

typedef struct counting {
  uint64_t address;
  size_t count;
} counting;

static void count_address(void *context, hub_table *t) {
  counting *c = context;
  c->count += t->address == c->address && t->phase <= JUNQI_TABLE_PLAYING;
}

junqi_code hub_check_seats(const hub *h, const hub_client *client, junqi_error *error) {
  hub_table *own[HUB_OWN_TABLES];
  size_t count = hub_person_tables(client->who, own, HUB_OWN_TABLES);
  if (count < h->limits.most[JUNQI_LIMIT_ACCOUNT_TABLES]) return JUNQI_E_OK;
  return fail_number(error, JUNQI_E_SESSION_TABLES, count);
}

junqi_code hub_check_room(hub *h, const hub_client *client, junqi_error *error) {
  counting c = {client->address, 0};
  junqi_code code = hub_check_seats(h, client, error);
  if (code) return code;
  const uint32_t *most = h->limits.most;
  if (h->tables - h->ended >= most[JUNQI_LIMIT_TABLES])
    return junqi_fail(error, JUNQI_E_TABLES_FULL);
  if (client->address && h->tables >= most[JUNQI_LIMIT_ADDRESS_TABLES])
    hub_table_each(h, count_address, &c);
  if (c.count >= most[JUNQI_LIMIT_ADDRESS_TABLES])
    return fail_number(error, JUNQI_E_ADDRESS_TABLES, c.count);
  return JUNQI_E_OK;
}

/* -- Making --------------------------------------------------------------------------------------
 */

/* Ids can't be guessed: knowing one is what lets somebody in. No letters that look alike. */
static void random_id(hub *h, char id[HUB_ID_SIZE]) {
  static const char letters[] = "23456789abcdefghijkmnpqrstuvwxyz";
  uint8_t bytes[HUB_ID_SIZE - 1];
  do {
    h->world.random(h->world.context, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
      id[i] = letters[bytes[i] % 32];
    id[sizeof bytes] = 0;
  } while (hub_code_taken(h, id));
}

void hub_make(hub *h, hub_command *command) {
  char id[HUB_ID_SIZE];
  random_id(h, id);
  hub_table *t = hub_table_add(h, id);
  t->table = junqi_table_new();
  if (!t->table) abort();
  if (command->client) t->address = command->client->address;
  hub_command_put(h, t, command);
}

static uint64_t random_seed(hub *h) {
  uint64_t seed;
  h->world.random(h->world.context, &seed, sizeof seed);
  return seed;
}

/* The table with its owner, and with its settings, which the server sets. */
static junqi_code begin(hub *h, hub_table *t, hub_command *command, junqi_person owner,
                        junqi_seat seat) {
  const junqi_table_input settings = {.kind = JUNQI_DO_SETTINGS,
                                      .settings = command->make.settings};
  junqi_code code = junqi_table_create(t->table, &command->make.rules, owner, seat, random_seed(h),
                                       h->world.now(h->world.context), &h->events, &command->error);
  if (code) return code;
  hub_command_gather(h, t);
  return hub_command_apply(h, t, command, &settings);
}

static junqi_code create(hub *h, hub_table *t, hub_command *command) {
  unsigned level = 0, seats = junqi_seats((junqi_variant)command->make.rules.variant);
  junqi_table_input input = command->input;
  junqi_code code = begin(h, t, command, input.person, input.seat);
  input.kind = JUNQI_DO_SIT;
  for (junqi_seat seat = 0; seat < seats && !code; seat++) {
    if (seat == command->input.seat) continue;
    input.seat = seat;
    input.level = command->make.levels[level++];
    if (input.level) code = hub_command_apply(h, t, command, &input);
  }
  return code;
}

static junqi_code matched(hub *h, hub_table *t, hub_command *command) {
  hub_client *const *sits = command->make.sits;
  junqi_code code = begin(h, t, command, sits[0]->person, 0);
  for (junqi_seat seat = 1; seat < JUNQI_MAX_SEATS && sits[seat] && !code; seat++) {
    const junqi_table_input sit = {
        .kind = JUNQI_DO_SIT, .seat = seat, .drawn = true, .person = sits[seat]->person};
    code = hub_command_apply(h, t, command, &sit);
  }
  return code;
}

static junqi_code again(hub *h, hub_table *t, hub_command *command) {
  const hub_table *former = hub_table_find(h, command->make.former);
  if (!former) return junqi_fail(&command->error, JUNQI_E_TABLE_NO_REMATCH);
  junqi_code code =
      junqi_table_create_again(t->table, former->table, random_seed(h),
                               h->world.now(h->world.context), &h->events, &command->error);
  if (!code) hub_command_gather(h, t);
  t->address = former->address;
  return code;
}

junqi_code hub_make_carry_out(hub *h, hub_table *t, hub_command *command) {
  if (command->deed == DEED_CREATE) return create(h, t, command);
  return command->deed == DEED_MATCHED ? matched(h, t, command) : again(h, t, command);
}

void hub_make_again(hub *h, const hub_table *t) {
  hub_command *command = hub_command_new(NULL, -1, DEED_AGAIN);
  memcpy(command->make.former, t->id, sizeof command->make.former);
  hub_make(h, command);
}

/* -- Telling its people --------------------------------------------------------------------------
 */

static void tell_table(hub *h, const hub_table *t, hub_client *client, const char *type,
                       int64_t re) {
  out_message(&h->message, type, re);
  out_text(&h->message, "table", t->id);
  out_close(&h->message, '}');
  hub_client_send(h, client);
}

static void tell_matched(hub *h, hub_table *t, hub_client *const *sits) {
  for (unsigned i = 0; i < JUNQI_MAX_SEATS && sits[i]; i++) {
    tell_table(h, t, sits[i], "matched", -1);
    hub_follow_seated(h, t, sits[i], sits[i]->person);
  }
}

/* All connections by which somebody followed the former table follow this one. */
static void bring_over(hub *h, hub_table *t, const hub_table *former, junqi_person person) {
  for (size_t i = 0; former && i < former->follower_count; i++)
    if (former->followers[i].client->person == person)
      hub_follow_seated(h, t, former->followers[i].client, person);
  if (hub_follow_present(t, person) == 0) hub_follow_seated(h, t, NULL, person);
}

static void tell_again(hub *h, hub_table *t, const char *id) {
  hub_table *former = hub_table_find(h, id);
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    junqi_table_seat about = junqi_table_about(t->table, seat);
    if (about.who == JUNQI_HUMAN) bring_over(h, t, former, about.person);
  }
  if (!former) return;
  memcpy(former->next, t->id, sizeof former->next);
  hub_people_tell_all(h, former);
}

void hub_make_answer(hub *h, hub_table *t, const hub_command *command) {
  if (command->code) return; /* the client was told why, and nobody else knows of it */
  switch (command->deed) {
  case DEED_CREATE:
    tell_table(h, t, command->client, "created", command->re);
    hub_follow_seated(h, t, command->client, command->client->person);
    break;
  case DEED_MATCHED: tell_matched(h, t, command->make.sits); break;
  default: tell_again(h, t, command->make.former); break;
  }
}
