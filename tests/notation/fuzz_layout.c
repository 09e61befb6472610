/* Fuzzing of layouts: any bytes as a layout text (F-1) and as a .jql file (F-2); what reads, writes
 * back the same. */
#include <stdlib.h>
#include <string.h>

#include "junqi/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *text, size_t size, junqi_layout_form form) {
  junqi_rules rules = junqi_rules_default(JUNQI_THREE);
  junqi_layout layout;
  junqi_error error;
  char back[JUNQI_LAYOUT_TEXT];
  if (junqi_layout_read(text, size, form, &rules, 2, &layout, &error) != JUNQI_E_OK) return;
  if (junqi_layout_write(&layout, back, sizeof back) != size || memcmp(back, text, size) != 0)
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  junqi_jql jql;
  junqi_error error;
  uint8_t back[JUNQI_JQL_BYTES];
  for (unsigned form = JUNQI_COMPLETE_LAYOUT; form <= JUNQI_HIDDEN_LAYOUT; form++)
    check_text((const char *)data, size, (junqi_layout_form)form);
  if (junqi_jql_read(data, size, &jql, &error) != JUNQI_E_OK) return 0;
  junqi_jql_write(&jql, back);
  if (memcmp(back, data, size) != 0) abort();
  return 0;
}
