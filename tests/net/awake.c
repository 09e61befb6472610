/* The clock that stands still while the process did, on a monotonic clock that the test turns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "awake.h"
#include "core.h"

enum { START = 5000000 };

static struct net_awake begin(void) {
  return (struct net_awake){.seen = START};
}

/* Whoever works or sleeps as long as was meant is awake. */
static void goes_on(void **state) {
  struct net_awake awake = begin();
  (void)state;
  for (uint64_t now = START; now <= START + 100000; now += NET_AWAY_MS)
    assert_int_equal(net_awake_at(&awake, now), now);
  net_awake_sleep(&awake, START + 100000, START + 160000);
  assert_int_equal(net_awake_at(&awake, START + 160000 + NET_AWAY_MS), START + 162000);
  net_awake_sleep(&awake, START + 162000, NET_NEVER); /* until something comes */
  assert_int_equal(net_awake_at(&awake, START + 90000000), START + 90000000);
  assert_int_equal(awake.away, 0);
}

/* Stopped at work: the clock stands at its last reading. */
static void stands_at_work(void **state) {
  struct net_awake awake = begin();
  (void)state;
  assert_int_equal(net_awake_at(&awake, START + 10), START + 10);
  assert_int_equal(net_awake_at(&awake, START + 40010), START + 10);
  assert_int_equal(awake.away, 40000);
  assert_int_equal(net_awake_at(&awake, START + 40011), START + 11);
  assert_int_equal(net_awake_at(&awake, START + 42011 + 1), START + 11);
  assert_int_equal(awake.away, 42001);
}

/* Stopped asleep: it stands at the moment for which it was to be woken. */
static void stands_asleep(void **state) {
  struct net_awake awake = begin();
  (void)state;
  net_awake_sleep(&awake, START, START + 500);
  assert_int_equal(net_awake_at(&awake, START + 40000), START + 500);
  assert_int_equal(awake.away, 39500);
  /* Woken before its time: that sleep is over, and counts no more. */
  net_awake_sleep(&awake, START + 40000, START + 100000);
  assert_int_equal(net_awake_at(&awake, START + 41000), START + 1500);
  assert_int_equal(net_awake_at(&awake, START + 99000), START + 1500);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(goes_on), cmocka_unit_test(stands_at_work),
                                     cmocka_unit_test(stands_asleep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
