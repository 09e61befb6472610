/* Layouts that a person saved under a name (RULES.md ): straight to the store and back. */
#include "hall.h"
#include "letters.h"
#include "memory.h"

#include "junqi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void owner_key(char key[24], const hub_client *client) {
  snprintf(key, 24, "g%016" PRIx64, client->person);
}

static bool put_layout(void *context, const junqi_store_layout *layout) {
  out *o = context;
  char *text = server_copy(layout->text.data, layout->text.size);
  out_open(o, NULL, '{');
  out_text(o, "name", layout->name);
  out_text(o, "layout", text);
  out_close(o, '}');
  free(text);
  return true;
}

static void refuse_status(hub *h, hub_client *client, int64_t re, junqi_store_status status) {
  junqi_error error;
  junqi_fail(&error, junqi_store_code(status));
  hub_client_refuse(h, client, re, &error);
}

static void list(hub *h, hub_client *client, const wire_in *in, const char *key) {
  out_message(&h->message, "layouts", in->re);
  out_open(&h->message, "items", '[');
  junqi_store_status status = junqi_store_each_layout(h->store, key, put_layout, &h->message);
  out_close(&h->message, ']');
  out_close(&h->message, '}');
  if (status)
    refuse_status(h, client, in->re, status);
  else
    hub_client_send(h, client);
}

/* Only what reads as a layout is kept, in its canonical form. */
static junqi_store_status save(hub *h, const wire_in *in, const char *key, uint64_t tag,
                               junqi_error *error) {
  const char *text = wire_text(in, "layout");
  if (!letters_readable(wire_text(in, "name"))) {
    junqi_fail(error, JUNQI_E_LAYOUT_NAME);
    return JUNQI_STORE_INVALID;
  }
  char canonical[JUNQI_LAYOUT_TEXT];
  junqi_layout layout;
  if (junqi_layout_read(text, strlen(text), JUNQI_PARTIAL_LAYOUT, NULL, 0, &layout, error))
    return JUNQI_STORE_INVALID;
  junqi_layout_write(&layout, canonical, sizeof canonical);
  junqi_store_status status = junqi_store_put_layout(
      h->store, key, wire_text(in, "name"), (junqi_store_bytes){canonical, strlen(canonical)},
      h->world.date(h->world.context), tag);
  if (status) junqi_fail(error, junqi_store_code(status));
  return status;
}

static junqi_store_status delete (hub *h, const wire_in *in, const char *key, uint64_t tag,
                                  junqi_error *error) {
  junqi_store_status status = junqi_store_delete_layout(h->store, key, wire_text(in, "name"), tag);
  if (status) junqi_fail(error, junqi_store_code(status));
  return status;
}

void hub_layouts_take(hub *h, hub_client *client, const wire_in *in) {
  char key[24];
  junqi_error error;
  owner_key(key, client);
  if (in->type == WIRE_LAYOUTS) {
    list(h, client, in, key);
    return;
  }
  if (!hub_request_may_write(h, client, &error)) {
    hub_client_refuse(h, client, in->re, &error);
    return;
  }
  hub_write *write = server_new(sizeof *write);
  uint64_t tag = (uint64_t)(uintptr_t)write;
  write->re = in->re;
  write->client = hub_client_retain(client);
  if (in->type == WIRE_LAYOUT_SAVE ? save(h, in, key, tag, &error)
                                   : delete (h, in, key, tag, &error)) {
    hub_client_refuse(h, client, in->re, &error);
    hub_client_release(client);
    free(write);
  }
}

void hub_layouts_written(hub *h, hub_write *write, junqi_store_status status) {
  if (status == JUNQI_STORE_OK)
    hub_client_done(h, write->client, write->re);
  else
    refuse_status(h, write->client, write->re, status);
  hub_client_release(write->client);
  free(write);
  if (status == JUNQI_STORE_FAILED) hub_stop(h, junqi_store_code(status));
}
