/* Ctrl-C and its like, for commands that have something to put in order first: a thread waits for
 * them, so that nothing runs in a signal's handler. The second one ends the program as usual. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <signal.h>

/* Whoever started us may want some ignored, as nohup does. */
static sigset_t signals_of_ending(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction now;
  sigset_t set;
  sigemptyset(&set);
  for (unsigned s = 0; s < sizeof signals / sizeof *signals; s++)
    if (sigaction(signals[s], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
      sigaddset(&set, signals[s]);
  return set;
}

static void *watch(void *argument) {
  cli_interrupt *interrupt = argument;
  const sigset_t set = signals_of_ending();
  int which;
  while (sigwait(&set, &which) == 0)
    if (atomic_exchange(&interrupt->raised, true)) {
      pthread_sigmask(SIG_UNBLOCK, &set, NULL);
      raise(which);
    }
  return NULL;
}

void cli_interrupt_begin(cli_interrupt *interrupt) {
  const sigset_t set = signals_of_ending();
  atomic_init(&interrupt->raised, false);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  interrupt->watching = pthread_create(&interrupt->watcher, NULL, watch, interrupt) == 0;
  if (!interrupt->watching) pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void cli_interrupt_end(cli_interrupt *interrupt) {
  const sigset_t set = signals_of_ending();
  if (!interrupt->watching) return;
  pthread_cancel(interrupt->watcher);
  pthread_join(interrupt->watcher, NULL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
