/* The messages of the wire as data, and one checker for all of them: what proto/messages.json
 * declares is what comes in and goes out. It knows the shape of a message, not what it means. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H

#include "junqi/error.h"
#include "wire_table.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -- What is declared; made by server_protogen ---------------------------------------------------
 */

typedef enum wire_kind {
  WIRE_IS_TEXT,    /* min..max bytes of UTF-8, no control characters but line ends */
  WIRE_IS_INTEGER, /* min..max */
  WIRE_IS_BOOLEAN,
  WIRE_IS_CHOICE, /* one of `words` */
  WIRE_IS_LIST,   /* at most max of `of` */
  WIRE_IS_MAP,    /* at most max keys of 1..key bytes, each with an `of` */
  WIRE_IS_OBJECT  /* exactly `fields` */
} wire_kind;

typedef struct wire_slot wire_slot;

typedef struct wire_type {
  wire_kind kind;
  int64_t min, max;
  int64_t key;
  const char *const *words; /* ended by NULL */
  const wire_slot *of;
  const wire_slot *fields; /* ended by a slot without a name */
} wire_type;

struct wire_slot {
  const char *name;
  const wire_type *type;
  bool optional, nullable;
};

typedef struct wire_message {
  const char *name;
  const wire_slot *fields;
} wire_message;

/* Each ended by a row without a name. `wire_client` is in the order of wire_request. */
extern const wire_message wire_client[], wire_server[], wire_events[];
/* Types of the fields that messages have besides their own: `re`; an event's `table`, `seq`,
 * `clock`. */
extern const wire_type *const wire_re, *const wire_table, *const wire_seq, *const wire_seat,
                                                                               *const wire_millis;

/* -- Reading --------------------------------------------------------------------------------------
 */

typedef struct wire_in {
  json_t *root; /* NULL after an error */
  wire_request type;
  int64_t re; /* -1: none; set after an error too, when it could be read */
} wire_in;

/* Reads one client message of `length` bytes and checks all of it. JUNQI_E_OK and in->root is the
 * caller's, for wire_free(); or a code MESSAGE_… with the field and what would be right. */
junqi_code wire_read(const char *text, size_t length, wire_in *in, junqi_error *error);
void wire_free(wire_in *in);

/* Reads a JSON object with exactly these fields, checked as those of a message: an HTTP body.
 * *object is the caller's, NULL after an error. */
junqi_code wire_read_object(const char *text, size_t length, const wire_slot *fields,
                            json_t **object, junqi_error *error);

/* Checks a server message the same way (tests). */
junqi_code wire_check_server(const char *text, size_t length, junqi_error *error);

/* Fields of a message that was read: they are there, or were declared optional. */
const char *wire_text(const wire_in *in, const char *field);              /* NULL: left out */
int64_t wire_integer(const wire_in *in, const char *field, int64_t none); /* `none`: left out */
bool wire_flag(const wire_in *in, const char *field);                     /* false: left out */

#endif
