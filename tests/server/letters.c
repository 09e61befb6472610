/* What people write: what is left of it for others to read. */
#include "letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void lines_are_cleaned(void **state) {
  static const struct {
    const char *text, *cleaned;
  } lines[] = {
      {"", ""},
      {"好棋！", "好棋！"},
      {"one\ntwo  ", "one two"},
      {" \xe3\x80\x80 \xc2\xa0", ""},
      {"a\xe2\x80\x8b"
       "b\xe2\x80\xae"
       "c",
       "abc"},
      {"\xe3\x85\xa4\xe2\xa0\x80\xef\xbe\xa0\xc2\xad", ""}, /* fillers, drawn as nothing */
      {"\xd8\x9cx\xf3\xa0\x81\x81y", "xy"},                 /* a direction, a tag */
      {"e\xcc\x81\xcc\xa3\xcc\x82", "e\xcc\x81\xcc\xa3\xcc\x82"},
      {"e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81z", "e\xcc\x81\xcc\x81\xcc\x81z"},
      {"\xe2\x9d\xa4\xef\xb8\x8f 🎲", "\xe2\x9d\xa4\xef\xb8\x8f 🎲"},
      {"ที่นี่", "ที่นี่"},
      {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char cleaned[128];
    letters_clean(lines[i].text, cleaned);
    assert_string_equal(cleaned, lines[i].cleaned);
    assert_int_equal(letters_readable(cleaned), *cleaned != 0);
    char again[128];
    letters_clean(cleaned, again);
    assert_string_equal(again, cleaned);
  }
}

static void what_is_not_seen_is_not_readable(void **state) {
  static const char *const bad[] = {"",
                                    " ",
                                    "\xe3\x80\x80",
                                    "a\nb",
                                    "a\xc2\x85",
                                    "\xe2\x80\xae"
                                    "b",
                                    "a\xe3\x85\xa4",
                                    "\xe2\xa0\x80",
                                    "\xcc\x81",
                                    "a\xcc\x81\xcc\x81\xcc\x81\xcc\x81",
                                    "\xef\xbb\xbf"
                                    "a"};
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (letters_readable(bad[i])) fail_msg("text %zu is taken for readable", i);
  assert_true(letters_readable("铁桶 \"1\""));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_cleaned),
      cmocka_unit_test(what_is_not_seen_is_not_readable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
