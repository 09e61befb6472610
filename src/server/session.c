/* See session.h. */
#include "session.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static bool is_token(const char *text) {
  size_t digits = strspn(text, "0123456789abcdef");
  return digits == SESSION_TOKEN &&
         (text[digits] == 0 || text[digits] == ';' || text[digits] == ' ');
}

/* Half of a 128-bit token's strength is left to somebody who holds the hashes; nobody else has
 * anything to compare with. */
static junqi_person hashed(const char *token) {
  static const unsigned char purpose[] = "junqi guest session 1";
  unsigned char hash[crypto_generichash_BYTES];
  junqi_person person = 0;
  crypto_generichash(hash, sizeof hash, (const unsigned char *)token, SESSION_TOKEN, purpose,
                     sizeof purpose - 1);
  for (size_t i = 0; i < sizeof person; i++)
    person = person << 8 | hash[i];
  return person == JUNQI_NOBODY ? 1 : person;
}

junqi_person server_session_of(const char *cookie) {
  static const char name[] = "junqi=";
  while (cookie && *cookie) {
    cookie += strspn(cookie, " ;");
    if (strncmp(cookie, name, sizeof name - 1) == 0 && is_token(cookie + sizeof name - 1))
      return hashed(cookie + sizeof name - 1);
    cookie = strchr(cookie, ';');
  }
  return JUNQI_NOBODY;
}

void server_session_new(char cookie[SESSION_COOKIE]) {
  unsigned char bytes[SESSION_TOKEN / 2];
  char token[SESSION_TOKEN + 1];
  randombytes_buf(bytes, sizeof bytes);
  sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
  snprintf(cookie, SESSION_COOKIE, "junqi=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
           token);
}
