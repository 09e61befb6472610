/* The embedded page: every file is found by its path, its codings are what they say they are, and
 * Accept-Encoding is read as RFC 9110 says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "assets.h"

static const server_asset *find(const char *path) {
  return server_asset_find(path, strlen(path));
}

static server_coding coding(const server_asset *asset, const char *accept) {
  return server_asset_coding(asset, accept, strlen(accept));
}

static void finds_every_file(void **state) {
  (void)state;
  assert_true(server_asset_count > 0);
  for (size_t i = 0; i < server_asset_count; i++)
    assert_ptr_equal(find(server_assets[i].path), &server_assets[i]);
}

static void slash_is_the_page(void **state) {
  (void)state;
  const server_asset *page = find("/");
  assert_non_null(page);
  assert_string_equal(page->path, "/index.html");
  assert_string_equal(page->mime, "text/html; charset=utf-8");
  assert_false(page->hashed);
  assert_memory_equal(page->bytes[SERVER_IDENTITY].data, "<!doctype html>", 15);
}

static void unknown_paths_are_not_found(void **state) {
  (void)state;
  static const char *const paths[] = {
      "", "index.html", "/index.htm", "/index.html2", "/../index.html", "/\xff"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    assert_null(find(paths[i]));
  /* The length counts, not a zero byte. */
  assert_null(server_asset_find("/index.html\0x", 13));
  assert_non_null(server_asset_find("/index.html?x", 11));
}

static void etags_are_quoted(void **state) {
  (void)state;
  for (size_t i = 0; i < server_asset_count; i++) {
    const char *etag = server_assets[i].etag;
    assert_int_equal(strlen(etag), 18);
    assert_int_equal(etag[0], '"');
    assert_int_equal(etag[17], '"');
  }
}

static void gzip_holds_the_file(void **state) {
  (void)state;
  for (size_t i = 0; i < server_asset_count; i++) {
    server_bytes plain = server_assets[i].bytes[SERVER_IDENTITY];
    server_bytes gzip = server_assets[i].bytes[SERVER_GZIP];
    if (!gzip.data) continue;
    uint8_t *out = malloc(plain.size);
    z_stream stream = {0};
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_in = (z_const Bytef *)gzip.data;
    stream.avail_in = (uInt)gzip.size;
    stream.next_out = out;
    stream.avail_out = (uInt)plain.size;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.total_out, plain.size);
    assert_memory_equal(out, plain.data, plain.size);
    inflateEnd(&stream);
    free(out);
  }
}

static const uint8_t some[1];

/* An asset whose brotli is smaller than its gzip, as usual. */
static const server_asset usual = {.bytes = {{some, 100}, {some, 50}, {some, 40}}};

static void takes_the_smallest_allowed(void **state) {
  (void)state;
  assert_int_equal(coding(&usual, "gzip, deflate, br"), SERVER_BROTLI);
  assert_int_equal(coding(&usual, "gzip, deflate"), SERVER_GZIP);
  assert_int_equal(coding(&usual, "GZIP;q=0.5"), SERVER_GZIP);
  assert_int_equal(coding(&usual, "br;q=1.0 ,gzip;q=0.1"), SERVER_BROTLI);
  assert_int_equal(coding(&usual, "*"), SERVER_BROTLI);
}

static void refusals_are_kept(void **state) {
  (void)state;
  assert_int_equal(server_asset_coding(&usual, NULL, 0), SERVER_IDENTITY);
  assert_int_equal(coding(&usual, ""), SERVER_IDENTITY);
  assert_int_equal(coding(&usual, "identity"), SERVER_IDENTITY);
  assert_int_equal(coding(&usual, "br;q=0, gzip"), SERVER_GZIP);
  assert_int_equal(coding(&usual, "br; q=0.000, *"), SERVER_GZIP);
  assert_int_equal(coding(&usual, "*;q=0"), SERVER_IDENTITY);
  assert_int_equal(coding(&usual, "brotli, gzipped"), SERVER_IDENTITY);
  assert_int_equal(coding(&usual, ",,;;q=,"), SERVER_IDENTITY);
}

static void a_larger_coding_is_not_taken(void **state) {
  (void)state;
  static const server_asset dense = {.bytes = {{some, 100}, {NULL, 0}, {NULL, 0}}};
  assert_int_equal(coding(&dense, "gzip, br"), SERVER_IDENTITY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_every_file),
      cmocka_unit_test(slash_is_the_page),
      cmocka_unit_test(unknown_paths_are_not_found),
      cmocka_unit_test(etags_are_quoted),
      cmocka_unit_test(gzip_holds_the_file),
      cmocka_unit_test(takes_the_smallest_allowed),
      cmocka_unit_test(refusals_are_kept),
      cmocka_unit_test(a_larger_coding_is_not_taken),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
