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
score=$(sed -n 's/^score \([0-9.]*\) (95 %: \(.*\)), .*/\1 (\2)/p' "$work"/kept/flip-random-1ms-*/00001.txt)
case $one in
"flip-random "*" random "*" 4 games  $score  aim 0.97  "*) ;;
*) fail "the match says $score, the row $one" ;;
esac

# Nothing is played again, and a part that was not finished is no part.
cat >"$work/seen" <<END
#!/bin/sh
case " \$* " in *" --movetime "*) exit 1 ;; esac
exec "$junqi" "\$@"
END
chmod +x "$work/seen"
touch "$(echo "$work"/kept/flip-random-1ms-*)/00002.txt.part"
[ "$one" = "$(run --program "$work/seen" --row flip-random --games 4)" ] || fail 'played again'
refused 'flip-random: the match failed' --program "$work/seen" --row flip-random --games 5
refused 'no match against random' --program false --row flip-random --games 4
two=$(run --program "$junqi" --row flip-random --games 5)
case $two in
"flip-random "*" 8 games "*) ;;
*) fail "after one more part: $two" ;;
esac

# Who plays otherwise begins anew.
cat >"$work/other" <<END
#!/bin/sh
exec "$junqi" \$(echo "\$*" | sed 's/level=5/level=4/')
END
chmod +x "$work/other"
case $(run --program "$work/other" --row flip-random --games 4) in
"flip-random "*" 4 games "*) ;;
*) fail 'the games of two players in one row' ;;
esac

[ "$(run --list | wc -l)" = 12 ] || fail 'twelve rows'
refused 'no row "chess"' --row chess
refused '\-\-games needs a number from 1, not "0"' --games 0
refused '\-\-threads needs a value' --threads
refused 'unknown "fast"' fast
