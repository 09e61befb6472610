/* Lookup in the table of embedded files and choice of a content coding. */
#include "assets.h"

#include <string.h>

/* Orders a path of `length` bytes against a zero-ended one, as strcmp would. */
static int compare(const char *path, size_t length, const char *other) {
  size_t other_length = strlen(other);
  int order = memcmp(path, other, length < other_length ? length : other_length);
  if (order != 0) return order;
  return (length > other_length) - (length < other_length);
}

const server_asset *server_asset_find(const char *path, size_t length) {
  static const char page[] = "/index.html";
  if (length == 1 && path[0] == '/') {
    path = page;
    length = sizeof page - 1;
  }
  size_t low = 0, high = server_asset_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(path, length, server_assets[middle].path);
    if (order == 0) return &server_assets[middle];
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t';
}

static char lower(char c) {
  if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
  return c;
}

/* Whether the `length` bytes of text are `word`, which is written in lower case. */
static bool is_word(const char *text, size_t length, const char *word) {
  if (strlen(word) != length) return false;
  for (size_t i = 0; i < length; i++)
    if (lower(text[i]) != word[i]) return false;
  return true;
}

/* Whether the parameters of one element give it the weight zero: `q=0`, `q=0.000`. */
static bool weighs_nothing(const char *text, size_t length) {
  size_t i = 0;
  while (i < length && (text[i] == ';' || is_space(text[i])))
    i++;
  if (length - i < 3 || lower(text[i]) != 'q' || text[i + 1] != '=') return false;
  for (i += 2; i < length; i++)
    if (text[i] != '0' && text[i] != '.' && !is_space(text[i])) return false;
  return true;
}

typedef enum verdict { UNNAMED, REFUSED, TAKEN } verdict;

/* What the list says of one coding, by name (or "*"). */
static verdict listed(const char *accept, size_t length, const char *name) {
  for (size_t start = 0; start < length;) {
    const char *comma = memchr(accept + start, ',', length - start);
    size_t end = comma ? (size_t)(comma - accept) : length;
    while (start < end && is_space(accept[start]))
      start++;
    size_t stop = start;
    while (stop < end && accept[stop] != ';' && !is_space(accept[stop]))
      stop++;
    if (is_word(accept + start, stop - start, name))
      return weighs_nothing(accept + stop, end - stop) ? REFUSED : TAKEN;
    start = end + 1;
  }
  return UNNAMED;
}

static bool accepts(const char *accept, size_t length, const char *name) {
  verdict said = listed(accept, length, name);
  if (said == UNNAMED) said = listed(accept, length, "*");
  return said == TAKEN;
}

server_coding server_asset_coding(const server_asset *asset, const char *accept, size_t length) {
  static const server_coding offered[] = {SERVER_GZIP, SERVER_BROTLI};
  server_coding best = SERVER_IDENTITY;
  if (!accept) return best;
  for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
    const server_bytes *bytes = &asset->bytes[offered[i]];
    if (!bytes->data || bytes->size >= asset->bytes[best].size) continue;
    if (accepts(accept, length, server_coding_name(offered[i]))) best = offered[i];
  }
  return best;
}

const char *server_coding_name(server_coding coding) {
  switch (coding) {
  case SERVER_GZIP: return "gzip";
  case SERVER_BROTLI: return "br";
  case SERVER_IDENTITY: break;
  }
  return NULL;
}
