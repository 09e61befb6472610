#!/bin/sh
# Whole games: random ones of every variant, check, convert, score, and faults in every kind of
# file. Real replays are checked where they are.
#
#   games.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$work"

# The same words give the same game; it reads back, byte for byte; it is over.
for variant in dark flip four three; do
  for seed in 1 2 3; do
    "$junqi" random $variant --seed $seed >$variant-$seed.jg
    "$junqi" random $variant --seed $seed --events >events-$variant-$seed.jg
  done
  "$junqi" random $variant --seed 1 | cmp - $variant-1.jg
done
for game in *.jg; do
  expect 0 "^ok $game [a-z]* [0-9]* end " check "$game"
  "$junqi" convert "$game" - | cmp - "$game"
  expect 0 '^total a=' score "$game"
  expect 0 '^{"change": {"a": ' score "$game" --json
done
"$junqi" random four --seed 4 --preset qq --option mine_hit=both --first c >four-qq.jg
[ "$(sed -n '3p;4p' four-qq.jg)" = 'preset qq
option mine_hit both' ] || fail 'random: preset and option are not in the record'
grep -q '^first c$' four-qq.jg || fail 'random: first is not in the record'
expect 0 '^ok' check four-qq.jg
expect 0 '^end draw reason agreed$' random flip --seed 1 --plies 9
expect 2 '\-\-plies cannot be `x`' random flip --seed 1 --plies x

# R-9.1 to R-9.5 on a small game: a resigns after the 31st ply, and right at the start.
sed '/^start/q' dark-1.jg >small.jg
sed -n '/^start/,$p' dark-1.jg | sed -n '2,33p' >plies
{ cat small.jg; sed 32q plies; echo 'resign a'; echo 'out a resign'; echo 'end win b reason resign'; } >late.jg
prints 'a -1 R-9.1 lost
b +1 R-9.1 won
total a=-1 b=+1' score late.jg
prints 'a -1 R-9.1 lost
b 0 R-9.4 gains nothing from lower scores
total a=-1 b=0' score late.jg a=40,b=60
expect 2 'SCORES cannot be `c=60`; expected: a, b' score late.jg a=40,c=60
: >nothing.jg
expect 1 'line 1: .*it begins with nothing instead' check nothing.jg
LC_ALL=zh_CN.UTF-8 expect 1 '空' check nothing.jg
prints '{"change": {"a": 0, "b": 0}, "parts": [{"seat": "a", "points": 0, "clause": "R-9.7", "why": "unrated"}, {"seat": "b", "points": 0, "clause": "R-9.7", "why": "unrated"}]}' \
  score late.jg --json --friendly
{ cat small.jg; sed 25q plies; echo 'resign a'; echo 'out a resign'; echo 'end win b reason resign'; } >early.jg
prints 'a -1 R-9.1 lost
b 0 R-9.2 won, but too soon to gain
total a=-1 b=0' score early.jg
LC_ALL=zh_CN.UTF-8 expect 0 'R-9.1 获胜' score late.jg

# Bad input of each kind, with the line.
{ cat small.jg; sed 5q plies; } >running.jg
prints 'ok running.jg dark 5 running' check running.jg
expect 1 'running.jg: this game is not over' score running.jg
start=$(wc -l <small.jg)
{ cat small.jg; echo 'a11a66'; } >fault.jg
expect 1 "^junqi: fault.jg: line $((start + 1)): " check fault.jg
{ cat small.jg; echo 'resign a'; } >fault.jg
expect 1 "^junqi: fault.jg: line $((start + 1)): resigning is possible after 20 plies; 0 played" check fault.jg
{ cat small.jg; sed 25q plies; echo 'resign a'; } >fault.jg
expect 1 "the record stops before the line out a resign" check fault.jg
sed 's/^variant dark/variant chess/' dark-1.jg >fault.jg
expect 1 '^junqi: fault.jg: line 2: ' check fault.jg
echo nothing >fault.jg
expect 1 '^junqi: fault.jg: line 1: this is not a record' check fault.jg
expect 1 'line 1' score fault.jg
expect 1 'line 1' convert fault.jg out.jg
expect 1 '^ok dark-1.jg' check fault.jg dark-1.jg # goes on behind a fault
expect 1 '"ok": false, "code": "record_begin", "line": 1, "offset": 0, "message": "line 1: ' check fault.jg --json
head -c 300 /dev/zero >fault.jgs
expect 1 '^junqi: fault.jgs: offset 300: not a whole' check fault.jgs
expect 1 'absent.jg: .*does not exist' check absent.jg
expect 1 'absent.jg: .*does not exist' score absent.jg
expect 1 'it is a folder' check .
expect 2 'needs FILE' check
expect 2 'needs FILE' score
expect 2 '\-\-view cannot be `e`' check --view e dark-1.jg
for scores in a e=1 a= a=1,,b=2 a=1x a=9999999999; do
  expect 2 'SCORES cannot be' score dark-1.jg $scores
done
expect 2 'needs VARIANT' random
expect 2 'needs --seed N' random dark
expect 2 '\-\-seed cannot be `x`' random dark --seed x
expect 2 'no variant chess' random chess --seed 1
expect 2 'no preset fly' random dark --seed 1 --preset fly
expect 2 '\-\-first cannot be `c`' random dark --seed 1 --first c

# F-5 through a view.
sed -e '/^seat b/s/layout .*/layout ?????\/?.?.?\/??.??\/?.?.?\/?????\/?????/' running.jg >view.jg
expect 0 '^ok view.jg dark 5 running' check --view a view.jg
expect 1 'view.jg: line 4' check view.jg

# F-3: real replays.
replays=$here/../../../shared/replays
if [ -d "$replays" ]; then
  for replay in "$replays"/*.jgs; do
    expect 0 "^ok $replay four [0-9]* end " check "$replay"
    "$junqi" convert "$replay" replay.jg
    expect 0 '^ok replay.jg four [0-9]* end ' check replay.jg
    expect 0 '^total a=' score "$replay"
  done
fi
