/* See support.h. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void make_directory(char path[64]) {
  strcpy(path, "/tmp/junqi-arena-XXXXXX");
  assert_non_null(mkdtemp(path));
}

void drop_directory(const char *path) {
  DIR *directory = opendir(path);
  char name[512];
  assert_non_null(directory);
  for (struct dirent *entry; (entry = readdir(directory));) {
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    if (entry->d_name[0] != '.') assert_int_equal(unlink(name), 0);
  }
  closedir(directory);
  assert_int_equal(rmdir(path), 0);
}

junqi_match match_of(junqi_variant variant, junqi_entrant sides[2], const char *a, const char *b,
                     uint32_t games) {
  junqi_match m = junqi_match_default();
  m.rules = junqi_rules_default(variant);
  m.games = games;
  assert_int_equal(junqi_entrant_read(a, &sides[0], NULL), JUNQI_E_OK);
  assert_int_equal(junqi_entrant_read(b, &sides[1], NULL), JUNQI_E_OK);
  m.side[0] = &sides[0];
  m.side[1] = &sides[1];
  return m;
}

junqi_standing run_match(const junqi_match *match) {
  junqi_standing standing;
  junqi_error error;
  char text[512];
  if (junqi_match_run(match, &standing, &error) != JUNQI_E_OK) {
    junqi_error_text(&error, JUNQI_ENGLISH, text, sizeof text);
    fail_msg("%s", text);
  }
  return standing;
}

void read_game(const char *directory, unsigned unit, unsigned game, played *out) {
  char path[128];
  junqi_error error;
  memset(out, 0, sizeof *out);
  snprintf(path, sizeof path, "%s/%05u-%u.jg", directory, unit, game);
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("there is no %s", path);
  out->text = malloc(1 << 20);
  out->length = fread(out->text, 1, 1 << 20, file);
  fclose(file);
  out->record.capacity = junqi_record_capacity(out->text, out->length);
  out->record.lines = calloc(out->record.capacity, sizeof *out->record.lines);
  if (junqi_record_read(out->text, out->length, &out->record, &out->game, &error) != JUNQI_E_OK)
    fail_msg("%s: line %d: %s", path, (int)error.line, junqi_code_name(error.code));
  assert_int_not_equal(out->game.position.state, JUNQI_RUNNING);
}

void free_game(played *game) {
  free(game->text);
  free(game->record.lines);
}
