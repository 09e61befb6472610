/* junqi_admin(): a command of an administrator, from another process. When a server runs it carries
 * the command out; otherwise this process does, with the store to itself. */
#define _POSIX_C_SOURCE 200809L /* access */
#include "admin.h"
#include "control.h"
#include "passwords.h"

#include "junqi/server.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 1 };

/* A new password: 60 bits in letters that can be read aloud, four at a time. */
static void new_password(char text[16]) {
  static const char letters[] = "23456789abcdefghijkmnpqrstuvwxyz";
  size_t used = 0;
  for (size_t i = 0; i < 12; i++) {
    if (i && i % 4 == 0) text[used++] = '-';
    text[used++] = letters[randombytes_uniform(sizeof letters - 1)];
  }
  text[used] = 0;
}

static void take(void *context, const junqi_store_completion *completion) {
  *(junqi_store_status *)context = completion->status;
}

/* Nobody else has the store: do it here. */
static junqi_code run_here(junqi_store *store, const char *const words[], size_t count, out *text,
                           junqi_error *error) {
  admin a = {.store = store, .now = (int64_t)time(NULL) * 1000, .count = count};
  junqi_store_status status = JUNQI_STORE_FAILED;
  for (size_t i = 0; i < count && i < ADMIN_WORDS; i++)
    a.word[i] = words[i];
  junqi_code code =
      count > ADMIN_WORDS ? junqi_fail(error, JUNQI_E_ADMIN_USAGE) : admin_begin(&a, TAG, error);
  if (!code && a.writes) {
    junqi_store_drain(store, take, &status);
    code = admin_end(&a, status, error);
  }
  *text = a.text;
  return code;
}

static junqi_code run(const char *directory, const char *const words[], size_t count, out *text,
                      junqi_error *error) {
  const junqi_store_options options = {.directory = directory, .inline_writer = true};
  junqi_store *store;
  junqi_store_error fault;
  char path[4096];
  snprintf(path, sizeof path, "%s/junqi.db", directory);
  if (access(path, F_OK) != 0)
    return junqi_fail_with(error, JUNQI_E_ADMIN_NO_DATA, "", directory, "");
  junqi_store_status status = junqi_store_open(&options, &store, &fault);
  if (status == JUNQI_STORE_LOCKED) return control_ask(directory, words, count, text, error);
  if (status != JUNQI_STORE_OK) {
    junqi_fail(error, junqi_store_code(status));
    return error->code;
  }
  junqi_code code = run_here(store, words, count, text, error);
  junqi_store_close(store);
  return code;
}

/* `password NAME` is given its hash on the way: the server is not to wait for it. */
static junqi_code add_hash(const char *words[], size_t *count, char password[16],
                           char hash[PASSWORD_HASH], junqi_error *error) {
  if (*count != 2 || strcmp(words[0], "password") != 0) return JUNQI_E_OK;
  new_password(password);
  if (!password_hash_now(password, hash)) return junqi_fail(error, JUNQI_E_ADMIN_MEMORY);
  words[(*count)++] = hash;
  return JUNQI_E_OK;
}

junqi_code junqi_admin(const char *directory, const char *const words[], size_t count,
                       void (*tell)(void *context, const char *text, size_t length), void *context,
                       junqi_error *error) {
  const char *all[CONTROL_WORDS];
  char password[16] = "", hash[PASSWORD_HASH];
  out text = {0};
  if (sodium_init() < 0) return junqi_fail(error, JUNQI_E_SERVER_START);
  if (count > CONTROL_WORDS) count = CONTROL_WORDS;
  for (size_t i = 0; i < count; i++)
    all[i] = words[i];
  if (count == 3 && strcmp(words[0], "password") == 0) /* a hash is never taken from outside */
    return junqi_fail_with(error, JUNQI_E_ADMIN_USAGE, "", "password", "password NAME");
  junqi_code code = add_hash(all, &count, password, hash, error);
  if (!code) code = run(directory, all, count, &text, error);
  if (!code && *password) {
    out_raw(&text, password, strlen(password));
    out_raw(&text, "\n", 1);
  }
  if (!code && text.length > 0) tell(context, text.text, text.length);
  out_free(&text);
  return code;
}
