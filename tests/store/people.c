/* The contract of store_people.h, clause by clause, on a disk that works. */
#include "helpers.h"
#include "internal.h"

#include <sqlite3.h>

#include <stdio.h>
#include <string.h>

#define DO(call) assert_int_equal(store_settle(store, call), JUNQI_STORE_OK)
#define REFUSED(status, call) assert_int_equal(store_settle(store, call), JUNQI_STORE_##status)

static const int64_t day = 86400000, term = INT64_C(86400000) * JUNQI_STORE_NAME_DAYS;

static junqi_store_account account_of(junqi_store *store, uint64_t id) {
  junqi_store_account account;
  assert_int_equal(junqi_store_get_account(store, id, &account), JUNQI_STORE_OK);
  assert_int_equal(account.id, id);
  return account;
}

static uint64_t holder_of(junqi_store *store, const char *name) {
  junqi_store_account account;
  junqi_store_status status = junqi_store_find_account(store, name, &account);
  assert_true(status == JUNQI_STORE_OK || status == JUNQI_STORE_ABSENT);
  return status == JUNQI_STORE_OK ? account.id : 0;
}

/* Names --------------------------------------------------------------------------------------- */

static void a_name_is_two_to_sixteen_visible_characters(void **state) {
  (void)state;
  static const char *const good[] = {"ab",
                                     "司令",
                                     "老 王",
                                     "abcdefghijklmnop",
                                     "一二三四五六七八九十一二三四五六",
                                     "Ünal",
                                     "Иван",
                                     "a-b_c.d",
                                     "🀄🎲",
                                     "น้ำที่"};
  static const char *const bad[] = {"",
                                    "a",
                                    "司",
                                    "abcdefghijklmnopq",
                                    " ab",
                                    "ab ",
                                    "a  b",
                                    "a\tb",
                                    "a\nb",
                                    "a\x7f"
                                    "b",
                                    "a\xc2\xa0"
                                    "b", /* no-break space */
                                    "a\xe2\x80\x8b"
                                    "b", /* zero width space */
                                    "a\xe2\x80\xae"
                                    "b", /* right-to-left override */
                                    "e\xcc\x81"
                                    "a", /* a combining accent */
                                    "a\xe3\x80\x80"
                                    "b", /* ideographic space */
                                    "\xef\xa4\x80"
                                    "ab", /* a compatibility ideograph */
                                    "\xee\x80\x80"
                                    "ab", /* private use */
                                    "a\xff"
                                    "b",
                                    "ab\xe5\x8f",
                                    "a\xc0\x80"
                                    "b",
                                    "a\xed\xa0\x80"
                                    "b",
                                    "a\xf4\x90\x80\x80"
                                    "b",
                                    "a\xe0\x80\xaf"
                                    "b",
                                    "a\xf0\x80\x80\xaf"
                                    "b",
                                    "\x80"
                                    "ab",
                                    "ส้้้", /* signs heaped on one letter */
                                    "a\xf0\x93\x90\xb0"
                                    "b", /* a control of hieroglyphs */
                                    "a\xf0\x9b\xb2\xa0"
                                    "b"}; /* one of shorthand */
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    if (junqi_store_name_check(good[i], NULL) != JUNQI_E_OK) {
      fail_msg("%s is a good name", good[i]);
    }
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    if (junqi_store_name_check(bad[i], NULL) == JUNQI_E_OK) {
      fail_msg("bad name %zu is taken for a good one", i);
    }
  }
}

/* Which rule is broken, with the name as it was typed, or the number of its characters. */
static void a_bad_name_is_told_its_rule(void **state) {
  (void)state;
  static const struct {
    const char *name;
    junqi_code code;
    const char *found;
  } told[] = {
      {"", JUNQI_E_NAME_LENGTH, "0"},
      {"司", JUNQI_E_NAME_LENGTH, "1"},
      {"xxxxxxxxxxxxxxxxx", JUNQI_E_NAME_LENGTH, "17"},
      {" xy", JUNQI_E_NAME_SPACES, " xy"},
      {"x  y", JUNQI_E_NAME_SPACES, "x  y"},
      {" ", JUNQI_E_NAME_SPACES, " "},
      {"éa①", JUNQI_E_NAME_CHARACTER, "éa①"},
      {"一二三四五六七八九十一二三四五①", JUNQI_E_NAME_CHARACTER,
       "一二三四五六七八九十一二三四五①"},
      /* A mark that turns what follows around would turn the sentence. */
      {"ab\xe2\x80\xae", JUNQI_E_NAME_CHARACTER, "ab?"},
  };
  for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
    junqi_error error;
    assert_int_equal(junqi_store_name_check(told[i].name, &error), told[i].code);
    assert_string_equal(error.where, "name");
    assert_string_equal(error.found, told[i].found);
  }
}

static void names_that_look_alike_are_one(void **state) {
  static const char *const same[][2] = {
      {"Hello", "hELLO"}, {"hello", "he1l0"}, {"illi", "IL1|"}, {"Wang 5", "ＷＡＮＧ 5"},
      {"cape", "сарЕ"},   {"КОТ", "kot"},     {"ΑΒΕ", "abe"},   {"口号", "ロ号"},
      {"二十", "ニ十"},   {"Àé", "àÉ"},       {"Žš", "žŠ"},     {"a-b", "a—b"},
      {"ЖЯ", "жя"},       {"ΣΣ", "σς"},       {"Ÿa", "ÿA"},     {"ЁЁ", "ёё"},
  };
  static const char *const different[][2] = {
      {"hello", "hallo"}, {"司令", "军长"}, {"éa", "ea"}, {"a b", "ab"}, {"ab1", "ab2"}};
  junqi_store *store = store_open_inline(*state);
  uint64_t id = 1;
  int64_t now = 1;
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++, id++, now += term + day) {
    DO(junqi_store_register(store, id, same[i][0], "h", now, 0));
    if (holder_of(store, same[i][1]) != id) {
      fail_msg("%s and %s are the same name", same[i][0], same[i][1]);
    }
    REFUSED(TAKEN, junqi_store_register(store, 1000, same[i][1], "h", now, 0));
    DO(junqi_store_delete_account(store, id, now, 0));
  }
  for (size_t i = 0; i < sizeof different / sizeof different[0]; i++, id += 2, now += term + day) {
    DO(junqi_store_register(store, id, different[i][0], "h", now, 0));
    DO(junqi_store_register(store, id + 1, different[i][1], "h", now, 0));
    DO(junqi_store_delete_account(store, id, now, 0));
    DO(junqi_store_delete_account(store, id + 1, now, 0));
  }
  junqi_store_close(store);
}

/* Whatever is put around the words, and however they are written. */
static void names_that_pass_for_the_site(void **state) {
  (void)state;
  static const char *const official[] = {
      "admin",     "Admin",        "ADM1N",     "ａｄｍｉｎ",    "аdmin",      "a.d.m.i.n",
      "-admin-",   "admin 1",      "Admin2026", "7admin",        "Officia1",   "★Admin★",
      "admin👑",    "Root",         "SYSTEM",    "System 32",     "m0derat0r",  "Guest",
      "Guest 123", "游客",         "游客１２",  "系统",          "系统管理员", "管理員",
      "【官方】",  "军棋官方客服", "junqi",     "Junqi Support", "JunqiAdmin", "Computer",
      "电脑 3",    "You",          "匿名游客",  "管理员一"};
  static const char *const free_names[] = {"badminton", "Adminka",  "Rooter",  "Systematic",
                                           "Guestavo",  "游客甲乙", "军棋迷",  "Your Game",
                                           "Modest",    "老管",     "007",     "★★",
                                           "Junqi Bot", "系统之神", "Player 1"};
  for (size_t i = 0; i < sizeof official / sizeof official[0]; i++) {
    if (!junqi_store_name_official(official[i])) {
      fail_msg("%s passes for the site", official[i]);
    }
  }
  for (size_t i = 0; i < sizeof free_names / sizeof free_names[0]; i++) {
    assert_int_equal(junqi_store_name_check(free_names[i], NULL), JUNQI_E_OK);
    if (junqi_store_name_official(free_names[i])) {
      fail_msg("%s is anybody's", free_names[i]);
    }
  }
}

/* Behind the store's back. */
static void name_all(const char *directory, const char *name) {
  char path[SCRATCH_MAX], key[STORE_NAME_KEY_SIZE];
  sqlite3 *sqlite;
  assert_true(store_name_key(name, key));
  char *sql = sqlite3_mprintf("UPDATE accounts SET name = %Q, name_key = %Q", name, key);
  assert_int_equal(sqlite3_open(scratch_path(path, directory, "junqi.db"), &sqlite), SQLITE_OK);
  assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(sqlite);
  sqlite3_free(sql);
}

/* The rules for names have become stricter since it was taken. */
static void an_account_keeps_a_name_from_before(void **state) {
  static const char heap[] = "ส้้้";
  junqi_store *store = store_open_inline(*state);
  DO(junqi_store_register(store, 1, "anna", "h", 1, 0));
  junqi_store_close(store);
  name_all(*state, heap);
  store = store_open_inline(*state);
  assert_int_equal(junqi_store_name_check(heap, NULL), JUNQI_E_NAME_CHARACTER);
  assert_int_equal(holder_of(store, heap), 1);
  REFUSED(INVALID, junqi_store_register(store, 2, heap, "h", 1, 0));
  DO(junqi_store_rename(store, 1, "bert", 2, 0));
  REFUSED(INVALID, junqi_store_rename(store, 1, heap, 3, 0));
  junqi_store_close(store);
}

/* Any bytes: never read outside them, and a name that is valid has a key no longer than itself. */
static void names_of_any_bytes_do_no_harm(void **state) {
  (void)state;
  static const unsigned char lead[] = {'a',  'Z',  ' ',  0x80, 0xc3, 0xe4,
                                       0xf0, 0xbf, 0xff, 0xd0, 0x9f};
  uint64_t seed = 7;
  size_t valid = 0;
  for (int i = 0; i < 200000; i++) {
    char text[JUNQI_STORE_PERSON_MAX + 8];
    size_t size = random_below(&seed, sizeof text);
    size = random_below(&seed, 2) != 0 ? size % 8 : size;
    for (size_t k = 0; k < size; k++) {
      uint32_t kind = random_below(&seed, 2 * sizeof lead);
      text[k] = (char)(kind < sizeof lead ? lead[kind] : random_below(&seed, 256));
    }
    char *exact = test_malloc(size + 1); /* cmocka guards its edges */
    memcpy(exact, text, size);
    exact[size] = '\0';
    char key[STORE_NAME_KEY_SIZE];
    assert_true(!store_name_key(exact, key) || strlen(key) <= strlen(exact));
    bool can_be = junqi_store_name_check(exact, NULL) == JUNQI_E_OK;
    assert_true(can_be || !junqi_store_name_official(exact));
    valid += can_be;
    test_free(exact);
  }
  assert_in_range(valid, 100, 199000);
}

/* Accounts ------------------------------------------------------------------------------------ */

static void a_guest_registers_and_stays_the_same(void **state) {
  junqi_store *store = store_open_inline(*state);
  char key[JUNQI_STORE_KEY_SIZE];
  DO(junqi_store_add_guest(store, 0xabc, 5, 0));
  REFUSED(EXISTS, junqi_store_add_guest(store, 0xabc, 6, 0));
  junqi_store_account_key(0xabc, key);
  assert_string_equal(key, "g0000000000000abc");
  DO(junqi_store_put_layout(store, key, "mine", bytes_of("x"), 6, 0));
  junqi_store_account account = account_of(store, 0xabc);
  assert_string_equal(account.name, "");
  assert_int_equal(account.created, 5);
  assert_int_equal(account.registered, 0);

  DO(junqi_store_register(store, 0xabc, "老王", "argon", 7, 0));
  REFUSED(EXISTS, junqi_store_register(store, 0xabc, "other", "argon", 8, 0));
  account = account_of(store, 0xabc);
  assert_string_equal(account.name, "老王");
  assert_string_equal(account.password, "argon");
  assert_int_equal(account.created, 5);
  assert_int_equal(account.registered, 7);
  assert_int_equal(account.role, JUNQI_STORE_PLAYER);
  junqi_store_close(store);

  store = store_open_inline(*state);
  assert_int_equal(holder_of(store, "老王"), 0xabc);
  DO(junqi_store_register(store, 2, "straight", "h", 9, 0)); /* without having been a guest */
  assert_int_equal(account_of(store, 2).created, 9);
  junqi_store_account nobody;
  assert_int_equal(junqi_store_get_account(store, 3, &nobody), JUNQI_STORE_ABSENT);
  junqi_store_close(store);
}

static void the_administrator_sets_role_mute_and_ban(void **state) {
  junqi_store *store = store_open_inline(*state);
  DO(junqi_store_add_guest(store, 1, 1, 0));
  DO(junqi_store_register(store, 2, "anna", "old", 1, 0));
  REFUSED(ABSENT, junqi_store_set_role(store, 1, JUNQI_STORE_ADMIN, 0));
  REFUSED(ABSENT, junqi_store_set_password(store, 1, "new", NULL, 2, 0));
  DO(junqi_store_set_role(store, 2, JUNQI_STORE_ADMIN, 0));
  DO(junqi_store_set_password(store, 2, "new", NULL, 2, 0));
  DO(junqi_store_mute(store, 1, 100, 0));
  DO(junqi_store_ban(store, 2, 200, "骂人", 0));
  REFUSED(ABSENT, junqi_store_mute(store, 3, 100, 0));
  REFUSED(ABSENT, junqi_store_ban(store, 3, 100, "", 0));
  assert_int_equal(account_of(store, 1).muted_until, 100);
  junqi_store_account account = account_of(store, 2);
  assert_int_equal(account.role, JUNQI_STORE_ADMIN);
  assert_string_equal(account.password, "new");
  assert_int_equal(account.banned_until, 200);
  assert_string_equal(account.ban_reason, "骂人");
  DO(junqi_store_ban(store, 2, 0, "", 0));
  assert_int_equal(account_of(store, 2).banned_until, 0);
  junqi_store_close(store);
}

static bool tell_name(void *context, const char *name, int64_t until) {
  char *text = context;
  sprintf(text + strlen(text), "%s %lld;", name, (long long)until);
  return true;
}

static uint64_t former_of(junqi_store *store, const char *name, int64_t now) {
  junqi_store_account account;
  junqi_store_status status = junqi_store_find_former(store, name, now, &account);
  return status == JUNQI_STORE_OK ? account.id : 0;
}

/* Who has deleted the account is not to be found under any name. */
static void the_former_names_of_a_deleted_account_are_nobodys(void **state) {
  junqi_store *store = store_open_inline(*state);
  DO(junqi_store_register(store, 1, "first", "h", 1, 0));
  DO(junqi_store_rename(store, 1, "second", 10, 0));
  assert_int_equal(former_of(store, "first", 11), 1);
  DO(junqi_store_delete_account(store, 1, 12, 0));
  assert_int_equal(former_of(store, "first", 13), 0);
  assert_int_equal(former_of(store, "second", 13), 0);
  junqi_store_close(store);
}

static void a_rename_keeps_the_history_and_for_a_time_the_name(void **state) {
  junqi_store *store = store_open_inline(*state);
  char text[128] = "";
  DO(junqi_store_register(store, 1, "first", "h", 1, 0));
  DO(junqi_store_register(store, 2, "other", "h", 1, 0));
  DO(junqi_store_rename(store, 1, "second", 10, 0));
  REFUSED(TAKEN, junqi_store_rename(store, 2, "SECOND", 11, 0));
  DO(junqi_store_rename(store, 1, "Second", 12, 0)); /* its own, written otherwise */
  REFUSED(TAKEN, junqi_store_rename(store, 2, "first", 13, 0));
  REFUSED(TAKEN, junqi_store_register(store, 5, "F1RST", "h", 9 + term, 0));
  DO(junqi_store_rename(store, 1, "First", 14, 0)); /* the owner may come back to it */
  DO(junqi_store_rename(store, 1, "Second", 15, 0));
  assert_int_equal(former_of(store, "F1rst", 14 + term), 1);
  assert_int_equal(former_of(store, "first", 15 + term), 0);
  assert_int_equal(former_of(store, "other", 15), 0); /* nobody gave it up */
  REFUSED(TAKEN, junqi_store_rename(store, 2, "first", 14 + term, 0));
  DO(junqi_store_rename(store, 2, "first", 15 + term, 0));
  REFUSED(TAKEN, junqi_store_rename(store, 1, "first", 16 + term, 0));
  DO(junqi_store_add_guest(store, 3, 1, 0));
  REFUSED(ABSENT, junqi_store_rename(store, 3, "third", 14, 0));
  REFUSED(ABSENT, junqi_store_rename(store, 4, "third", 14, 0));
  assert_int_equal(junqi_store_each_name(store, 1, tell_name, text), JUNQI_STORE_OK);
  assert_string_equal(text, "first 10;second 12;Second 14;First 15;");
  assert_int_equal(holder_of(store, "first"), 2);
  assert_string_equal(account_of(store, 1).name, "Second");
  junqi_store_close(store);
}

static bool count_name(void *context, const char *name, int64_t until) {
  (void)name;
  (void)until;
  ++*(size_t *)context;
  return true;
}

static void the_history_of_names_is_bounded(void **state) {
  junqi_store *store = store_open_inline(*state);
  DO(junqi_store_register(store, 1, "name", "h", 1, 0));
  for (int i = 0; i < JUNQI_STORE_NAMES_MAX + 20; i++) {
    char name[24];
    snprintf(name, sizeof name, "name %d", i);
    DO(junqi_store_rename(store, 1, name, i, 0));
  }
  size_t count = 0;
  assert_int_equal(junqi_store_each_name(store, 1, count_name, &count), JUNQI_STORE_OK);
  assert_int_equal(count, JUNQI_STORE_NAMES_MAX);
  junqi_store_close(store);
}

static bool tell_account(void *context, const junqi_store_account *account) {
  char *text = context;
  sprintf(text + strlen(text), "%llu %s;", (unsigned long long)account->id, account->name);
  return true;
}

static void lists_registered_accounts_by_number(void **state) {
  junqi_store *store = store_open_inline(*state);
  char text[128] = "";
  DO(junqi_store_register(store, 30, "cc", "h", 1, 0));
  DO(junqi_store_add_guest(store, 20, 1, 0));
  DO(junqi_store_register(store, 10, "aa", "h", 1, 0));
  DO(junqi_store_register(store, 40, "dd", "h", 1, 0));
  assert_int_equal(junqi_store_each_account(store, 0, 2, tell_account, text), JUNQI_STORE_OK);
  assert_string_equal(text, "10 aa;30 cc;");
  text[0] = '\0';
  assert_int_equal(junqi_store_each_account(store, 30, 200, tell_account, text), JUNQI_STORE_OK);
  assert_string_equal(text, "40 dd;");
  assert_int_equal(junqi_store_each_account(store, 0, 201, tell_account, text),
                   JUNQI_STORE_INVALID);
  junqi_store_close(store);
}

static void refuses_what_is_out_of_range(void **state) {
  junqi_store *store = store_open_inline(*state);
  char longer[JUNQI_STORE_REASON_MAX + 2];
  memset(longer, 'x', sizeof longer);
  longer[sizeof longer - 1] = '\0';
  REFUSED(INVALID, junqi_store_add_guest(store, 0, 1, 0));
  REFUSED(INVALID, junqi_store_add_guest(store, UINT64_C(1) << 63, 1, 0));
  REFUSED(INVALID, junqi_store_register(store, 1, "a", "h", 1, 0));
  REFUSED(INVALID, junqi_store_register(store, 1, "name", "", 1, 0));
  REFUSED(INVALID, junqi_store_register(store, 1, "name", longer, 1, 0));
  REFUSED(INVALID, junqi_store_register(store, 1, "name", "h", 0, 0));
  REFUSED(INVALID, junqi_store_ban(store, 1, 1, longer, 0));
  REFUSED(INVALID, junqi_store_ban(store, 1, 1, NULL, 0));
  REFUSED(INVALID, junqi_store_set_role(store, 1, (junqi_store_role)7, 0));
  REFUSED(INVALID, junqi_store_rename(store, 1, "a  b", 1, 0));
  REFUSED(INVALID, junqi_store_delete_account(store, 1, 0, 0));
  REFUSED(INVALID, junqi_store_set_password(store, 1, "", NULL, 1, 0));
  REFUSED(INVALID, junqi_store_set_password(store, 1, "h", NULL, 0, 0));
  junqi_store_account found;
  assert_int_equal(junqi_store_get_account(store, 0, &found), JUNQI_STORE_INVALID);
  assert_int_equal(junqi_store_find_account(store, "a", &found), JUNQI_STORE_INVALID);
  junqi_store_session session = {.account = 1};
  memset(session.address, 'x', sizeof session.address); /* no end */
  REFUSED(INVALID, junqi_store_add_session(store, &session, 0));
  REFUSED(INVALID, junqi_store_touch_session(store, session.hash, 1, 1, longer, 0));
  junqi_store_token token = {.account = 1};
  REFUSED(INVALID, junqi_store_add_token(store, &token, 0)); /* no label */
  junqi_store_mark mark = {.table = "t", .accounts = {1, 1}};
  REFUSED(INVALID, junqi_store_add_mark(store, &mark, 0));
  mark.accounts[1] = 0;
  REFUSED(INVALID, junqi_store_add_mark(store, &mark, 0));
  junqi_store_close(store);
}

/* Sessions ------------------------------------------------------------------------------------ */

static junqi_store_session session_of(unsigned char mark, uint64_t account, int64_t seen) {
  junqi_store_session session = {
      .account = account, .created = 1, .seen = seen, .expires = seen + 100};
  memset(session.hash, mark, sizeof session.hash);
  snprintf(session.device, sizeof session.device, "device %d", mark);
  strcpy(session.address, "::1");
  return session;
}

static bool tell_session(void *context, const junqi_store_session *session) {
  char *text = context;
  sprintf(text + strlen(text), "%d %lld %s %s;", session->hash[31], (long long)session->seen,
          session->device, session->address);
  return true;
}

static void assert_sessions(junqi_store *store, uint64_t account, const char *expected) {
  char text[512] = "";
  assert_int_equal(junqi_store_each_session(store, account, tell_session, text), JUNQI_STORE_OK);
  assert_string_equal(text, expected);
}

static void sessions_come_and_go(void **state) {
  junqi_store *store = store_open_inline(*state);
  junqi_store_session found;
  DO(junqi_store_add_guest(store, 1, 1, 0));
  for (unsigned char i = 1; i <= 3; i++) {
    junqi_store_session session = session_of(i, 1, i);
    DO(junqi_store_add_session(store, &session, 0));
    REFUSED(EXISTS, junqi_store_add_session(store, &session, 0));
  }
  junqi_store_session stray = session_of(9, 2, 1);
  REFUSED(ABSENT, junqi_store_add_session(store, &stray, 0));
  assert_sessions(store, 1, "3 3 device 3 ::1;2 2 device 2 ::1;1 1 device 1 ::1;");

  junqi_store_session first = session_of(1, 1, 1);
  DO(junqi_store_touch_session(store, first.hash, 50, 150, "10.0.0.1", 0));
  REFUSED(ABSENT, junqi_store_touch_session(store, stray.hash, 50, 150, "", 0));
  assert_int_equal(junqi_store_get_session(store, first.hash, 149, &found), JUNQI_STORE_OK);
  assert_int_equal(found.account, 1);
  assert_int_equal(found.seen, 50);
  assert_int_equal(found.expires, 150);
  assert_string_equal(found.address, "10.0.0.1");
  assert_int_equal(junqi_store_get_session(store, first.hash, 150, &found), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_get_session(store, stray.hash, 1, &found), JUNQI_STORE_ABSENT);

  junqi_store_session second = session_of(2, 1, 2);
  REFUSED(ABSENT, junqi_store_end_session(store, 2, second.hash, 0)); /* not theirs */
  DO(junqi_store_end_session(store, 1, second.hash, 0));
  REFUSED(ABSENT, junqi_store_end_session(store, 1, second.hash, 0));
  DO(junqi_store_end_sessions(store, 1, first.hash, 0));
  assert_sessions(store, 1, "1 50 device 1 10.0.0.1;");
  DO(junqi_store_expire_sessions(store, 149, 0));
  assert_sessions(store, 1, "1 50 device 1 10.0.0.1;");
  DO(junqi_store_expire_sessions(store, 150, 0));
  assert_sessions(store, 1, "");
  DO(junqi_store_end_sessions(store, 1, NULL, 0));
  junqi_store_close(store);
}

static void the_session_seen_longest_ago_makes_room(void **state) {
  junqi_store *store = store_open_inline(*state);
  DO(junqi_store_add_guest(store, 1, 1, 0));
  DO(junqi_store_add_guest(store, 2, 1, 0));
  junqi_store_session theirs = session_of(200, 2, 0);
  DO(junqi_store_add_session(store, &theirs, 0));
  for (int i = 0; i < JUNQI_STORE_SESSIONS_MAX + 1; i++) {
    junqi_store_session session = session_of((unsigned char)(i + 1), 1, i == 0 ? 99 : i);
    DO(junqi_store_add_session(store, &session, 0));
  }
  junqi_store_session found;
  junqi_store_session first = session_of(1, 1, 99);
  junqi_store_session second = session_of(2, 1, 1);
  assert_int_equal(junqi_store_get_session(store, first.hash, 0, &found), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_get_session(store, second.hash, 0, &found), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_get_session(store, theirs.hash, 0, &found), JUNQI_STORE_OK);
  junqi_store_close(store);
}

/* Tokens -------------------------------------------------------------------------------------- */

static junqi_store_token token_of(unsigned char mark, uint64_t account) {
  junqi_store_token token = {.account = account, .created = mark};
  memset(token.hash, mark, sizeof token.hash);
  snprintf(token.label, sizeof token.label, "bot %d", mark);
  return token;
}

static bool tell_token(void *context, const junqi_store_token *token) {
  char *text = context;
  sprintf(text + strlen(text), "%s %lld %lld %lld;", token->label, (long long)token->created,
          (long long)token->used, (long long)token->revoked);
  return true;
}

static void tokens_are_used_and_revoked(void **state) {
  junqi_store *store = store_open_inline(*state);
  char text[256] = "";
  junqi_store_token one = token_of(1, 7);
  junqi_store_token two = token_of(2, 7);
  junqi_store_token found;
  REFUSED(ABSENT, junqi_store_add_token(store, &one, 0));
  DO(junqi_store_add_guest(store, 7, 1, 0));
  REFUSED(ABSENT, junqi_store_add_token(store, &one, 0)); /* not for guests */
  DO(junqi_store_register(store, 7, "author", "h", 1, 0));
  DO(junqi_store_add_token(store, &one, 0));
  REFUSED(EXISTS, junqi_store_add_token(store, &one, 0));
  DO(junqi_store_add_token(store, &two, 0));
  DO(junqi_store_touch_token(store, two.hash, 55, 0));
  REFUSED(ABSENT, junqi_store_revoke_token(store, 8, one.hash, 60, 0));
  DO(junqi_store_revoke_token(store, 7, one.hash, 60, 0));
  REFUSED(ABSENT, junqi_store_revoke_token(store, 7, one.hash, 61, 0));
  REFUSED(ABSENT, junqi_store_touch_token(store, one.hash, 62, 0));
  assert_int_equal(junqi_store_each_token(store, 7, tell_token, text), JUNQI_STORE_OK);
  assert_string_equal(text, "bot 1 1 0 60;bot 2 2 55 0;");
  assert_int_equal(junqi_store_get_token(store, one.hash, &found), JUNQI_STORE_OK);
  assert_int_equal(found.revoked, 60);
  assert_int_equal(found.account, 7);
  one = token_of(3, 7);
  assert_int_equal(junqi_store_get_token(store, one.hash, &found), JUNQI_STORE_ABSENT);
  junqi_store_close(store);
}

static bool count_token(void *context, const junqi_store_token *token) {
  (void)token;
  ++*(size_t *)context;
  return true;
}

static void an_account_has_so_many_tokens_and_no_more(void **state) {
  junqi_store *store = store_open_inline(*state);
  size_t count = 0;
  DO(junqi_store_register(store, 7, "author", "h", 1, 0));
  for (unsigned char round = 0; round < 3; round++) {
    junqi_store_token token;
    for (unsigned char i = 0; i < JUNQI_STORE_TOKENS_MAX; i++) {
      token = token_of((unsigned char)(round * JUNQI_STORE_TOKENS_MAX + i), 7);
      DO(junqi_store_add_token(store, &token, 0));
    }
    token = token_of(255, 7);
    REFUSED(LIMIT, junqi_store_add_token(store, &token, 0));
    for (unsigned char i = 0; i < JUNQI_STORE_TOKENS_MAX; i++) {
      token = token_of((unsigned char)(round * JUNQI_STORE_TOKENS_MAX + i), 7);
      DO(junqi_store_revoke_token(store, 7, token.hash, 1 + round, 0));
    }
  }
  assert_int_equal(junqi_store_each_token(store, 7, count_token, &count), JUNQI_STORE_OK);
  assert_int_equal(count, JUNQI_STORE_TOKENS_MAX); /* of the revoked ones */
  junqi_store_close(store);
}

/* What the old password opened is over: sessions but the spared one, and all tokens. */
static void a_new_password_ends_sessions_and_tokens(void **state) {
  junqi_store *store = store_open_inline(*state);
  char text[256] = "";
  DO(junqi_store_register(store, 7, "author", "old", 1, 0));
  DO(junqi_store_register(store, 8, "other", "h", 1, 0));
  for (unsigned char i = 1; i <= 3; i++) {
    junqi_store_session session = session_of(i, i == 3 ? 8 : 7, i);
    junqi_store_token token = token_of(i, i == 3 ? 8 : 7);
    DO(junqi_store_add_session(store, &session, 0));
    DO(junqi_store_add_token(store, &token, 0));
  }
  junqi_store_session own = session_of(2, 7, 2);
  DO(junqi_store_set_password(store, 7, "new", own.hash, 50, 0));
  assert_string_equal(account_of(store, 7).password, "new");
  assert_sessions(store, 7, "2 2 device 2 ::1;");
  assert_int_equal(junqi_store_each_token(store, 7, tell_token, text), JUNQI_STORE_OK);
  assert_string_equal(text, "bot 1 1 0 50;bot 2 2 0 50;");
  DO(junqi_store_set_password(store, 7, "newer", NULL, 51, 0));
  assert_sessions(store, 7, "");
  text[0] = '\0';
  assert_sessions(store, 8, "3 3 device 3 ::1;");
  assert_int_equal(junqi_store_each_token(store, 8, tell_token, text), JUNQI_STORE_OK);
  assert_string_equal(text, "bot 3 3 0 0;");
  junqi_store_close(store);
}

/* Marks --------------------------------------------------------------------------------------- */

typedef struct mark_page {
  char text[512];
  uint64_t last;
} mark_page;

static bool tell_mark(void *context, const junqi_store_mark *mark) {
  mark_page *page = context;
  sprintf(page->text + strlen(page->text), "%s %d %llu %llu %lld;", mark->table, (int)mark->kind,
          (unsigned long long)mark->accounts[0], (unsigned long long)mark->accounts[1],
          (long long)mark->time);
  page->last = mark->no;
  return true;
}

static junqi_store_status mark(junqi_store *store, const char *table, junqi_store_mark_kind kind,
                               uint64_t a, uint64_t b, int64_t time) {
  junqi_store_mark made = {.kind = kind, .accounts = {a, b}, .time = time};
  strcpy(made.table, table);
  return junqi_store_add_mark(store, &made, 0);
}

static void marks_are_made_once_and_listed(void **state) {
  junqi_store *store = store_open_inline(*state);
  mark_page page = {0};
  DO(mark(store, "t1", JUNQI_STORE_SAME_ADDRESS, 5, 3, 10));
  DO(mark(store, "t1", JUNQI_STORE_SAME_ADDRESS, 3, 5, 11)); /* the same */
  DO(mark(store, "t1", JUNQI_STORE_SAME_DEVICE, 3, 5, 12));
  DO(mark(store, "t2", JUNQI_STORE_SAME_ADDRESS, 4, 5, 13));
  DO(mark(store, "t3", JUNQI_STORE_SAME_ADDRESS, 8, 9, 14));
  assert_int_equal(junqi_store_each_mark(store, 0, 0, 2, tell_mark, &page), JUNQI_STORE_OK);
  assert_string_equal(page.text, "t3 0 8 9 14;t2 0 4 5 13;");
  page.text[0] = '\0';
  assert_int_equal(junqi_store_each_mark(store, 0, page.last, 9, tell_mark, &page), JUNQI_STORE_OK);
  assert_string_equal(page.text, "t1 1 3 5 12;t1 0 3 5 10;");
  page.text[0] = '\0';
  assert_int_equal(junqi_store_each_mark(store, 5, 0, 2, tell_mark, &page), JUNQI_STORE_OK);
  assert_string_equal(page.text, "t2 0 4 5 13;t1 1 3 5 12;");
  page.text[0] = '\0';
  assert_int_equal(junqi_store_each_mark(store, 3, page.last, 9, tell_mark, &page), JUNQI_STORE_OK);
  assert_string_equal(page.text, "t1 0 3 5 10;");
  junqi_store_close(store);
}

/* Deleting ------------------------------------------------------------------------------------ */

static bool count_layout(void *context, const junqi_store_layout *layout) {
  (void)layout;
  ++*(size_t *)context;
  return true;
}

static void nothing_is_left_of_a_deleted_account(void **state) {
  junqi_store *store = store_open_inline(*state);
  char key[JUNQI_STORE_KEY_SIZE];
  size_t count = 0;
  mark_page page = {0};
  junqi_store_session session = session_of(1, 7, 5);
  junqi_store_token token = token_of(2, 7);
  junqi_store_account_key(7, key);
  DO(junqi_store_register(store, 7, "first", "h", 1, 0));
  DO(junqi_store_rename(store, 7, "gone", 2, 0));
  DO(junqi_store_ban(store, 7, 100, "why", 0));
  DO(junqi_store_add_session(store, &session, 0));
  DO(junqi_store_add_token(store, &token, 0));
  DO(junqi_store_put_layout(store, key, "mine", bytes_of("x"), 1, 0));
  DO(mark(store, "t", JUNQI_STORE_SAME_DEVICE, 7, 8, 9));

  DO(junqi_store_delete_account(store, 7, 50, 0));
  REFUSED(ABSENT, junqi_store_delete_account(store, 7, 51, 0));
  REFUSED(ABSENT, junqi_store_delete_account(store, 8, 51, 0));
  REFUSED(ABSENT, junqi_store_register(store, 7, "again", "h", 52, 0)); /* it stays ended */
  REFUSED(EXISTS, junqi_store_add_guest(store, 7, 52, 0));
  REFUSED(ABSENT, junqi_store_add_session(store, &session, 0));
  REFUSED(ABSENT, junqi_store_mute(store, 7, 100, 0));
  junqi_store_account left = account_of(store, 7);
  assert_memory_equal(&left, &((junqi_store_account){.id = 7, .deleted = 50}), sizeof left);
  assert_int_equal(holder_of(store, "gone"), 0);
  assert_sessions(store, 7, "");
  assert_int_equal(junqi_store_each_token(store, 7, count_token, &count), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_layout(store, key, count_layout, &count), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_name(store, 7, count_name, &count), JUNQI_STORE_OK);
  assert_int_equal(junqi_store_each_mark(store, 0, 0, 9, tell_mark, &page), JUNQI_STORE_OK);
  assert_int_equal(count, 0);
  assert_string_equal(page.text, "");
  junqi_store_close(store);
}

/* What the database holds of names that are given up. */
static void assert_kept(const char *directory, const char *expected) {
  char path[SCRATCH_MAX], text[256] = "";
  sqlite3 *sqlite;
  sqlite3_stmt *query;
  assert_int_equal(sqlite3_open(scratch_path(path, directory, "junqi.db"), &sqlite), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(sqlite,
                                      "SELECT account || ' ' || name || ' ' || until || ' ' ||"
                                      " name_key || ';' FROM names ORDER BY no",
                                      -1, &query, NULL),
                   SQLITE_OK);
  while (sqlite3_step(query) == SQLITE_ROW)
    strcat(text, (const char *)sqlite3_column_text(query, 0));
  sqlite3_finalize(query);
  sqlite3_close(sqlite);
  assert_string_equal(text, expected);
}

/* Nobody slips into the name of somebody who is gone; and of the person only the name and a day
 * are kept, and only for so long. */
static void the_names_of_a_deleted_account_are_reserved(void **state) {
  junqi_store *store = store_open_inline(*state);
  const int64_t now = 200 * day + 5, free_again = 201 * day + term;
  DO(junqi_store_register(store, 7, "Early", "h", 1, 0));
  DO(junqi_store_rename(store, 7, "Former", now - term, 0)); /* that is too long ago */
  DO(junqi_store_rename(store, 7, "Gone", now - day, 0));
  DO(junqi_store_add_guest(store, 8, 1, 0));
  DO(junqi_store_delete_account(store, 7, now, 0));
  DO(junqi_store_delete_account(store, 8, now, 0)); /* a guest leaves no name */
  assert_kept(*state, "0  17280000000 former;0  17366400000 gone;");
  DO(junqi_store_register(store, 9, "Early", "h", now, 0));
  REFUSED(TAKEN, junqi_store_rename(store, 9, "G0NE", now, 0));
  REFUSED(TAKEN, junqi_store_register(store, 10, "former", "h", now, 0));
  assert_int_equal(former_of(store, "gone", now), 0);
  REFUSED(TAKEN, junqi_store_rename(store, 9, "gone", free_again - 1, 0));
  DO(junqi_store_rename(store, 9, "gone", free_again, 0));
  DO(junqi_store_free_names(store, free_again - 1, 0));
  assert_kept(*state, "0  17366400000 gone;9 Early 25142400000 eariy;");
  DO(junqi_store_free_names(store, free_again, 0));
  assert_kept(*state, "9 Early 25142400000 eariy;");
  junqi_store_close(store);
}

/* A guest that is gone for good is forgotten; whoever has anything left is not. */
static void idle_guests_are_forgotten(void **state) {
  enum { IDLE = 1, NEW, NAMED, SEEN, SAVED, BANNED, OUTSIDE, ENDED, LAST };
  junqi_store *store = store_open_inline(*state);
  char key[JUNQI_STORE_KEY_SIZE];
  junqi_store_session session = session_of(1, SEEN, 5);
  for (uint64_t account = IDLE; account < LAST; account++)
    DO(junqi_store_add_guest(store, account, account == NEW ? 100 : 10, 0));
  DO(junqi_store_register(store, NAMED, "named", "h", 11, 0));
  DO(junqi_store_add_session(store, &session, 0));
  junqi_store_account_key(SAVED, key);
  DO(junqi_store_put_layout(store, key, "mine", bytes_of("x"), 12, 0));
  DO(junqi_store_ban(store, BANNED, 1000, "why", 0));
  DO(junqi_store_delete_account(store, ENDED, 20, 0));
  DO(junqi_store_forget_guests(store, 1, BANNED, 100, 0));
  assert_int_equal(junqi_store_forget_guests(store, 0, 5, 100, 0), JUNQI_STORE_INVALID);
  for (uint64_t account = IDLE; account < LAST; account++) {
    junqi_store_account found;
    assert_int_equal(junqi_store_get_account(store, account, &found),
                     account == IDLE ? JUNQI_STORE_ABSENT : JUNQI_STORE_OK);
  }
  DO(junqi_store_end_session(store, SEEN, session.hash, 0));
  DO(junqi_store_forget_guests(store, 1, INT64_MAX, 101, 0));
  junqi_store_account found;
  assert_int_equal(junqi_store_get_account(store, SEEN, &found), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_get_account(store, NEW, &found), JUNQI_STORE_ABSENT);
  assert_int_equal(junqi_store_get_account(store, SAVED, &found), JUNQI_STORE_OK);
  DO(junqi_store_delete_layout(store, key, "mine", 0));
  DO(junqi_store_forget_guests(store, 1, INT64_MAX, 101, 0));
  assert_int_equal(junqi_store_get_account(store, SAVED, &found), JUNQI_STORE_ABSENT);
  junqi_store_close(store);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_set_up, scratch_tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_is_two_to_sixteen_visible_characters),
      cmocka_unit_test(a_bad_name_is_told_its_rule),
      TEST(names_that_look_alike_are_one),
      cmocka_unit_test(names_that_pass_for_the_site),
      cmocka_unit_test(names_of_any_bytes_do_no_harm),
      TEST(an_account_keeps_a_name_from_before),
      TEST(a_guest_registers_and_stays_the_same),
      TEST(the_administrator_sets_role_mute_and_ban),
      TEST(a_rename_keeps_the_history_and_for_a_time_the_name),
      TEST(the_former_names_of_a_deleted_account_are_nobodys),
      TEST(the_history_of_names_is_bounded),
      TEST(lists_registered_accounts_by_number),
      TEST(refuses_what_is_out_of_range),
      TEST(sessions_come_and_go),
      TEST(the_session_seen_longest_ago_makes_room),
      TEST(tokens_are_used_and_revoked),
      TEST(an_account_has_so_many_tokens_and_no_more),
      TEST(a_new_password_ends_sessions_and_tokens),
      TEST(marks_are_made_once_and_listed),
      TEST(nothing_is_left_of_a_deleted_account),
      TEST(the_names_of_a_deleted_account_are_reserved),
      TEST(idle_guests_are_forgotten),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
