/* What people do in the simulation of a site; see sim.h. Everything is possible at any time; what
 * is not allowed is refused. */
#include "sim.h"

#include "junqi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const variants[] = {"dark", "flip", "four", "three"};

/* Games that end soon. */
static const char *const options[] = {
    ("\"quiet_limit\":\"12\",\"move_seconds\":\"3\",\"timeout_limit\":\"2\","
     "\"escape_seconds\":\"4\",\"resign_ply\":\"0\",\"resign_seconds\":\"0\""),
    ("\"quiet_limit\":\"25\",\"move_seconds\":\"2\",\"timeout_limit\":\"3\","
     "\"escape_seconds\":\"2\",\"resign_ply\":\"5\",\"score_gate\":\"0\""),
    ("\"quiet_limit\":\"16\",\"move_seconds\":\"5\",\"timeout_limit\":\"1\","
     "\"escape_seconds\":\"0\""),
};

static const char *const settings[] = {
    "\"countdown\":\"0\"", "\"countdown\":\"1\",\"rematch\":\"rotated\"",
    "\"friendly\":\"yes\",\"substitutes\":\"1\",\"countdown\":\"0\"",
    "\"watch\":\"no\",\"private\":\"yes\",\"countdown\":\"2\"",
    "\"rematch\":\"no\",\"countdown\":\"0\""};

/* -- Hearing -------------------------------------------------------------------------------------
 */

static sim_place *place_of(sim_person *who, const char *id) {
  for (unsigned i = 0; i < SIM_PLACES; i++)
    if (who->place[i].archive && strcmp(who->place[i].archive->id, id) == 0) return &who->place[i];
  return NULL;
}

/* A free place, for a table; NULL when there is none. */
static sim_place *take_place(sim *s, sim_person *who, const char *id) {
  sim_place *place = place_of(who, id);
  for (unsigned i = 0; i < SIM_PLACES && !place; i++)
    if (!who->place[i].archive) place = &who->place[i];
  if (!place || place->archive) return place;
  *place = (sim_place){.archive = sim_archive_of(s, id)};
  player_start(&place->player, sim_below(s, 1u << 30));
  return place;
}

static void send_join(sim *s, sim_person *who, sim_place *place, uint32_t after) {
  place->joined = place->player.live = false;
  place->re = ++s->joins;
  peer_send(who->peer, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u,\"re\":%u}",
            place->archive->id, after, place->re);
}

/* From the beginning. */
static void join_anew(sim *s, sim_person *who, const char *id) {
  sim_place *place = take_place(s, who, id);
  if (!place) return;
  player_start(&place->player, sim_below(s, 1u << 30));
  send_join(s, who, place, 0);
}

static void count_line(sim *s, const char *text) {
  char line[160];
  if (!text_field(text, "line", line, sizeof line)) return;
  s->counts.plies++;
  s->counts.resigned += strncmp(line, "resign", 6) == 0;
  s->counts.escapes += strncmp(line, "escape", 6) == 0;
  s->counts.drawn += strstr(line, "agreed") != NULL;
}

static void hear_event(sim *s, sim_person *who, sim_place *place, const char *text) {
  uint32_t seq = (uint32_t)strtoul(strstr(text, "\"seq\":") + 6, NULL, 10);
  bool revealed = strstr(text, "\"kind\":\"reveal\"") != NULL;
  sim_keep(s, place->archive, who->number, seq, text);
  if (who->number % 4 == 0) count_line(s, text);
  s->counts.kicks += strstr(text, "\"kicked\"") != NULL;
  s->counts.handovers += strstr(text, "\"kind\":\"handover\"") != NULL;
  if (revealed && !place->archive->revealed) {
    place->archive->revealed = true;
    s->counts.games++;
  }
  if (strstr(text, "\"kind\":\"unready\"") || strstr(text, "\"kind\":\"seat\"") ||
      strstr(text, "\"kind\":\"options\""))
    place->ready = false;
  if (place->joined) player_hear(&place->player, text);
}

static void hear_other(sim *s, sim_person *who, sim_place *place, const char *text) {
  char id[HUB_ID_SIZE];
  if (strstr(text, "\"type\":\"scores\"") && place) {
    if (!place->archive->scores) place->archive->scores = strdup(text);
    assert_string_equal(place->archive->scores, text);
  }
  if (strstr(text, "\"type\":\"people\"") && text_field(text, "next", id, sizeof id)) {
    if (place && !place_of(who, id)) s->counts.rematches++;
    join_anew(s, who, id);
  }
  s->counts.talk += strstr(text, "\"type\":\"said\"") != NULL;
}

static bool answers(const char *text, unsigned re) {
  const char *at = strstr(text, "\"re\":");
  return at && strtoul(at + 5, NULL, 10) == re;
}

static void hear(sim *s, sim_person *who, const char *text) {
  char id[HUB_ID_SIZE] = "";
  char type[16];
  assert_true(text_field(text, "type", type, sizeof type));
  text_field(text, "table", id, sizeof id);
  sim_place *place = place_of(who, id);
  if (strcmp(type, "error") == 0) s->counts.refused++;
  if (strcmp(type, "created") == 0) join_anew(s, who, id);
  if (strcmp(type, "matched") == 0) {
    s->counts.matches++;
    who->seeking = false;
    join_anew(s, who, id);
  }
  if (strcmp(type, "lobby") == 0 && *id) snprintf(who->seen, sizeof who->seen, "%s", id);
  if (strcmp(type, "joined") == 0 && place && answers(text, place->re)) {
    place->joined = true;
    player_hear(&place->player, text);
  }
  if (strcmp(type, "people") == 0 && place && place->joined) player_hear(&place->player, text);
  if (strcmp(type, "live") == 0 && place && place->joined) place->player.live = true;
  if (strcmp(type, "event") == 0 && place) hear_event(s, who, place, text);
  if (strcmp(type, "people") == 0 || strcmp(type, "scores") == 0 || strcmp(type, "said") == 0)
    hear_other(s, who, place, text);
}

/* -- Coming and going ----------------------------------------------------------------------------
 */

void sim_person_cut(sim *s, sim_person *who) {
  (void)s;
  if (who->peer) peer_drop(who->peer);
  who->peer = NULL;
  who->seeking = who->in_lobby = false;
  for (unsigned i = 0; i < SIM_PLACES; i++)
    who->place[i].joined = who->place[i].player.live = false;
}

/* Back at the tables: from where one was, from the start, or from where nobody ever was. */
static void come(sim *s, sim_person *who) {
  who->peer = world_connect(&s->w, who->number);
  peer_send(who->peer, "{\"type\":\"hello\",\"version\":1}");
  for (unsigned i = 0; i < SIM_PLACES; i++) {
    sim_place *place = &who->place[i];
    if (!place->archive) continue;
    if (sim_chance(s, 20))
      peer_send(who->peer, "{\"type\":\"join\",\"table\":\"%s\",\"after\":99999}",
                place->archive->id);
    if (place->player.seq == 0 || sim_chance(s, 4) || place->archive->revealed)
      player_start(&place->player, sim_below(s, 1u << 30));
    send_join(s, who, place, place->player.seq);
  }
}

static void forget(sim_person *who, sim_place *place) {
  peer_send(who->peer, "{\"type\":\"unjoin\",\"table\":\"%s\"}", place->archive->id);
  *place = (sim_place){.archive = NULL};
}

/* -- Doing ---------------------------------------------------------------------------------------
 */

static void make(sim *s, sim_person *who) {
  static const char *const others[] = {"", "{\"level\":null}", "{\"level\":null},{\"level\":null}",
                                       "{\"level\":null},{\"level\":null},{\"level\":null}"};
  static const char *const computers[] = {"", "{\"level\":1}", "{\"level\":1},{\"level\":null}",
                                          "{\"level\":1},{\"level\":null},{\"level\":2}"};
  unsigned variant = sim_below(s, 4), seats = variant < 2 ? 1 : variant == 2 ? 3 : 2;
  bool with = sim_chance(s, 4);
  peer_send(who->peer,
            "{\"type\":\"create\",\"variant\":\"%s\",\"options\":{%s},\"settings\":{%s},"
            "\"opponents\":[%s]}",
            variants[variant], options[sim_below(s, sizeof options / sizeof *options)],
            settings[sim_below(s, sizeof settings / sizeof *settings)],
            (with ? computers : others)[seats]);
}

static void at(sim_person *who, const sim_place *place, const char *type, const char *more) {
  peer_send(who->peer, "{\"type\":\"%s\",\"table\":\"%s\"%s}", type, place->archive->id, more);
}

static void act(sim_person *who, const sim_place *place, const char *what) {
  peer_send(who->peer, "{\"type\":\"act\",\"table\":\"%s\",\"seq\":%u,\"what\":\"%s\"}",
            place->archive->id, place->player.seq, what);
}

static void get_ready(sim *s, sim_person *who, sim_place *place) {
  char text[JUNQI_LAYOUT_TEXT];
  junqi_random random = {junqi_random_next(&s->random)};
  const junqi_layout empty = {{0}};
  const player *p = &place->player;
  place->ready = true;
  if (p->rules.variant == JUNQI_FLIP) {
    at(who, place, "ready", "");
    return;
  }
  const junqi_layout whole = junqi_layout_complete(&p->rules, &empty, &random);
  junqi_layout_write(&whole, text, sizeof text);
  peer_send(who->peer, "{\"type\":\"%s\",\"table\":\"%s\",\"layout\":\"%s\"}",
            sim_chance(s, 5) ? "layout" : "ready", place->archive->id, text);
}

/* While the table waits. */
static void wait_there(sim *s, sim_person *who, sim_place *place) {
  static const char *const seats[] = {",\"seat\":\"a\"", ",\"seat\":\"b\"", ",\"seat\":\"c\"",
                                      ",\"seat\":\"d\""};
  char more[64];
  switch (sim_below(s, 160)) {
  case 0: at(who, place, "kick", seats[sim_below(s, 4)]); break;
  case 1: at(who, place, "owner", seats[sim_below(s, 4)]); break;
  case 2: at(who, place, "sit", seats[sim_below(s, 4)]); break;
  case 3: at(who, place, "unready", ""); break;
  case 4: at(who, place, "leave", ""); break;
  case 5: at(who, place, "settings", ",\"settings\":{\"countdown\":\"1\"}"); break;
  case 6:
    at(who, place, "options", ",\"options\":{\"quiet_limit\":\"9\",\"move_seconds\":\"2\"}");
    break;
  case 7:
  case 8:
    snprintf(more, sizeof more, "%s,\"level\":1", seats[sim_below(s, 4)]);
    at(who, place, "computer", more);
    break;
  case 9: act(who, place, "resign"); break;
  default:
    if (place->player.seat == JUNQI_SPECTATOR)
      at(who, place, "sit", "");
    else if (!place->ready || sim_chance(s, 20))
      get_ready(s, who, place);
  }
}

static void cheat(sim *s, sim_person *who, sim_place *place) {
  static const char *const nonsense[] = {"",
                                         "{",
                                         "[]",
                                         "{\"type\":7}",
                                         "{\"type\":\"play\"}",
                                         "\xff\xfe",
                                         "{\"type\":\"hello\"}",
                                         "{\"type\":\"sit\",\"table\":\"\"}",
                                         "{\"type\":\"match\",\"variant\":\"chess\"}"};
  unsigned from = sim_below(s, 25), to = sim_below(s, 25);
  switch (sim_below(s, 4)) {
  case 0: {
    const char *text = nonsense[sim_below(s, sizeof nonsense / sizeof *nonsense)];
    hub_receive(s->w.hub, who->peer->client, text, strlen(text));
    break;
  }
  case 1: /* somebody else's piece, or nobody's */
    peer_send(who->peer, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%c%u%u%c%u%u\"}",
              place->archive->id, place->player.seq, 'a' + (int)sim_below(s, 4), from / 5 + 1,
              from % 5 + 1, 'a' + (int)sim_below(s, 4), to / 5 + 1, to % 5 + 1);
    break;
  case 2: /* of long ago */
    peer_send(who->peer, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"a11a21\"}",
              place->archive->id, place->player.seq / 2);
    break;
  default:
    peer_send(who->peer, "{\"type\":\"join\",\"table\":\"%s\",\"after\":%u}", "nosuchtable",
              place->player.seq + 5);
  }
}

static void play(sim *s, sim_person *who, sim_place *place) {
  static const char *const acts[] = {"resign", "draw-offer", "draw-accept", "draw-refuse",
                                     "skip",   "handover",   "return",      "draw-offer"};
  char ply[9];
  if (sim_chance(s, 40)) {
    act(who, place, acts[sim_below(s, sizeof acts / sizeof *acts)]);
  } else if (sim_chance(s, 300)) {
    at(who, place, "leave", "");
  } else if (sim_chance(s, 6)) {
    act(who, place, "draw-accept");
  } else if (player_on_turn(&place->player) && player_ply(&place->player, ply)) {
    peer_send(who->peer, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}",
              place->archive->id, place->player.seq, ply);
    if (sim_chance(s, 15)) /* twice */
      peer_send(who->peer, "{\"type\":\"play\",\"table\":\"%s\",\"seq\":%u,\"ply\":\"%s\"}",
                place->archive->id, place->player.seq, ply);
  }
}

static void at_table(sim *s, sim_person *who, sim_place *place) {
  const player *p = &place->player;
  if (!place->joined || !p->live) {
    if (sim_chance(s, 10)) forget(who, place); /* it is gone, or closed to spectators */
    return;
  }
  if (sim_chance(s, 30)) cheat(s, who, place);
  if (sim_chance(s, 120)) at(who, place, "say", ",\"text\":\"well\"");
  if (p->revealed) {
    if (p->seat != JUNQI_SPECTATOR && sim_chance(s, 3)) act(who, place, "rematch");
    if (++place->stay > 6) forget(who, place);
  } else if (p->started) {
    play(s, who, place);
    if (p->seat == JUNQI_SPECTATOR && sim_chance(s, 15)) forget(who, place);
  } else {
    wait_there(s, who, place);
    if (++place->stay > 60) {
      at(who, place, "leave", "");
      forget(who, place);
    }
  }
}

/* With nothing better to do. */
static void look_around(sim *s, sim_person *who) {
  switch (sim_below(s, 8)) {
  case 0:
    if (hub_count(s->w.hub).tables < s->tables_most) make(s, who);
    break;
  case 1:
    if (!sim_chance(s, 3)) break;
    peer_send(who->peer, "{\"type\":\"match\",\"variant\":\"%s\",\"anticheat\":%s}",
              variants[sim_below(s, 2)], sim_chance(s, 3) ? "true" : "false");
    who->seeking = true;
    break;
  case 2: peer_send(who->peer, "{\"type\":\"%s\"}", who->in_lobby ? "unlobby" : "lobby"); break;
  case 3: peer_send(who->peer, "{\"type\":\"unmatch\"}"); break;
  default:
    if (*who->seen) join_anew(s, who, who->seen);
    who->seen[0] = 0;
    peer_send(who->peer, "{\"type\":\"lobby\"}");
    who->in_lobby = true;
  }
}

void sim_person_round(sim *s, sim_person *who) {
  unsigned places = 0;
  if (!who->peer) {
    if (sim_chance(s, 3)) come(s, who);
    return;
  }
  if (who->lag > 0 && --who->lag > 0) return;
  for (const char *text; (text = peer_next(who->peer));)
    hear(s, who, text);
  peer_forget(who->peer);
  if (sim_chance(s, 150)) {
    s->counts.cuts++;
    sim_person_cut(s, who);
    return;
  }
  if (sim_chance(s, 100)) who->lag = 1 + sim_below(s, 20);
  for (unsigned i = 0; i < SIM_PLACES; i++) {
    if (!who->place[i].archive) continue;
    places++;
    at_table(s, who, &who->place[i]);
  }
  if (places == 0 || sim_chance(s, 60)) look_around(s, who);
}
