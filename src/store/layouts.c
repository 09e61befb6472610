/* Saved layouts: small texts of an owner, by name. The text is not looked into. */
#include "internal.h"

static junqi_store_status apply_put(store_db *db, const store_job *job) {
  const store_value *values = job->write.values;
  int64_t others = 0;
  if (store_ask_number(db, STORE_SQL_COUNT_OTHER_LAYOUTS, values, &others) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (others >= JUNQI_STORE_LAYOUTS_MAX) {
    return JUNQI_STORE_LIMIT;
  }
  return store_outcome(store_run_with(db, STORE_SQL_PUT_LAYOUT, values));
}

static bool key_valid(const char *owner, const char *name) {
  return store_text_fits(owner, JUNQI_STORE_OWNER_MAX) &&
         store_text_fits(name, JUNQI_STORE_NAME_MAX);
}

junqi_store_status junqi_store_put_layout(junqi_store *store, const char *owner, const char *name,
                                          junqi_store_bytes text, int64_t time, uint64_t tag) {
  if (!key_valid(owner, name) || !store_bytes_fit(text, JUNQI_STORE_LAYOUT_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {apply_put, .count = 4,
                       .values = {store_text(owner), store_text(name), store_int(time),
                                  store_blob(text.data, text.size)}};
  return store_queue(store, &write, tag);
}

junqi_store_status junqi_store_delete_layout(junqi_store *store, const char *owner,
                                             const char *name, uint64_t tag) {
  if (!key_valid(owner, name)) {
    return JUNQI_STORE_INVALID;
  }
  store_write write = {
      .sql = STORE_SQL_DELETE_LAYOUT, .count = 2, .values = {store_text(owner), store_text(name)}};
  return store_queue(store, &write, tag);
}

static junqi_store_status read_layouts(store_query *query, junqi_store_layout_fn *each,
                                       void *context, size_t *count) {
  bool more = true;
  *count = 0;
  while (more && store_next(query)) {
    junqi_store_layout layout = {
        .name = store_get_text(query, 0),
        .saved = store_get_int(query, 1),
        .text = store_get_bytes(query, 2),
    };
    more = query->rc == SQLITE_OK && each(context, &layout);
    ++*count;
  }
  return store_end(query) == SQLITE_OK ? JUNQI_STORE_OK : JUNQI_STORE_FAILED;
}

junqi_store_status junqi_store_get_layout(junqi_store *store, const char *owner, const char *name,
                                          junqi_store_layout_fn *each, void *context) {
  if (!key_valid(owner, name)) {
    return JUNQI_STORE_INVALID;
  }
  size_t count;
  store_query query = store_ask(&store->reader, STORE_SQL_GET_LAYOUT);
  store_put_text(&query, owner);
  store_put_text(&query, name);
  junqi_store_status status = read_layouts(&query, each, context, &count);
  return status == JUNQI_STORE_OK && count == 0 ? JUNQI_STORE_ABSENT : status;
}

junqi_store_status junqi_store_each_layout(junqi_store *store, const char *owner,
                                           junqi_store_layout_fn *each, void *context) {
  if (!store_text_fits(owner, JUNQI_STORE_OWNER_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  size_t count;
  store_query query = store_ask(&store->reader, STORE_SQL_EACH_LAYOUT);
  store_put_text(&query, owner);
  return read_layouts(&query, each, context, &count);
}
