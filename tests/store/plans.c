/* No statement reads a whole table, and no page is sorted before it is cut: what SQLite plans for
 * each of them, asked of an empty store. */
#include "helpers.h"
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* Those that are to read all there is. */
static bool reads_all(store_sql sql) {
  switch (sql) {
  case STORE_SQL_COUNT_TABLES:
  case STORE_SQL_COUNT_UNFINISHED:
  case STORE_SQL_COUNT_EVENTS:
  case STORE_SQL_COUNT_ACCOUNTS: return true;
  default: return false;
  }
}

/* Over what one account may have at most, so that it is no page. */
static bool may_sort(store_sql sql) {
  return sql == STORE_SQL_TRIM_TOKENS;
}

/* A subquery's own rows are scanned where it stands, "SCAN (subquery-1)", and the unfinished tables
 * by an index of nothing else. */
static bool scans_a_table(const char *detail) {
  return strstr(detail, "SCAN ") != NULL && strstr(detail, "SCAN (") == NULL &&
         strstr(detail, "CONSTANT ROW") == NULL && strstr(detail, "tables_unfinished") == NULL;
}

static void check_plan(sqlite3 *sqlite, store_sql sql) {
  char text[4096];
  sqlite3_stmt *statement = NULL;
  snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s", store_sql_text(sql));
  assert_int_equal(sqlite3_prepare_v2(sqlite, text, -1, &statement, NULL), SQLITE_OK);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    const char *detail = (const char *)sqlite3_column_text(statement, 3);
    if ((scans_a_table(detail) && !reads_all(sql)) ||
        (strstr(detail, "TEMP B-TREE") != NULL && !may_sort(sql))) {
      fail_msg("%s\n  %s", store_sql_text(sql), detail);
    }
  }
  sqlite3_finalize(statement);
}

static void every_statement_uses_an_index(void **state) {
  char path[SCRATCH_MAX];
  sqlite3 *sqlite;
  junqi_store_close(store_open_inline(*state));
  assert_int_equal(sqlite3_open(scratch_path(path, *state, "junqi.db"), &sqlite), SQLITE_OK);
  for (int sql = STORE_SQL_ROLLBACK + 1; sql < STORE_SQL_STATEMENTS; sql++) {
    check_plan(sqlite, (store_sql)sql);
  }
  sqlite3_close(sqlite);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(
      every_statement_uses_an_index, scratch_set_up, scratch_tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
