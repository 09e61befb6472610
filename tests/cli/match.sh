#!/bin/sh
# Matches and the engine on the command line: figures, records, and what is refused.
#
#   match.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"
cd "$work"

"$junqi" match --a greedy --b random --games 5 --seed 3 --quiet --out games >one
"$junqi" match --b random --a greedy --games 6 --seed 3 --threads 2 2>progress >two
cmp one two
[ "$(wc -l <progress)" = 3 ] || fail 'match: a line a unit on stderr'
[ "$(ls games | wc -l)" = 6 ] || fail 'match: six records'
expect 0 '^ok games/00001-1.jg dark [0-9]* end ' check games/*.jg
grep -q '^games 6 in 3 units: A won ' one || fail "$(cat one)"
grep -q '^score [01]\.[0-9]* (95 %: ' one || fail "$(cat one)"
grep -q '^Elo ' one || fail "$(cat one)"
expect 0 '^score .* equal is 0.333' match --variant three --a random --b random --games 3 --quiet
expect 0 '^SPRT 0 against 300: LLR .* H1 taken' match --a greedy --b random --games 200 --quiet --sprt 0 300
expect 0 '^SPRT -300 against 0: LLR .* H0 taken' match --b greedy --a random --games 200 --quiet --sprt -300 0
expect 0 'time faults A 2, B 0' match --preset ccgc --a "ccgc:exit 1" --b random --games 2 --quiet
expect 0 '`/no/such` lost all 2 games by time: does it start' match --a engine:/no/such --b random --games 2 --quiet
expect 0 'lost all 3 games by time' match --variant three --a random --b "engine:exit 1" --games 3 --quiet
expect 0 'time faults A 0, B 4;' match --variant four --a random --games 4 --quiet --option quiet_limit=9 \
  --nodes 20 --b "engine:sed -u '/^position [ab]/q' | '$junqi' engine --level 1" # one of its two seats plays
! printf '%s\n' "$said" | grep -q 'lost all' || fail "$said"
expect 0 'drawn by: *[aqs]' match --a random --b random --games 6 --quiet --option quiet_limit=9
for clock in cpu wall; do
  expect 0 'time faults A 0, B 0' match --variant flip --a junqi:level=5 --b expectimax --games 2 --quiet --movetime 1 --margin 60000 --time $clock --option quiet_limit=5
done

expect 2 'needs --a PLAYER' match --b random
expect 2 'needs --b PLAYER' match --a random
expect 2 'no player `fish`; known: random, greedy, .*ccgc:' match --a fish --b random
expect 2 'pimc cannot take `depth=99`; expected: depth=1..8,worlds=1..64' match --a pimc:depth=99 --b random
expect 2 'random cannot take `x`; expected: random$' match --a random:x --b random
expect 2 'needs a value' match --a random --b random --sprt 0
expect 2 'cannot be `x`' match --a random --b random --sprt 0 x
expect 2 'ELO0 < ELO1' match --a random --b random --sprt 5 0
expect 2 'takes no `5`' match --a random --b random 5
expect 2 'takes no `--movetime --nodes`' match --a random --b random --movetime 5 --nodes 5
expect 2 '\-\-time cannot be `sun`; expected: cpu | wall' match --a random --b random --time sun
expect 2 'no variant chess' match --a random --b random --variant chess
for name in games movetime nodes threads clock patience; do
  expect 2 "\-\-$name cannot be \`0\`; expected: 1\.\." match --a random --b random --$name 0
done
expect 2 '\-\-a cannot be `engine:x.*; expected: 1..511 bytes' match --a "engine:$(printf '%0600d' 0 | tr 0 x)" --b random
expect 2 'under the preset `ccgc`' match --a "ccgc:exit 1" --b random --games 2
expect 2 'cannot take `depth=3`; expected: depth=1' match --a pimc:depth=2,depth=3 --b random --games 2
expect 2 'they are dealt face down' match --variant flip --own-layouts --a random --b random --games 2
expect 2 'plays `flip` only' match --a expectimax --b random --games 2
expect 1 '^junqi: /nowhere/games: this file or folder cannot be written: it does not exist' match --a random --b random --games 2 --quiet --out /nowhere/games
expect 1 '^junqi: one: .*it is not a folder' match --a random --b random --games 2 --quiet --out one
mkdir -p broken/00002-1.jg
expect 1 '^games 4 in 2 units: ' match --a random --b random --games 6 --quiet --out broken
printf '%s\n' "$said" | grep -q 'the record 00002-1.jg cannot be written' || fail "$said"

# Who ends a match is told what was played, and nothing of its engines stays.
rm progress # what an earlier match left there is not what is waited for
"$junqi" match --a random --b random --games 1000000 --out cut >told 2>progress &
while ! grep -qs '^unit 2/' progress; do :; done
kill "$!"
got=0
wait "$!" || got=$?
[ "$got" = 1 ] || fail "match: status $got of one that was ended"
grep -q '^games [0-9]* in [0-9]* units: A won ' told || fail "$(cat told)"
tail -1 progress | grep -q '^junqi: stopped after [0-9]* of 500000 units; ' || fail "$(tail -1 progress)"
[ "$(ls cut | wc -l)" = "$(sed -n 's/^games \([0-9]*\) .*/\1/p' told)" ] || fail 'match: a record for each game that counts'
"$junqi" match --a "engine:trap '' INT TERM HUP; echo \$\$ >hangs; while :; do sleep 1; done" --b random --quiet >told 2>progress &
while ! [ -s hangs ]; do :; done
kill "$!"
wait "$!" && fail 'match: status 0 of one that was ended'
grep -q '^games 0 in 0 units' told || fail "$(cat told)"
! kill -0 "$(cat hangs)" 2>/dev/null || fail 'match: an engine is left behind'

printf 'jqi\nquit\n' >talk
"$junqi" engine --level 2 --seed 7 <talk >said
grep -q '^option name Level type spin default 2 ' said || fail "$(cat said)"
grep -q '^jqiok$' said || fail "$(cat said)"
printf 'INFO 1.0\nSTART 0 60 31\nEND 2\n' | "$junqi" engine --ccgc --seed 7 >said
grep -q '^ARRAY [a-l]\{25\}$' said || fail "$(cat said)"
for run in 1 2 3; do
  printf 'jqi\nquit\n' | "$junqi" engine | grep '^option name Seed ' >>seeds
done
[ "$(sort -u seeds | wc -l)" = 3 ] || fail 'engine: a seed of its own for each run of a second'
expect 2 '\-\-level cannot be `x`' engine --level x
expect 2 '`engine` takes no `--movetime --nodes`' engine --nodes 5 --movetime 5
LC_ALL=zh_CN.UTF-8 expect 2 '没有棋手' match --a fish --b random
LC_ALL=zh_CN.UTF-8 expect 1 '^junqi: one: 无法写入这个文件或文件夹：这不是文件夹' match --a random --b random --games 2 --quiet --out one
