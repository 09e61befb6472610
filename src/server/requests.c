/* Requests: a client's message, already checked for its shape, becomes a command at a table or is
 * answered at once. */
#include "hall.h"
#include "memory.h"
#include "tell.h"

#include "junqi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Saying no -----------------------------------------------------------------------------------
 */

static void refuse(hub *h, hub_client *client, const wire_in *in, junqi_error *error) {
  hub_client_refuse(h, client, in->re, error);
}

static junqi_code fail_number(junqi_error *error, junqi_code code, const char *where,
                              unsigned found, unsigned wanted) {
  char is[16], right[16];
  snprintf(is, sizeof is, "%u", found);
  snprintf(right, sizeof right, "%u", wanted);
  return junqi_fail_with(error, code, where, is, right);
}

bool hub_request_may_write(hub *h, const hub_client *client, junqi_error *error) {
  const hub_world *world = &h->world;
  return !world->may_write ||
         world->may_write(world->context, client->person, client->address, error);
}

/* -- hello ---------------------------------------------------------------------------------------
 */

static void put_own(out *o, const hub_person *person) {
  hub_table *own[HUB_OWN_TABLES];
  size_t count = hub_person_tables(person, own, HUB_OWN_TABLES);
  out_open(o, "tables", '[');
  for (size_t i = 0; i < count; i++) {
    out_open(o, NULL, '{');
    out_text(o, "table", own[i]->id);
    out_text(o, "variant",
             junqi_variant_name((junqi_variant)junqi_table_rules(own[i]->table)->variant));
    out_text(o, "state", tell_state(own[i]->phase));
    tell_seat(o, "seat", hub_person_seat(own[i], person));
    out_close(o, '}');
  }
  out_close(o, ']');
}

static void put_me(hub *h, hub_person *person) {
  out *o = &h->message;
  hub_person_read(h, person);
  out_open(o, "me", '{');
  if (*person->name)
    out_text(o, "name", person->name);
  else
    out_null(o, "name");
  out_boolean(o, "admin", person->admin);
  if (person->muted_until > h->world.date(h->world.context))
    out_integer(o, "muted", person->muted_until);
  else
    out_null(o, "muted");
  out_close(o, '}');
}

static void take_hello(hub *h, hub_client *client, const wire_in *in) {
  junqi_error error;
  unsigned version = (unsigned)wire_integer(in, "version", 0);
  if (version != WIRE_VERSION) {
    fail_number(&error, JUNQI_E_VERSION, "version", version, WIRE_VERSION);
    refuse(h, client, in, &error);
    return;
  }
  if (!client->greeted) hub_client_greet(h, client);
  out_message(&h->message, "welcome", in->re);
  out_integer(&h->message, "version", WIRE_VERSION);
  put_me(h, client->who);
  put_own(&h->message, client->who);
  out_close(&h->message, '}');
  hub_client_send(h, client);
}

static void take_ping(hub *h, hub_client *client, const wire_in *in) {
  out_message(&h->message, "pong", in->re);
  out_close(&h->message, '}');
  hub_client_send(h, client);
}

/* -- create --------------------------------------------------------------------------------------
 */

static junqi_seat seat_of_text(const char *text) {
  return (junqi_seat)(text[0] - 'a');
}

/* The preset or the default, and the options on top of it. */
static junqi_code read_rules(const wire_in *in, junqi_variant variant, junqi_rules *rules,
                             junqi_error *error) {
  const char *preset = wire_text(in, "preset"), *name;
  json_t *value;
  *rules = junqi_rules_default(variant);
  junqi_code code = preset ? junqi_rules_preset(rules, preset, strlen(preset), error) : JUNQI_E_OK;
  json_object_foreach(json_object_get(in->root, "options"), name, value) {
    if (code) return code;
    code = junqi_rules_set(rules, name, strlen(name), json_string_value(value),
                           json_string_length(value), error);
  }
  return code;
}

/* Sets what is named on top of *settings; *named (may be NULL) is the set of it. Only the server
 * makes an anti-cheat room. */
static junqi_code read_settings(const wire_in *in, junqi_settings *settings, uint32_t *named,
                                junqi_error *error) {
  const char *name;
  json_t *value;
  json_object_foreach(json_object_get(in->root, "settings"), name, value) {
    junqi_code code = junqi_settings_set(settings, name, strlen(name), json_string_value(value),
                                         json_string_length(value), error);
    if (code) return code;
    for (unsigned i = 0; i < JUNQI_SETTINGS && named; i++)
      if (strcmp(junqi_setting_about((junqi_setting)i)->name, name) == 0) *named |= 1u << i;
  }
  if (junqi_set(settings, JUNQI_SET_ANTICHEAT)) return junqi_fail(error, JUNQI_E_TABLE_DRAWN);
  return JUNQI_E_OK;
}

static junqi_code read_opponents(const wire_in *in, unsigned seats, hub_making *make,
                                 junqi_error *error) {
  json_t *list = json_object_get(in->root, "opponents"), *one;
  size_t i;
  if (json_array_size(list) != seats - 1)
    return fail_number(error, JUNQI_E_OPPONENTS, "opponents", (unsigned)json_array_size(list),
                       seats - 1);
  json_array_foreach(list, i, one) make->levels[i] =
      (uint8_t)json_integer_value(json_object_get(one, "level"));
  return JUNQI_E_OK;
}

static junqi_variant variant_of(const wire_in *in) {
  const char *word = wire_text(in, "variant");
  junqi_variant variant = JUNQI_DARK;
  junqi_variant_from_name(word, strlen(word), &variant);
  return variant;
}

static junqi_code read_create(hub *h, const hub_client *client, const wire_in *in,
                              hub_command *command, junqi_error *error) {
  const char *seat = wire_text(in, "seat");
  hub_making *make = &command->make;
  unsigned seats = junqi_seats(variant_of(in));
  make->settings = junqi_settings_default();
  command->input.seat = seat ? seat_of_text(seat) : 0;
  junqi_code code = read_rules(in, variant_of(in), &make->rules, error);
  if (!code) code = read_settings(in, &make->settings, NULL, error);
  if (!code) code = junqi_settings_check(&make->settings, error);
  if (code) return code;
  if (command->input.seat >= seats)
    return junqi_fail_with(error, JUNQI_E_TABLE_SEAT_UNKNOWN, "seat", seat,
                           seats == 2 ? "a, b" : "a, b, c");
  code = read_opponents(in, seats, make, error);
  return code ? code : hub_check_room(h, client, error);
}

static void take_create(hub *h, hub_client *client, const wire_in *in) {
  hub_command *command = hub_command_new(client, in->re, DEED_CREATE);
  if (read_create(h, client, in, command, &command->error) ||
      !hub_request_may_write(h, client, &command->error)) {
    refuse(h, client, in, &command->error);
    hub_command_free(command);
    return;
  }
  hub_make(h, command);
}

/* -- Lobby and quick match -----------------------------------------------------------------------
 */

static void take_match(hub *h, hub_client *client, const wire_in *in) {
  junqi_error error;
  if (!hub_request_may_write(h, client, &error) ||
      hub_matching_enter(h, client, variant_of(in), wire_flag(in, "anticheat"), in->re, &error))
    refuse(h, client, in, &error);
}

static void take_leaving(hub *h, hub_client *client, const wire_in *in) {
  if (in->type == WIRE_UNLOBBY)
    hub_lobby_leave(h, client);
  else
    hub_matching_leave(h, client);
  hub_client_done(h, client, in->re);
}

/* -- At a table ----------------------------------------------------------------------------------
 */

/* `a11b15` or `!a11`. */
static junqi_code read_ply(junqi_variant variant, const char *text, junqi_move *move,
                           junqi_error *error) {
  const junqi_board *board = junqi_board_of(variant);
  size_t length = strlen(text), used = 0, more = 0;
  bool flip = text[0] == '!';
  if (flip && variant != JUNQI_FLIP) return junqi_fail(error, JUNQI_E_FLIP_VARIANT);
  move->from = junqi_point_named(board, text + flip, length - flip, &used);
  move->to = move->from;
  if (move->from != JUNQI_NO_POINT && !flip)
    move->to = junqi_point_named(board, text + used, length - used, &more);
  if (move->from != JUNQI_NO_POINT && move->to != JUNQI_NO_POINT && flip + used + more == length &&
      (flip || move->from != move->to))
    return JUNQI_E_OK;
  return junqi_fail_with(error, JUNQI_E_PLY_TEXT, "ply", text, "a11a21, !a11");
}

static junqi_code read_layout(const hub_table *t, const wire_in *in, hub_command *command,
                              junqi_error *error) {
  const char *text = wire_text(in, "layout");
  junqi_seat seat = junqi_table_seat_of(t->table, command->input.person);
  if (!text) return JUNQI_E_OK;
  command->with_layout = true;
  return junqi_layout_read(text, strlen(text), JUNQI_PARTIAL_LAYOUT, junqi_table_rules(t->table),
                           seat < JUNQI_MAX_SEATS ? seat : 0, &command->input.layout, error);
}

static uint8_t act_kind(const char *what) {
  static const struct {
    const char *word;
    junqi_table_input_kind kind;
  } acts[] = {{"resign", JUNQI_DO_RESIGN},      {"draw-offer", JUNQI_DO_OFFER},
              {"draw-accept", JUNQI_DO_ACCEPT}, {"draw-refuse", JUNQI_DO_REFUSE},
              {"skip", JUNQI_DO_SKIP},          {"handover", JUNQI_DO_HANDOVER},
              {"return", JUNQI_DO_RETURN},      {"rematch", JUNQI_DO_REMATCH}};
  for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
    if (strcmp(acts[i].word, what) == 0) return (uint8_t)acts[i].kind;
  return JUNQI_DO_TICK;
}

static junqi_code read_sit(const hub *h, const hub_table *t, const wire_in *in,
                           hub_command *command, junqi_error *error) {
  const hub_client *client = command->client;
  command->input.kind = JUNQI_DO_SIT;
  command->with_seat = wire_text(in, "seat") != NULL;
  if (junqi_table_seat_of(t->table, client->person) < JUNQI_MAX_SEATS) return JUNQI_E_OK;
  return hub_check_seats(h, client, error);
}

static junqi_code read_join(hub *h, const hub_table *t, const wire_in *in, hub_command *command,
                            junqi_error *error) {
  command->after = (uint32_t)wire_integer(in, "after", 0);
  if (hub_follow_is_costly(t, command->after) && !hub_follow_may_retell(h, command->client, error))
    return error->code;
  return JUNQI_E_OK;
}

static junqi_code read_say(const wire_in *in, hub_command *command) {
  const char *text = wire_text(in, "text");
  command->text = server_copy(text, strlen(text));
  return JUNQI_E_OK;
}

static uint8_t input_kind(const wire_in *in) {
  switch (in->type) {
  case WIRE_LAYOUT: return JUNQI_DO_LAYOUT;
  case WIRE_UNREADY: return JUNQI_DO_UNREADY;
  case WIRE_LEAVE: return JUNQI_DO_LEAVE;
  case WIRE_ACT: return act_kind(wire_text(in, "what"));
  case WIRE_PLAY: return JUNQI_DO_PLY;
  case WIRE_COMPUTER: return JUNQI_DO_SIT;
  case WIRE_KICK: return JUNQI_DO_KICK;
  case WIRE_OWNER: return JUNQI_DO_OWNER;
  case WIRE_OPTIONS: return JUNQI_DO_OPTIONS;
  case WIRE_SETTINGS: return JUNQI_DO_SETTINGS;
  default: return JUNQI_DO_TICK;
  }
}

/* Fills in what the command's message says. */
static junqi_code read_command(hub *h, const hub_table *t, const wire_in *in, hub_command *command,
                               junqi_error *error) {
  junqi_variant variant = (junqi_variant)junqi_table_rules(t->table)->variant;
  const char *seat = wire_text(in, "seat");
  junqi_table_input *input = &command->input;
  input->kind = input_kind(in);
  input->seen = (uint32_t)wire_integer(in, "seq", 0);
  input->level = (uint8_t)wire_integer(in, "level", 0);
  if (seat) input->seat = seat_of_text(seat);
  /* What the owner asks for is about the table, or about the seat that is named. */
  command->with_seat = seat || in->type == WIRE_OPTIONS;
  switch (in->type) {
  case WIRE_JOIN: return read_join(h, t, in, command, error);
  case WIRE_LAYOUT:
  case WIRE_READY: return read_layout(t, in, command, error);
  case WIRE_SIT: return read_sit(h, t, in, command, error);
  case WIRE_OPTIONS: return read_rules(in, variant, &input->rules, error);
  case WIRE_SETTINGS: return read_settings(in, &input->settings, &command->named, error);
  case WIRE_SAY: return read_say(in, command);
  case WIRE_PLAY: return read_ply(variant, wire_text(in, "ply"), &input->move, error);
  default: break;
  }
  return JUNQI_E_OK;
}

static hub_deed deed_of(wire_request type) {
  switch (type) {
  case WIRE_JOIN: return DEED_JOIN;
  case WIRE_UNJOIN: return DEED_UNJOIN;
  case WIRE_READY: return DEED_READY;
  case WIRE_SIT: return DEED_SIT;
  case WIRE_SETTINGS: return DEED_SETTINGS;
  case WIRE_SAY: return DEED_SAY;
  default: return DEED_INPUT;
  }
}

/* Whoever goes may always do so; to look on and to talk leaves nothing behind. */
static bool writes(wire_request type) {
  return type != WIRE_LEAVE && type != WIRE_JOIN && type != WIRE_UNJOIN && type != WIRE_SAY;
}

static void take_at_table(hub *h, hub_client *client, const wire_in *in) {
  const char *id = wire_text(in, "table");
  hub_table *t = hub_table_find(h, id);
  junqi_error error;
  if (!t && in->type == WIRE_JOIN) {
    hub_follow_past(h, client, in->re, id, (uint32_t)wire_integer(in, "after", 0));
  } else if (!t) {
    junqi_fail(&error, JUNQI_E_TABLE_UNKNOWN);
    refuse(h, client, in, &error);
  } else {
    hub_command *command = hub_command_new(client, in->re, deed_of(in->type));
    if (read_command(h, t, in, command, &error) ||
        (writes(in->type) && !hub_request_may_write(h, client, &error))) {
      refuse(h, client, in, &error);
      hub_command_free(command);
    } else {
      hub_command_put(h, t, command);
    }
  }
}

static void take_record(hub *h, hub_client *client, const wire_in *in) {
  out text = {0};
  size_t events = 0;
  junqi_error error;
  if (hub_follow_may_retell(h, client, &error) &&
      hub_record(h, wire_text(in, "table"), &text, &events, &error)) {
    out_raw(&text, "", 1);
    out_message(&h->message, "record", in->re);
    out_text(&h->message, "table", wire_text(in, "table"));
    out_text(&h->message, "text", text.text);
    out_close(&h->message, '}');
    hub_client_send(h, client);
  } else {
    refuse(h, client, in, &error);
  }
  hub_follow_retold(h, client, events);
  out_free(&text);
}

/* -- Questions -----------------------------------------------------------------------------------
 */

static uint64_t worked(const hub *h) {
  return h->world.worked ? h->world.worked(h->world.context) : 0;
}

/* What is looked up for one person keeps all others waiting: a place behind ten thousand others,
 * the one game among as many. It has the price of what could have been told meanwhile. */
static void take_question(hub *h, hub_client *client, const wire_in *in) {
  enum { TELLING_US = 20 /* an event */ };
  junqi_error error;
  if (!hub_follow_may_retell(h, client, &error)) {
    refuse(h, client, in, &error);
    return;
  }
  uint64_t since = worked(h);
  switch (in->type) {
  case WIRE_FINISHED: hub_finished_take(h, client, in); break;
  case WIRE_LOBBY: hub_lobby_enter(h, client, in->re); break;
  case WIRE_LAYOUTS: hub_layouts_take(h, client, in); break;
  default: hub_standing_take(h, client, in); break;
  }
  hub_follow_retold(h, client, (worked(h) - since) / TELLING_US);
}

void hub_request_take(hub *h, hub_client *client, const wire_in *in) {
  switch (in->type) {
  case WIRE_HELLO: take_hello(h, client, in); break;
  case WIRE_PING: take_ping(h, client, in); break;
  case WIRE_CREATE: take_create(h, client, in); break;
  case WIRE_RECORD: take_record(h, client, in); break;
  case WIRE_LAYOUT_SAVE:
  case WIRE_LAYOUT_DELETE: hub_layouts_take(h, client, in); break;
  case WIRE_JOIN:
  case WIRE_UNJOIN:
  case WIRE_LAYOUT:
  case WIRE_READY:
  case WIRE_UNREADY:
  case WIRE_PLAY:
  case WIRE_ACT:
  case WIRE_SIT:
  case WIRE_COMPUTER:
  case WIRE_KICK:
  case WIRE_OWNER:
  case WIRE_OPTIONS:
  case WIRE_SETTINGS:
  case WIRE_SAY:
  case WIRE_LEAVE: take_at_table(h, client, in); break;
  case WIRE_ENTER: hub_code_enter(h, client, in); break;
  case WIRE_MATCH: take_match(h, client, in); break;
  case WIRE_UNLOBBY:
  case WIRE_UNMATCH: take_leaving(h, client, in); break;
  case WIRE_STANDING:
  case WIRE_CHANGES:
  case WIRE_LEADERS:
  case WIRE_FINISHED:
  case WIRE_LAYOUTS:
  case WIRE_LOBBY: take_question(h, client, in); break;
  case WIRE_REQUESTS: break;
  }
}
