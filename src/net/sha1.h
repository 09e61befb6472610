/* SHA-1 (RFC 3174), which the WebSocket handshake asks for; of no use for security. */
#ifndef NET_SHA1_H
#define NET_SHA1_H

#include <stddef.h>
#include <stdint.h>

/* `length` at most 119: two blocks are all the handshake needs. */
void net_sha1_short(const char *data, size_t length, uint8_t digest[20]);

#endif
