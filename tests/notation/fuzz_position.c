/* Fuzzing of position texts (F-4), as full positions and as views: what reads, prints to a text
 * that reads and prints the same, and can be asked for its plies. */
#include <stdlib.h>
#include <string.h>

#include "junqi/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Prints what was read; 0 when it could not be read. */
static size_t reprint(const char *text, size_t size, bool view, char out[JUNQI_POSITION_TEXT]) {
  static junqi_move list[JUNQI_MAX_MOVES];
  junqi_rules rules;
  junqi_position p;
  junqi_view v;
  junqi_error error;
  if (view) {
    if (junqi_view_read(text, size, JUNQI_SPECTATOR, &rules, &v, &error) != JUNQI_E_OK) return 0;
    junqi_view_world(&v, NULL, &p);
    junqi_moves(&p, list);
    return junqi_view_write(&v, out, JUNQI_POSITION_TEXT);
  }
  if (junqi_position_read(text, size, &rules, &p, &error) != JUNQI_E_OK) return 0;
  if (junqi_moves(&p, list) != junqi_count_moves(&p)) abort();
  size_t length = junqi_position_write(&p, out, JUNQI_POSITION_TEXT);
  junqi_position_settle(&p, NULL);
  return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char once[JUNQI_POSITION_TEXT], twice[JUNQI_POSITION_TEXT];
  for (int view = 0; view < 2; view++) {
    size_t length = reprint((const char *)data, size, view, once);
    if (length == 0) continue;
    if (length >= sizeof once || reprint(once, length, view, twice) != length) abort();
    if (memcmp(once, twice, length) != 0) abort();
  }
  return 0;
}
