/* Fuzzing of whole records (F-5), full and through a view: what reads, writes to a text that reads
 * back byte for byte. */
#include <stdlib.h>
#include <string.h>

#include "junqi/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The canonical text in fresh memory, null when the record does not read. */
static char *rewrite(const char *text, size_t size, bool shown, size_t *length) {
  junqi_record record = {.capacity = junqi_record_capacity(text, size)};
  junqi_game game;
  junqi_view view;
  junqi_error error;
  record.lines = calloc(record.capacity, sizeof *record.lines);
  if (!record.lines) abort();
  junqi_code code = shown ? junqi_record_follow(text, size, 0, &record, &view, &error)
                          : junqi_record_read(text, size, &record, &game, &error);
  char *back = NULL;
  if (code == JUNQI_E_OK) {
    *length = junqi_record_write(&record, shown, NULL, 0);
    back = malloc(*length + 1);
    if (!back || junqi_record_write(&record, shown, back, *length + 1) != *length) abort();
  }
  free(record.lines);
  return back;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int shown = 0; shown < 2; shown++) {
    size_t length, again;
    char *once = rewrite((const char *)data, size, shown, &length);
    if (!once) continue;
    char *twice = rewrite(once, length, shown, &again);
    if (!twice || again != length || memcmp(once, twice, length) != 0) abort();
    free(twice);
    free(once);
  }
  return 0;
}
