/* The checker of wire.h: walks a JSON value along its declaration and stops at the first fault. */
#include "wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* How deep and where the checker is, to name the place of a fault: "opponents[0].level". */
typedef struct place {
  char path[96];
} place;

static place place_field(const place *outer, const char *name) {
  place inner;
  snprintf(inner.path, sizeof inner.path, "%.40s%s%.40s", outer->path, *outer->path ? "." : "",
           name);
  return inner;
}

static place place_item(const place *outer, size_t index) {
  place inner;
  snprintf(inner.path, sizeof inner.path, "%.60s[%zu]", outer->path, index);
  return inner;
}

/* Fills the place and what would be right into an error; *error may be null. */
static junqi_code refuse(junqi_error *error, junqi_code code, const place *at, const char *wanted) {
  junqi_fail(error, code);
  if (error) {
    junqi_error_put(error->where, sizeof error->where, at->path, strlen(at->path));
    junqi_error_put(error->wanted, sizeof error->wanted, wanted, strlen(wanted));
  }
  return code;
}

static void found(junqi_error *error, const char *text, size_t length) {
  if (error) junqi_error_put(error->found, sizeof error->found, text, length);
}

/* The words of a choice, or the names of messages, as one list for a person. */
static void join_word(char *list, size_t size, const char *word) {
  size_t used = strlen(list);
  if (used + strlen(word) + 3 > size) return;
  snprintf(list + used, size - used, "%s%s", used ? ", " : "", word);
}

/* What is written like this, in no language but that of JSON. */
static const char *kind_name(wire_kind kind) {
  switch (kind) {
  case WIRE_IS_TEXT:
  case WIRE_IS_CHOICE: return "\"...\"";
  case WIRE_IS_INTEGER: return "0, 1, 2 ...";
  case WIRE_IS_BOOLEAN: return "true / false";
  case WIRE_IS_LIST: return "[...]";
  case WIRE_IS_MAP:
  case WIRE_IS_OBJECT: break;
  }
  return "{...}";
}

static bool has_kind(const json_t *value, wire_kind kind) {
  switch (kind) {
  case WIRE_IS_TEXT:
  case WIRE_IS_CHOICE: return json_is_string(value);
  case WIRE_IS_INTEGER: return json_is_integer(value);
  case WIRE_IS_BOOLEAN: return json_is_boolean(value);
  case WIRE_IS_LIST: return json_is_array(value);
  case WIRE_IS_MAP:
  case WIRE_IS_OBJECT: break;
  }
  return json_is_object(value);
}

/* Names what was found instead: a plain value as it is, of anything larger its kind. */
static void found_value(junqi_error *error, const json_t *value) {
  char text[32];
  switch (json_typeof(value)) {
  case JSON_OBJECT: strcpy(text, "{...}"); break;
  case JSON_ARRAY: strcpy(text, "[...]"); break;
  case JSON_STRING: strcpy(text, "\"...\""); break;
  case JSON_INTEGER:
    snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    break;
  case JSON_REAL: snprintf(text, sizeof text, "%#g", json_real_value(value)); break;
  case JSON_TRUE: strcpy(text, "true"); break;
  case JSON_FALSE: strcpy(text, "false"); break;
  case JSON_NULL: strcpy(text, "null"); break;
  }
  found(error, text, strlen(text));
}

static junqi_code check_range(int64_t value, const wire_type *type, junqi_code code,
                              const place *at, junqi_error *error) {
  if (value >= type->min && value <= type->max) return JUNQI_E_OK;
  char wanted[64], what[32];
  snprintf(wanted, sizeof wanted, "%" PRId64 "-%" PRId64, type->min, type->max);
  snprintf(what, sizeof what, "%" PRId64, value);
  refuse(error, code, at, wanted);
  found(error, what, strlen(what));
  return code;
}

static bool has_control(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (((unsigned char)text[i] < 32 && text[i] != '\n') || text[i] == 127) return true;
  return false;
}

static junqi_code check_text(const json_t *value, const wire_type *type, const place *at,
                             junqi_error *error) {
  size_t length = json_string_length(value);
  if (has_control(json_string_value(value), length))
    return refuse(error, JUNQI_E_MESSAGE_CONTROL, at, "");
  return check_range((int64_t)length, type, JUNQI_E_MESSAGE_LENGTH, at, error);
}

static junqi_code check_choice(const json_t *value, const wire_type *type, const place *at,
                               junqi_error *error) {
  const char *text = json_string_value(value);
  char wanted[96] = "";
  for (const char *const *word = type->words; *word; word++) {
    if (strcmp(*word, text) == 0) return JUNQI_E_OK;
    join_word(wanted, sizeof wanted, *word);
  }
  refuse(error, JUNQI_E_MESSAGE_CHOICE, at, wanted);
  found(error, text, json_string_length(value));
  return JUNQI_E_MESSAGE_CHOICE;
}

static junqi_code check_value(json_t *value, const wire_slot *slot, const place *at,
                              junqi_error *error);

static junqi_code check_list(json_t *value, const wire_type *type, const place *at,
                             junqi_error *error) {
  size_t i;
  json_t *item;
  junqi_code code =
      check_range((int64_t)json_array_size(value), type, JUNQI_E_MESSAGE_ITEMS, at, error);
  if (code) return code;
  json_array_foreach(value, i, item) {
    place inner = place_item(at, i);
    if ((code = check_value(item, type->of, &inner, error))) return code;
  }
  return JUNQI_E_OK;
}

static junqi_code check_map(json_t *value, const wire_type *type, const place *at,
                            junqi_error *error) {
  const char *key;
  json_t *item;
  const wire_type key_type = {WIRE_IS_TEXT, 1, type->key, 0, NULL, NULL, NULL};
  junqi_code code =
      check_range((int64_t)json_object_size(value), type, JUNQI_E_MESSAGE_ITEMS, at, error);
  if (code) return code;
  json_object_foreach(value, key, item) {
    place inner = place_field(at, key);
    code = check_range((int64_t)strlen(key), &key_type, JUNQI_E_MESSAGE_LENGTH, &inner, error);
    if (!code) code = check_value(item, type->of, &inner, error);
    if (code) return code;
  }
  return JUNQI_E_OK;
}

static const wire_slot *slot_named(const wire_slot *fields, const char *name) {
  for (; fields->name; fields++)
    if (strcmp(fields->name, name) == 0) return fields;
  return NULL;
}

/* All declared fields of an object: there, of the right type. */
static junqi_code check_declared(json_t *object, const wire_slot *fields, const place *at,
                                 junqi_error *error) {
  for (; fields->name; fields++) {
    place inner = place_field(at, fields->name);
    json_t *value = json_object_get(object, fields->name);
    if (!value && fields->optional) continue;
    if (!value)
      return refuse(error, JUNQI_E_MESSAGE_MISSING, &inner, kind_name(fields->type->kind));
    junqi_code code = check_value(value, fields, &inner, error);
    if (code) return code;
  }
  return JUNQI_E_OK;
}

/* No field of the object is undeclared, in either list (`also` may be null). */
static junqi_code check_extra(json_t *object, const wire_slot *fields, const wire_slot *also,
                              const place *at, junqi_error *error) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    if (slot_named(fields, key) || (also && slot_named(also, key))) continue;
    char wanted[96] = "";
    for (const wire_slot *slot = fields; slot->name; slot++)
      join_word(wanted, sizeof wanted, slot->name);
    place inner = place_field(at, key);
    return refuse(error, JUNQI_E_MESSAGE_EXTRA, &inner, *wanted ? wanted : "-");
  }
  return JUNQI_E_OK;
}

static junqi_code check_object(json_t *object, const wire_slot *fields, const wire_slot *also,
                               const place *at, junqi_error *error) {
  junqi_code code = also ? check_declared(object, also, at, error) : JUNQI_E_OK;
  if (!code) code = check_declared(object, fields, at, error);
  if (!code) code = check_extra(object, fields, also, at, error);
  return code;
}

static junqi_code check_value(json_t *value, const wire_slot *slot, const place *at,
                              junqi_error *error) {
  const wire_type *type = slot->type;
  if (json_is_null(value) && slot->nullable) return JUNQI_E_OK;
  if (!has_kind(value, type->kind)) {
    refuse(error, JUNQI_E_MESSAGE_KIND, at, kind_name(type->kind));
    found_value(error, value);
    return JUNQI_E_MESSAGE_KIND;
  }
  switch (type->kind) {
  case WIRE_IS_TEXT: return check_text(value, type, at, error);
  case WIRE_IS_INTEGER:
    return check_range(json_integer_value(value), type, JUNQI_E_MESSAGE_RANGE, at, error);
  case WIRE_IS_CHOICE: return check_choice(value, type, at, error);
  case WIRE_IS_LIST: return check_list(value, type, at, error);
  case WIRE_IS_MAP: return check_map(value, type, at, error);
  case WIRE_IS_OBJECT: return check_object(value, type->fields, NULL, at, error);
  case WIRE_IS_BOOLEAN: break;
  }
  return JUNQI_E_OK;
}

/* The row of `table` that the text field `key` of the message names. */
static const wire_message *message_named(json_t *root, const char *key, const wire_message *table,
                                         junqi_error *error) {
  place at = {""};
  at = place_field(&at, key);
  json_t *name = json_object_get(root, key);
  if (!json_is_string(name)) {
    refuse(error, name ? JUNQI_E_MESSAGE_KIND : JUNQI_E_MESSAGE_MISSING, &at,
           kind_name(WIRE_IS_TEXT));
    if (name) found_value(error, name);
    return NULL;
  }
  char wanted[96] = "";
  for (; table->name; table++) {
    if (strcmp(table->name, json_string_value(name)) == 0) return table;
    join_word(wanted, sizeof wanted, table->name);
  }
  refuse(error, JUNQI_E_MESSAGE_TYPE, &at, wanted);
  found(error, json_string_value(name), json_string_length(name));
  return NULL;
}

/* Text to a JSON object; NULL with the error filled in. */
static json_t *parse(const char *text, size_t length, junqi_error *error) {
  json_error_t fault;
  json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &fault);
  place at = {""};
  if (!root) {
    refuse(error, JUNQI_E_MESSAGE_JSON, &at, "");
    if (error) error->offset = fault.position;
  } else if (!json_is_object(root)) {
    refuse(error, JUNQI_E_MESSAGE_OBJECT, &at, "");
    found_value(error, root);
    json_decref(root);
    root = NULL;
  }
  return root;
}

/* Besides its own fields: what every message has. */
static junqi_code check_message(json_t *root, const wire_message *message, const wire_slot *common,
                                junqi_error *error) {
  const place top = {""};
  return check_object(root, message->fields, common, &top, error);
}

static int64_t number_of(const json_t *root) {
  json_t *re = json_object_get(root, "re");
  if (!json_is_integer(re)) return -1;
  int64_t value = json_integer_value(re);
  return value >= wire_re->min && value <= wire_re->max ? value : -1;
}

/* -- A number in what is no JSON -----------------------------------------------------------------
 */

static size_t skip_blanks(const char *text, size_t length, size_t at) {
  while (at < length && strchr(" \t\r\n", text[at]) && text[at])
    at++;
  return at;
}

/* Behind the text in quotes that begins here; `length` when it does not end. */
static size_t skip_text(const char *text, size_t length, size_t at) {
  for (at++; at < length && text[at] != '"'; at++)
    if (text[at] == '\\') at++;
  return at < length ? at + 1 : length;
}

/* ": 12" and what may follow a number: 12. -1: something else. */
static int64_t number_behind(const char *text, size_t length, size_t at) {
  int64_t number = 0;
  at = skip_blanks(text, length, at);
  if (at >= length || text[at] != ':') return -1;
  size_t first = at = skip_blanks(text, length, at + 1);
  for (; at < length && text[at] >= '0' && text[at] <= '9' && number <= wire_re->max; at++)
    number = number * 10 + (text[at] - '0');
  bool whole = at > first && number >= wire_re->min && number <= wire_re->max;
  at = skip_blanks(text, length, at);
  return whole && at < length && (text[at] == ',' || text[at] == '}') ? number : -1;
}

/* What is no JSON can still bear a number, by which a page finds what it sent: half a surrogate in
 * what somebody typed is all it takes. Followed are brackets and quotes alone. */
static int64_t number_amid(const char *text, size_t length) {
  size_t at = skip_blanks(text, length, 0), depth = 0;
  if (at == length || text[at] != '{') return -1;
  do {
    size_t from = at;
    if (text[at] == '"') {
      at = skip_text(text, length, at);
      bool is_re = depth == 1 && at - from == 4 && memcmp(text + from, "\"re\"", 4) == 0;
      int64_t number = is_re ? number_behind(text, length, at) : -1;
      if (number >= 0) return number;
    } else {
      depth += text[at] == '{' || text[at] == '[';
      depth -= text[at] == '}' || text[at] == ']';
      at++;
    }
  } while (depth > 0 && at < length);
  return -1;
}

/* `type`: its words are looked up before. */
static const wire_type any_word = {WIRE_IS_TEXT, 1, 64, 0, NULL, NULL, NULL};

junqi_code wire_read(const char *text, size_t length, wire_in *in, junqi_error *error) {
  const wire_slot common[] = {
      {"type", &any_word, false, false}, {"re", wire_re, true, false}, {NULL, NULL, false, false}};
  junqi_error ignored;
  if (!error) error = &ignored;
  *in = (wire_in){.re = -1};
  json_t *root = parse(text, length, error);
  if (!root) {
    in->re = number_amid(text, length);
    return error->code;
  }
  in->re = number_of(root);
  const wire_message *message = message_named(root, "type", wire_client, error);
  junqi_code code = message ? check_message(root, message, common, error) : error->code;
  if (code) {
    json_decref(root);
    return code;
  }
  in->root = root;
  in->type = (wire_request)(message - wire_client);
  return JUNQI_E_OK;
}

void wire_free(wire_in *in) {
  json_decref(in->root);
  in->root = NULL;
}

junqi_code wire_read_object(const char *text, size_t length, const wire_slot *fields,
                            json_t **object, junqi_error *error) {
  const place top = {""};
  *object = parse(text, length, error);
  if (!*object) return error->code;
  junqi_code code = check_object(*object, fields, NULL, &top, error);
  if (code) {
    json_decref(*object);
    *object = NULL;
  }
  return code;
}

junqi_code wire_check_server(const char *text, size_t length, junqi_error *error) {
  const wire_slot answer[] = {
      {"type", &any_word, false, false}, {"re", wire_re, true, false}, {NULL, NULL, false, false}};
  const wire_slot event[] = {{"type", &any_word, false, false},   {"kind", &any_word, false, false},
                             {"table", wire_table, false, false}, {"seq", wire_seq, false, false},
                             {"at", wire_millis, false, false},   {"turn", wire_seat, false, true},
                             {"left", wire_millis, false, true},  {NULL, NULL, false, false}};
  junqi_error ignored;
  if (!error) error = &ignored;
  json_t *root = parse(text, length, error);
  if (!root) return error->code;
  const char *type = json_string_value(json_object_get(root, "type"));
  bool is_event = type && strcmp(type, "event") == 0;
  const wire_message *message = is_event ? message_named(root, "kind", wire_events, error)
                                         : message_named(root, "type", wire_server, error);
  junqi_code code =
      message ? check_message(root, message, is_event ? event : answer, error) : error->code;
  json_decref(root);
  return code;
}

const char *wire_text(const wire_in *in, const char *field) {
  return json_string_value(json_object_get(in->root, field));
}

int64_t wire_integer(const wire_in *in, const char *field, int64_t none) {
  json_t *value = json_object_get(in->root, field);
  return value ? json_integer_value(value) : none;
}

bool wire_flag(const wire_in *in, const char *field) {
  return json_is_true(json_object_get(in->root, field));
}
