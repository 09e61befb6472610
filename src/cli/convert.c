/* `junqi convert IN OUT`: replays into records, layout files into texts and back, one file or a
 * folder of layout files. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

/* What the end of an output's name asks for: "-" takes what is usual for the input. */
static cli_kind wanted_kind(const char *name, cli_kind in) {
  if (strcmp(name, "-") != 0) return cli_kind_of(name, "", 0);
  return in == CLI_JGS || in == CLI_JG ? CLI_JG : in == CLI_JQL ? CLI_TEXT : CLI_JQL;
}

static bool pair_known(cli_kind in, cli_kind out) {
  if (in == CLI_JG || in == CLI_JGS) return out == CLI_JG;
  return out == CLI_JQL || out == CLI_TEXT;
}

static junqi_code refuse_pair(const char *in, const char *out, junqi_error *error) {
  const char *from = strrchr(in, '.'), *to = strrchr(out, '.');
  junqi_fail(error, JUNQI_E_FILE_PAIR);
  junqi_error_put(error->where, sizeof error->where, from ? from : in, strlen(from ? from : in));
  junqi_error_put(error->found, sizeof error->found, to ? to : out, strlen(to ? to : out));
  return JUNQI_E_FILE_PAIR;
}

static junqi_code convert_record(cli_kind kind, const char *bytes, size_t length, const char *out,
                                 junqi_error *error) {
  cli_record record;
  junqi_code code = cli_read_record(kind, bytes, length, &record, error);
  if (code == JUNQI_E_OK) {
    size_t size = junqi_record_write(&record.record, false, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) {
      code = junqi_fail(error, JUNQI_E_NO_MEMORY);
    } else {
      junqi_record_write(&record.record, false, text, size + 1);
      code = cli_write_file(out, text, size, error);
      free(text);
    }
  }
  cli_free_record(&record);
  return code;
}

static junqi_code convert_layout(const char *in, cli_kind kind, const char *bytes, size_t length,
                                 const char *out, cli_kind wanted, junqi_error *error) {
  junqi_rules rules = junqi_rules_default(JUNQI_DARK); /* F-2: bomb_front=no */
  char text[JUNQI_LAYOUT_TEXT + 1];
  uint8_t file[JUNQI_JQL_BYTES];
  junqi_jql jql;
  memcpy(jql.version, junqi_jql_version, sizeof jql.version);
  junqi_code code = kind == CLI_JQL ? junqi_jql_read((const uint8_t *)bytes, length, &jql, error)
                                    : cli_read_layout(bytes, length, &rules, &jql.layout, error);
  if (code != JUNQI_E_OK) return code;
  if (kind == CLI_JQL) cli_warn_jql(in, &jql);
  if (wanted == CLI_JQL) {
    junqi_jql_write(&jql, file);
    return cli_write_file(out, (const char *)file, sizeof file, error);
  }
  size_t used = junqi_layout_write(&jql.layout, text, sizeof text);
  text[used++] = '\n';
  return cli_write_file(out, text, used, error);
}

static junqi_code convert_bytes(const char *in, const char *bytes, size_t length, const char *out,
                                junqi_error *error) {
  cli_kind kind = cli_kind_of(in, bytes, length), wanted = wanted_kind(out, kind);
  if (!pair_known(kind, wanted)) return refuse_pair(in, out, error);
  if (wanted == CLI_JG) return convert_record(kind, bytes, length, out, error);
  return convert_layout(in, kind, bytes, length, out, wanted, error);
}

static int convert_file(const char *in, const char *out) {
  junqi_error error;
  size_t length;
  char *bytes = cli_read_file(in, &length, &error);
  if (!bytes) return cli_complain_of(in, &error);
  junqi_code code = convert_bytes(in, bytes, length, out, &error);
  free(bytes);
  if (code == JUNQI_E_OK) return CLI_OK;
  return cli_complain_of(code == JUNQI_E_FILE_WRITE ? out : in, &error);
}

static int is_layout_file(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 4 && strcmp(entry->d_name + length - 4, ".jql") == 0;
}

/* OUT/name.txt for IN/name.jql. */
static int convert_entry(const char *in, const char *name, const char *out) {
  char from[PATH_SIZE], to[PATH_SIZE];
  junqi_error error;
  int stem = (int)strlen(name) - 4;
  int used = snprintf(from, sizeof from, "%s/%s", in, name);
  int made = snprintf(to, sizeof to, "%s/%.*s.txt", out, stem, name);
  if (used < PATH_SIZE && made < PATH_SIZE) return convert_file(from, to);
  errno = ENAMETOOLONG;
  cli_refused(&error, JUNQI_E_FILE_READ);
  return cli_complain_of(name, &error);
}

/* Every .jql file of a folder, in the order of names; a fault in one does not stop the others. */
static int convert_folder(const char *in, const char *out) {
  struct dirent **entries;
  junqi_error error;
  int count = scandir(in, &entries, is_layout_file, alphasort), status = CLI_OK;
  if (count < 0) {
    cli_refused(&error, JUNQI_E_FILE_READ);
    return cli_complain_of(in, &error);
  }
  if (count == 0) {
    junqi_fail(&error, JUNQI_E_FOLDER_EMPTY);
    status = cli_complain_of(in, &error);
  }
  bool made = count > 0 && cli_make_folder(out, &error) == JUNQI_E_OK;
  if (count > 0 && !made) status = cli_complain_of(out, &error);
  for (int i = 0; i < count; i++) {
    if (made && convert_entry(in, entries[i]->d_name, out) != CLI_OK) status = CLI_FAILED;
    free(entries[i]);
  }
  free(entries);
  return status;
}

int cli_convert(int argc, char **argv) {
  struct stat about;
  int status = cli_take_options(&argc, argv, NULL, 0);
  if (status != CLI_OK) return status;
  if (argc < 3) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "convert", "", argc < 2 ? "IN" : "OUT");
  if (argc > 3) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "convert", argv[3]);
  if (stat(argv[1], &about) == 0 && S_ISDIR(about.st_mode)) return convert_folder(argv[1], argv[2]);
  return convert_file(argv[1], argv[2]);
}
