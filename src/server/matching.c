/* See matching.h. */
#include "matching.h"

#include "hall.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Ratings may differ by so much at once, and by more for each second of waiting; in the end anybody
 * will do. */
enum { WINDOW = 100, WINDOW_PER_SECOND = 20, WAIT_MOST = 60000 /* ms */ };

static double window(uint64_t waited) {
  if (waited >= WAIT_MOST) return 1e9;
  return WINDOW + (double)waited / 1000 * WINDOW_PER_SECOND;
}

bool hub_matching_fits(const double *rating, const uint64_t *waited, size_t count) {
  double least = rating[0], most = rating[0], narrowest = window(waited[0]);
  for (size_t i = 1; i < count; i++) {
    if (rating[i] < least) least = rating[i];
    if (rating[i] > most) most = rating[i];
    if (window(waited[i]) < narrowest) narrowest = window(waited[i]);
  }
  return most - least <= narrowest;
}

/* -- Coming and going ----------------------------------------------------------------------------
 */

void hub_matching_free(hub *h) {
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    for (unsigned room = 0; room < 2; room++)
      free(h->matching.queue[variant][room].seeker);
}

static void remove_at(matching_queue *queue, size_t place) {
  hub_client *client = queue->seeker[place].client;
  client->who->looking = NULL;
  memmove(queue->seeker + place, queue->seeker + place + 1,
          (--queue->count - place) * sizeof *queue->seeker);
}

void hub_matching_leave(hub *h, hub_client *client) {
  if (!client->who || client->who->looking != client) return;
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++)
    for (unsigned room = 0; room < 2; room++) {
      matching_queue *queue = &h->matching.queue[variant][room];
      for (size_t i = queue->count; i > 0; i--)
        if (queue->seeker[i - 1].client == client) remove_at(queue, i - 1);
    }
  hub_pulse_want(h);
}

static void tell_waiting(hub *h, matching_seeker *seeker, unsigned variant, size_t count,
                         int64_t re) {
  seeker->told = count;
  out_message(&h->message, "matching", re);
  out_text(&h->message, "variant", junqi_variant_name((junqi_variant)variant));
  out_integer(&h->message, "waiting", (int64_t)count);
  out_close(&h->message, '}');
  hub_client_send(h, seeker->client);
}

junqi_code hub_matching_enter(hub *h, hub_client *client, junqi_variant variant, bool anticheat,
                              int64_t re, junqi_error *error) {
  matching_queue *queue = &h->matching.queue[variant][anticheat];
  if (client->who->looking) return junqi_fail(error, JUNQI_E_MATCH_TWICE);
  junqi_code code = hub_check_room(h, client, error);
  if (code) return code;
  queue->seeker =
      server_grow(queue->seeker, &queue->capacity, queue->count + 1, sizeof *queue->seeker);
  matching_seeker *seeker = &queue->seeker[queue->count++];
  *seeker = (matching_seeker){.client = client,
                              .rating = hub_people_rating(h, client->person, (uint8_t)variant),
                              .since = h->world.now(h->world.context)};
  client->who->looking = client;
  tell_waiting(h, seeker, variant, queue->count, re);
  hub_pulse_want(h);
  return JUNQI_E_OK;
}

/* -- Bringing together ---------------------------------------------------------------------------
 */

static uint64_t random_seed(hub *h) {
  uint64_t seed;
  h->world.random(h->world.context, &seed, sizeof seed);
  return seed;
}

/* A table for seekers, who look no longer: in the order of their seats. */
static void seat_group(hub *h, unsigned variant, bool anticheat, hub_client *const *clients,
                       size_t count) {
  hub_command *command = hub_command_new(NULL, -1, DEED_MATCHED);
  hub_making *make = &command->make;
  make->rules = junqi_rules_default((junqi_variant)variant);
  make->settings = junqi_settings_default();
  for (size_t i = 0; i < count; i++) {
    make->sits[i] = hub_client_retain(clients[i]);
    hub_matching_leave(h, clients[i]);
  }
  if (anticheat) {
    make->settings.value[JUNQI_SET_ANTICHEAT] = 1;
    make->settings.value[JUNQI_SET_REMATCH] = JUNQI_REMATCH_NO;
  }
  hub_make(h, command);
}

/* Puts seekers into an order that chance alone makes. */
static void draw(hub *h, hub_client **clients, size_t count) {
  junqi_person *people = server_new(count * sizeof *people);
  for (size_t i = 0; i < count; i++)
    people[i] = clients[i]->person;
  junqi_draw_seats(people, count, random_seed(h));
  for (size_t i = 0; i < count; i++)
    clients[i] = hub_person_find(h, people[i])->looking;
  free(people);
}

static int by_rating(const void *a, const void *b) {
  const matching_seeker *x = *(matching_seeker *const *)a, *y = *(matching_seeker *const *)b;
  if (x->rating != y->rating) return x->rating < y->rating ? -1 : 1;
  return x->since < y->since ? -1 : x->since > y->since;
}

static bool group_fits(matching_seeker *const *seeker, size_t count, uint64_t now) {
  double rating[JUNQI_MAX_SEATS] = {0};
  uint64_t waited[JUNQI_MAX_SEATS] = {0};
  for (size_t i = 0; i < count; i++) {
    rating[i] = seeker[i]->rating;
    waited[i] = now - seeker[i]->since;
  }
  return hub_matching_fits(rating, waited, count);
}

static void match_by_rating(hub *h, unsigned variant) {
  matching_queue *queue = &h->matching.queue[variant][0];
  size_t seats = junqi_seats((junqi_variant)variant), total = queue->count;
  uint64_t now = h->world.now(h->world.context);
  if (total < seats) return;
  matching_seeker **sorted = server_new(total * sizeof *sorted);
  hub_client **taken = server_new(total * sizeof *taken);
  size_t count = 0;
  for (size_t i = 0; i < total; i++)
    sorted[i] = &queue->seeker[i];
  qsort(sorted, total, sizeof *sorted, by_rating);
  for (size_t i = 0; i + seats <= total;) {
    bool fits = group_fits(sorted + i, seats, now);
    for (size_t k = 0; k < seats && fits; k++)
      taken[count++] = sorted[i + k]->client;
    i += fits ? seats : 1;
  }
  for (size_t i = 0; i < count; i += seats) {
    draw(h, taken + i, seats);
    seat_group(h, variant, false, taken + i, seats);
  }
  free(sorted);
  free(taken);
}

/* -- The anti-cheat room -------------------------------------------------------------------------
 */

void hub_matching_hole(hub *h, const hub_table *t) {
  matching_queue *queue = &h->matching.queue[junqi_table_rules(t->table)->variant][1];
  if (!junqi_set(junqi_table_settings(t->table), JUNQI_SET_ANTICHEAT)) return;
  queue->holes = true;
  if (queue->count > 0) hub_pulse_want(h);
}

/* So long those who were drawn together last wait for others. */
enum { WAIT_OTHERS = 30000 /* ms */ };

static bool is_among(const matching_company *company, junqi_person person) {
  for (size_t i = 0; i < company->count; i++)
    if (company->person[i] == person) return true;
  return false;
}

/* Whether the last time that one of two was drawn it was with the other. */
static bool just_met(const matching *m, junqi_person one, junqi_person other) {
  size_t known = m->companies < MATCHING_COMPANIES ? m->companies : MATCHING_COMPANIES;
  for (size_t back = 1; back <= known; back++) {
    const matching_company *company = &m->company[(m->companies - back) % MATCHING_COMPANIES];
    bool has_one = is_among(company, one), has_other = is_among(company, other);
    if (has_one || has_other) return has_one && has_other;
  }
  return false;
}

static void remember(matching *m, const matching_company *company) {
  m->company[m->companies++ % MATCHING_COMPANIES] = *company;
}

/* Has this seeker waited long enough to meet anybody? */
static bool takes_anybody(hub *h, const matching_queue *queue, const hub_client *client) {
  uint64_t now = h->world.now(h->world.context);
  for (size_t i = 0; i < queue->count; i++)
    if (queue->seeker[i].client == client) return now - queue->seeker[i].since >= WAIT_OTHERS;
  return false;
}

/* A seat of an anti-cheat table that got free before the start: it is drawn for again. */
typedef struct hole {
  hub_table *table;
  junqi_seat seat;
} hole;

typedef struct filling {
  unsigned variant;
  size_t found;
  hole hole[64];
} filling;

static void find_hole(void *context, hub_table *t) {
  filling *f = context;
  const junqi_rules *rules = junqi_table_rules(t->table);
  if (t->phase != JUNQI_TABLE_WAITING || t->writing || rules->variant != f->variant) return;
  if (!junqi_set(junqi_table_settings(t->table), JUNQI_SET_ANTICHEAT)) return;
  for (junqi_seat seat = 0; seat < junqi_seats((junqi_variant)rules->variant); seat++)
    if (junqi_table_about(t->table, seat).who == JUNQI_FREE &&
        f->found < sizeof f->hole / sizeof *f->hole)
      f->hole[f->found++] = (hole){t, seat};
}

static matching_company people_of(const hub_table *t) {
  matching_company company = {.count = 0};
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    junqi_table_seat about = junqi_table_about(t->table, seat);
    if (about.who == JUNQI_HUMAN) company.person[company.count++] = about.person;
  }
  return company;
}

/* May a seeker join those of a table? Who sits there may not; neither may, unless after a while,
 * who has just been with one of them, as whoever left this table has. */
static bool may_join(hub *h, const matching_queue *queue, const hub_client *client,
                     const matching_company *company) {
  bool strangers = true;
  for (size_t i = 0; i < company->count; i++) {
    if (company->person[i] == client->person) return false;
    strangers = strangers && !just_met(&h->matching, client->person, company->person[i]);
  }
  return strangers || takes_anybody(h, queue, client);
}

static void fill(hub *h, const hole *free_seat, hub_client *client, matching_company *company) {
  const junqi_table_input sit = {
      .kind = JUNQI_DO_SIT, .seat = free_seat->seat, .drawn = true, .person = client->person};
  company->person[company->count++] = client->person;
  remember(&h->matching, company);
  hub_matching_leave(h, client);
  hub_command_draw(h, free_seat->table, client, &sit);
}

/* Fills free seats with those who wait; who gets one becomes NULL in the list. Are there any? */
static bool fill_holes(hub *h, unsigned variant, hub_client **clients, size_t count) {
  filling f = {.variant = variant};
  hub_table_each(h, find_hole, &f);
  for (size_t i = 0; i < f.found; i++) {
    matching_company company = people_of(f.hole[i].table);
    size_t k = 0;
    while (k < count &&
           !(clients[k] && may_join(h, &h->matching.queue[variant][1], clients[k], &company)))
      k++;
    if (k == count) continue;
    fill(h, &f.hole[i], clients[k], &company);
    clients[k] = NULL;
  }
  return f.found > 0;
}

/* Two seekers who have just met wait for others, both of them, for a while. */
static bool may_meet(hub *h, const matching_queue *queue, const hub_client *one,
                     const hub_client *other) {
  return !just_met(&h->matching, one->person, other->person) ||
         (takes_anybody(h, queue, one) && takes_anybody(h, queue, other));
}

/* A group of so many for the first of the list, in its order; false when there is none. */
static bool gather(hub *h, const matching_queue *queue, hub_client **clients, size_t count,
                   size_t seats, size_t group[JUNQI_MAX_SEATS]) {
  size_t found = 1;
  group[0] = 0;
  for (size_t k = 1; k < count && found < seats; k++) {
    bool fits = clients[k] != NULL;
    for (size_t i = 0; fits && i < found; i++)
      fits = may_meet(h, queue, clients[group[i]], clients[k]);
    if (fits) group[found++] = k;
  }
  return found == seats;
}

static void seat_drawn(hub *h, unsigned variant, hub_client **clients,
                       const size_t group[JUNQI_MAX_SEATS], size_t seats) {
  hub_client *drawn[JUNQI_MAX_SEATS];
  matching_company company = {.count = seats};
  for (size_t i = 0; i < seats; i++) {
    drawn[i] = clients[group[i]];
    company.person[i] = drawn[i]->person;
    clients[group[i]] = NULL;
  }
  remember(&h->matching, &company);
  seat_group(h, variant, true, drawn, seats);
}

static void match_by_lot(hub *h, unsigned variant) {
  matching_queue *queue = &h->matching.queue[variant][1];
  size_t seats = junqi_seats((junqi_variant)variant), count = queue->count;
  size_t group[JUNQI_MAX_SEATS];
  if (count == 0 || (count < seats && !queue->holes)) return;
  hub_client **clients = server_new(count * sizeof *clients);
  for (size_t i = 0; i < count; i++)
    clients[i] = queue->seeker[i].client;
  draw(h, clients, count);
  if (queue->holes) queue->holes = fill_holes(h, variant, clients, count);
  for (size_t first = 0; first < count; first++) {
    size_t rest = count - first;
    if (clients[first] && gather(h, queue, clients + first, rest, seats, group))
      seat_drawn(h, variant, clients + first, group, seats);
  }
  free(clients);
}

/* -- Once a second -------------------------------------------------------------------------------
 */

static void tell_counts(hub *h, unsigned variant, matching_queue *queue) {
  for (size_t i = 0; i < queue->count; i++)
    if (queue->seeker[i].told != queue->count)
      tell_waiting(h, &queue->seeker[i], variant, queue->count, -1);
}

void hub_matching_pulse(hub *h) {
  for (unsigned variant = 0; variant < JUNQI_VARIANTS; variant++) {
    match_by_rating(h, variant);
    match_by_lot(h, variant);
    for (unsigned room = 0; room < 2; room++) {
      matching_queue *queue = &h->matching.queue[variant][room];
      tell_counts(h, variant, queue);
      /* Windows widen; and who has just met may meet again in a while. */
      if (queue->count > 1 || (queue->count > 0 && queue->holes)) hub_pulse_want(h);
    }
  }
}
