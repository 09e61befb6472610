/* Files of games and layouts: read whole, within bounds, and handed to the notation room. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* No game and no layout comes near it. */
static const size_t most_bytes = 64u << 20;

static bool ends_with(const char *name, const char *end) {
  size_t length = strlen(name), tail = strlen(end);
  return length >= tail && strcmp(name + length - tail, end) == 0;
}

static bool begins_with(const char *bytes, size_t length, const char *begin) {
  return length >= strlen(begin) && memcmp(bytes, begin, strlen(begin)) == 0;
}

cli_kind cli_kind_of(const char *name, const char *bytes, size_t length) {
  if (ends_with(name, ".jg")) return CLI_JG;
  if (ends_with(name, ".jgs")) return CLI_JGS;
  if (ends_with(name, ".jql")) return CLI_JQL;
  if (begins_with(bytes, length, "junqi ")) return CLI_JG;
  if (begins_with(bytes, length, "QQGame JQS")) return CLI_JGS;
  if (begins_with(bytes, length, "QQGame JQL")) return CLI_JQL;
  return CLI_TEXT;
}

static junqi_code fail(junqi_error *error, junqi_code code, const char *found) {
  junqi_fail(error, code);
  junqi_error_put(error->found, sizeof error->found, found, strlen(found));
  return code;
}

/* Why the system refused, in the person's language where it is one of the common reasons. */
static const char *refusal(void) {
  bool chinese = cli_language() == JUNQI_CHINESE;
  switch (errno) {
  case ENOENT: return chinese ? "不存在" : "it does not exist";
  case EACCES: return chinese ? "没有权限" : "permission denied";
  case EISDIR: return chinese ? "这是一个文件夹" : "it is a folder";
  case ENOTDIR: return chinese ? "这不是文件夹" : "it is not a folder";
  case ENOSPC: return chinese ? "磁盘已满" : "the disk is full";
  default: return strerror(errno);
  }
}

junqi_code cli_refused(junqi_error *error, junqi_code code) {
  return fail(error, code, refusal());
}

junqi_code cli_make_folder(const char *name, junqi_error *error) {
  struct stat about;
  if (mkdir(name, 0777) == 0) return junqi_fail(error, JUNQI_E_OK);
  if (errno == EEXIST) {
    if (stat(name, &about) == 0 && S_ISDIR(about.st_mode)) return junqi_fail(error, JUNQI_E_OK);
    errno = ENOTDIR;
  }
  return cli_refused(error, JUNQI_E_FILE_WRITE);
}

/* Reads on until the end; the buffer grows as the file proves its length. */
static char *read_all(FILE *file, size_t *length, junqi_error *error) {
  size_t size = 1 << 16;
  char *bytes = malloc(size);
  *length = 0;
  while (bytes) {
    *length += fread(bytes + *length, 1, size - *length - 1, file);
    if (*length + 1 < size) break;
    if (size >= most_bytes) {
      fail(error, JUNQI_E_FILE_LARGE, "");
      snprintf(error->wanted, sizeof error->wanted, "%zu", most_bytes);
      free(bytes);
      return NULL;
    }
    char *larger = realloc(bytes, size *= 2);
    if (!larger) free(bytes);
    bytes = larger;
  }
  if (bytes && !ferror(file)) {
    bytes[*length] = '\0';
    return bytes;
  }
  if (bytes)
    cli_refused(error, JUNQI_E_FILE_READ);
  else
    fail(error, JUNQI_E_NO_MEMORY, "");
  free(bytes);
  return NULL;
}

char *cli_read_file(const char *name, size_t *length, junqi_error *error) {
  FILE *file = fopen(name, "rb");
  if (!file) {
    cli_refused(error, JUNQI_E_FILE_READ);
    return NULL;
  }
  char *bytes = read_all(file, length, error);
  fclose(file);
  return bytes;
}

junqi_code cli_write_file(const char *name, const char *bytes, size_t length, junqi_error *error) {
  bool standard = strcmp(name, "-") == 0;
  FILE *file = standard ? stdout : fopen(name, "wb");
  if (!file) return cli_refused(error, JUNQI_E_FILE_WRITE);
  bool fine = fwrite(bytes, 1, length, file) == length;
  fine = (standard ? fflush(file) : fclose(file)) == 0 && fine;
  return fine ? JUNQI_E_OK : cli_refused(error, JUNQI_E_FILE_WRITE);
}

/* The record text of a replay; it is made twice, first to measure it. */
static junqi_code convert_replay(const uint8_t *bytes, size_t length, cli_record *out,
                                 junqi_error *error) {
  size_t written = 0;
  junqi_code code = junqi_jgs_convert(bytes, length, NULL, 0, &written, error);
  if (code != JUNQI_E_OK) return code;
  out->text = malloc(written + 1);
  if (!out->text) return fail(error, JUNQI_E_NO_MEMORY, "");
  return junqi_jgs_convert(bytes, length, out->text, written + 1, &out->length, error);
}

junqi_code cli_read_record(cli_kind kind, const char *bytes, size_t length, cli_record *out,
                           junqi_error *error) {
  memset(out, 0, sizeof *out);
  if (kind == CLI_JGS) {
    junqi_code code = convert_replay((const uint8_t *)bytes, length, out, error);
    if (code != JUNQI_E_OK) return code;
  } else {
    out->text = malloc(length + 1);
    if (!out->text) return fail(error, JUNQI_E_NO_MEMORY, "");
    memcpy(out->text, bytes, length + 1);
    out->length = length;
  }
  out->record.capacity = junqi_record_capacity(out->text, out->length);
  out->record.lines = calloc(out->record.capacity, sizeof *out->record.lines);
  if (!out->record.lines) return fail(error, JUNQI_E_NO_MEMORY, "");
  return junqi_record_read(out->text, out->length, &out->record, &out->game, error);
}

void cli_free_record(cli_record *record) {
  free(record->text);
  free(record->record.lines);
}

junqi_code cli_read_layout(const char *text, size_t length, const junqi_rules *rules,
                           junqi_layout *layout, junqi_error *error) {
  size_t skip = 0;
  while (length && strchr(" \t\r\n", text[length - 1]))
    length--;
  while (skip < length && strchr(" \t\r\n", text[skip]))
    skip++;
  return junqi_layout_read(text + skip, length - skip, JUNQI_COMPLETE_LAYOUT, rules, 0, layout,
                           error);
}

static void put_hex(char *field, const uint8_t version[4]) {
  sprintf(field, "%02X %02X %02X %02X", version[0], version[1], version[2], version[3]);
}

void cli_warn_jql(const char *file, const junqi_jql *jql) {
  junqi_error error;
  if (!jql->warning) return;
  junqi_fail(&error, JUNQI_E_JQL_VERSION);
  put_hex(error.found, jql->version);
  put_hex(error.wanted, junqi_jql_version);
  cli_complain_of(file, &error);
}
