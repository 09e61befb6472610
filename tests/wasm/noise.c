/* Bytes of every kind into every text that the page may pass on: an answer or an error, in whole
 * JSON, and nothing read or written out of bounds (the sanitizers' build tells). */
#include "support.h"

enum { ROUNDS = 4000 };

/* Pieces of true texts, so that noise gets past the first look at it. */
static const char *const seeds[] = {
    "a11b15 > @12 ; x",
    "!a11 b9",
    "show b63 bF",
    "out b flag",
    "end win a,c reason flag",
    "95137/7.2.6/81.35/B.4.4/3M2MB/6FM12",
    "64257/9.1.8/75.36/4.1.B/3M12B/MFM23|64257/9.1.8/75.36/4.1.B/3M12B/MFM23|||",
    "dark _5/_5/_5/_5/.a9a1_2/.aF_3|_5/_5/_5/_5/_3b2./bMb3.bF. a 0 30 stuck=mutual",
    "junqi 1\nvariant flip\noption quiet_limit 5\ndeal ",
    "junqi 1\nvariant dark\nseat a name \"x\" layout 64257/9.1.8/75.36/4.1.B/3M12B/MFM23\n"
    "seat b layout 64257/9.1.8/75.36/4.1.B/3M12B/MFM23\nstart\na11b15 >\n",
    "junqi 1\nvariant dark\nseat a layout "
    "\?\?\?\?\?/\?.\?.\?/\?\?.\?\?/\?.\?.\?/\?\?\?\?\?/\?\?\?\?\?\n"
    "seat b layout \?\?\?\?\?/\?.\?.\?/\?\?.\?\?/\?.\?.\?/\?\?\?\?\?/\?\?\?\?\?\nstart\na11b15 >\n",
    "QQGame JQL File",
    "quiet_limit",
    "qq",
};

static size_t make_noise(junqi_random *random, char *text, size_t size) {
  const char *seed = seeds[junqi_random_below(random, sizeof seeds / sizeof seeds[0])];
  size_t length = strlen(seed);
  memcpy(text, seed, length);
  for (unsigned changes = junqi_random_below(random, 4); changes; changes--) {
    size_t at = junqi_random_below(random, (uint32_t)length + 1);
    unsigned how = junqi_random_below(random, 4);
    if (how == 0 && length < size)
      text[length++] = (char)junqi_random_below(random, 256);
    else if (how == 1)
      length = at;
    else if (at < length)
      text[at] = (char)junqi_random_below(random, 256);
  }
  return length;
}

/* Braces and brackets outside of texts close in order, and something is there. */
static void check_json(const wasm_desk *desk) {
  const char *out = wasm_desk_out(desk);
  size_t length = wasm_desk_out_length(desk), depth = 0;
  char open[64];
  bool quoted = false;
  assert_non_null(out);
  assert_true(length > 0);
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)out[i];
    assert_true(byte >= 0x20);
    if (quoted && byte == '\\') i++;
    if (byte == '"') quoted = !quoted;
    if (quoted) continue;
    if (byte == '{' || byte == '[') open[depth++] = byte == '{' ? '}' : ']';
    if (byte == '}' || byte == ']') assert_true(depth > 0 && open[--depth] == (char)byte);
    assert_true(depth < sizeof open);
  }
  assert_int_equal(depth, 0);
  assert_false(quoted);
}

static void ask_rules(wasm_desk *desk, junqi_rules *rules, unsigned which, unsigned number,
                      size_t length) {
  switch (which) {
  case 0: wasm_rules_set(desk, rules, length / 2, length - length / 2); break;
  case 1: wasm_rules_preset(desk, rules, length); break;
  case 2: wasm_layout_faults(desk, rules, number, length); break;
  case 3: wasm_layout_complete(desk, rules, number, length); break;
  case 4: wasm_jql_read(desk, length); break;
  case 5: wasm_jql_write(desk, number & 1, number, length); break;
  case 6: wasm_ply_read(desk, number, length); break;
  case 7: wasm_record_read(desk, length); break;
  case 8: wasm_jgs_read(desk, length); break;
  default: wasm_perft(desk, number & 1, length); break;
  }
}

static void ask_follow(wasm_desk *desk, wasm_follow *follow, unsigned which, unsigned number,
                       size_t length) {
  switch (which) {
  case 0: wasm_follow_start(desk, follow, number, number, number & 1, length); break;
  case 1: wasm_follow_deal(desk, follow, length); break;
  case 2: wasm_follow_targets(desk, follow, number & 1, length); break;
  case 3: wasm_follow_explain(desk, follow, length / 2, length - length / 2); break;
  case 4: wasm_follow_may_be(desk, follow, number & 1, length); break;
  case 5: wasm_follow_movable(desk, follow, number & 1); break;
  case 6: wasm_follow_text(desk, follow); break;
  case 7: wasm_follow_state(desk, follow, number & 1); break;
  default: wasm_follow_apply(desk, follow, length); break;
  }
}

static void noise(void **state) {
  (void)state;
  junqi_random random = {7};
  wasm_desk *desk = wasm_desk_open();
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    junqi_rules *rules = wasm_rules_open(variant);
    wasm_follow *follow = wasm_follow_open(rules);
    for (unsigned round = 0; round < ROUNDS; round++) {
      char text[512];
      size_t length = put_in(desk, text, make_noise(&random, text, sizeof text));
      unsigned number = junqi_random_below(&random, 300);
      if (round & 1)
        ask_rules(desk, rules, junqi_random_below(&random, 10), number, length);
      else
        ask_follow(desk, follow, junqi_random_below(&random, 14), number, length);
      check_json(desk);
    }
    wasm_free(follow);
    wasm_free(rules);
  }
  wasm_desk_close(desk);
}

/* A follower that is copied stands on its own. */
static void copies(void **state) {
  (void)state;
  wasm_desk *desk = wasm_desk_open();
  junqi_rules *rules = wasm_rules_open(JUNQI_DARK);
  wasm_follow *one = wasm_follow_open(rules), *two;
  char before[JUNQI_POSITION_TEXT], after[JUNQI_POSITION_TEXT];
  wasm_free(rules);
  assert_true(wasm_follow_start(desk, one, 0, 0, 0, put_in(desk, "", 0)));
  two = wasm_follow_copy_open(one);
  wasm_follow_text(desk, one);
  out_text(desk, before, sizeof before);
  assert_true(wasm_follow_apply(desk, one, put_in(desk, "a11b15 >", 8)));
  wasm_free(one);
  assert_true(wasm_follow_text(desk, two));
  assert_string_equal(out_text(desk, after, sizeof after), before);
  wasm_free(two);
  wasm_desk_close(desk);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(noise), cmocka_unit_test(copies)};
  return cmocka_run_group_tests_name("noise", tests, NULL, NULL);
}
