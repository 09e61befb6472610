/* Time by whatever clock: an alarm rings when its own clock says so and not before, whatever the
 * wall's did meanwhile; a thread's clock leaves out what others do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <time.h>

#include "alarm.h"

/* Goes on by a step each time it is read. */
typedef struct stepping {
  arena_clock clock;
  int64_t step;
  atomic_llong ms;
} stepping;

static int64_t step_on(const arena_clock *clock) {
  stepping *s = (stepping *)(uintptr_t)clock;
  return atomic_fetch_add(&s->ms, s->step) + s->step;
}

static void a_moment(void) {
  const struct timespec moment = {0, 1000000};
  nanosleep(&moment, NULL);
}

/* Long on the wall, as a test counts; the hand-made clock alone decides. */
static void rings_by_its_own_clock(void **state) {
  stepping s = {.clock = {.now = step_on}, .step = 1};
  arena_alarm alarm;
  (void)state;
  assert_true(arena_alarm_start(&alarm, &s.clock));
  arena_alarm_set(&alarm, 6);
  while (!atomic_load(&alarm.rung))
    a_moment();
  assert_true(atomic_load(&s.ms) >= 7); /* set at 1 */
  arena_alarm_end(&alarm);
}

static void never_before(void **state) {
  stepping s = {.clock = {.now = step_on}, .step = 0};
  arena_alarm alarm;
  (void)state;
  assert_true(arena_alarm_start(&alarm, &s.clock));
  arena_alarm_set(&alarm, 2);
  for (int i = 0; i < 50; i++) {
    a_moment(); /* fifty milliseconds of the wall at least */
    assert_false(atomic_load(&alarm.rung));
  }
  atomic_store(&s.ms, 2);
  while (!atomic_load(&alarm.rung))
    a_moment();
  arena_alarm_set(&alarm, 0);
  assert_false(atomic_load(&alarm.rung));
  arena_alarm_end(&alarm);
}

/* One that waits uses no processor; one that works gets on. */
static void a_thread_has_its_own_time(void **state) {
  const arena_clock own = arena_clock_thread(), wall = arena_clock_wall();
  (void)state;
  int64_t used = arena_clock_now(&own), begun = arena_clock_now(&wall);
  const struct timespec rest = {0, 300000000};
  nanosleep(&rest, NULL);
  int64_t rested = arena_clock_now(&own) - used;
  assert_true(rested < arena_clock_now(&wall) - begun);
  begun = arena_clock_now(&wall);
  used = arena_clock_now(&own);
  while (arena_clock_now(&own) - used < 30) {
  }
  assert_true(arena_clock_now(&wall) - begun >= 28); /* two clocks, each cut to milliseconds */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rings_by_its_own_clock),
      cmocka_unit_test(never_before),
      cmocka_unit_test(a_thread_has_its_own_time),
  };
  return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
