/* See sample.h. */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

json_t *sample_text(int64_t length) {
  char *text = malloc((size_t)length + 1);
  if (!text) return NULL;
  memset(text, 'x', (size_t)length);
  json_t *value = json_stringn(text, (size_t)length);
  free(text);
  return value;
}

static json_t *sample_object(const wire_slot *fields) {
  json_t *object = json_object();
  for (; fields->name; fields++)
    json_object_set_new(object, fields->name, sample_value(fields));
  return object;
}

json_t *sample_value(const wire_slot *slot) {
  const wire_type *type = slot->type;
  json_t *value = NULL;
  switch (type->kind) {
  case WIRE_IS_TEXT: value = sample_text(type->min); break;
  case WIRE_IS_INTEGER: value = json_integer(type->min); break;
  case WIRE_IS_BOOLEAN: value = json_true(); break;
  case WIRE_IS_CHOICE: value = json_string(type->words[0]); break;
  case WIRE_IS_LIST:
    value = json_array();
    json_array_append_new(value, sample_value(type->of));
    break;
  case WIRE_IS_MAP:
    value = json_object();
    json_object_set_new(value, "key", sample_value(type->of));
    break;
  case WIRE_IS_OBJECT: value = sample_object(type->fields); break;
  }
  return value;
}

json_t *sample_message(const wire_message *message) {
  json_t *root = sample_object(message->fields);
  json_object_set_new(root, "type", json_string(message->name));
  return root;
}
