/*
 * SHA-1 for the handshake of RFC 6455, 4.2.2. libsodium has no such old hash and OpenSSL is
 * optional, so these few lines stand in.
 */
#include "sha1.h"

#include <string.h>

static uint32_t rotate(uint32_t word, unsigned by) {
  return word << by | word >> (32 - by);
}

/* RFC 3174, 5: the function and constant of round `t`. */
static uint32_t round_term(unsigned t, uint32_t b, uint32_t c, uint32_t d) {
  if (t < 20) return ((b & c) | (~b & d)) + 0x5a827999U;
  if (t < 40) return (b ^ c ^ d) + 0x6ed9eba1U;
  if (t < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcU;
  return (b ^ c ^ d) + 0xca62c1d6U;
}

static void add_block(uint32_t state[5], const uint8_t block[64]) {
  uint32_t words[80];
  for (unsigned i = 0; i < 16; i++)
    words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (unsigned i = 16; i < 80; i++)
    words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (unsigned t = 0; t < 80; t++) {
    uint32_t next = rotate(a, 5) + round_term(t, b, c, d) + e + words[t];
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

void net_sha1_short(const char *data, size_t length, uint8_t digest[20]) {
  uint32_t state[5] = {0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
  uint8_t blocks[128] = {0};
  memcpy(blocks, data, length);
  blocks[length] = 0x80;
  size_t end = length + 9 <= 64 ? 64 : 128;
  blocks[end - 2] = (uint8_t)(length >> 5);
  blocks[end - 1] = (uint8_t)(length << 3);
  for (size_t at = 0; at < end; at += 64)
    add_block(state, blocks + at);
  for (unsigned i = 0; i < 20; i++)
    digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}
