/* QQ's replays for the page. A file of its own because it brings the characters that they are
 * written in along, which few people need (cmake/Wasm.cmake). */
#include <stdlib.h>

#include "json.h"
#include "junqi/record.h"

enum { MOST_TEXT = 1 << 20 };

int wasm_jgs_read(wasm_desk *desk, size_t length) {
  junqi_error error;
  size_t written = 0;
  char *text = malloc(MOST_TEXT);
  junqi_code code = JUNQI_E_RECORD_LINES;
  if (text)
    code = junqi_jgs_convert((const uint8_t *)desk->in, length, text, MOST_TEXT, &written, &error);
  if (!text || (code == JUNQI_E_OK && written >= MOST_TEXT))
    code = junqi_fail(&error, JUNQI_E_RECORD_LINES);
  if (code == JUNQI_E_OK) {
    wasm_begin(desk);
    wasm_bytes(desk, text, written);
  }
  free(text);
  return code == JUNQI_E_OK ? 1 : wasm_refuse(desk, &error);
}
