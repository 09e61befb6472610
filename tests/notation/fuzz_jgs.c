/* Fuzzing of QQ replays (F-3): what converts is a record that reads back byte for byte. */
#include <stdlib.h>
#include <string.h>

#include "junqi/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_record(const char *text, size_t length) {
  junqi_record record = {.capacity = junqi_record_capacity(text, length)};
  junqi_game game;
  junqi_error error;
  record.lines = calloc(record.capacity, sizeof *record.lines);
  char *back = malloc(length + 1);
  if (!record.lines || !back) abort();
  if (junqi_record_read(text, length, &record, &game, &error) != JUNQI_E_OK) abort();
  if (junqi_record_write(&record, false, back, length + 1) != length ||
      memcmp(back, text, length) != 0)
    abort();
  free(record.lines);
  free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size_t length, written;
  junqi_error error;
  if (junqi_jgs_convert(data, size, NULL, 0, &length, &error) != JUNQI_E_OK) return 0;
  char *text = malloc(length + 1);
  if (!text || junqi_jgs_convert(data, size, text, length + 1, &written, &error) != JUNQI_E_OK)
    abort();
  if (written != length) abort();
  check_record(text, length);
  free(text);
  return 0;
}
