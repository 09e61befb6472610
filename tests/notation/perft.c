/* The reference referee's figures: every position reads, prints back the same, and has as many ply
 * sequences. */
#include "support.h"

static void check_line(char *line) {
  char *depth = strtok(line, "\t"), *count = strtok(NULL, "\t"), *text = strtok(NULL, "\t");
  junqi_rules rules;
  junqi_position p;
  junqi_error error;
  char back[JUNQI_POSITION_TEXT];
  assert_non_null(text);
  if (junqi_position_read(text, strlen(text), &rules, &p, &error) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, back, sizeof back);
    fail_msg("%s: %s", text, back);
  }
  junqi_position_write(&p, back, sizeof back);
  assert_string_equal(back, text);
  uint64_t nodes = junqi_perft(&p, (unsigned)atoi(depth));
  if (nodes != strtoull(count, NULL, 10))
    fail_msg("perft %s of %s is %s, here %llu", depth, text, count, (unsigned long long)nodes);
}

static void test_shared_figures(void **state) {
  (void)state;
  size_t length;
  char *figures = support_shared("design/perft.txt", &length);
  if (!figures) skip();
  unsigned lines = 0;
  for (char *line = figures; line && *line;) {
    char *end = strchr(line, '\n'), *next = end ? end + 1 : NULL;
    if (end) *end = '\0';
    if (*line && *line != '#') check_line(line), lines++;
    line = next;
  }
  free(figures);
  assert_true(lines > 50);
}

/* One figure of our own, counted with the second referee. */
static void test_own_figure(void **state) {
  (void)state;
  char line[] =
      "2\t177\tdark _5/_5/_5/_5/.a9a1_2/.aF_3|_5/_5/_5/_5/_3b2./bMb3.bF. a 0 30 stuck=mutual";
  check_line(line);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_own_figure),
                                     cmocka_unit_test(test_shared_figures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
