/* Saved layouts: small texts of an owner, by name. The text is not looked into. */
#include "internal.h"

#include <string.h>

static junqi_store_status apply_put(store_db *db, const store_job *job) {
  const store_layout_write *layout = &job->layout;
  int64_t others = 0;
  store_query count = store_ask(db, STORE_SQL_COUNT_OTHER_LAYOUTS);
  store_put_text(&count, layout->owner);
  store_put_text(&count, layout->name);
  if (store_next(&count)) {
    others = store_get_int(&count, 0);
  }
  if (store_end(&count) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  if (others >= JUNQI_STORE_LAYOUTS_MAX) {
    return JUNQI_STORE_LIMIT;
  }
  store_query put = store_ask(db, STORE_SQL_PUT_LAYOUT);
  store_put_text(&put, layout->owner);
  store_put_text(&put, layout->name);
  store_put_int(&put, layout->saved);
  store_put_bytes(&put, layout->text);
  store_next(&put);
  return store_end(&put) == SQLITE_OK ? JUNQI_STORE_OK : JUNQI_STORE_FAILED;
}

static junqi_store_status apply_delete(store_db *db, const store_job *job) {
  store_query query = store_ask(db, STORE_SQL_DELETE_LAYOUT);
  store_put_text(&query, job->layout.owner);
  store_put_text(&query, job->layout.name);
  store_next(&query);
  if (store_end(&query) != SQLITE_OK) {
    return JUNQI_STORE_FAILED;
  }
  return sqlite3_changes(db->sqlite) > 0 ? JUNQI_STORE_OK : JUNQI_STORE_ABSENT;
}

static bool key_valid(const char *owner, const char *name) {
  return store_text_fits(owner, JUNQI_STORE_OWNER_MAX) &&
         store_text_fits(name, JUNQI_STORE_NAME_MAX);
}

static junqi_store_status submit(junqi_store *store, store_apply *apply,
                                 const store_layout_write *layout, uint64_t tag) {
  if (!key_valid(layout->owner, layout->name) ||
      !store_bytes_fit(layout->text, JUNQI_STORE_LAYOUT_MAX)) {
    return JUNQI_STORE_INVALID;
  }
  size_t size = strlen(layout->owner) + strlen(layout->name) + 2 + layout->text.size;
  junqi_store_status status = store_admit(store, size);
  if (status != JUNQI_STORE_OK) {
    return status;
  }
  store_arena arena;
  store_job *job = store_job_new(size, &arena);
  if (job != NULL) {
    job->apply = apply;
    job->tag = tag;
    job->layout.owner = store_arena_text(&arena, layout->owner);
    job->layout.name = store_arena_text(&arena, layout->name);
    job->layout.text = store_arena_bytes(&arena, layout->text);
    job->layout.saved = layout->saved;
  }
  return store_submit(store, job);
}

junqi_store_status junqi_store_put_layout(junqi_store *store, const char *owner, const char *name,
                                          junqi_store_bytes text, int64_t time, uint64_t tag) {
  store_layout_write layout = {.owner = owner, .name = name, .text = text, .saved = time};
  return submit(store, apply_put, &layout, tag);
}

junqi_store_status junqi_store_delete_layout(junqi_store *store, const char *owner,
                                             const char *name, uint64_t tag) {
  store_layout_write layout = {.owner = owner, .name = name};
  return submit(store, apply_delete, &layout, tag);
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
