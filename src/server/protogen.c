/* A build tool, not part of the program: reads proto/messages.json, where the messages of the wire
 * are declared, and writes one of the three things made from it.
 *
 *   server_protogen MESSAGES.json header|table|types|document OUTPUT
 *
 * `header` and `table` are the C tables of wire.h, `types` the TypeScript of the page, `document`
 * docs/protocol.md. It trusts the declaration: a mistake in it stops the build with a line of C
 * that does not compile or a message from here. */
#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being written, from what. */
typedef struct maker {
  json_t *root, *types;
  FILE *out;
  int serial; /* of the anonymous C tables written so far */
} maker;

enum { NAME_SIZE = 96, DIRECTIONS = 3 };

/* The three groups of messages: section of the declaration, C table, suffix of TypeScript names. */
typedef struct direction {
  const char *section, *table, *suffix, *heading;
} direction;

static const direction directions[DIRECTIONS] = {
    {"client", "wire_client", "Request", "From the client"},
    {"server", "wire_server", "Message", "From the server"},
    {"events", "wire_events", "Event", "Events of a table"},
};

static _Noreturn void fail(const char *what, const char *where) {
  fprintf(stderr, "server_protogen: %s: %s\n", where, what);
  exit(1);
}

static const char *text_of(json_t *object, const char *key) {
  json_t *value = json_object_get(object, key);
  return json_is_string(value) ? json_string_value(value) : "";
}

static long long number_of(json_t *object, const char *key) {
  return (long long)json_integer_value(json_object_get(object, key));
}

static bool is_set(json_t *object, const char *key) {
  return json_is_true(json_object_get(object, key));
}

/* The declaration of a named type; NULL when the word is one of the basic kinds. */
static json_t *named(const maker *m, const char *is) {
  static const char *const basic[] = {"text", "integer", "boolean", "choice",
                                      "list", "map",     "object"};
  for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
    if (strcmp(is, basic[i]) == 0) return NULL;
  json_t *type = json_object_get(m->types, is);
  if (!type) fail("no such type", is);
  return type;
}

/* "draw-offer" → "DrawOffer", "DRAW_OFFER" or, with `first` false, "drawOffer". */
static const char *pascal(const char *name, bool first, char out[NAME_SIZE]) {
  size_t used = 0;
  bool upper = first;
  for (; *name && used + 1 < NAME_SIZE; name++) {
    if (*name == '-' || *name == '_') {
      upper = true;
      continue;
    }
    out[used++] = (char)(upper ? toupper((unsigned char)*name) : *name);
    upper = false;
  }
  out[used] = 0;
  return out;
}

static const char *capital(const char *name, char out[NAME_SIZE]) {
  size_t used = 0;
  for (; *name && used + 1 < NAME_SIZE; name++)
    out[used++] = (char)(*name == '-' ? '_' : toupper((unsigned char)*name));
  out[used] = 0;
  return out;
}

/* -- C ------------------------------------------------------------------------------------------
 */

static void c_header(maker *m) {
  char name[NAME_SIZE];
  const char *key;
  json_t *value;
  fprintf(m->out, "/* Made from proto/messages.json by server_protogen. */\n"
                  "#ifndef SERVER_WIRE_TABLE_H\n#define SERVER_WIRE_TABLE_H\n\nenum {\n");
  fprintf(m->out, "  WIRE_VERSION = %lld,\n", number_of(m->root, "version"));
  json_object_foreach(json_object_get(m->root, "limits"), key, value)
      fprintf(m->out, "  WIRE_MAX_%s = %lld, /* %s */\n", capital(key, name),
              number_of(value, "value"), text_of(value, "about"));
  fprintf(m->out, "};\n\n/* Places in wire_client. */\ntypedef enum wire_request {\n");
  json_object_foreach(json_object_get(m->root, "client"), key, value)
      fprintf(m->out, "  WIRE_%s,\n", capital(key, name));
  fprintf(m->out, "  WIRE_REQUESTS\n} wire_request;\n\n#endif\n");
}

static int c_type(maker *m, json_t *type);

/* Writes a list of words; returns its serial. */
static int c_words(maker *m, json_t *words) {
  size_t i;
  json_t *word;
  fprintf(m->out, "static const char *const words_%d[] = {", ++m->serial);
  json_array_foreach(words, i, word) fprintf(m->out, "\"%s\", ", json_string_value(word));
  fprintf(m->out, "0};\n");
  return m->serial;
}

static void c_slot(maker *m, const char *name, json_t *slot, const char *type) {
  fprintf(m->out, "{\"%s\", &%s, %d, %d}", name, type, is_set(slot, "optional"),
          is_set(slot, "nullable"));
}

/* The C name of the type in a slot, written first when it has no name of its own. */
static void c_slot_type(maker *m, json_t *slot, char out[NAME_SIZE]) {
  const char *is = text_of(slot, "is");
  if (named(m, is))
    snprintf(out, NAME_SIZE, "type_%s", is);
  else
    snprintf(out, NAME_SIZE, "inline_%d", c_type(m, slot));
}

/* Writes a list of fields; returns its serial. */
static int c_fields(maker *m, json_t *fields) {
  char types[64][NAME_SIZE];
  size_t count = 0;
  const char *key;
  json_t *slot;
  json_object_foreach(fields, key, slot) {
    if (count == 64) fail("too many fields", key);
    c_slot_type(m, slot, types[count++]);
  }
  int serial = ++m->serial;
  fprintf(m->out, "static const wire_slot fields_%d[] = {", serial);
  count = 0;
  json_object_foreach(fields, key, slot) {
    c_slot(m, key, slot, types[count++]);
    fprintf(m->out, ", ");
  }
  fprintf(m->out, "{0, 0, 0, 0}};\n");
  return serial;
}

/* Writes the parts a type needs and then `static const wire_type <name> = …`. */
static void c_type_as(maker *m, json_t *type, const char *name) {
  const char *is = text_of(type, "is");
  char kind[NAME_SIZE], words[NAME_SIZE] = "0", of[NAME_SIZE] = "0", fields[NAME_SIZE] = "0";
  if (strcmp(is, "choice") == 0)
    snprintf(words, sizeof words, "words_%d", c_words(m, json_object_get(type, "of")));
  if (strcmp(is, "list") == 0 || strcmp(is, "map") == 0) {
    char inner[NAME_SIZE];
    json_t *slot = json_object_get(type, "of");
    c_slot_type(m, slot, inner);
    fprintf(m->out, "static const wire_slot of_%d = ", ++m->serial);
    snprintf(of, sizeof of, "&of_%d", m->serial);
    c_slot(m, "", slot, inner);
    fprintf(m->out, ";\n");
  }
  if (strcmp(is, "object") == 0)
    snprintf(fields, sizeof fields, "fields_%d", c_fields(m, json_object_get(type, "fields")));
  fprintf(m->out, "static const wire_type %s = {WIRE_IS_%s, %lld, %lld, %lld, %s, %s, %s};\n", name,
          capital(is, kind), number_of(type, "min"), number_of(type, "max"), number_of(type, "key"),
          words, of, fields);
}

static int c_type(maker *m, json_t *type) {
  char name[NAME_SIZE];
  int serial = ++m->serial;
  snprintf(name, sizeof name, "inline_%d", serial);
  c_type_as(m, type, name);
  return serial;
}

static void c_messages(maker *m, const direction *d) {
  int fields[64];
  size_t count = 0;
  const char *key;
  json_t *message, *section = json_object_get(m->root, d->section);
  json_object_foreach(section, key, message) {
    if (count == 64) fail("too many messages", key);
    fields[count++] = c_fields(m, json_object_get(message, "fields"));
  }
  fprintf(m->out, "const wire_message %s[] = {\n", d->table);
  count = 0;
  json_object_foreach(section, key, message)
      fprintf(m->out, "    {\"%s\", fields_%d},\n", key, fields[count++]);
  fprintf(m->out, "    {0, 0},\n};\n");
}

static void c_table(maker *m) {
  const char *key;
  json_t *type;
  fprintf(m->out,
          "/* Made from proto/messages.json by server_protogen. */\n#include \"wire.h\"\n\n");
  json_object_foreach(m->types, key, type) {
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "type_%s", key);
    c_type_as(m, type, name);
  }
  fprintf(m->out, "const wire_type *const wire_re = &type_re;\n"
                  "const wire_type *const wire_table = &type_table;\n"
                  "const wire_type *const wire_seq = &type_seq;\n"
                  "const wire_type *const wire_seat = &type_seat;\n"
                  "const wire_type *const wire_millis = &type_millis;\n");
  for (size_t i = 0; i < DIRECTIONS; i++)
    c_messages(m, &directions[i]);
}

/* -- TypeScript ---------------------------------------------------------------------------------
 */

static void ts_type(maker *m, json_t *type, const char *indent);

static void ts_fields(maker *m, json_t *fields, const char *indent) {
  const char *key;
  json_t *slot;
  json_object_foreach(fields, key, slot) {
    if (*text_of(slot, "about")) fprintf(m->out, "%s/** %s */\n", indent, text_of(slot, "about"));
    fprintf(m->out, "%s%s%s: ", indent, key, is_set(slot, "optional") ? "?" : "");
    ts_type(m, slot, indent);
    fprintf(m->out, ";\n");
  }
}

static void ts_kind(maker *m, json_t *type, const char *is, const char *indent) {
  size_t i;
  json_t *word;
  if (strcmp(is, "text") == 0) {
    fprintf(m->out, "string");
  } else if (strcmp(is, "integer") == 0) {
    fprintf(m->out, "number");
  } else if (strcmp(is, "boolean") == 0) {
    fprintf(m->out, "boolean");
  } else if (strcmp(is, "choice") == 0) {
    json_array_foreach(json_object_get(type, "of"), i, word)
        fprintf(m->out, "%s'%s'", i ? " | " : "", json_string_value(word));
  } else if (strcmp(is, "list") == 0) {
    fprintf(m->out, "Array<");
    ts_type(m, json_object_get(type, "of"), indent);
    fprintf(m->out, ">");
  } else if (strcmp(is, "map") == 0) {
    fprintf(m->out, "Record<string, ");
    ts_type(m, json_object_get(type, "of"), indent);
    fprintf(m->out, ">");
  } else {
    char inner[NAME_SIZE];
    snprintf(inner, sizeof inner, "%s  ", indent);
    fprintf(m->out, "{\n");
    ts_fields(m, json_object_get(type, "fields"), inner);
    fprintf(m->out, "%s}", indent);
  }
}

static void ts_type(maker *m, json_t *type, const char *indent) {
  const char *is = text_of(type, "is");
  char name[NAME_SIZE];
  if (named(m, is))
    fprintf(m->out, "%s", pascal(is, true, name));
  else
    ts_kind(m, type, is, indent);
  if (is_set(type, "nullable")) fprintf(m->out, " | null");
}

static void ts_about(maker *m, json_t *declared) {
  if (*text_of(declared, "about")) fprintf(m->out, "\n/** %s */\n", text_of(declared, "about"));
}

static void ts_message(maker *m, const direction *d, const char *key, json_t *message) {
  char name[NAME_SIZE];
  ts_about(m, message);
  fprintf(m->out, "export interface %s%s {\n", pascal(key, true, name), d->suffix);
  if (strcmp(d->section, "events") == 0)
    fprintf(m->out,
            "  type: 'event';\n  kind: '%s';\n  table: Table;\n  seq: Seq;\n"
            "  at: Millis;\n  turn: Seat | null;\n  left: Millis | null;\n",
            key);
  else
    fprintf(m->out, "  type: '%s';\n  re?: Re;\n", key);
  ts_fields(m, json_object_get(message, "fields"), "  ");
  fprintf(m->out, "}\n");
}

static void ts_union(maker *m, const char *name, const direction *d, const char *more) {
  const char *key;
  json_t *message;
  char part[NAME_SIZE];
  fprintf(m->out, "\nexport type %s =", name);
  json_object_foreach(json_object_get(m->root, d->section), key, message)
      fprintf(m->out, "\n  | %s%s", pascal(key, true, part), d->suffix);
  fprintf(m->out, "%s;\n", more);
}

static void ts_constants(maker *m) {
  char name[NAME_SIZE];
  const char *key;
  json_t *value;
  fprintf(m->out,
          "/** Version of the protocol, sent in `hello`. */\nexport const VERSION = %lld;\n",
          number_of(m->root, "version"));
  fprintf(m->out, "\nexport const limits = {\n");
  json_object_foreach(json_object_get(m->root, "limits"), key, value)
      fprintf(m->out, "  /** %s */\n  %s: %lld,\n", text_of(value, "about"),
              pascal(key, false, name), number_of(value, "value"));
  fprintf(m->out, "} as const;\n");
}

static void ts_all(maker *m) {
  char name[NAME_SIZE];
  const char *key;
  json_t *value;
  fprintf(m->out, "// The messages of the wire. Made from proto/messages.json; do not edit.\n\n");
  ts_constants(m);
  json_object_foreach(m->types, key, value) {
    ts_about(m, value);
    fprintf(m->out, "export type %s = ", pascal(key, true, name));
    ts_type(m, value, "");
    fprintf(m->out, ";\n");
  }
  for (size_t i = 0; i < DIRECTIONS; i++)
    json_object_foreach(json_object_get(m->root, directions[i].section), key, value)
        ts_message(m, &directions[i], key, value);
  ts_union(m, "TableEvent", &directions[2], "");
  ts_union(m, "ClientMessage", &directions[0], "");
  ts_union(m, "ServerMessage", &directions[1], "\n  | TableEvent");
}

/* -- The document -------------------------------------------------------------------------------
 */

/* What a slot may hold, in words, without its line end. */
static void md_type(maker *m, json_t *type) {
  const char *is = text_of(type, "is");
  size_t i;
  json_t *word;
  if (named(m, is)) {
    fprintf(m->out, "[%s](#%s)", is, is);
  } else if (strcmp(is, "text") == 0) {
    fprintf(m->out, "text, %lld–%lld bytes", number_of(type, "min"), number_of(type, "max"));
  } else if (strcmp(is, "integer") == 0) {
    fprintf(m->out, "integer, %lld–%lld", number_of(type, "min"), number_of(type, "max"));
  } else if (strcmp(is, "choice") == 0) {
    json_array_foreach(json_object_get(type, "of"), i, word)
        fprintf(m->out, "%s`%s`", i ? ", " : "", json_string_value(word));
  } else if (strcmp(is, "list") == 0) {
    fprintf(m->out, "list, at most %lld, of: ", number_of(type, "max"));
    md_type(m, json_object_get(type, "of"));
  } else if (strcmp(is, "map") == 0) {
    fprintf(m->out,
            "object, at most %lld keys of at most %lld bytes, values: ", number_of(type, "max"),
            number_of(type, "key"));
    md_type(m, json_object_get(type, "of"));
  } else if (strcmp(is, "object") == 0) {
    const char *key;
    fprintf(m->out, "object with");
    i = 0;
    json_object_foreach(json_object_get(type, "fields"), key, word) {
      fprintf(m->out, "%s `%s` (", i++ ? "," : "", key);
      md_type(m, word);
      fprintf(m->out, ")");
    }
  } else {
    fprintf(m->out, "%s", is);
  }
  if (is_set(type, "nullable")) fprintf(m->out, " or null");
}

static void md_fields(maker *m, json_t *fields) {
  const char *key;
  json_t *slot;
  if (!json_object_size(fields)) return;
  fprintf(m->out, "\n| field | holds | |\n| --- | --- | --- |\n");
  json_object_foreach(fields, key, slot) {
    fprintf(m->out, "| `%s` | ", key);
    md_type(m, slot);
    fprintf(m->out, "%s | %s |\n", is_set(slot, "optional") ? "; may be left out" : "",
            text_of(slot, "about"));
  }
}

static void md_message(maker *m, const char *key, json_t *message) {
  fprintf(m->out, "\n### `%s`\n%s", key, text_of(message, "about"));
  if (*text_of(message, "answer")) fprintf(m->out, " Answer: `%s`.", text_of(message, "answer"));
  fprintf(m->out, "\n");
  md_fields(m, json_object_get(message, "fields"));
}

static void md_types(maker *m) {
  const char *key;
  json_t *type;
  fprintf(m->out, "\n## Types\n");
  json_object_foreach(m->types, key, type) {
    fprintf(m->out, "\n### %s\n%s", key, text_of(type, "about"));
    if (strcmp(text_of(type, "is"), "object") == 0) {
      fprintf(m->out, "\n");
      md_fields(m, json_object_get(type, "fields"));
    } else {
      fprintf(m->out, ": ");
      md_type(m, type);
      fprintf(m->out, "\n");
    }
  }
}

static void md_limits(maker *m) {
  const char *key;
  json_t *value;
  fprintf(m->out, "\n## Limits\n\nDefaults: an operator may change some "
                  "([operations.md](operations.md#limits)).\n\n| | | |\n| --- | --- | --- |\n");
  json_object_foreach(json_object_get(m->root, "limits"), key, value) fprintf(
      m->out, "| `%s` | %lld | %s |\n", key, number_of(value, "value"), text_of(value, "about"));
}

static void md_all(maker *m) {
  size_t i;
  const char *key;
  json_t *value;
  fprintf(m->out, "<!-- Made from proto/messages.json; do not edit. -->\n# The wire protocol\n\n");
  json_array_foreach(json_object_get(m->root, "introduction"), i, value)
      fprintf(m->out, "%s\n", json_string_value(value));
  for (i = 0; i < DIRECTIONS; i++) {
    fprintf(m->out, "\n## %s\n", directions[i].heading);
    json_object_foreach(json_object_get(m->root, directions[i].section), key, value)
        md_message(m, key, value);
  }
  md_types(m);
  md_limits(m);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*make)(maker *);
  } products[] = {
      {"header", c_header}, {"table", c_table}, {"types", ts_all}, {"document", md_all}};
  if (argc != 4) {
    fprintf(stderr, "usage: server_protogen MESSAGES.json header|table|types|document OUTPUT\n");
    return 2;
  }
  json_error_t error;
  maker m = {.root = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error)};
  if (!m.root) fail(error.text, argv[1]);
  m.types = json_object_get(m.root, "types");
  m.out = fopen(argv[3], "w");
  if (!m.out) fail("cannot be written", argv[3]);
  for (size_t i = 0; i < sizeof products / sizeof *products; i++)
    if (strcmp(argv[2], products[i].name) == 0) products[i].make(&m);
  if (ftell(m.out) <= 0 || fclose(m.out) != 0) fail("nothing written", argv[3]);
  json_decref(m.root);
  return 0;
}
