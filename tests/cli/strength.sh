#!/bin/sh
# script/test-strength: its figures are those of junqi match, what was played is kept, and what is
# asked wrongly is refused.
#
#   strength.sh JUNQI - SOURCE
set -eu
. "$(dirname "$0")/lib.sh"
strength=$3/script/test-strength

run() { "$strength" --to "$work/kept" --movetime 1 --threads 1 "$@"; }

# refused PATTERN ARGUMENT...
refused() {
  pattern=$1
  shift
  ! said=$(run "$@" 2>&1) || fail "test-strength $*: not refused"
  printf '%s\n' "$said" | grep -q -e "$pattern" || fail "test-strength $*: it said:" "$said"
}

one=$(run --program "$junqi" --row flip-random --games 4)
score=$(sed -n 's/^score \([0-9.]*\) (95 %: \(.*\)), .*/\1 (\2)/p' "$work"/kept/*/flip-random/00001.txt)
case $one in
"flip-random "*" random "*" 4 games  $score  aim 0.97  "*) ;;
*) fail "the match says $score, the row $one" ;;
esac

# Nothing is played again, and a part that was not finished is no part.
touch "$(echo "$work"/kept/*/flip-random)/00002.txt.part"
[ "$one" = "$(run --program false --row flip-random --games 4)" ] || fail 'played again'
refused 'flip-random: the match failed' --program false --row flip-random --games 5
two=$(run --program "$junqi" --row flip-random --games 5)
case $two in
"flip-random "*" 8 games "*) ;;
*) fail "after one more part: $two" ;;
esac

[ "$(run --list | wc -l)" = 12 ] || fail 'twelve rows'
refused 'no row "chess"' --row chess
refused '\-\-games needs a number from 1, not "0"' --games 0
refused '\-\-threads needs a value' --threads
refused 'unknown "fast"' fast
