/* Desks and handles: the memory that the page owns. */
#include <stdlib.h>
#include <string.h>

#include "wasm.h"

wasm_desk *wasm_desk_open(void) {
  return calloc(1, sizeof(wasm_desk));
}

void wasm_desk_close(wasm_desk *desk) {
  if (!desk) return;
  free(desk->in);
  free(desk->out);
  free(desk);
}

char *wasm_desk_in(wasm_desk *desk, size_t size) {
  /* Never an address of nothing: an empty text lies somewhere too. */
  if (desk->in && size <= desk->in_size) return desk->in;
  char *in = realloc(desk->in, size + 256);
  if (!in) return NULL;
  desk->in = in;
  desk->in_size = size + 256;
  return in;
}

const char *wasm_desk_out(const wasm_desk *desk) {
  return desk->failed ? NULL : desk->out;
}

size_t wasm_desk_out_length(const wasm_desk *desk) {
  return desk->length;
}

junqi_rules *wasm_rules_open(unsigned variant) {
  junqi_rules *rules = malloc(sizeof *rules);
  if (rules)
    *rules = junqi_rules_default(variant < JUNQI_VARIANTS ? (junqi_variant)variant : JUNQI_DARK);
  return rules;
}

wasm_follow *wasm_follow_open(const junqi_rules *rules) {
  wasm_follow *follow = calloc(1, sizeof *follow);
  if (!follow) return NULL;
  follow->rules = *rules;
  junqi_knowledge_start(&follow->know, &follow->rules, JUNQI_SPECTATOR, NULL, 0);
  return follow;
}

wasm_follow *wasm_follow_copy_open(const wasm_follow *from) {
  wasm_follow *follow = malloc(sizeof *follow);
  if (!follow) return NULL;
  *follow = *from;
  follow->know.view.rules = &follow->rules;
  return follow;
}

void wasm_free(void *handle) {
  free(handle);
}
