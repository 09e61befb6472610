/* `junqi score FILE [a=60,b=40...]`: what a finished game changes in each seat's score, and by
 * which clause (RULES.md R-9). */
#include "cli.h"

#include "junqi/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "+2", "0", "-2". */
static const char *signed_text(int points, char text[8]) {
  snprintf(text, 8, points ? "%+d" : "%d", points % 10000);
  return text;
}

static void print_text(const junqi_score *score, unsigned seats) {
  char points[8];
  for (unsigned i = 0; i < score->parts; i++) {
    const junqi_score_part *part = &score->part[i];
    printf("%c %s %s %s\n", 'a' + part->seat, signed_text(part->points, points),
           junqi_score_clause_id((junqi_score_clause)part->clause),
           junqi_score_clause_text((junqi_score_clause)part->clause, cli_language()));
  }
  printf("total");
  for (unsigned seat = 0; seat < seats; seat++)
    printf(" %c=%s", 'a' + seat, signed_text(score->change[seat], points));
  printf("\n");
}

static void print_json(const junqi_score *score, unsigned seats) {
  printf("{\"change\": {");
  for (unsigned seat = 0; seat < seats; seat++)
    printf("%s\"%c\": %d", seat ? ", " : "", 'a' + seat, score->change[seat]);
  printf("}, \"parts\": [");
  for (unsigned i = 0; i < score->parts; i++) {
    const junqi_score_part *part = &score->part[i];
    printf("%s{\"seat\": \"%c\", \"points\": %d, \"clause\": \"%s\", \"why\": \"%s\"}",
           i ? ", " : "", 'a' + part->seat, part->points,
           junqi_score_clause_id((junqi_score_clause)part->clause),
           junqi_score_clause_word((junqi_score_clause)part->clause));
  }
  printf("]}\n");
}

/* `a=60,b=-4`: scores before the game. */
static bool read_before(const char *text, int32_t before[JUNQI_MAX_SEATS]) {
  const char *at = text;
  for (;;) {
    char *end;
    unsigned seat = (unsigned)(at[0] - 'a');
    if (seat >= JUNQI_MAX_SEATS || at[1] != '=' || !strchr("-0123456789", at[2])) break;
    long value = strtol(at + 2, &end, 10);
    if (end == at + 2 || value < -1000000 || value > 1000000) break;
    before[seat] = (int32_t)value;
    if (*end == '\0') return true;
    if (*end != ',') break;
    at = end + 1;
  }
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, "SCORES", text, "a=60,b=40");
  return false;
}

/* The events of a record that was read, automatic lines and all, tell the tracker what it needs. */
static void track_record(const junqi_record *record, junqi_score_track *track) {
  junqi_score_start(track, &record->header.rules);
  for (size_t i = 0; i < record->count; i++)
    if (record->lines[i].kind == JUNQI_RECORD_EVENT)
      junqi_score_fold(track, &record->lines[i].line.event);
}

/* Scores that were given for seats which this game does not have; NULL: none were given. */
static bool has_strangers(const int32_t before[], unsigned seats) {
  char found[24];
  for (unsigned seat = seats; before && seat < JUNQI_MAX_SEATS; seat++) {
    if (before[seat] == 0) continue;
    snprintf(found, sizeof found, "%c=%ld", (char)('a' + seat), (long)before[seat]);
    cli_wanted(JUNQI_E_ARGUMENT_VALUE, "SCORES", found, seats == 2 ? "a, b" : "a, b, c");
    return true;
  }
  return false;
}

static int score_file(const char *file, const int32_t before[], junqi_score_table table,
                      bool json) {
  junqi_error error;
  junqi_score_track track;
  cli_record record = {0};
  size_t length;
  int status = CLI_OK;
  char *bytes = cli_read_file(file, &length, &error);
  if (!bytes) return cli_complain_of(file, &error);
  if (cli_read_record(cli_kind_of(file, bytes, length), bytes, length, &record, &error) !=
      JUNQI_E_OK) {
    status = cli_complain_of(file, &error);
  } else {
    track_record(&record.record, &track);
    junqi_score score = junqi_score_game(&track, before, table);
    unsigned seats = junqi_seats((junqi_variant)track.rules->variant);
    if (!track.over) {
      junqi_fail(&error, JUNQI_E_SCORE_RUNNING);
      status = cli_complain_of(file, &error);
    } else if (has_strangers(before, seats)) {
      status = CLI_USAGE;
    } else if (json) {
      print_json(&score, seats);
    } else {
      print_text(&score, seats);
    }
  }
  cli_free_record(&record);
  free(bytes);
  return status;
}

int cli_score(int argc, char **argv) {
  junqi_score_table table = {false, false, false};
  bool json = false;
  int32_t before[JUNQI_MAX_SEATS] = {0};
  const cli_option options[] = {{.name = "--json", .flag = &json},
                                {.name = "--computer", .flag = &table.computer},
                                {.name = "--friendly", .flag = &table.friendly},
                                {.name = "--one-person", .flag = &table.one_person}};
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (argc < 2) return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "score", "", "FILE");
  if (argc > 3) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "score", argv[3]);
  if (argc == 3 && !read_before(argv[2], before)) return CLI_USAGE;
  return score_file(argv[1], argc == 3 ? before : NULL, table, json);
}
