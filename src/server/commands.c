/* What is done at a table. Commands wait in a row: one is carried out, the events it brought about
 * are written to the store, then everybody is told, its sender is answered, and the next one
 * begins. So nobody hears of anything that could be lost, and order is kept. */
#include "hall.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- Events to the store -------------------------------------------------------------------------
 */

void hub_command_gather(hub *h, hub_table *t) {
  char text[JUNQI_TABLE_TEXT_MAX];
  t->fresh =
      server_grow(t->fresh, &t->fresh_capacity, t->fresh_count + h->events.count, sizeof *t->fresh);
  for (unsigned i = 0; i < h->events.count; i++) {
    const junqi_table_event *event = &h->events.item[i];
    t->fresh[t->fresh_count++] = *event;
    hub_log_add(&t->fresh_log, text, junqi_table_event_write(t->table, event, text, sizeof text));
  }
}

/* What is to be stored ends with the table's last word, if that is among it: people's presence and
 * wishes after the end are not kept. */
static size_t to_store(const hub_table *t, bool *last) {
  for (size_t i = 0; i < t->fresh_count; i++)
    if (t->fresh[i].kind == JUNQI_TABLE_REVEAL || t->fresh[i].kind == JUNQI_TABLE_CLOSE) {
      *last = true;
      return i + 1;
    }
  *last = false;
  return t->fresh_count;
}

static junqi_store_status append(hub *h, hub_table *t, const junqi_store_event *events,
                                 size_t count, bool last) {
  hub_seal seal = {0};
  hub_sealed_game sealed;
  junqi_store_batch batch = {.table = t->id,
                             .time = h->world.date(h->world.context),
                             .create = t->log.count == 0,
                             .finish = last,
                             .header = {"1", 1},
                             .events = events,
                             .event_count = count};
  if (batch.create) t->log.created = batch.time;
  if (last && hub_scores_seal(h, t, &sealed)) batch.game = &sealed.game;
  if (last) hub_finished_seal(t->table, &t->result, &seal);
  t->write.since = h->world.now(h->world.context);
  t->write.ends = seal.count > 0;
  if (seal.count > 0) {
    batch.set_header = true;
    batch.header = (junqi_store_bytes){seal.header.text, seal.header.length};
    batch.owners = seal.owner;
    batch.owner_count = seal.count;
  }
  junqi_store_status status = junqi_store_append(h->store, &batch, (uint64_t)(uintptr_t)&t->write);
  out_free(&seal.header);
  return status;
}

/* Events are told once they are on the disk: until then the table's clock stands at them, for the
 * next to move has not heard that it is their turn. */
static void begin_writing(hub *h, hub_table *t) {
  t->writing = true;
  t->writing_since = h->world.now(h->world.context);
}

static void end_writing(hub *h, hub_table *t) {
  t->writing = false;
  junqi_table_stand(t->table, h->world.now(h->world.context) - t->writing_since);
}

/* Hands the gathered events to the store; where it has no room now, hub_command_resubmit() tries
 * again. */
static void submit(hub *h, hub_table *t) {
  bool last;
  size_t count = to_store(t, &last);
  junqi_store_event *events = server_new(count * sizeof *events);
  t->write.table = t;
  for (size_t i = 0; i < count; i++) {
    const hub_log *log = &t->fresh_log;
    events[i] =
        (junqi_store_event){t->fresh[i].seq,
                            h->world.date(h->world.context),
                            junqi_table_event_word((junqi_table_event_kind)t->fresh[i].kind),
                            {log->text + log->start[i], log->start[i + 1] - log->start[i]}};
  }
  junqi_store_status status = append(h, t, events, count, last);
  free(events);
  t->submitted = status == JUNQI_STORE_OK;
  if (status == JUNQI_STORE_BUSY)
    h->unsubmitted++;
  else if (!t->submitted)
    hub_stop(h, junqi_store_code(status));
}

/* What the first event costs was taken with the request. */
static void note_written(hub *h, const hub_table *t, const hub_command *command) {
  const hub_world *world = &h->world;
  const hub_client *client = command->client;
  if (client && world->wrote)
    world->wrote(world->context, client->person, client->address, t->fresh_count - 1);
}

static void submit_again(void *context, hub_table *t) {
  hub *h = context;
  if (!t->writing || t->submitted || h->failed) return;
  h->unsubmitted--;
  submit(h, t);
}

void hub_command_resubmit(hub *h) {
  if (h->unsubmitted > 0) hub_table_each(h, submit_again, h);
}

/* -- Carrying out --------------------------------------------------------------------------------
 */

junqi_code hub_command_apply(hub *h, hub_table *t, hub_command *command,
                             const junqi_table_input *input) {
  junqi_code code = junqi_table_apply(t->table, input, h->world.now(h->world.context), &h->events,
                                      &command->error);
  hub_command_gather(h, t);
  return code;
}

/* Two inputs in one: a layout that the second would refuse must not become the seat's by the
 * first. What the first refuses it says itself. */
static junqi_code ready(hub *h, hub_table *t, hub_command *command) {
  const junqi_rules *rules = junqi_table_rules(t->table);
  junqi_table_input input = command->input;
  junqi_code code = JUNQI_E_OK;
  if (command->with_layout && rules->variant != JUNQI_FLIP)
    code = junqi_layout_check(rules, &input.layout, input.seat, &command->error);
  if (command->with_layout && !code) {
    input.kind = JUNQI_DO_LAYOUT;
    code = hub_command_apply(h, t, command, &input);
  }
  if (code) return code;
  input.kind = JUNQI_DO_READY;
  return hub_command_apply(h, t, command, &input);
}

/* The person's news to the table; a spectator's coming and going is none. After the end it matters
 * only to a rematch: what the table refuses then is no matter. */
static junqi_code presence(hub *h, hub_table *t, hub_command *command, uint8_t kind) {
  junqi_table_input input = {.kind = kind, .person = command->input.person};
  junqi_table_state state = junqi_table_state_of(t->table);
  input.seat = junqi_table_seat_of(t->table, input.person);
  if (input.seat >= JUNQI_MAX_SEATS || t->over) return JUNQI_E_OK;
  junqi_code code = hub_command_apply(h, t, command, &input);
  return state == JUNQI_TABLE_FINISHED ? JUNQI_E_OK : code;
}

static junqi_code join(hub *h, hub_table *t, hub_command *command) {
  junqi_seat seat = junqi_table_seat_of(t->table, command->input.person);
  if (seat >= JUNQI_MAX_SEATS && !hub_follow_may_watch(t))
    return junqi_fail(&command->error, JUNQI_E_WATCH_OFF);
  return presence(h, t, command, JUNQI_DO_CONNECTED);
}

/* Where no seat is named, the first that is free. */
static junqi_code sit(hub *h, hub_table *t, hub_command *command) {
  junqi_table_input input = command->input;
  unsigned seats = junqi_seats((junqi_variant)junqi_table_rules(t->table)->variant);
  for (junqi_seat seat = 0; seat < seats && !command->with_seat; seat++)
    if (junqi_table_about(t->table, seat).who == JUNQI_FREE) {
      input.seat = seat;
      command->with_seat = true;
    }
  if (!command->with_seat) return junqi_fail(&command->error, JUNQI_E_TABLE_FULL);
  return hub_command_apply(h, t, command, &input);
}

static junqi_code change_settings(hub *h, hub_table *t, hub_command *command) {
  junqi_table_input input = command->input;
  const junqi_settings *now = junqi_table_settings(t->table);
  for (unsigned i = 0; i < JUNQI_SETTINGS; i++)
    if (!(command->named >> i & 1)) input.settings.value[i] = now->value[i];
  return hub_command_apply(h, t, command, &input);
}

/* A client's command is for the seat that its person holds by now, unless it names one. */
static junqi_code take_seat(const hub_table *t, hub_command *command) {
  if (command->with_seat) return JUNQI_E_OK;
  command->input.seat = junqi_table_seat_of(t->table, command->input.person);
  if (command->input.seat < JUNQI_MAX_SEATS) return JUNQI_E_OK;
  return junqi_fail(&command->error, JUNQI_E_NOT_SEATED);
}

static junqi_code carry_out(hub *h, hub_table *t, hub_command *command) {
  bool for_seat = command->deed == DEED_INPUT || command->deed == DEED_READY;
  if (command->client && for_seat && take_seat(t, command)) return command->error.code;
  switch (command->deed) {
  case DEED_CREATE:
  case DEED_MATCHED:
  case DEED_AGAIN: return hub_make_carry_out(h, t, command);
  case DEED_READY: return ready(h, t, command);
  case DEED_SIT: return sit(h, t, command);
  case DEED_SETTINGS: return change_settings(h, t, command);
  case DEED_SAY: return hub_chat_say(h, t, command->client, command->text, &command->error);
  case DEED_JOIN: return join(h, t, command);
  case DEED_LOST:
    if (hub_follow_present(t, command->input.person) > 0) return JUNQI_E_OK;
    return presence(h, t, command, JUNQI_DO_DISCONNECTED);
  case DEED_UNJOIN: return JUNQI_E_OK;
  case DEED_DRAWN:
  case DEED_INPUT:
  case DEED_TICK: break;
  }
  return hub_command_apply(h, t, command, &command->input);
}

/* -- Answering -----------------------------------------------------------------------------------
 */

/* Who was drawn sits there, or goes on looking, or is told why not. */
static void answer_drawn(hub *h, hub_table *t, const hub_command *command) {
  hub_client *client = command->make.sits[0];
  junqi_error error;
  if (!command->code) {
    out_message(&h->message, "matched", -1);
    out_text(&h->message, "table", t->id);
    out_close(&h->message, '}');
    hub_client_send(h, client);
    hub_follow_seated(h, t, client, client->person);
  } else if (client->who &&
             hub_matching_enter(h, client, (junqi_variant)junqi_table_rules(t->table)->variant,
                                true, -1, &error)) {
    hub_client_refuse(h, client, -1, &error);
  }
}

static void answer(hub *h, hub_table *t, const hub_command *command) {
  if (command->deed == DEED_DRAWN) answer_drawn(h, t, command);
  if (command->deed == DEED_MATCHED || command->deed == DEED_AGAIN) hub_make_answer(h, t, command);
  if (!command->client) return;
  if (command->code) {
    hub_client_refuse(h, command->client, command->re, &command->error);
    return;
  }
  switch (command->deed) {
  case DEED_CREATE: hub_make_answer(h, t, command); return;
  case DEED_JOIN: hub_follow_join(h, t, command); return;
  case DEED_UNJOIN: hub_follow_remove(h, t, command->client); break;
  case DEED_SIT: hub_follow_seated(h, t, command->client, command->input.person); break;
  default: break;
  }
  hub_client_done(h, command->client, command->re);
}

hub_command *hub_command_new(hub_client *client, int64_t re, hub_deed deed) {
  hub_command *command = server_new(sizeof *command);
  command->re = re;
  command->deed = deed;
  if (client) command->client = hub_client_retain(client);
  if (client) command->input.person = client->person;
  return command;
}

void hub_command_free(hub_command *command) {
  if (!command) return;
  if (command->client) hub_client_release(command->client);
  for (unsigned i = 0; i < JUNQI_MAX_SEATS; i++)
    if (command->make.sits[i]) hub_client_release(command->make.sits[i]);
  free(command->text);
  free(command);
}

static hub_command *take_first(hub_table *t) {
  hub_command *command = t->first;
  t->first = command->next;
  if (!t->first) t->last = NULL;
  t->waiting--;
  return command;
}

/* Carries out what waits until something has to be written. What comes after the end is told
 * without being stored. The table may be gone afterwards. */
static void run(hub *h, hub_table *t) {
  if (t->running) return;
  t->running = true;
  while (!t->writing && t->first && !h->failed) {
    hub_command *command = take_first(t);
    command->code = carry_out(h, t, command);
    if (t->fresh_count > 0 && !t->sealed) {
      t->current = command;
      note_written(h, t, command);
      begin_writing(h, t);
      submit(h, t);
    } else {
      if (t->fresh_count > 0) hub_follow_publish(h, t);
      answer(h, t, command);
      hub_command_free(command);
    }
  }
  t->running = false;
  if (t->sealed && h->world.now(h->world.context) >= t->keep_until) t->over = true;
  if (!t->writing && !t->first) hub_players_look(h, t);
  bool unborn = !t->writing && junqi_table_state_of(t->table) == JUNQI_TABLE_NEW;
  if ((t->over || unborn) && !t->first && t->follower_count == 0 && !t->writing)
    hub_table_remove(h, t);
  else
    hub_table_schedule(h, t);
}

void hub_command_put(hub *h, hub_table *t, hub_command *command) {
  if (command->client && t->waiting >= WIRE_MAX_WAITING_COMMANDS) {
    junqi_fail(&command->error, JUNQI_E_TABLE_BUSY);
    hub_client_refuse(h, command->client, command->re, &command->error);
    hub_command_free(command);
    return;
  }
  command->next = NULL;
  if (t->last)
    t->last->next = command;
  else
    t->first = command;
  t->last = command;
  t->waiting++;
  run(h, t);
}

void hub_command_own(hub *h, hub_table *t, hub_deed deed, const junqi_table_input *input) {
  hub_command *command = hub_command_new(NULL, -1, deed);
  command->input = *input;
  hub_command_put(h, t, command);
}

void hub_command_draw(hub *h, hub_table *t, hub_client *client, const junqi_table_input *input) {
  hub_command *command = hub_command_new(NULL, -1, DEED_DRAWN);
  command->input = *input;
  command->make.sits[0] = hub_client_retain(client);
  hub_command_put(h, t, command);
}

void hub_command_resume(hub *h, hub_table *t) {
  junqi_table_resume(t->table, h->world.now(h->world.context), &h->events);
  hub_command_gather(h, t);
  if (t->fresh_count > 0) {
    begin_writing(h, t);
    submit(h, t);
  }
  run(h, t);
}

void hub_command_written(hub *h, hub_table *t, junqi_store_status status) {
  hub_command *command = t->current;
  if (status != JUNQI_STORE_OK) {
    hub_stop(h, junqi_store_code(status));
    return;
  }
  if (h->failed) return;
  end_writing(h, t);
  hub_follow_publish(h, t);
  t->current = NULL;
  t->running = true; /* until this one is answered */
  if (command) {
    answer(h, t, command);
    hub_command_free(command);
  }
  t->running = false;
  run(h, t);
}
