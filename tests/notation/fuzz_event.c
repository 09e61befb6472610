/* Fuzzing of single record lines (F-5): what reads, writes to a line that reads the same. The first
 * byte chooses the variant. */
#include <stdlib.h>
#include <string.h>

#include "junqi/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  junqi_variant variant = (junqi_variant)(data[0] % JUNQI_VARIANTS);
  junqi_line line, again;
  junqi_error error;
  char text[JUNQI_EVENT_TEXT];
  if (junqi_event_read(variant, 0, (const char *)data + 1, size - 1, &line, &error) != JUNQI_E_OK)
    return 0;
  bool shown = line.event.piece != 0;
  size_t length = junqi_event_write(variant, &line.event, line.ms, shown, text, sizeof text);
  if (length >= sizeof text) abort();
  if (junqi_event_read(variant, 0, text, length, &again, &error) != JUNQI_E_OK) abort();
  if (memcmp(&line.event, &again.event, sizeof line.event) != 0 || line.ms != again.ms) abort();
  return 0;
}
