/* The checker of messages: for every message and every declared field, what is missing, of a wrong
 * type, too long, out of range, not among the choices or not declared is refused, and the error
 * names the field. */
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Reads the message; the code, and the error and `re` for those who ask. */
static junqi_code read_json(json_t *root, junqi_error *error, int64_t *re) {
  char *text = json_dumps(root, JSON_COMPACT);
  wire_in in;
  junqi_code code = wire_read(text, strlen(text), &in, error);
  if (re) *re = in.re;
  assert_true((code == JUNQI_E_OK) == (in.root != NULL));
  wire_free(&in);
  free(text);
  return code;
}

/* The message must be refused with this code at this field. */
static void expect(json_t *root, junqi_code code, const char *where) {
  junqi_error error;
  char english[512], chinese[512];
  junqi_code got = read_json(root, &error, NULL);
  if (got != code || strncmp(error.where, where, strlen(where)) != 0)
    fail_msg("%s: got %s at %s, wanted %s at %s", json_dumps(root, 0), junqi_code_name(got),
             error.where, junqi_code_name(code), where);
  junqi_error_text(&error, JUNQI_ENGLISH, english, sizeof english);
  junqi_error_text(&error, JUNQI_CHINESE, chinese, sizeof chinese);
  assert_non_null(strstr(english, where));
  assert_non_null(strstr(chinese, where));
}

/* A copy of the message with the field set to `value` (taken over; NULL: left out). */
static void expect_with(const wire_message *message, const char *field, json_t *value,
                        junqi_code code, const char *where) {
  json_t *root = sample_message(message);
  if (value)
    json_object_set_new(root, field, value);
  else
    json_object_del(root, field);
  if (code)
    expect(root, code, where);
  else
    assert_int_equal(read_json(root, NULL, NULL), JUNQI_E_OK);
  json_decref(root);
}

static bool is_text(wire_kind kind) {
  return kind == WIRE_IS_TEXT || kind == WIRE_IS_CHOICE;
}

static bool is_object(wire_kind kind) {
  return kind == WIRE_IS_MAP || kind == WIRE_IS_OBJECT;
}

static void wrong_types(const wire_message *m, const wire_slot *slot) {
  wire_kind kind = slot->type->kind;
  const junqi_code wrong = JUNQI_E_MESSAGE_KIND;
  const char *name = slot->name;
  if (!slot->nullable) expect_with(m, name, json_null(), wrong, name);
  if (!is_text(kind)) expect_with(m, name, json_string("1"), wrong, name);
  if (kind != WIRE_IS_INTEGER) expect_with(m, name, json_integer(1), wrong, name);
  if (kind != WIRE_IS_BOOLEAN) expect_with(m, name, json_true(), wrong, name);
  if (kind != WIRE_IS_LIST) expect_with(m, name, json_array(), wrong, name);
  if (!is_object(kind)) expect_with(m, name, json_object(), wrong, name);
  expect_with(m, name, json_real(1.0), wrong, name);
}

static void wrong_list(const wire_message *m, const wire_slot *slot) {
  json_t *list = json_array();
  char where[64];
  for (int64_t i = 0; i <= slot->type->max; i++)
    json_array_append_new(list, sample_value(slot->type->of));
  expect_with(m, slot->name, list, JUNQI_E_MESSAGE_ITEMS, slot->name);
  list = json_array();
  json_array_append_new(list, json_null());
  snprintf(where, sizeof where, "%s[0]", slot->name);
  expect_with(m, slot->name, list, JUNQI_E_MESSAGE_KIND, where);
}

static void wrong_map(const wire_message *m, const wire_slot *slot) {
  json_t *map = json_object();
  char key[128];
  for (int64_t i = 0; i <= slot->type->max; i++) {
    snprintf(key, sizeof key, "k%d", (int)i);
    json_object_set_new(map, key, sample_value(slot->type->of));
  }
  expect_with(m, slot->name, map, JUNQI_E_MESSAGE_ITEMS, slot->name);
  map = json_object();
  memset(key, 'k', sizeof key);
  key[slot->type->key + 1] = 0;
  json_object_set_new(map, key, sample_value(slot->type->of));
  expect_with(m, slot->name, map, JUNQI_E_MESSAGE_LENGTH, slot->name);
}

static void wrong_values(const wire_message *m, const wire_slot *slot) {
  const wire_type *type = slot->type;
  const char *name = slot->name;
  switch (type->kind) {
  case WIRE_IS_TEXT:
    expect_with(m, name, sample_text(type->max), JUNQI_E_OK, name);
    expect_with(m, name, sample_text(type->max + 1), JUNQI_E_MESSAGE_LENGTH, name);
    if (type->min > 0) expect_with(m, name, json_string(""), JUNQI_E_MESSAGE_LENGTH, name);
    expect_with(m, name, json_string("a\tb"), JUNQI_E_MESSAGE_CONTROL, name);
    break;
  case WIRE_IS_INTEGER:
    expect_with(m, name, json_integer(type->max), JUNQI_E_OK, name);
    expect_with(m, name, json_integer(type->max + 1), JUNQI_E_MESSAGE_RANGE, name);
    expect_with(m, name, json_integer(type->min - 1), JUNQI_E_MESSAGE_RANGE, name);
    break;
  case WIRE_IS_CHOICE:
    for (const char *const *word = type->words; *word; word++)
      expect_with(m, name, json_string(*word), JUNQI_E_OK, name);
    expect_with(m, name, json_string("nonsense"), JUNQI_E_MESSAGE_CHOICE, name);
    break;
  case WIRE_IS_LIST: wrong_list(m, slot); break;
  case WIRE_IS_MAP: wrong_map(m, slot); break;
  case WIRE_IS_BOOLEAN:
  case WIRE_IS_OBJECT: break;
  }
}

static void every_field(void **state) {
  (void)state;
  for (const wire_message *m = wire_client; m->name; m++) {
    json_t *root = sample_message(m);
    assert_int_equal(read_json(root, NULL, NULL), JUNQI_E_OK);
    json_object_set_new(root, "extra", json_integer(1));
    expect(root, JUNQI_E_MESSAGE_EXTRA, "extra");
    json_decref(root);
    for (const wire_slot *slot = m->fields; slot->name; slot++) {
      expect_with(m, slot->name, NULL, slot->optional ? JUNQI_E_OK : JUNQI_E_MESSAGE_MISSING,
                  slot->name);
      wrong_types(m, slot);
      wrong_values(m, slot);
    }
  }
}

static void request_numbers(void **state) {
  (void)state;
  int64_t re;
  json_t *root = sample_message(&wire_client[WIRE_PING]);
  assert_int_equal(read_json(root, NULL, &re), JUNQI_E_OK);
  assert_int_equal(re, -1);
  json_object_set_new(root, "re", json_integer(12));
  assert_int_equal(read_json(root, NULL, &re), JUNQI_E_OK);
  assert_int_equal(re, 12);
  json_object_set_new(root, "extra", json_true());
  assert_int_equal(read_json(root, NULL, &re), JUNQI_E_MESSAGE_EXTRA);
  assert_int_equal(re, 12); /* the error can still be told apart */
  json_object_set_new(root, "re", json_integer(-3));
  assert_int_equal(read_json(root, NULL, &re), JUNQI_E_MESSAGE_RANGE);
  assert_int_equal(re, -1);
  json_decref(root);
}

/* What is no JSON is refused by its number, as far as that can be read. */
static void request_numbers_amid_no_json(void **state) {
  static const struct {
    const char *text;
    int64_t re;
  } cases[] = {
      {"{\"type\":\"say\",\"text\":\"\\ud83d\",\"re\":12}", 12}, /* half a surrogate */
      {"{\"re\":7,\"type\":\"say\",\"text\":\"\\u0000\"}", 7},
      {" { \"type\":\"ping\",\"type\":\"ping\" , \"re\" : 0 }", 0},
      {"{\"re\":2147483647,\"a\":01}", 2147483647},
      {"{\"re\":5,", 5},
      {"{\"re\":5, \"text\":\"open", 5},
      {"{\"text\":\"\\\"re\\\":1,\",\"re\":2,}", 2},
      {"{\"a\":{\"re\":1,},\"b\":[{\"re\":3,}],\"re\":4}", 4},
      {"{\"a\":\"re\",\"re\":6}}", 6},
      {"{\"re\":5", -1}, /* it may go on */
      {"{\"re\":", -1},
      {"{\"re\"", -1},
      {"{\"re\":-5,", -1},
      {"{\"re\":5.5,}", -1},
      {"{\"re\":5e1,}", -1},
      {"{\"re\":2147483648,}", -1},
      {"{\"re\":99999999999999999999999999,}", -1},
      {"{\"re\":\"5\",}", -1},
      {"{\"text\":\"\\\\\",}\"re\":1,", -1}, /* behind the end */
      {"[\"re\":1,]", -1},
      {"{\"a\\", -1},
      {"{\"a\":\"\\", -1},
      {"\"re\":1,", -1},
      {"  ", -1},
      {"", -1},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wire_in in;
    junqi_error error;
    size_t length = strlen(cases[i].text);
    char *exact = malloc(length ? length : 1); /* so that a sanitizer sees any step beyond it */
    assert_non_null(exact);
    memcpy(exact, cases[i].text, length);
    junqi_code code = wire_read(exact, length, &in, &error);
    if (code != JUNQI_E_MESSAGE_JSON || in.re != cases[i].re)
      fail_msg("%s: %s, %d", cases[i].text, junqi_code_name(code), (int)in.re);
    free(exact);
  }
}

static void expect_text(const char *text, size_t length, junqi_code code) {
  wire_in in;
  junqi_error error;
  char *exact = malloc(length ? length : 1);
  assert_non_null(exact);
  memcpy(exact, text, length);
  assert_int_equal(wire_read(exact, length, &in, &error), code);
  assert_null(in.root);
  free(exact);
}

static void no_json(void **state) {
  static const char *const texts[] = {
      "",
      " ",
      "{",
      "}",
      "{\"type\"}",
      "{\"type\":\"ping\"",
      "nonsense",
      "{'type':1}",
      "{\"a\":}",
      "[1,2",
      "\"open",
      "{\"type\":\"ping\"}}",
      "{\"a\":01}",
      "{\"a\":1e999}",
      "{\"a\":99999999999999999999}",
      "{\"type\":\"ping\",\"type\":\"ping\"}",
      "{\"type\":\"\\ud800\"}",
      "{\"a\":\"\\u0000\"}",
      "{\"type\":\"ping\"} x",
  };
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    expect_text(texts[i], strlen(texts[i]), JUNQI_E_MESSAGE_JSON);
  expect_text("{\"type\":\"p\0ng\"}", 15, JUNQI_E_MESSAGE_JSON);
  expect_text("{\"type\":\"\xff\"}", 12, JUNQI_E_MESSAGE_JSON);
  expect_text("[]", 2, JUNQI_E_MESSAGE_OBJECT);
  expect_text("null", 4, JUNQI_E_MESSAGE_OBJECT);
  expect_text("\"ping\"", 6, JUNQI_E_MESSAGE_OBJECT);
  expect_text("17", 2, JUNQI_E_MESSAGE_OBJECT);
  expect_text("{}", 2, JUNQI_E_MESSAGE_MISSING);
  expect_text("{\"type\":7}", 10, JUNQI_E_MESSAGE_KIND);
  expect_text("{\"type\":\"fly\"}", 14, JUNQI_E_MESSAGE_TYPE);
  expect_text("{\"type\":\"welcome\"}", 18, JUNQI_E_MESSAGE_TYPE);
}

/* A refusal quotes what came, not something like it. */
static void quotes(void **state) {
  static const struct {
    const char *text, *found;
  } cases[] = {{"{\"type\":7}", "is 7,"},
               {"{\"type\":\"ping\",\"re\":-0.5}", "is -0.5"},
               {"{\"type\":\"ping\",\"re\":1e300}", "is 1.0"},
               {"{\"type\":\"ping\",\"re\":null}", "is null,"},
               {"{\"type\":\"ping\",\"re\":[1]}", "is [...],"},
               {"9223372036854775807", "not 9223372036854775807"}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wire_in in;
    junqi_error error;
    char english[512];
    assert_true(wire_read(cases[i].text, strlen(cases[i].text), &in, &error));
    wire_free(&in);
    junqi_error_text(&error, JUNQI_ENGLISH, english, sizeof english);
    if (!strstr(english, cases[i].found)) fail_msg("%s: %s", cases[i].text, english);
  }
}

/* The Chinese sentence has no English in it, neither ours nor the JSON reader's. */
static void both_languages(void **state) {
  static const struct {
    const char *text, *english, *chinese;
  } cases[] = {
      {"{\"type\":}", "offset 9: the message is no valid JSON, or names a field twice",
       "偏移 9: 消息不是有效的 JSON，或重复了字段"},
      {"{\"type\":\"ping\",\"re\":\"1\"}",
       "the field re is \"...\", but must look like 0, 1, 2 ...",
       "字段 re 是 \"...\"，应形如 0, 1, 2 ..."},
      {"{}", "the field type is missing: it looks like \"...\"", "缺少字段 type：应形如 \"...\""},
      {"{\"type\":[]}", "the field type is [...], but must look like \"...\"",
       "字段 type 是 [...]，应形如 \"...\""},
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    wire_in in;
    junqi_error error;
    char text[512];
    assert_true(wire_read(cases[i].text, strlen(cases[i].text), &in, &error));
    wire_free(&in);
    junqi_error_text(&error, JUNQI_ENGLISH, text, sizeof text);
    assert_string_equal(text, cases[i].english);
    junqi_error_text(&error, JUNQI_CHINESE, text, sizeof text);
    assert_string_equal(text, cases[i].chinese);
  }
}

/* Brackets nested as deep as a message can hold them. */
static void deep(void **state) {
  (void)state;
  char *text = malloc(WIRE_MAX_MESSAGE_BYTES);
  assert_non_null(text);
  memset(text, '[', WIRE_MAX_MESSAGE_BYTES);
  expect_text(text, WIRE_MAX_MESSAGE_BYTES, JUNQI_E_MESSAGE_JSON);
  for (size_t i = 0; i + 5 <= WIRE_MAX_MESSAGE_BYTES; i += 5)
    memcpy(text + i, "{\"a\":", 5);
  expect_text(text, WIRE_MAX_MESSAGE_BYTES, JUNQI_E_MESSAGE_JSON);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_field),
      cmocka_unit_test(request_numbers),
      cmocka_unit_test(request_numbers_amid_no_json),
      cmocka_unit_test(no_json),
      cmocka_unit_test(quotes),
      cmocka_unit_test(deep),
      cmocka_unit_test(both_languages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
