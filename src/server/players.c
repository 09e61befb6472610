/* The hub's side of computer players: notices when one is needed, asks with nothing but what its
 * seat may know, and acts on the answer after a while that depends on nothing. A question that is
 * overtaken by events is forgotten, and so is its answer. */
#include "hall.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { DELAY_LEAST = 400, DELAY_MORE = 600 }; /* ms, or a quarter of a move that is shorter */

void hub_question_free(hub_question *question) {
  if (question) free(question->history);
  free(question);
}

void hub_players_note(hub_table *t, const junqi_table_event *event) {
  uint8_t kind = event->line.kind;
  /* Another acts for the seat from here on: it has been asked nothing yet. */
  if (event->kind == JUNQI_TABLE_HANDOVER || event->kind == JUNQI_TABLE_RETURN)
    memset(t->player[event->seat].asked, 0, sizeof t->player[event->seat].asked);
  if (event->kind == JUNQI_TABLE_START) t->moment[HUB_MOVE] = event->seq;
  if (event->kind != JUNQI_TABLE_LINE) return;
  if (kind == JUNQI_EV_OFFER)
    t->moment[HUB_ANSWER_DRAW] = event->seq;
  else if (kind != JUNQI_EV_ACCEPT && kind != JUNQI_EV_REFUSE && kind != JUNQI_EV_SHOW)
    t->moment[HUB_MOVE] = event->seq;
}

/* -- What is needed ------------------------------------------------------------------------------
 */

static bool may_answer_draw(const hub_table *t, junqi_seat seat, const junqi_table_seat *about) {
  junqi_seat proposer = junqi_table_proposer(t->table);
  return proposer != JUNQI_NO_SEAT && proposer != seat && !about->accepted && !about->out;
}

static junqi_table_clock clocks(hub *h, const hub_table *t) {
  return junqi_table_clocks(t->table, h->world.now(h->world.context));
}

/* The task that a computer player has now, whether it has been asked or not. */
static hub_task needed(hub *h, const hub_table *t, junqi_seat seat) {
  junqi_table_seat about = junqi_table_about(t->table, seat);
  const hub_player *player = &t->player[seat];
  if (t->over) return HUB_NOTHING;
  if (junqi_table_wants_layout(t->table, seat)) return HUB_SET_UP;
  if (!junqi_table_acting(t->table, seat)) return HUB_NOTHING;
  if (junqi_table_state_of(t->table) != JUNQI_TABLE_PLAYING) return HUB_NOTHING;
  /* A player that gave no answer to a proposal is not asked again and goes on moving. */
  bool gave_up = player->asked[HUB_ANSWER_DRAW] == t->moment[HUB_ANSWER_DRAW] &&
                 player->task != HUB_ANSWER_DRAW;
  if (may_answer_draw(t, seat, &about) && !gave_up) return HUB_ANSWER_DRAW;
  return clocks(h, t).turn == seat ? HUB_MOVE : HUB_NOTHING;
}

/* Number of the event that gives rise to a task. */
static uint32_t moment_of(const hub_table *t, junqi_seat seat, hub_task task) {
  return task == HUB_SET_UP ? junqi_table_wants_layout(t->table, seat) : t->moment[task];
}

/* -- Asking --------------------------------------------------------------------------------------
 */

/* A question being put together from the log, as its seat sees it. */
typedef struct briefing {
  hub_question *question;
  size_t capacity;
} briefing;

static void brief(void *context, const junqi_table *table, const junqi_table_event *event) {
  briefing *b = context;
  hub_question *question = b->question;
  junqi_table_event told;
  junqi_table_event_for(table, event, question->seat, &told);
  if (told.kind == JUNQI_TABLE_START) {
    question->first = told.seat;
    question->shown = told.dealt ? 0 : told.shown;
    if (question->shown) memcpy(question->layout, told.layout, sizeof question->layout);
  }
  if (told.kind != JUNQI_TABLE_LINE) return;
  question->history = server_grow(question->history, &b->capacity, question->history_count + 1,
                                  sizeof *question->history);
  question->history[question->history_count++] = told.line;
}

static hub_question *make_question(hub *h, const hub_table *t, junqi_seat seat, uint32_t left) {
  hub_question *question = server_new(sizeof *question);
  briefing b = {question, 0};
  junqi_error error;
  memcpy(question->table, t->id, sizeof question->table);
  question->token = t->player[seat].token;
  question->task = t->player[seat].task;
  question->seat = seat;
  question->left = left;
  question->followed = t->follower_count > 0;
  question->level = junqi_table_acting(t->table, seat);
  question->rules = *junqi_table_rules(t->table);
  h->world.random(h->world.context, &question->seed, sizeof question->seed);
  junqi_table_free(hub_log_fold(&t->log, brief, &b, &error));
  junqi_table_view(t->table, seat, &question->view);
  question->view.rules = &question->rules; /* it crosses threads: nothing in it is the table's */
  return question;
}

/* The question that is open is overtaken, or answered. */
static void drop(hub *h, hub_player *player) {
  if (player->task != HUB_NOTHING && !player->answered)
    h->world.forget(h->world.context, player->token);
  player->task = HUB_NOTHING;
}

/* An answer is not acted upon at once: people want to see what happens. */
static uint32_t delay(hub *h, uint32_t left) {
  uint32_t chance, wait;
  h->world.random(h->world.context, &chance, sizeof chance);
  wait = DELAY_LEAST + chance % (DELAY_MORE + 1);
  return wait < left / 4 ? wait : left / 4;
}

static void ask(hub *h, hub_table *t, junqi_seat seat, hub_task task) {
  hub_player *player = &t->player[seat];
  uint32_t left = task == HUB_MOVE ? clocks(h, t).left : UINT32_MAX;
  /* A move that was being thought about is asked for again afterwards. */
  if (player->task == HUB_MOVE) player->asked[HUB_MOVE] = 0;
  drop(h, player);
  player->task = (uint8_t)task;
  player->token = ++h->tokens;
  player->answered = false;
  player->asked[task] = moment_of(t, seat, task);
  player->due = h->world.now(h->world.context) + delay(h, left);
  h->world.ask(h->world.context, make_question(h, t, seat, left));
}

void hub_players_look(hub *h, hub_table *t) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    hub_player *player = &t->player[seat];
    hub_task task = needed(h, t, seat);
    if (task == HUB_NOTHING)
      drop(h, player);
    else if (player->asked[task] != moment_of(t, seat, task))
      ask(h, t, seat, task);
  }
}

/* -- Acting --------------------------------------------------------------------------------------
 */

void hub_answer_take(hub *h, const hub_answer *answer) {
  hub_table *t = hub_table_find(h, answer->table);
  if (!t || h->failed) return;
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    hub_player *player = &t->player[seat];
    if (player->task == HUB_NOTHING || player->token != answer->token || player->answered) continue;
    player->answer = *answer;
    player->answered = true;
    hub_table_schedule(h, t);
    return;
  }
}

uint64_t hub_players_due(const hub_table *t) {
  uint64_t due = UINT64_MAX;
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    const hub_player *player = &t->player[seat];
    if (player->task != HUB_NOTHING && player->answered && player->due < due) due = player->due;
  }
  return due;
}

static void act(hub *h, hub_table *t, junqi_seat seat) {
  hub_player *player = &t->player[seat];
  junqi_table_input input = {.seat = seat, .seen = player->asked[player->task]};
  hub_task task = (hub_task)player->task;
  player->task = HUB_NOTHING;
  if (!player->answer.good) return;
  if (task == HUB_MOVE) {
    input.kind = JUNQI_DO_PLY;
    input.move = player->answer.move;
  } else if (task == HUB_ANSWER_DRAW) {
    input.kind = player->answer.accept ? JUNQI_DO_ACCEPT : JUNQI_DO_REFUSE;
  } else {
    input.kind = JUNQI_DO_LAYOUT; /* with it a computer player is ready */
    input.layout = player->answer.layout;
  }
  hub_command_own(h, t, DEED_INPUT, &input);
}

void hub_players_act(hub *h, hub_table *t, uint64_t now) {
  for (junqi_seat seat = 0; seat < JUNQI_MAX_SEATS; seat++) {
    const hub_player *player = &t->player[seat];
    if (player->task != HUB_NOTHING && player->answered && player->due <= now) act(h, t, seat);
  }
}
