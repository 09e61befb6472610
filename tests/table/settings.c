/* The settings of a table as docs/rules.md tells them: each with its values, its default and what
 * it means. What they do is tested where they do it. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* "no, kept, rotated"; "0..5". */
static void values_text(const junqi_setting_info *info, char *text, size_t size) {
  size_t used = 0;
  if (!info->words) {
    snprintf(text, size, "%u..%u", info->least, info->most);
    return;
  }
  for (const char *at = info->words; *at && used + 3 < size; at++) {
    if (*at == ' ') text[used++] = ',';
    text[used++] = *at;
  }
  text[used] = 0;
}

static void each_is_told(void **state) {
  (void)state;
  static char document[1 << 16];
  FILE *file = fopen(DOCUMENT, "r");
  assert_non_null(file);
  document[fread(document, 1, sizeof document - 1, file)] = 0;
  fclose(file);
  const junqi_settings fallback = junqi_settings_default();
  for (junqi_setting i = 0; i < JUNQI_SETTINGS; i++) {
    const junqi_setting_info *info = junqi_setting_about(i);
    char values[64], usual[16], row[512];
    values_text(info, values, sizeof values);
    junqi_setting_text(&fallback, i, usual, sizeof usual);
    snprintf(row, sizeof row, "\n| `%s` | %s | %s | %s · %s |\n", info->name, values, usual,
             info->english, info->chinese);
    if (!strstr(document, row)) fail_msg("docs/rules.md lacks the row:%s", row);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
