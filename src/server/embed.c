/* A build tool, not part of the program: reads a directory of files and writes them, plain, gzip
 * and brotli, into one file of bytes, with a C table that points into it (see assets.h).
 *
 *   server_embed DIRECTORY TABLE.c BYTES.bin
 *
 * The output depends on nothing but names and contents, so two builds give the same program. */
#include <brotli/encode.h>
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { FILES_MAX = 512 };

typedef struct bytes {
  uint8_t *data;
  size_t size;
} bytes;

/* The files found so far: paths below the root, beginning with a slash. */
typedef struct listing {
  char *paths[FILES_MAX];
  size_t count;
} listing;

static _Noreturn void fail(const char *what, const char *where) {
  fprintf(stderr, "server_embed: %s: %s%s%s\n", where, what, errno ? ": " : "",
          errno ? strerror(errno) : "");
  exit(1);
}

static void *allocate(size_t size) {
  void *memory = malloc(size ? size : 1);
  if (!memory) fail("out of memory", "malloc");
  return memory;
}

static char *joined(const char *head, const char *separator, const char *tail) {
  size_t size = strlen(head) + strlen(separator) + strlen(tail) + 1;
  char *path = allocate(size);
  snprintf(path, size, "%s%s%s", head, separator, tail);
  return path;
}

/* Adds the files below root + path; names that begin with a dot are left out. */
static void walk(listing *found, const char *root, const char *path) {
  char *directory = joined(root, "", path);
  DIR *stream = opendir(directory);
  if (!stream) fail("cannot be read", directory);
  for (const struct dirent *entry; (entry = readdir(stream));) {
    if (entry->d_name[0] == '.') continue;
    char *below = joined(path, "/", entry->d_name);
    char *full = joined(root, "", below);
    struct stat status;
    if (stat(full, &status) != 0) fail("cannot be read", full);
    if (S_ISDIR(status.st_mode)) {
      walk(found, root, below);
      free(below);
    } else if (found->count == FILES_MAX) {
      fail("too many files", root);
    } else {
      found->paths[found->count++] = below;
    }
    free(full);
  }
  closedir(stream);
  free(directory);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static bytes load(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) fail("cannot be read", path);
  long size = ftell(file);
  rewind(file);
  if (size < 0) fail("cannot be read", path);
  bytes content = {allocate((size_t)size), (size_t)size};
  if (fread(content.data, 1, content.size, file) != content.size) fail("cannot be read", path);
  fclose(file);
  return content;
}

static bytes gzipped(bytes plain) {
  enum { GZIP_WRAPPER = 15 + 16, MEMORY = 9 };
  z_stream stream = {0};
  if (deflateInit2(&stream, 9, Z_DEFLATED, GZIP_WRAPPER, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
    fail("cannot start", "zlib");
  size_t room = deflateBound(&stream, (uLong)plain.size);
  bytes out = {allocate(room), 0};
  stream.next_in = plain.data;
  stream.avail_in = (uInt)plain.size;
  stream.next_out = out.data;
  stream.avail_out = (uInt)room;
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) fail("cannot compress", "zlib");
  out.size = stream.total_out;
  deflateEnd(&stream);
  return out;
}

static bytes brotlied(bytes plain) {
  size_t size = BrotliEncoderMaxCompressedSize(plain.size);
  bytes out = {allocate(size), size};
  if (!BrotliEncoderCompress(BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC,
                             plain.size, plain.data, &out.size, out.data))
    fail("cannot compress", "brotli");
  return out;
}

/* FNV-1a: tells versions of a file apart; nobody gains by making two collide. */
static uint64_t fingerprint(bytes content) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < content.size; i++)
    hash = (hash ^ content.data[i]) * 1099511628211u;
  return hash;
}

static const char *mime_of(const char *path) {
  static const struct {
    const char *ending, *mime;
  } known[] = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".txt", "text/plain; charset=utf-8"},
  };
  const char *ending = strrchr(path, '.');
  for (size_t i = 0; ending && i < sizeof known / sizeof *known; i++)
    if (strcmp(ending, known[i].ending) == 0) return known[i].mime;
  errno = 0;
  fail("no media type known for this ending; add it in src/server/embed.c", path);
}

/* Appends one coding to the blob and prints its initializer; one that saves nothing is left out. */
static void put(FILE *table, FILE *blob, bytes content, size_t limit) {
  if (content.size >= limit) {
    fprintf(table, "{0, 0}");
  } else {
    fprintf(table, "{server_assets_blob + %ld, %zu}", ftell(blob), content.size);
    fwrite(content.data, 1, content.size, blob);
  }
  free(content.data);
}

static void embed(FILE *table, FILE *blob, const char *root, const char *path) {
  if (strpbrk(path, "\"\\\n")) fail("a quote, backslash or line end in a file's name", path);
  char *full = joined(root, "", path);
  bytes plain = load(full);
  bytes gzip = gzipped(plain), brotli = brotlied(plain);
  size_t size = plain.size;
  /* Vite puts what it names by content in assets/. */
  bool hashed = strncmp(path, "/assets/", 8) == 0;
  fprintf(table, "    {\"%s\", \"%s\", \"\\\"%016llx\\\"\", %d, {", path, mime_of(path),
          (unsigned long long)fingerprint(plain), hashed);
  put(table, blob, plain, SIZE_MAX);
  fprintf(table, ", ");
  put(table, blob, gzip, size);
  fprintf(table, ", ");
  put(table, blob, brotli, size);
  fprintf(table, "}},\n");
  free(full);
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: server_embed DIRECTORY TABLE.c BYTES.bin\n");
    return 2;
  }
  listing found = {.count = 0};
  walk(&found, argv[1], "");
  if (found.count == 0) fail("no files", argv[1]);
  qsort(found.paths, found.count, sizeof *found.paths, by_name);

  FILE *table = fopen(argv[2], "w"), *blob = fopen(argv[3], "wb");
  if (!table || !blob) fail("cannot be written", table ? argv[3] : argv[2]);
  fprintf(table, "/* Generated by server_embed; see assets.h. */\n#include \"assets.h\"\n\n"
                 "extern const uint8_t server_assets_blob[];\n\n"
                 "const server_asset server_assets[] = {\n");
  for (size_t i = 0; i < found.count; i++) {
    embed(table, blob, argv[1], found.paths[i]);
    free(found.paths[i]);
  }
  fprintf(table, "};\n\nconst size_t server_asset_count = %zu;\n", found.count);
  if (fclose(table) != 0 || fclose(blob) != 0) fail("cannot be written", argv[2]);
  return 0;
}
