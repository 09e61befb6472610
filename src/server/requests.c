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

static junqi_code fail_with(junqi_error *error, junqi_code code, const char *where,
                            const char *wanted) {
  junqi_fail(error, code);
  junqi_error_put(error->where, sizeof error->where, where, strlen(where));
  junqi_error_put(error->wanted, sizeof error->wanted, wanted, strlen(wanted));
  return code;
}

static junqi_code fail_number(junqi_error *error, junqi_code code, const char *where,
                              unsigned found, unsigned wanted) {
  char text[16];
  snprintf(text, sizeof text, "%u", wanted);
  fail_with(error, code, where, text);
  snprintf(error->found, sizeof error->found, "%u", found);
  return code;
}

/* -- hello ---------------------------------------------------------------------------------------
 */

/* The tables of one person, oldest first, found in no order. */
typedef struct own_tables {
  junqi_person person;
  const hub_table *found[64];
  size_t count;
} own_tables;

static void find_own(void *context, hub_table *t) {
  own_tables *own = context;
  if (!t->table || t->over || own->count == sizeof own->found / sizeof *own->found) return;
  if (junqi_table_seat_of(t->table, own->person) >= JUNQI_MAX_SEATS) return;
  size_t place = own->count++;
  for (; place > 0 && own->found[place - 1]->log.created > t->log.created; place--)
    own->found[place] = own->found[place - 1];
  own->found[place] = t;
}

static void put_own(out *o, const own_tables *own) {
  out_open(o, "tables", '[');
  for (size_t i = 0; i < own->count; i++) {
    const hub_table *t = own->found[i];
    const junqi_rules *rules = junqi_table_rules(t->table);
    if (t->log.count == 0) continue; /* not stored yet, so nobody is told */
    out_open(o, NULL, '{');
    out_text(o, "table", t->id);
    out_text(o, "variant", junqi_variant_name((junqi_variant)rules->variant));
    out_text(o, "state", tell_state(junqi_table_state_of(t->table)));
    tell_seat(o, "seat", junqi_table_seat_of(t->table, own->person));
    out_close(o, '}');
  }
  out_close(o, ']');
}

static void take_hello(hub *h, hub_client *client, const wire_in *in) {
  own_tables own = {.person = client->person};
  junqi_error error;
  unsigned version = (unsigned)wire_integer(in, "version", 0);
  if (version != WIRE_VERSION) {
    fail_number(&error, JUNQI_E_VERSION, "version", version, WIRE_VERSION);
    refuse(h, client, in, &error);
    return;
  }
  if (!client->greeted) hub_client_greet(h, client);
  hub_table_each(h, find_own, &own);
  out_message(&h->message, "welcome", in->re);
  out_integer(&h->message, "version", WIRE_VERSION);
  out_open(&h->message, "me", '{');
  out_null(&h->message, "name");
  out_boolean(&h->message, "admin", false);
  out_null(&h->message, "muted");
  out_close(&h->message, '}');
  put_own(&h->message, &own);
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

static junqi_code read_rules(const wire_in *in, junqi_rules *rules, junqi_error *error) {
  const char *word = wire_text(in, "variant"), *preset = wire_text(in, "preset"), *name;
  junqi_variant variant = JUNQI_DARK;
  json_t *value;
  junqi_variant_from_name(word, strlen(word), &variant);
  *rules = junqi_rules_default(variant);
  junqi_code code = preset ? junqi_rules_preset(rules, preset, strlen(preset), error) : JUNQI_E_OK;
  json_object_foreach(json_object_get(in->root, "options"), name, value) {
    if (code) return code;
    code = junqi_rules_set(rules, name, strlen(name), json_string_value(value),
                           json_string_length(value), error);
  }
  return code;
}

static junqi_code read_opponents(const wire_in *in, unsigned seats, hub_command *command,
                                 junqi_error *error) {
  json_t *list = json_object_get(in->root, "opponents"), *one;
  size_t i;
  if (json_array_size(list) != seats - 1)
    return fail_number(error, JUNQI_E_OPPONENTS, "opponents", (unsigned)json_array_size(list),
                       seats - 1);
  json_array_foreach(list, i, one) command->levels[i] =
      (uint8_t)json_integer_value(json_object_get(one, "level"));
  return JUNQI_E_OK;
}

static junqi_code check_room(hub *h, const hub_client *client, junqi_error *error) {
  own_tables own = {.person = client->person};
  hub_table_each(h, find_own, &own);
  if (own.count >= WIRE_MAX_SESSION_TABLES)
    return fail_number(error, JUNQI_E_SESSION_TABLES, "", (unsigned)own.count,
                       WIRE_MAX_SESSION_TABLES);
  if (h->tables >= WIRE_MAX_TABLES) return junqi_fail(error, JUNQI_E_TABLES_FULL);
  return JUNQI_E_OK;
}

static junqi_code read_create(hub *h, const hub_client *client, const wire_in *in,
                              hub_command *command, junqi_error *error) {
  const char *seat = wire_text(in, "seat");
  junqi_code code = read_rules(in, &command->rules, error);
  if (code) return code;
  unsigned seats = junqi_seats((junqi_variant)command->rules.variant);
  command->input.seat = seat ? seat_of_text(seat) : 0;
  if (command->input.seat >= seats) {
    fail_with(error, JUNQI_E_TABLE_SEAT_UNKNOWN, "seat", seats == 2 ? "a, b" : "a, b, c");
    junqi_error_put(error->found, sizeof error->found, seat, strlen(seat));
    return error->code;
  }
  code = read_opponents(in, seats, command, error);
  return code ? code : check_room(h, client, error);
}

/* Ids can't be guessed: knowing one is what lets somebody watch. No letters that look alike. */
static void random_id(hub *h, char id[HUB_ID_SIZE]) {
  static const char letters[] = "23456789abcdefghijkmnpqrstuvwxyz";
  uint8_t bytes[HUB_ID_SIZE - 1];
  h->world.random(h->world.context, bytes, sizeof bytes);
  for (size_t i = 0; i < sizeof bytes; i++)
    id[i] = letters[bytes[i] % 32];
  id[sizeof bytes] = 0;
}

static hub_command *new_command(hub_client *client, const wire_in *in, hub_deed deed) {
  hub_command *command = server_new(sizeof *command);
  command->client = hub_client_retain(client);
  command->re = in->re;
  command->deed = deed;
  command->input.person = client->person;
  return command;
}

static void drop_command(hub_command *command) {
  hub_client_release(command->client);
  free(command);
}

static void take_create(hub *h, hub_client *client, const wire_in *in) {
  hub_command *command = new_command(client, in, DEED_CREATE);
  char id[HUB_ID_SIZE];
  if (read_create(h, client, in, command, &command->error)) {
    refuse(h, client, in, &command->error);
    drop_command(command);
    return;
  }
  random_id(h, id);
  hub_table *t = hub_table_add(h, id);
  t->table = junqi_table_new();
  if (!t->table) abort();
  hub_command_put(h, t, command);
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
  fail_with(error, JUNQI_E_PLY_TEXT, "ply", "a11a21, !a11");
  junqi_error_put(error->found, sizeof error->found, text, length);
  return error->code;
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
  } acts[] = {{"resign", JUNQI_DO_RESIGN},
              {"draw-offer", JUNQI_DO_OFFER},
              {"draw-accept", JUNQI_DO_ACCEPT},
              {"draw-refuse", JUNQI_DO_REFUSE},
              {"skip", JUNQI_DO_SKIP}};
  for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
    if (strcmp(acts[i].word, what) == 0) return (uint8_t)acts[i].kind;
  return JUNQI_DO_TICK;
}

/* Fills in what the command's message says. */
static junqi_code read_command(const hub_table *t, const wire_in *in, hub_command *command,
                               junqi_error *error) {
  junqi_variant variant = (junqi_variant)junqi_table_rules(t->table)->variant;
  command->input.seen = (uint32_t)wire_integer(in, "seq", 0);
  switch (in->type) {
  case WIRE_JOIN: command->after = (uint32_t)wire_integer(in, "after", 0); break;
  case WIRE_LAYOUT:
    command->input.kind = JUNQI_DO_LAYOUT;
    return read_layout(t, in, command, error);
  case WIRE_READY: return read_layout(t, in, command, error);
  case WIRE_UNREADY: command->input.kind = JUNQI_DO_UNREADY; break;
  case WIRE_LEAVE: command->input.kind = JUNQI_DO_LEAVE; break;
  case WIRE_ACT: command->input.kind = act_kind(wire_text(in, "what")); break;
  case WIRE_PLAY:
    command->input.kind = JUNQI_DO_PLY;
    return read_ply(variant, wire_text(in, "ply"), &command->input.move, error);
  default: break;
  }
  return JUNQI_E_OK;
}

static hub_deed deed_of(wire_request type) {
  switch (type) {
  case WIRE_JOIN: return DEED_JOIN;
  case WIRE_UNJOIN: return DEED_UNJOIN;
  case WIRE_READY: return DEED_READY;
  default: return DEED_INPUT;
  }
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
    hub_command *command = new_command(client, in, deed_of(in->type));
    if (read_command(t, in, command, &error)) {
      refuse(h, client, in, &error);
      drop_command(command);
    } else {
      hub_command_put(h, t, command);
    }
  }
}

static void take_record(hub *h, hub_client *client, const wire_in *in) {
  out text = {0};
  junqi_error error;
  if (hub_record(h, wire_text(in, "table"), &text, &error)) {
    out_raw(&text, "", 1);
    out_message(&h->message, "record", in->re);
    out_text(&h->message, "table", wire_text(in, "table"));
    out_text(&h->message, "text", text.text);
    out_close(&h->message, '}');
    hub_client_send(h, client);
  } else {
    refuse(h, client, in, &error);
  }
  out_free(&text);
}

void hub_request_take(hub *h, hub_client *client, const wire_in *in) {
  switch (in->type) {
  case WIRE_HELLO: take_hello(h, client, in); break;
  case WIRE_PING: take_ping(h, client, in); break;
  case WIRE_CREATE: take_create(h, client, in); break;
  case WIRE_RECORD: take_record(h, client, in); break;
  case WIRE_FINISHED: hub_finished_take(h, client, in); break;
  case WIRE_LAYOUTS:
  case WIRE_LAYOUT_SAVE:
  case WIRE_LAYOUT_DELETE: hub_layouts_take(h, client, in); break;
  case WIRE_JOIN:
  case WIRE_UNJOIN:
  case WIRE_LAYOUT:
  case WIRE_READY:
  case WIRE_UNREADY:
  case WIRE_PLAY:
  case WIRE_ACT:
  case WIRE_LEAVE: take_at_table(h, client, in); break;
  case WIRE_ENTER:
  case WIRE_SIT:
  case WIRE_COMPUTER:
  case WIRE_KICK:
  case WIRE_OWNER:
  case WIRE_OPTIONS:
  case WIRE_SETTINGS:
  case WIRE_SAY:
  case WIRE_LOBBY:
  case WIRE_UNLOBBY:
  case WIRE_MATCH:
  case WIRE_UNMATCH: {
    junqi_error error;
    junqi_fail(&error, JUNQI_E_TABLE_INPUT);
    refuse(h, client, in, &error);
    break;
  }
  case WIRE_STANDING:
  case WIRE_CHANGES:
  case WIRE_LEADERS: hub_standing_take(h, client, in); break;
  case WIRE_REQUESTS: break;
  }
}
