/* Layout texts (F-1) and layout files (F-2). */
#include "support.h"

static const char legal[] = "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12";

static junqi_code read_as(const char *text, junqi_layout_form form, junqi_layout *layout,
                          junqi_error *error) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK);
  return junqi_layout_read(text, strlen(text), form, &rules, 1, layout, error);
}

static void refuse(const char *text, junqi_layout_form form, junqi_code code, int offset,
                   const char *part) {
  junqi_layout layout;
  junqi_error error;
  assert_int_equal(read_as(text, form, &layout, &error), code);
  support_fault(&error, code, offset, part);
}

static void test_text(void **state) {
  (void)state;
  junqi_layout layout;
  char back[JUNQI_LAYOUT_TEXT];
  assert_int_equal(read_as(legal, JUNQI_COMPLETE_LAYOUT, &layout, NULL), JUNQI_E_OK);
  assert_int_equal(layout.at[0], JUNQI_MARSHAL);
  assert_int_equal(layout.at[26], JUNQI_FLAG);
  assert_int_equal(junqi_layout_write(&layout, back, sizeof back), 35);
  assert_string_equal(back, legal);
  assert_int_equal(junqi_layout_write(&layout, back, 4), 35);
  assert_string_equal(back, "951");
}

static void test_partial(void **state) {
  (void)state;
  junqi_layout layout;
  char back[JUNQI_LAYOUT_TEXT];
  const char *partial = "9..../...../...../...../...../.F...";
  assert_int_equal(read_as(partial, JUNQI_PARTIAL_LAYOUT, &layout, NULL), JUNQI_E_OK);
  junqi_layout_write(&layout, back, sizeof back);
  assert_string_equal(back, partial);
  refuse(partial, JUNQI_COMPLETE_LAYOUT, JUNQI_E_LAYOUT_EMPTY, 1, "b12 is empty");
  assert_int_equal(
      read_as("????\?/?.?.?/??.?\?/?.?.?/????\?/?????", JUNQI_HIDDEN_LAYOUT, &layout, NULL),
      JUNQI_E_OK);
  assert_int_equal(layout.at[29], JUNQI_UNKNOWN);
}

static void test_text_faults(void **state) {
  (void)state;
  junqi_layout_form form = JUNQI_PARTIAL_LAYOUT;
  refuse("", form, JUNQI_E_LAYOUT_TEXT, 0, "b11");
  refuse("95137/7.2.x", form, JUNQI_E_LAYOUT_TEXT, 10, "b25 stands x");
  refuse("95137/7.2.?/81.35/B.4.4/3M2MB/6FM12", form, JUNQI_E_LAYOUT_TEXT, 10, "b25");
  refuse("951377.2.6/81.35/B.4.4/3M2MB/6FM12", form, JUNQI_E_LAYOUT_TEXT, 5, "b15");
  refuse("95137/_5/81.35/B.4.4/3M2MB/6FM12", form, JUNQI_E_LAYOUT_TEXT, 6, "b21");
  refuse("95137/7.2.6/81.35/B.4.4/3M2MB/6FM12 ", form, JUNQI_E_LAYOUT_TEXT, 35, "b65");
  refuse("95137/7.2.6/81.35/B.4.4/3M2MB/6FM1", form, JUNQI_E_LAYOUT_TEXT, 34, "b65");
  form = JUNQI_COMPLETE_LAYOUT;
  refuse("F5137/7.2.6/81.35/B.4.4/3M2MB/69M12", form, JUNQI_E_LAYOUT_FLAG, 0, "b11");
  refuse("B5137/7.2.6/81.35/9.4.4/3M2MB/6FM12", form, JUNQI_E_LAYOUT_BOMB, 0, "b11");
  refuse("95137/7M2.6/81.35/B.4.4/3.2MB/6FM12", form, JUNQI_E_LAYOUT_CAMP, 7, "b22");
  refuse("9513M/7.2.6/81.35/B.4.4/372MB/6FM12", form, JUNQI_E_LAYOUT_MINE, 4, "b15");
  refuse("99137/7.2.6/81.35/B.4.4/3M2MB/6FM12", form, JUNQI_E_LAYOUT_COUNT, -1, "9");
}

/* A .jql file of the layout `legal`, written by hand. */
static const uint8_t file[JUNQI_JQL_BYTES] = {
    'Q', 'Q', 'G', 'a', 'm', 'e', ' ', 'J', 'Q', 'L', ' ', 'F', 'i', 'l', 'e', 0,  0x57,
    4,   0,   0,   5,   9,   13,  11,  7,   7,   0,   12,  0,   8,   6,   13,  0,  11,
    9,   4,   0,   10,  0,   10,  11,  3,   12,  3,   4,   8,   2,   3,   13,  12,
};

static void test_jql(void **state) {
  (void)state;
  junqi_jql jql;
  char text[JUNQI_LAYOUT_TEXT];
  uint8_t back[JUNQI_JQL_BYTES], odd[JUNQI_JQL_BYTES];
  assert_int_equal(junqi_jql_read(file, sizeof file, &jql, NULL), JUNQI_E_OK);
  assert_false(jql.warning);
  junqi_layout_write(&jql.layout, text, sizeof text);
  assert_string_equal(text, legal);
  junqi_jql_write(&jql, back);
  assert_memory_equal(back, file, sizeof file);
  memcpy(odd, file, sizeof odd);
  odd[0x11] = 9;
  assert_int_equal(junqi_jql_read(odd, sizeof odd, &jql, NULL), JUNQI_E_OK);
  assert_true(jql.warning);
  junqi_jql_write(&jql, back);
  assert_memory_equal(back, odd, sizeof odd);
}

static void refuse_byte(unsigned offset, uint8_t byte, junqi_code code, int place,
                        const char *part) {
  uint8_t bytes[JUNQI_JQL_BYTES];
  junqi_jql jql;
  junqi_error error;
  memcpy(bytes, file, sizeof bytes);
  bytes[offset] = byte;
  assert_int_equal(junqi_jql_read(bytes, sizeof bytes, &jql, &error), code);
  support_fault(&error, code, place, part);
}

static void test_jql_faults(void **state) {
  (void)state;
  junqi_jql jql;
  junqi_error error;
  assert_int_equal(junqi_jql_read(file, 49, &jql, &error), JUNQI_E_JQL_SIZE);
  support_fault(&error, JUNQI_E_JQL_SIZE, -1, "49 bytes");
  refuse_byte(15, 1, JUNQI_E_JQL_HEADER, 15, "begins with");
  refuse_byte(0, 'q', JUNQI_E_JQL_HEADER, 0, "qQGame");
  refuse_byte(0x14, 1, JUNQI_E_JQL_PIECE, 0x14, "byte 01 for a11");
  refuse_byte(0x31, 0x0E, JUNQI_E_JQL_PIECE, 0x31, "byte 0E for a65");
  refuse_byte(0x14, 0, JUNQI_E_LAYOUT_EMPTY, 0x14, "a11");
  refuse_byte(0x14 + 6, 13, JUNQI_E_LAYOUT_CAMP, 0x14 + 6, "a22");
  refuse_byte(0x14, 4, JUNQI_E_LAYOUT_BOMB, 0x14, "a11");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text),        cmocka_unit_test(test_partial),
      cmocka_unit_test(test_text_faults), cmocka_unit_test(test_jql),
      cmocka_unit_test(test_jql_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
