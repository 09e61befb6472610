/* See chat.h. */
#include "chat.h"

#include "hall.h"
#include "letters.h"
#include "memory.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

enum { CHAT_PACE = 2000 /* ms for each line of one person, in the long run */ };

static void line_free(chat_line *line) {
  free(line->text);
  free(line->name);
}

void hub_chat_free(chat *c) {
  for (size_t i = 0; i < c->count; i++)
    line_free(&c->line[i]);
  free(c->line);
  *c = (chat){0};
}

static const chat_line *keep(chat *c, chat_line line) {
  chat_line *place;
  if (c->count < WIRE_MAX_CHAT_LINES) {
    c->line = server_grow(c->line, &c->capacity, c->count + 1, sizeof *c->line);
    place = &c->line[c->count++];
  } else {
    place = &c->line[c->first];
    c->first = (c->first + 1) % c->count;
    line_free(place);
  }
  *place = line;
  return place;
}

/* -- Telling -------------------------------------------------------------------------------------
 */

static bool may_hear(const hub_table *t, const chat_line *line, junqi_seat viewer) {
  return !line->aside || viewer == JUNQI_SPECTATOR ||
         junqi_table_state_of(t->table) == JUNQI_TABLE_FINISHED;
}

static void write_line(hub *h, const hub_table *t, const chat_line *line) {
  out *o = &h->message;
  out_message(o, "said", -1);
  out_text(o, "table", t->id);
  tell_seat(o, "seat", line->seat);
  if (line->name && junqi_table_names_open(t->table))
    out_text(o, "name", line->name);
  else
    out_null(o, "name");
  out_integer(o, "date", line->date);
  out_text(o, "text", line->text);
  out_close(o, '}');
}

void hub_chat_tell(hub *h, hub_table *t, hub_client *client) {
  const chat *c = &t->chat;
  junqi_seat seat = junqi_table_seat_of(t->table, client->person);
  for (size_t i = 0; i < c->count; i++) {
    const chat_line *line = &c->line[(c->first + i) % c->count];
    if (!may_hear(t, line, seat < JUNQI_MAX_SEATS ? seat : JUNQI_SPECTATOR)) continue;
    write_line(h, t, line);
    hub_client_send(h, client);
  }
}

static void tell_all(hub *h, hub_table *t, const chat_line *line) {
  write_line(h, t, line);
  for (size_t i = 0; i < t->follower_count; i++) {
    const hub_follower *follower = &t->followers[i];
    if (follower->live && may_hear(t, line, follower->viewer)) hub_client_send(h, follower->client);
  }
}

/* -- Saying --------------------------------------------------------------------------------------
 */

/* One line at a time, and some at once (WIRE_MAX_CHAT_BURST). */
static bool too_fast(hub *h, hub_person *person) {
  uint64_t now = h->world.now(h->world.context);
  uint64_t at = person->talk_at > now ? person->talk_at : now;
  if (at - now > (WIRE_MAX_CHAT_BURST - 1) * CHAT_PACE) return true;
  person->talk_at = at + CHAT_PACE;
  return false;
}

static junqi_code refused(hub *h, const hub_table *t, const hub_client *client,
                          junqi_error *error) {
  const hub_person *person = hub_person_read(h, client->who);
  if (!hub_follow_is(t, client)) return junqi_fail(error, JUNQI_E_NOT_FOLLOWING);
  if (person->muted_until > h->world.date(h->world.context)) {
    junqi_fail(error, JUNQI_E_MUTED);
    letters_date(error->wanted, person->muted_until);
    return error->code;
  }
  if (!junqi_table_chat_open(t->table)) return junqi_fail(error, JUNQI_E_CHAT_CLOSED);
  return JUNQI_E_OK;
}

junqi_code hub_chat_say(hub *h, hub_table *t, hub_client *client, const char *text,
                        junqi_error *error) {
  if (!client->who) return JUNQI_E_OK; /* it is gone by now */
  junqi_code code = refused(h, t, client, error);
  if (code) return code;
  char *cleaned = server_copy(text, strlen(text));
  letters_clean(text, cleaned);
  if (!letters_readable(cleaned)) code = junqi_fail(error, JUNQI_E_SAY_NOTHING);
  if (!code && too_fast(h, client->who)) code = junqi_fail(error, JUNQI_E_SAY_FAST);
  if (code) {
    free(cleaned);
    return code;
  }
  const char *name = hub_person_read(h, client->who)->name;
  junqi_seat seat = junqi_table_seat_of(t->table, client->person);
  chat_line line = {.text = cleaned,
                    .name = *name ? server_copy(name, strlen(name)) : NULL,
                    .date = h->world.date(h->world.context),
                    .seat = seat < JUNQI_MAX_SEATS ? seat : JUNQI_SPECTATOR};
  line.aside = line.seat == JUNQI_SPECTATOR && t->phase == JUNQI_TABLE_PLAYING;
  tell_all(h, t, keep(&t->chat, line));
  return JUNQI_E_OK;
}
