/* A log of any bytes, one event a line: read, folded, resumed and played on without a fault. */
#include "junqi/table.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fold_lines(junqi_table *table, const char *text, size_t size) {
  for (uint32_t seq = 1; size; seq++) {
    const char *end = memchr(text, '\n', size);
    size_t length = end ? (size_t)(end - text) : size;
    junqi_table_event event;
    if (junqi_table_event_read(table, seq, text, length, &event, NULL) != JUNQI_E_OK ||
        junqi_table_replay(table, &event, NULL) != JUNQI_E_OK)
      return;
    size -= end ? length + 1 : length;
    text += end ? length + 1 : length;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  junqi_table *table = junqi_table_new();
  junqi_table_events *events = malloc(sizeof *events);
  if (!table || !events) abort();
  fold_lines(table, (const char *)data, size);
  junqi_table_resume(table, 1000, events);
  for (uint64_t now = 1000; now < 2000000; now += 97000)
    junqi_table_apply(table, &(junqi_table_input){.kind = JUNQI_DO_TICK}, now, events, NULL);
  free(events);
  junqi_table_free(table);
  return 0;
}
