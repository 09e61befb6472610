/* The files of the page inside the program: found by path, sent in the coding the client takes.
 * The table is made at build time from what Vite wrote (see embed.c and cmake/Page.cmake); nothing
 * here reads a disk or writes a response. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of Content-Encoding. */
typedef enum server_coding {
  SERVER_IDENTITY,
  SERVER_GZIP,
  SERVER_BROTLI,
} server_coding;

enum { SERVER_CODINGS = 3 };

/* Bytes that live as long as the program; data is NULL where a coding would not be smaller. */
typedef struct server_bytes {
  const uint8_t *data;
  size_t size;
} server_bytes;

typedef struct server_asset {
  const char *path; /* As in a URL, such as "/index.html". */
  const char *mime; /* Content-Type, with charset where text. */
  const char *etag; /* With its quotes; of the plain content. Sent with `Vary: Accept-Encoding`. */
  bool hashed;      /* The name holds a hash of the content: may be cached for ever. */
  server_bytes bytes[SERVER_CODINGS]; /* bytes[SERVER_IDENTITY] is always there. */
} server_asset;

/* The table, sorted by path (bytewise), and the number of its rows. */
extern const server_asset server_assets[];
extern const size_t server_asset_count;

/* The file of a path of `length` bytes without query ("/" is the page itself), or NULL. */
const server_asset *server_asset_find(const char *path, size_t length);

/* The smallest coding of the asset that an Accept-Encoding value of `length` bytes allows
 * (RFC 9110, 12.5.3); NULL stands for a request without that header. Identity where it allows
 * nothing we have. */
server_coding server_asset_coding(const server_asset *asset, const char *accept, size_t length);

/* The value of Content-Encoding: "gzip" or "br"; NULL for identity, which is not named. */
const char *server_coding_name(server_coding coding);

#endif
