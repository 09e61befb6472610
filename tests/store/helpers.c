/* See helpers.h. */
#include "helpers.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void scratch_make(char path[SCRATCH_MAX]) {
  const char *parent = getenv("TMPDIR");
  snprintf(path, SCRATCH_MAX, "%s/junqi-store-XXXXXX", parent != NULL ? parent : "/tmp");
  assert_non_null(mkdtemp(path));
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place) {
  (void)info;
  (void)kind;
  (void)place;
  return remove(path);
}

void scratch_remove(const char *path) {
  assert_int_equal(nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

const char *scratch_path(char path[SCRATCH_MAX], const char *directory, const char *name) {
  assert_true(snprintf(path, SCRATCH_MAX, "%s/%s", directory, name) < SCRATCH_MAX);
  return path;
}

void scratch_copy(const char *from, const char *to) {
  FILE *in = fopen(from, "rb");
  FILE *out = fopen(to, "wb");
  assert_non_null(in);
  assert_non_null(out);
  char buffer[65536];
  size_t size;
  while ((size = fread(buffer, 1, sizeof buffer, in)) > 0) {
    assert_int_equal(fwrite(buffer, 1, size, out), size);
  }
  fclose(in);
  assert_int_equal(fclose(out), 0);
}

int scratch_set_up(void **state) {
  *state = malloc(SCRATCH_MAX);
  scratch_make(*state);
  return 0;
}

int scratch_tear_down(void **state) {
  scratch_remove(*state);
  free(*state);
  return 0;
}

junqi_store *store_open_inline(const char *directory) {
  junqi_store_options options = {.directory = directory, .inline_writer = true};
  junqi_store *store = NULL;
  junqi_store_error error;
  if (junqi_store_open(&options, &store, &error) != JUNQI_STORE_OK) {
    fail_msg("%s", error.detail);
  }
  return store;
}

static void note_status(void *context, const junqi_store_completion *completion) {
  *(junqi_store_status *)context = completion->status;
}

junqi_store_status store_settle(junqi_store *store, junqi_store_status queued) {
  junqi_store_status status = queued;
  if (queued == JUNQI_STORE_OK) {
    assert_int_equal(junqi_store_poll(store, note_status, &status), 1);
  }
  return status;
}

junqi_store_bytes bytes_of(const char *text) {
  return (junqi_store_bytes){text, strlen(text)};
}

/* xorshift64*: the same everywhere, so that a seed replays a failure. */
uint32_t random_below(uint64_t *seed, uint32_t bound) {
  *seed ^= *seed >> 12;
  *seed ^= *seed << 25;
  *seed ^= *seed >> 27;
  return (uint32_t)((*seed * 0x2545f4914f6cdd1du) >> 32) % bound;
}

enum { LEDGER_BATCH_MAX = 16, LEDGER_BODY_MAX = 256 };

/* A body of its own length and content for each event: "place/count table seq xxx…". */
static int ledger_body(char body[LEDGER_BODY_MAX], unsigned table, uint64_t seq, unsigned place,
                       unsigned count) {
  int size = snprintf(body, LEDGER_BODY_MAX, "%u/%u %u %" PRIu64 " ", place, count, table, seq);
  int padding = (int)(seq * 37 % 150);
  memset(body + size, 'x', (size_t)padding);
  body[size + padding] = '\0';
  return size + padding;
}

junqi_store_status ledger_submit(store_ledger *ledger, junqi_store *store, unsigned table,
                                 unsigned count) {
  junqi_store_event events[LEDGER_BATCH_MAX];
  char bodies[LEDGER_BATCH_MAX][LEDGER_BODY_MAX];
  char id[16];
  uint64_t seq = ledger->submitted[table];
  assert_true(count <= LEDGER_BATCH_MAX);
  for (unsigned i = 0; i < count; i++) {
    seq++;
    int size = ledger_body(bodies[i], table, seq, i + 1, count);
    events[i] = (junqi_store_event){
        .seq = seq, .time = (int64_t)seq, .kind = "k", .body = {bodies[i], (size_t)size}};
  }
  snprintf(id, sizeof id, "t%u", table);
  junqi_store_batch batch = {.table = id,
                             .create = ledger->submitted[table] == 0,
                             .header = bytes_of("{}"),
                             .events = events,
                             .event_count = count};
  junqi_store_status status = junqi_store_append(store, &batch, table);
  if (status == JUNQI_STORE_OK) {
    ledger->submitted[table] = seq;
  }
  return status;
}

void ledger_sink(void *context, const junqi_store_completion *completion) {
  store_ledger *ledger = context;
  if (completion->status != JUNQI_STORE_OK) {
    ledger->refusals++;
    return;
  }
  assert_true(completion->tag < LEDGER_TABLES);
  assert_true(completion->last_seq > ledger->acknowledged[completion->tag]);
  ledger->acknowledged[completion->tag] = completion->last_seq;
}

/* Where a reading stands. */
typedef struct ledger_reading {
  store_ledger *ledger;
  unsigned table;
  uint64_t last_seq; /* as the table says */
  unsigned place;    /* of the last event in its batch */
  unsigned count;
} ledger_reading;

static void end_of_table(ledger_reading *reading) {
  assert_int_equal(reading->place, reading->count); /* no batch is cut */
  if (reading->table < LEDGER_TABLES) {
    assert_int_equal(reading->ledger->stored[reading->table], reading->last_seq);
  }
}

static bool check_table(void *context, const junqi_store_table *table) {
  ledger_reading *reading = context;
  end_of_table(reading);
  assert_int_equal(table->id[0], 't');
  reading->table = (unsigned)atoi(table->id + 1);
  reading->last_seq = table->last_seq;
  reading->place = reading->count = 0;
  assert_true(reading->table < LEDGER_TABLES);
  assert_int_equal(table->header.size, 2);
  return true;
}

static bool check_event(void *context, const junqi_store_event *event) {
  ledger_reading *reading = context;
  char expected[LEDGER_BODY_MAX];
  unsigned place;
  unsigned count;
  assert_int_equal(event->seq, ++reading->ledger->stored[reading->table]);
  assert_int_equal(sscanf(event->body.data, "%u/%u ", &place, &count), 2);
  int size = ledger_body(expected, reading->table, event->seq, place, count);
  assert_int_equal(event->body.size, size);
  assert_memory_equal(event->body.data, expected, size);
  assert_string_equal(event->kind, "k");
  assert_int_equal(event->time, event->seq);
  if (reading->place == reading->count) {
    assert_int_equal(place, 1);
  } else {
    assert_int_equal(place, reading->place + 1);
    assert_int_equal(count, reading->count);
  }
  reading->place = place;
  reading->count = count;
  return true;
}

bool ledger_check(store_ledger *ledger, junqi_store *store) {
  ledger_reading reading = {.ledger = ledger, .table = LEDGER_TABLES};
  memset(ledger->stored, 0, sizeof ledger->stored);
  junqi_store_reader reader = {check_table, check_event, &reading};
  if (junqi_store_each_unfinished(store, &reader) != JUNQI_STORE_OK) {
    return false;
  }
  end_of_table(&reading);
  for (unsigned i = 0; i < LEDGER_TABLES; i++) {
    assert_true(ledger->stored[i] >= ledger->acknowledged[i]);
    assert_true(ledger->stored[i] <= ledger->submitted[i]);
  }
  return true;
}

void ledger_resume(store_ledger *ledger) {
  memcpy(ledger->submitted, ledger->stored, sizeof ledger->stored);
  memcpy(ledger->acknowledged, ledger->stored, sizeof ledger->stored);
}
