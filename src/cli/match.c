/* `junqi match`: reads who plays whom and how, leaves the rest to the arena, prints what it proved.
 */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "junqi/arena.h"

typedef struct match_words {
  const char *variant, *preset, *side[2], *games, *movetime, *nodes, *sprt, *seed, *threads, *out,
      *clock, *margin, *patience, *time;
  cli_words options;
  bool own_layouts, quiet;
} match_words;

/* What is left out keeps its value. */
static bool number(const char *name, const char *text, uint64_t least, uint64_t most,
                   uint64_t *value) {
  return !text || cli_number(name, text, least, most, value);
}

static bool real(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  if (end != text && *end == '\0' && isfinite(*value) && fabs(*value) < 10000) return true;
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, "--sprt", text, "ELO0 ELO1");
  return false;
}

static bool read_sprt(const match_words *w, int argc, char **argv, junqi_match *m) {
  m->sprt = w->sprt != NULL;
  if (!m->sprt && argc > 1) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "match", argv[1]), false;
  if (!m->sprt) return true;
  if (argc < 2) return cli_misused(JUNQI_E_VALUE_MISSING, "--sprt ELO0 ELO1", ""), false;
  if (argc > 2) return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "match", argv[2]), false;
  if (!real(w->sprt, &m->elo0) || !real(argv[1], &m->elo1)) return false;
  if (m->elo0 < m->elo1) return true;
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, "--sprt", argv[1], "ELO0 < ELO1");
  return false;
}

static bool read_numbers(const match_words *w, junqi_match *m) {
  uint64_t games = m->games, movetime = 0, threads = m->threads, clock = m->clock,
           margin = m->margin, patience = m->patience;
  if (!number("--games", w->games, 1, 1000000, &games) ||
      !number("--movetime", w->movetime, 1, 3600000, &movetime) ||
      !number("--nodes", w->nodes, 1, UINT64_MAX - 1, &m->nodes) ||
      !number("--seed", w->seed, 0, UINT64_MAX, &m->seed) ||
      !number("--threads", w->threads, 1, 64, &threads) ||
      !number("--clock", w->clock, 1, 86400, &clock) ||
      !number("--margin", w->margin, 0, 3600000, &margin) ||
      !number("--patience", w->patience, 1, 3600000, &patience))
    return false;
  if (w->movetime && w->nodes)
    return cli_misused(JUNQI_E_ARGUMENT_UNWANTED, "match", "--movetime --nodes"), false;
  m->games = (uint32_t)games;
  m->movetime = (uint32_t)movetime;
  m->threads = (unsigned)threads;
  m->clock = (uint32_t)clock;
  m->margin = (uint32_t)margin;
  m->patience = (uint32_t)patience;
  return true;
}

static bool read_time(const char *text, junqi_match *m) {
  if (!text) return true;
  m->timing = strcmp(text, "cpu") == 0 ? JUNQI_TIMING_CPU : JUNQI_TIMING_WALL;
  if (m->timing == JUNQI_TIMING_CPU || strcmp(text, "wall") == 0) return true;
  cli_wanted(JUNQI_E_ARGUMENT_VALUE, "--time", text, "cpu | wall");
  return false;
}

static bool read_sides(const match_words *w, junqi_entrant entrants[2]) {
  char most[16];
  junqi_error error;
  snprintf(most, sizeof most, "1..%d bytes", JUNQI_ENTRANT_SIZE - 1);
  for (unsigned side = 0; side < 2; side++) {
    const char *name = side ? "--b" : "--a";
    if (!w->side[side])
      return cli_wanted(JUNQI_E_ARGUMENT_MISSING, "match", "", side ? "--b PLAYER" : "--a PLAYER"),
             false;
    if (strlen(w->side[side]) >= JUNQI_ENTRANT_SIZE)
      return cli_wanted(JUNQI_E_ARGUMENT_VALUE, name, w->side[side], most), false;
    if (junqi_entrant_read(w->side[side], &entrants[side], &error) == JUNQI_E_OK) continue;
    cli_complain(&error);
    return false;
  }
  return true;
}

/* What is played, and who lays out the pieces. */
static int read_rules(const match_words *w, junqi_match *m) {
  int status = cli_rules(w->variant, w->preset, &w->options, &m->rules);
  if (status != CLI_OK) return status;
  m->preset = w->preset;
  m->own_layouts = w->own_layouts;
  return w->own_layouts && m->rules.variant == JUNQI_FLIP
             ? cli_misused(JUNQI_E_TABLE_NO_LAYOUTS, "", "")
             : CLI_OK;
}

/* Who cannot play this game at all was asked for wrongly. */
static int status_of(junqi_code code) {
  return code == JUNQI_E_ENTRANT_VARIANT || code == JUNQI_E_ENTRANT_FLIP ? CLI_USAGE : CLI_FAILED;
}

/* --- What came of it -------------------------------------------------------------------------- */

static void print_reasons(const junqi_standing *s) {
  static const char *const what[] = {"A won by", "drawn by", "B won by"};
  for (unsigned i = 0; i < 3; i++) {
    const char *between = " ";
    printf("%s:", what[i]);
    for (unsigned r = 0; r < JUNQI_REASONS; r++) {
      if (!s->reason[i][r]) continue;
      printf("%s%s %u", between, junqi_reason_word((junqi_reason)r), (unsigned)s->reason[i][r]);
      between = ", ";
    }
    printf("\n");
  }
}

/* Units by A's points in wins, for those that occurred: `0:3 0.5:1 2:16`. */
static void print_units(const junqi_standing *s) {
  printf("units by points:");
  for (unsigned i = 0; i <= JUNQI_UNIT_POINTS; i++)
    if (s->unit[i]) printf(" %.4g:%u", (double)i / JUNQI_GAME_POINTS, (unsigned)s->unit[i]);
  printf("\n");
}

static void print_standing(const junqi_match *m, const junqi_standing *s) {
  static const char *const states[] = {"open", "H0 taken", "H1 taken"};
  junqi_estimate e = junqi_standing_estimate(s);
  printf("%s: A %s, B %s, seed %llu\n", junqi_variant_name((junqi_variant)s->variant),
         m->side[0]->text, m->side[1]->text, (unsigned long long)m->seed);
  printf("games %u in %u units: A won %u, drawn %u, B won %u\n", (unsigned)s->games,
         (unsigned)s->units, (unsigned)s->wins, (unsigned)s->draws, (unsigned)s->losses);
  printf("score %.3f (95 %%: %.3f to %.3f), %s %.3f\n", e.score, e.low, e.high, "equal is",
         junqi_expected_score((junqi_variant)s->variant, 0));
  printf("Elo %+.1f (95 %%: %+.1f to %+.1f)\n", e.elo, e.elo_low, e.elo_high);
  if (m->sprt) {
    junqi_sprt t = junqi_standing_sprt(s, m->elo0, m->elo1);
    printf("SPRT %g against %g: LLR %.2f (%.2f to %.2f), %s\n", m->elo0, m->elo1, t.llr, t.lower,
           t.upper, states[t.state]);
  }
  print_units(s);
  print_reasons(s);
  printf("mean length %.1f plies\n", s->games ? (double)s->plies / s->games : 0.0);
  printf("time faults A %u, B %u; illegal plies A %u, B %u\n", (unsigned)s->late[0],
         (unsigned)s->late[1], (unsigned)s->illegal[0], (unsigned)s->illegal[1]);
}

/* How many seats of a game a side has. */
static unsigned seats_of(junqi_variant variant, unsigned side) {
  if (variant == JUNQI_THREE) return side + 1;
  return variant == JUNQI_FOUR ? 2 : 1;
}

/* A program that never answered, on no seat, most likely does not even start. */
static void warn_of_silence(const junqi_match *m, const junqi_standing *s) {
  char games[16];
  snprintf(games, sizeof games, "%u", (unsigned)s->games);
  for (unsigned side = 0; side < 2; side++)
    if (m->side[side]->command && s->games &&
        s->late[side] >= s->games * seats_of((junqi_variant)s->variant, side))
      cli_wanted(JUNQI_E_MATCH_SILENT, "", m->side[side]->command, games);
}

/* Somebody ended the match: what was played until then has been told. */
static int told_of_stop(const junqi_match *m, const junqi_standing *s) {
  char played[16], wanted[16];
  unsigned games = junqi_unit_games((junqi_variant)s->variant);
  snprintf(played, sizeof played, "%u", (unsigned)s->units);
  snprintf(wanted, sizeof wanted, "%u", (unsigned)((m->games + games - 1) / games));
  cli_wanted(JUNQI_E_MATCH_STOPPED, "", played, wanted);
  return CLI_FAILED;
}

int cli_match(int argc, char **argv) {
  match_words w = {.variant = "dark"};
  const cli_option options[] = {{.name = "--variant", .value = &w.variant},
                                {.name = "--preset", .value = &w.preset},
                                {.name = "--option", .list = &w.options},
                                {.name = "--a", .value = &w.side[0]},
                                {.name = "--b", .value = &w.side[1]},
                                {.name = "--games", .value = &w.games},
                                {.name = "--movetime", .value = &w.movetime},
                                {.name = "--nodes", .value = &w.nodes},
                                {.name = "--sprt", .value = &w.sprt},
                                {.name = "--seed", .value = &w.seed},
                                {.name = "--threads", .value = &w.threads},
                                {.name = "--out", .value = &w.out},
                                {.name = "--clock", .value = &w.clock},
                                {.name = "--time", .value = &w.time},
                                {.name = "--margin", .value = &w.margin},
                                {.name = "--patience", .value = &w.patience},
                                {.name = "--own-layouts", .flag = &w.own_layouts},
                                {.name = "--quiet", .flag = &w.quiet}};
  junqi_match m = junqi_match_default();
  junqi_entrant entrants[2];
  junqi_standing standing;
  junqi_error error;
  cli_interrupt interrupt;
  int status = cli_take_options(&argc, argv, options, sizeof options / sizeof *options);
  if (status != CLI_OK) return status;
  if (!read_sides(&w, entrants) || !read_numbers(&w, &m) || !read_time(w.time, &m) ||
      !read_sprt(&w, argc, argv, &m))
    return CLI_USAGE;
  status = read_rules(&w, &m);
  if (status != CLI_OK) return status;
  for (unsigned side = 0; side < 2; side++)
    m.side[side] = &entrants[side];
  m.out = w.out;
  m.progress = w.quiet ? NULL : stderr;
  /* The folder is made here, where the person's language is known. */
  if (w.out && cli_make_folder(w.out, &error) != JUNQI_E_OK) return cli_complain_of(w.out, &error);
  cli_interrupt_begin(&interrupt);
  m.stop = &interrupt.raised;
  junqi_code code = junqi_match_run(&m, &standing, &error);
  cli_interrupt_end(&interrupt);
  /* Hours of games are not lost with the disk's last byte. */
  if (code == JUNQI_E_OK || standing.units) print_standing(&m, &standing);
  if (code != JUNQI_E_OK) {
    cli_complain(&error);
    return status_of(code);
  }
  warn_of_silence(&m, &standing);
  return atomic_load(&interrupt.raised) ? told_of_stop(&m, &standing) : CLI_OK;
}
