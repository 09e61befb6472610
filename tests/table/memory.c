/* The room's only allocation, failed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "junqi/table.h"

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static bool fail;

void *__wrap_calloc(size_t count, size_t size) {
  return fail ? NULL : __real_calloc(count, size);
}

static void no_memory(void **state) {
  (void)state;
  fail = true;
  assert_null(junqi_table_new());
  fail = false;
  junqi_table *table = junqi_table_new();
  assert_non_null(table);
  assert_int_equal(junqi_table_state_of(table), JUNQI_TABLE_NEW);
  junqi_table_free(table);
  junqi_table_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
