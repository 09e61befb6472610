/* See session.h. */
#include "session.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char bot_front[] = "junqi_";

static bool ends_here(char c) {
  return c == 0 || c == ';' || c == ' ';
}

/* 32 digits and then an end. */
static bool is_token(const char *text) {
  return strspn(text, "0123456789abcdef") == SESSION_TOKEN && ends_here(text[SESSION_TOKEN]);
}

void session_token_new(session_kind kind, char token[SESSION_TOKEN_SIZE]) {
  unsigned char bytes[SESSION_TOKEN / 2];
  char digits[SESSION_TOKEN + 1];
  randombytes_buf(bytes, sizeof bytes);
  sodium_bin2hex(digits, sizeof digits, bytes, sizeof bytes);
  snprintf(token, SESSION_TOKEN_SIZE, "%s%s", kind == SESSION_BOT ? bot_front : "", digits);
}

/* `name` with its "=". */
static bool read_cookie(const char *header, const char *name, char token[SESSION_TOKEN_SIZE]) {
  size_t length = strlen(name);
  while (header && *header) {
    header += strspn(header, " ;");
    const char *value = header + length;
    if (strncmp(header, name, length) == 0 && is_token(value)) {
      snprintf(token, SESSION_TOKEN_SIZE, "%.*s", SESSION_TOKEN, value);
      return true;
    }
    header = strchr(header, ';');
  }
  return false;
}

static bool read_bearer(const char *header, char token[SESSION_TOKEN_SIZE]) {
  const size_t front = sizeof bot_front - 1;
  if (!header || strncasecmp(header, "Bearer ", 7) != 0) return false;
  header += 7 + strspn(header + 7, " ");
  if (strncmp(header, bot_front, front) != 0 || !is_token(header + front)) return false;
  snprintf(token, SESSION_TOKEN_SIZE, "%.*s", (int)front + SESSION_TOKEN, header);
  return true;
}

bool session_token_read(session_kind kind, const char *header, char token[SESSION_TOKEN_SIZE]) {
  return kind == SESSION_BOT ? read_bearer(header, token) : read_cookie(header, "junqi=", token);
}

/* A plain hash is enough: 128 random bits can't be guessed, however fast the guessing. */
session_hash session_hashed(session_kind kind, const char *token) {
  static const char *const purpose[] = {"junqi session 2", "junqi bot token 1", "junqi device 1"};
  session_hash hash;
  crypto_generichash_state state;
  crypto_generichash_init(&state, (const unsigned char *)purpose[kind], strlen(purpose[kind]),
                          sizeof hash.bytes);
  crypto_generichash_update(&state, (const unsigned char *)token, strlen(token));
  crypto_generichash_final(&state, hash.bytes, sizeof hash.bytes);
  return hash;
}

void session_id(const unsigned char *hash, char id[SESSION_ID]) {
  sodium_bin2hex(id, SESSION_ID, hash, SESSION_ID / 2);
}

void session_cookie(const char *token, bool secure, char cookie[SESSION_COOKIE]) {
  snprintf(cookie, SESSION_COOKIE, "junqi=%s; Path=/; Max-Age=%ld; HttpOnly; SameSite=Lax%s", token,
           *token ? SESSION_DAYS * 86400L : 0L, secure ? "; Secure" : "");
}

uint64_t session_device(const char *header) {
  char token[SESSION_TOKEN_SIZE];
  uint64_t number;
  if (!read_cookie(header, "junqi_device=", token)) return 0;
  session_hash hash = session_hashed(SESSION_DEVICE, token);
  memcpy(&number, hash.bytes, sizeof number);
  return number ? number : 1;
}

void session_device_cookie(bool secure, char cookie[SESSION_COOKIE]) {
  char token[SESSION_TOKEN_SIZE];
  session_token_new(SESSION_DEVICE, token);
  snprintf(cookie, SESSION_COOKIE,
           "junqi_device=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", token,
           secure ? "; Secure" : "");
}

uint64_t session_account_new(void) {
  uint64_t number;
  do {
    randombytes_buf(&number, sizeof number);
    number &= INT64_MAX;
  } while (number == 0);
  return number;
}
