/* What the tests of the wasm room share. */
#ifndef TESTS_WASM_SUPPORT_H
#define TESTS_WASM_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wasm.h"

/* Puts a text where the desk takes it; returns its length. */
static inline size_t put_in(wasm_desk *desk, const char *text, size_t length) {
  char *in = wasm_desk_in(desk, length);
  assert_non_null(in);
  memcpy(in, text, length);
  return length;
}

static inline const char *out_text(const wasm_desk *desk, char *text, size_t size) {
  size_t length = wasm_desk_out_length(desk);
  assert_non_null(wasm_desk_out(desk));
  if (length >= size) length = size - 1;
  memcpy(text, wasm_desk_out(desk), length);
  text[length] = '\0';
  return text;
}

#endif
