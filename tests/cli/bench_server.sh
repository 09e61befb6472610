#!/bin/sh
# `junqi bench server`, in small: it fails by itself when a ply is not answered, or not told once to
# every seat; here its counts are looked at. How fast is for docs/benchmarks.md.
#
#   bench_server.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"
mkdir "$work/data"
export TMPDIR="$work/data"

expect 2 'PART cannot be `fly`; expected: idle, sockets, moves, past, restart' bench server fly
expect 2 '\-\-variant cannot be `flip`' bench server --variant flip
expect 2 '\-\-rate cannot be `0`' bench server --rate 0
TMPDIR=$work/absent expect 1 'absent/.*TMPDIR may name another' bench server idle

if (ulimit -n 100 && exec "$junqi" bench server sockets --sockets 500) >"$work/said" 2>&1; then
  fail "500 sockets with 100 files"
fi
grep -q 'lets this process open 100 files, and 564 are needed' "$work/said" || fail "$(cat "$work/said")"

# has PATTERN: what the last run said.
has() {
  printf '%s\n' "$said" | grep -q -e "$1" || fail "no \"$1\" in:" "$said"
}
expect 0 '"idle": {"seconds": 1, "cpu_percent": ' bench server --json --sockets 60 --games 6 --rate 60 \
  --seconds 2 --restored 20 --plies 12 --idle 1
has '"sockets": {"count": 60, '
has '"moves": {.*"count": [1-9][0-9]*, "games": 6, "sockets": 12, '
has '"past": {"events": [1-9][0-9]*, '
has '"restart": {"games": 20, "events": [1-9][0-9]*, '
expect 0 '^moves .* in 2 games over 8 sockets' bench server moves --variant four --games 2 --rate 20 --seconds 1
expect 0 '^restart 9 games' bench server restart --variant three --restored 9 --plies 30
"$junqi" bench server moves --games 2 --rate 20 --seconds 600 >"$work/said" 2>&1 &
bench=$!
for _ in $(seq 300); do
  [ -S "$(echo "$TMPDIR"/*/control.sock)" ] && break
  sleep 0.1
done
kill "$bench"
! wait "$bench" || fail "it was interrupted and said nothing of it"
grep -q 'interrupted' "$work/said" || fail "$(cat "$work/said")"
[ -z "$(ls "$TMPDIR")" ] || fail "it leaves behind:" "$(ls -R "$TMPDIR")"
