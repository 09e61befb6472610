/* Layouts for the page's editor: what is wrong, the rest at random, ready ones, .jql files. */
#include <string.h>

#include "json.h"

static junqi_seat arm(unsigned seat) {
  return (junqi_seat)(seat < JUNQI_MAX_SEATS ? seat : 0);
}

static void put_layout(wasm_desk *desk, const junqi_layout *layout) {
  char text[JUNQI_LAYOUT_TEXT];
  wasm_bytes(desk, text, junqi_layout_write(layout, text, sizeof text));
}

/* The fault of one point, in words: as junqi_layout_check would say it. */
static void put_spot(wasm_desk *desk, junqi_code code, junqi_seat seat, unsigned index,
                     junqi_type type) {
  junqi_error error;
  junqi_fail(&error, code);
  error.where[0] = (char)('a' + seat);
  error.where[1] = (char)('1' + index / 5);
  error.where[2] = (char)('1' + index % 5);
  if (code == JUNQI_E_LAYOUT_COUNT) {
    error.found[0] = junqi_type_letter(type);
    error.wanted[0] = (char)('0' + junqi_type_count[type]);
  }
  wasm_fault(desk, &error);
}

int wasm_layout_faults(wasm_desk *desk, const junqi_rules *rules, unsigned seat, size_t length) {
  junqi_code faults[JUNQI_ARM_POINTS];
  junqi_layout layout;
  junqi_error error;
  junqi_seat own = arm(seat);
  if (junqi_layout_read(desk->in, length, JUNQI_PARTIAL_LAYOUT, rules, own, &layout, &error) !=
      JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  junqi_layout_faults(rules, &layout, faults);
  bool complete = junqi_layout_check(rules, &layout, own, &error) == JUNQI_E_OK;
  wasm_begin(desk);
  wasm_open(desk, '{');
  wasm_key(desk, "faults");
  wasm_open(desk, '[');
  for (unsigned i = 0; i < JUNQI_ARM_POINTS; i++)
    if (faults[i] != JUNQI_E_OK) put_spot(desk, faults[i], own, i, (junqi_type)layout.at[i]);
  wasm_close(desk, ']');
  wasm_key(desk, "complete");
  wasm_flag(desk, complete);
  wasm_key(desk, "first");
  if (complete)
    wasm_null(desk);
  else
    wasm_fault(desk, &error);
  wasm_close(desk, '}');
  return 1;
}

int wasm_layout_complete(wasm_desk *desk, const junqi_rules *rules, uint32_t seed, size_t length) {
  junqi_random random = {seed};
  junqi_layout layout;
  junqi_error error;
  memset(&layout, 0, sizeof layout);
  if (length && junqi_layout_read(desk->in, length, JUNQI_PARTIAL_LAYOUT, rules, 0, &layout,
                                  &error) != JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  layout = junqi_layout_complete(rules, &layout, &random);
  wasm_begin(desk);
  put_layout(desk, &layout);
  return 1;
}

int wasm_layout_ready(wasm_desk *desk) {
  wasm_begin(desk);
  wasm_open(desk, '[');
  for (unsigned i = 0; i < junqi_ready_count(); i++) {
    const junqi_ready_layout *ready = junqi_ready(i);
    wasm_open(desk, '{');
    wasm_key(desk, "en");
    wasm_text(desk, ready->english);
    wasm_key(desk, "zh");
    wasm_text(desk, ready->chinese);
    wasm_key(desk, "layout");
    put_layout(desk, &ready->layout);
    wasm_close(desk, '}');
  }
  wasm_close(desk, ']');
  return 1;
}

int wasm_jql_read(wasm_desk *desk, size_t length) {
  junqi_jql jql;
  junqi_error error;
  if (junqi_jql_read((const uint8_t *)desk->in, length, &jql, &error) != JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  wasm_begin(desk);
  wasm_open(desk, '{');
  wasm_key(desk, "layout");
  put_layout(desk, &jql.layout);
  wasm_key(desk, "version");
  wasm_open(desk, '[');
  for (unsigned i = 0; i < sizeof jql.version; i++)
    wasm_number(desk, jql.version[i]);
  wasm_close(desk, ']');
  wasm_key(desk, "warning");
  wasm_flag(desk, jql.warning);
  wasm_close(desk, '}');
  return 1;
}

int wasm_jql_write(wasm_desk *desk, unsigned usual, uint32_t version, size_t length) {
  /* The file's own rules: those of `dark`, where no bomb stands in front (F-2). */
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  uint8_t bytes[JUNQI_JQL_BYTES];
  junqi_jql jql;
  junqi_error error;
  if (junqi_layout_read(desk->in, length, JUNQI_COMPLETE_LAYOUT, &rules, 0, &jql.layout, &error) !=
      JUNQI_E_OK)
    return wasm_refuse(desk, &error);
  for (unsigned i = 0; i < sizeof jql.version; i++)
    jql.version[i] = usual ? junqi_jql_version[i] : (uint8_t)(version >> (8 * i));
  junqi_jql_write(&jql, bytes);
  wasm_begin(desk);
  wasm_open(desk, '[');
  for (unsigned i = 0; i < sizeof bytes; i++)
    wasm_number(desk, bytes[i]);
  wasm_close(desk, ']');
  return 1;
}
