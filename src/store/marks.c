/* Marks: notes for the administrator that two accounts shared something at one table. */
#include "internal.h"

junqi_store_status junqi_store_add_mark(junqi_store *store, const junqi_store_mark *mark,
                                        uint64_t tag) {
  uint64_t low = mark->accounts[0] < mark->accounts[1] ? mark->accounts[0] : mark->accounts[1];
  uint64_t high = mark->accounts[0] < mark->accounts[1] ? mark->accounts[1] : mark->accounts[0];
  if (!store_account_valid(low) || !store_account_valid(high) || low == high ||
      !store_text_fits(mark->table, JUNQI_STORE_ID_MAX) ||
      (mark->kind != JUNQI_STORE_SAME_ADDRESS && mark->kind != JUNQI_STORE_SAME_DEVICE)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {store_apply_any, STORE_SQL_ADD_MARK, .count = 5,
                       .values = {store_text(mark->table), store_int(mark->kind),
                                  store_int((int64_t)low), store_int((int64_t)high),
                                  store_int(mark->time)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_each_mark(junqi_store *store, uint64_t account, uint64_t before,
                                         size_t limit, junqi_store_mark_fn *each, void *context) {
  if (account > INT64_MAX || limit > JUNQI_STORE_PAGE_MAX) {
    return JUNQI_STORE_INVALID;
  }
  bool all = account == 0;
  store_query query = store_ask(&store->reader, all ? STORE_SQL_EACH_MARK : STORE_SQL_EACH_MARK_OF);
  store_put_int(&query, before == 0 || before > INT64_MAX ? INT64_MAX : (int64_t)before);
  store_put_int(&query, (int64_t)limit);
  if (!all) {
    store_put_int(&query, (int64_t)account);
  }
  bool more = true;
  while (more && store_next(&query)) {
    junqi_store_mark mark = {
        .no = (uint64_t)store_get_int(&query, 0),
        .kind = (junqi_store_mark_kind)store_get_int(&query, 1),
        .accounts = {(uint64_t)store_get_int(&query, 3), (uint64_t)store_get_int(&query, 4)},
        .time = store_get_int(&query, 5),
    };
    store_copy_text(mark.table, sizeof mark.table, &query, 2);
    more = query.rc == SQLITE_OK && each(context, &mark);
  }
  return store_outcome(store_end(&query));
}
