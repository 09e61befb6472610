/* Who plays, from a text such as `pimc:depth=2,worlds=8`. */
#include "junqi/arena.h"

#include <string.h>

#include "junqi/ai.h"

typedef struct setting {
  const char *name;
  uint8_t least, most, usual; /* most 0: the brain has no such setting */
} setting;

enum { SETTINGS = 3 };

static const struct {
  const char *name;
  bool command;
  setting setting[SETTINGS]; /* depth, worlds, level */
} brains[JUNQI_BRAINS] = {
    [JUNQI_BRAIN_RANDOM] = {"random", false, {{0}}},
    [JUNQI_BRAIN_GREEDY] = {"greedy", false, {{0}}},
    [JUNQI_BRAIN_PIMC] = {"pimc",
                          false,
                          {{"depth", 1, JUNQI_MAX_DEPTH, 2}, {"worlds", 1, JUNQI_MAX_WORLDS, 8}}},
    [JUNQI_BRAIN_EXPECT] = {"expectimax", false, {{"depth", 1, JUNQI_MAX_DEPTH, 2}}},
    [JUNQI_BRAIN_BRS] = {"brs",
                         false,
                         {{"depth", 1, JUNQI_MAX_DEPTH, 2}, {"worlds", 1, JUNQI_MAX_WORLDS, 8}}},
    [JUNQI_BRAIN_CHEAT] = {"cheat", false, {{"depth", 1, JUNQI_MAX_DEPTH, 2}}},
    [JUNQI_BRAIN_JUNQI] = {"junqi",
                           false,
                           {{0}, {0}, {"level", 1, JUNQI_AI_LEVELS, JUNQI_AI_LEVELS}}},
    [JUNQI_BRAIN_ENGINE] = {"engine", true, {{0}}},
    [JUNQI_BRAIN_CCGC] = {"ccgc", true, {{0}}},
};

static const char known[] =
    "random, greedy, pimc:…, expectimax:…, brs:…, cheat:…, junqi:…, engine:…, ccgc:…";

static junqi_code fail(junqi_error *error, junqi_code code, const char *where, const char *found,
                       size_t length, const char *wanted) {
  junqi_fail(error, code);
  if (!error) return code;
  junqi_error_put(error->where, sizeof error->where, where, strlen(where));
  junqi_error_put(error->found, sizeof error->found, found, length);
  junqi_error_put(error->wanted, sizeof error->wanted, wanted, strlen(wanted));
  return code;
}

static uint8_t *place(junqi_entrant *e, unsigned index) {
  return index == 0 ? &e->depth : index == 1 ? &e->worlds : &e->level;
}

/* `name=number` of `length` bytes, once each; `taken` has a bit for each that was. */
static bool take_setting(junqi_entrant *e, const char *text, size_t length, unsigned *taken) {
  for (unsigned i = 0; i < SETTINGS; i++) {
    const setting *s = &brains[e->brain].setting[i];
    size_t name = s->name ? strlen(s->name) : 0;
    if (!name || length < name + 2 || memcmp(text, s->name, name) != 0 || text[name] != '=')
      continue;
    uint64_t value;
    if (!junqi_number_from_digits(text + name + 1, length - name - 1, s->most, &value) ||
        value < s->least || *taken >> i & 1)
      return false;
    *taken |= 1u << i;
    *place(e, i) = (uint8_t)value;
    return true;
  }
  return false;
}

static void put(char *text, size_t size, const char *more) {
  size_t used = strlen(text);
  strncat(text, more, size - used - 1);
}

static void put_number(char *text, size_t size, unsigned number) {
  char digits[4] = {0};
  unsigned n = 0;
  if (number >= 10) digits[n++] = (char)('0' + number / 10);
  digits[n] = (char)('0' + number % 10);
  put(text, size, digits);
}

/* "depth=1..8,worlds=1..64", or the name alone. */
static junqi_code refuse_setting(const junqi_entrant *e, const char *found, size_t length,
                                 junqi_error *error) {
  char wanted[96] = "";
  for (unsigned i = 0; i < SETTINGS; i++) {
    const setting *s = &brains[e->brain].setting[i];
    if (!s->name) continue;
    if (*wanted) put(wanted, sizeof wanted, ",");
    put(wanted, sizeof wanted, s->name);
    put(wanted, sizeof wanted, "=");
    put_number(wanted, sizeof wanted, s->least);
    put(wanted, sizeof wanted, "..");
    put_number(wanted, sizeof wanted, s->most);
  }
  if (brains[e->brain].command) put(wanted, sizeof wanted, "COMMAND");
  return fail(error, JUNQI_E_ENTRANT_SETTING, brains[e->brain].name, found, length,
              *wanted ? wanted : brains[e->brain].name);
}

static junqi_code take_settings(junqi_entrant *e, const char *text, junqi_error *error) {
  unsigned taken = 0;
  while (*text) {
    size_t length = strcspn(text, ",");
    if (!take_setting(e, text, length, &taken)) return refuse_setting(e, text, length, error);
    text += length;
    if (*text == ',' && !*++text) return refuse_setting(e, "", 0, error);
  }
  return junqi_fail(error, JUNQI_E_OK);
}

junqi_code junqi_entrant_read(const char *text, junqi_entrant *e, junqi_error *error) {
  size_t name = strcspn(text, ":"), length = strlen(text);
  memset(e, 0, sizeof *e);
  for (e->brain = 0; e->brain < JUNQI_BRAINS; e->brain++)
    if (strlen(brains[e->brain].name) == name && memcmp(text, brains[e->brain].name, name) == 0)
      break;
  if (e->brain == JUNQI_BRAINS || length >= sizeof e->text)
    return fail(error, JUNQI_E_ENTRANT_UNKNOWN, "", text, name, known);
  memcpy(e->text, text, length + 1);
  for (unsigned i = 0; i < SETTINGS; i++)
    *place(e, i) = brains[e->brain].setting[i].usual;
  const char *rest = e->text + name + (text[name] == ':');
  if (!brains[e->brain].command)
    return text[name] && !*rest ? refuse_setting(e, "", 0, error) : take_settings(e, rest, error);
  if (!*rest) return refuse_setting(e, "", 0, error);
  e->command = rest;
  return junqi_fail(error, JUNQI_E_OK);
}
