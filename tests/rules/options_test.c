/* The option table against RULES.md R-11 and the presets of. */
#include "test.h"

#include <string.h>

#include "junqi/options.h"

static junqi_code set(junqi_rules *rules, const char *name, const char *value, junqi_error *error) {
  return junqi_rules_set(rules, name, strlen(name), value, strlen(value), error);
}

/* Every value that an option's own help names is taken, and printed back. */
static void every_word(void **state) {
  (void)state;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    for (unsigned o = 0; o < JUNQI_OPTIONS; o++) {
      const junqi_option_info *info = junqi_option_about((junqi_option)o);
      junqi_rules rules = junqi_rules_default((junqi_variant)variant);
      char word[24], text[24];
      const char *words = info->words ? info->words : "1 10 42 99";
      while (*words) {
        size_t length = strcspn(words, " ");
        memcpy(word, words, length);
        word[length] = '\0';
        words += length + (words[length] == ' ');
        bool number_low = !info->words && info->least > 1 && strcmp(word, "1") == 0;
        bool forbidden = strcmp(word, "forbidden") == 0 && variant != JUNQI_FLIP;
        junqi_code code = set(&rules, info->name, word, NULL);
        if (info->fallback[variant] < 0) {
          assert_int_equal(code, JUNQI_E_OPTION_VARIANT);
        } else if (number_low || forbidden) {
          assert_int_equal(code, JUNQI_E_OPTION_VALUE);
        } else {
          assert_int_equal(code, JUNQI_E_OK);
          junqi_option_text(&rules, (junqi_option)o, text, sizeof text);
          assert_string_equal(text, word);
        }
      }
    }
}

static void ranges(void **state) {
  static const struct {
    const char *name, *fine, *wrong;
  } rows[] = {{"quiet_limit", "0", "10000"},  {"quiet_limit", "9999", "-1"},
              {"move_seconds", "1", "0"},     {"move_seconds", "3600", "3601"},
              {"setup_seconds", "10", "9"},   {"timeout_limit", "99", "100"},
              {"escape_seconds", "0", "00"},  {"X", "99", "100"},
              {"resign_ply", "7", "7 "},      {"score_gate", "1", ""},
              {"timeout_limit", "5", "0x05"}, {"Y", "0", "+1"}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    junqi_rules rules = junqi_rules_default(JUNQI_THREE), before;
    junqi_error error;
    assert_int_equal(set(&rules, rows[i].name, rows[i].fine, &error), JUNQI_E_OK);
    before = rules;
    assert_int_equal(set(&rules, rows[i].name, rows[i].wrong, &error), JUNQI_E_OPTION_VALUE);
    assert_memory_equal(&rules, &before, sizeof rules);
    assert_string_equal(error.where, rows[i].name);
  }
}

static void refusals_name_the_allowed(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  junqi_error error;
  char text[300];
  (void)state;
  assert_int_equal(set(&rules, "mine_hit", "forbidden", &error), JUNQI_E_OPTION_VALUE);
  junqi_error_text(&error, JUNQI_ENGLISH, text, sizeof text);
  assert_string_equal(text, "option mine_hit cannot be forbidden; allowed: stays, both, bounce");
  assert_int_equal(set(&rules, "partner", "shown", &error), JUNQI_E_OPTION_VARIANT);
  assert_int_equal(set(&rules, "partners", "shown", &error), JUNQI_E_OPTION_UNKNOWN);
  junqi_error_text(&error, JUNQI_CHINESE, text, sizeof text);
  assert_non_null(strstr(text, "没有选项 partners"));
  assert_non_null(strstr(text, "bomb_front, hq_lock"));
}

/* */
static void presets(void **state) {
  junqi_rules rules = junqi_rules_default(JUNQI_FOUR);
  junqi_error error;
  (void)state;
  assert_int_equal(junqi_rules_preset(&rules, "qq", 2, &error), JUNQI_E_OK);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_STUCK), JUNQI_STUCK_AT_ONCE);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_QUIET_LIMIT), 71);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_TURN), 1);
  rules = junqi_rules_default(JUNQI_DARK);
  assert_int_equal(junqi_rules_preset(&rules, "ccgc", 4, &error), JUNQI_E_OK);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_QUIET_LOSES), 1);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_RESIGN_PLY), 0);
  assert_int_equal(junqi_rules_preset(&rules, "qq", 2, &error), JUNQI_E_PRESET_UNKNOWN);
  assert_string_equal(error.wanted, "ccgc");
  rules = junqi_rules_default(JUNQI_FLIP);
  assert_int_equal(junqi_rules_preset(&rules, "qq", 2, &error), JUNQI_E_OK);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_MINE_HIT), JUNQI_MINE_FORBIDDEN);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_FLIP_FLAG), JUNQI_FLAG_MINES);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_TIMEOUT_LIMIT), 3);
  rules = junqi_rules_default(JUNQI_THREE);
  assert_int_equal(junqi_rules_preset(&rules, "ally", 4, &error), JUNQI_E_OK);
  assert_int_equal(junqi_opt(&rules, JUNQI_OPT_Y), 4);
  assert_string_equal(junqi_preset_name(JUNQI_FLIP, 0), "qq");
  assert_null(junqi_preset_name(JUNQI_FLIP, 1));
}

/* Messages never run over their buffer or end inside a character. */
static void messages_fit(void **state) {
  (void)state;
  for (unsigned code = 0; code < JUNQI_CODES; code++)
    for (size_t size = 1; size < 160; size++) {
      junqi_error error;
      char text[200];
      memset(text, 'x', sizeof text);
      junqi_fail(&error, (junqi_code)code);
      error.line = 12;
      junqi_error_put(error.found, sizeof error.found, "炸\x01\xFF弹", 8);
      assert_string_equal(error.found, "炸??弹");
      size_t length = junqi_error_text(&error, JUNQI_CHINESE, text, size);
      assert_true(length < size && text[length] == '\0' && text[size] == 'x');
      if (length) {
        size_t last = length - 1;
        while (((unsigned char)text[last] & 0xC0) == 0x80)
          last--;
        unsigned char lead = (unsigned char)text[last];
        size_t want = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        assert_int_equal(length - last, want);
      }
    }
}

/* Digits alone, up to a bound that no sum runs over. */
static void numbers(void **state) {
  uint64_t value = 7;
  (void)state;
  assert_true(junqi_number_from_digits("18446744073709551615", 20, UINT64_MAX, &value));
  assert_true(value == UINT64_MAX);
  assert_true(junqi_number_from_digits("0012x", 4, 12, &value));
  assert_int_equal(value, 12);
  assert_false(junqi_number_from_digits("18446744073709551616", 20, UINT64_MAX, &value));
  assert_false(junqi_number_from_digits("13", 2, 12, &value));
  assert_false(junqi_number_from_digits("9", 1, 3, &value));
  assert_false(junqi_number_from_digits("", 0, 12, &value));
  assert_false(junqi_number_from_digits("-1", 2, 12, &value));
  assert_false(junqi_number_from_digits("1 ", 2, 12, &value));
  assert_int_equal(value, 12);
}

/* The shortest bytes of a character, and no others. */
static void characters(void **state) {
  static const char *const broken[] = {"\x80",
                                       "\xC0\x80",
                                       "\xC1\xBF",
                                       "\xC2",
                                       "\xC2\x20",
                                       "\xE0\x9F\xBF",
                                       "\xE4\xB8",
                                       "\xED\xA0\x80",
                                       "\xF0\x8F\xBF\xBF",
                                       "\xF0\x9F\x98",
                                       "\xF4\x90\x80\x80",
                                       "\xF5\x80\x80\x80",
                                       "\xF8\x90\x80\x80",
                                       "\xF9\x80\x80\x80",
                                       "\xFC\x80\x80\x80",
                                       "\xFF\xBF\xBF\xBF",
                                       "\xFF"};
  uint32_t code = 0;
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
    assert_int_equal(junqi_utf8(broken[i], SIZE_MAX, &code), 0);
  assert_int_equal(junqi_utf8("\xE4\xB8\xAD", 2, &code), 0);
  assert_int_equal(junqi_utf8("", 0, &code), 0);
  assert_int_equal(junqi_utf8("", 1, &code), 1);
  assert_int_equal(code, 0);
  assert_int_equal(junqi_utf8("a\x80", 2, &code), 1);
  assert_int_equal(code, 'a');
  assert_int_equal(junqi_utf8("\xC2\x80", 2, &code), 2);
  assert_int_equal(code, 0x80);
  assert_int_equal(junqi_utf8("\xE4\xB8\xAD", 3, &code), 3);
  assert_int_equal(code, 0x4E2D);
  assert_int_equal(junqi_utf8("\xF4\x8F\xBF\xBF", 9, &code), 4);
  assert_int_equal(code, 0x10FFFF);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_word),
      cmocka_unit_test(ranges),
      cmocka_unit_test(numbers),
      cmocka_unit_test(characters),
      cmocka_unit_test(refusals_name_the_allowed),
      cmocka_unit_test(presets),
      cmocka_unit_test(messages_fit),
  };
  return cmocka_run_group_tests_name("R-11", tests, NULL, NULL);
}
