/* Good messages of a client, made from the declaration itself: each field has the least value that
 * it may have. */
#ifndef TEST_SERVER_SAMPLE_H
#define TEST_SERVER_SAMPLE_H

#include "wire.h"

/* To be released by json_decref(). */
json_t *sample_value(const wire_slot *slot);
json_t *sample_message(const wire_message *message);
/* So many times the letter x. */
json_t *sample_text(int64_t length);

#endif
