#!/bin/sh
# Positions on the command line: moves, perft, view, starting positions, and bad ones.
#
#   positions.sh JUNQI FIGURES
set -eu
. "$(dirname "$0")/lib.sh"
figures=$2

# R-4.1, R-4.2: a marshal on a51 next to its flag's headquarters, an engineer on a52.
edge='dark _5/_5/_5/_5/.a9a1_2/.aF_3|_5/_5/_5/_5/_3b2./bMb3.bF. a 0 30 stuck=mutual'
prints 36 perft "$edge" 1
prints 36 perft "$edge" 1 --threads 3
prints 177 perft "$edge" 2
prints 1 perft "$edge" 0
prints '{"depth": 2, "nodes": 177}' perft "$edge" 2 --json
expect 0 '^total 5716$' perft --divide "$edge" 3
[ "$(printf '%s\n' "$said" | sed '$d' | awk '{ n += $2 } END { print n }')" = 5716 ] ||
  fail 'perft --divide does not add up'
[ "$("$junqi" moves "$edge" | wc -l)" -eq 36 ] || fail 'moves: not 36 lines'

last='dark _5/_5/_5/_5/_3aMaM/.aF.a4aM|_5/_5/_5/_5/_3bMbM/.bF.b4bM a 0 0 hq_lock=no'
prints a64a63 moves "$last"
prints '{"turn": "a", "automatic": [], "moves": ["a64a63"]}' moves "$last" --json
prints 'a64a63 1
total 1' perft "$last" 1 --divide
prints '{"depth": 1, "nodes": 1, "divide": {"a64a63": 1}}' perft "$last" 1 --divide --json

# R-7.2: a's only piece is locked; with `skip` b is on turn, with `lose` the game is over.
stuck='_5/_5/_5/_5/_3aMaM/.aF.a4aM|_5/_5/_5/_5/_3bMbM/.bFb4.bM a 0 0'
prints '; out a stuck
; end win b reason stuck' moves "dark $stuck"
expect 0 '^; skip a$' moves "dark $stuck stuck=skip"
expect 0 '^b63b62\|^b63b' moves "dark $stuck stuck=skip"
expect 0 '"automatic": \["skip a"\]' moves "dark $stuck stuck=skip" --json
prints 0 perft "dark $stuck" 2

# R-6.1, R-6.6: what seats and spectators see.
prints 'dark _5/_5/_5/_5/.a9a1_2/.aF_3|_5/_5/_5/_5/_3b?./b?b?.b?. a 0 30 stuck=mutual' view "$edge" a
prints 'dark _5/_5/_5/_5/.a?a?_2/.a?_3|_5/_5/_5/_5/_3b2./bMb3.bF. a 0 30 stuck=mutual' view "$edge" b
prints 'dark _5/_5/_5/_5/.a?a?_2/.a?_3|_5/_5/_5/_5/_3b?./b?b?.b?. a 0 30 stuck=mutual' \
  view "$edge" spectator

# Starting positions: the given layouts, the same ones for the same seed, options.
ready=64257/9.1.8/75.36/4.1.B/3M12B/MFM23
expect 0 '^dark a6a4a2a5a7/a9.a1.a8/.*|b?b?b?b?b?/.* a 0 0$' view startpos dark $ready $ready a
expect 0 'quiet_limit=9$' view startpos dark quiet_limit=9 $ready random:1 b
[ "$("$junqi" perft startpos four random:1 random:2 random:3 random:4 2)" = \
  "$("$junqi" perft startpos four random:1 random:2 random:3 random:4 2 --threads 2)" ] ||
  fail 'perft differs with threads'
prints 2450 perft startpos flip random:1 2
deal='bMaMb3bMaB/a2.a6.bB/aFb2.a1a3/b3.b7.b1/b1a9b2a2b4/a8a7aBa1a6|bMa3b7b2b3/a3.a2.a7/a5bB.a4a4/b6.bF.b8/b5aMaMb6b9/b5b1a5b4a1'
prints 50 perft startpos flip "$deal" 1

# Bad input of each kind.
expect 2 'needs POSITION' moves
expect 2 'needs DEPTH' perft "$edge"
expect 2 'DEPTH cannot be `x`; expected: 0..99' perft "$edge" x
expect 2 'DEPTH cannot be `100`' perft "$edge" 100
expect 2 'DEPTH cannot be `-1`' perft "$edge" -1
expect 2 '`--threads` needs a value' perft "$edge" 1 --threads
expect 2 '\-\-threads cannot be `0`' perft "$edge" 1 --threads 0
expect 2 'takes no `more`' perft "$edge" 1 more
expect 2 'takes no `more`' moves "$edge" more
expect 2 'needs SEAT' view "$edge"
expect 2 'SEAT cannot be `c`; expected: a..b, spectator' view "$edge" c
expect 2 'takes no `b`' view "$edge" a b
expect 2 'needs startpos VARIANT' moves startpos
expect 2 'no variant chess' moves startpos chess
expect 2 'needs 2 LAYOUT' moves startpos dark random:1
expect 2 'needs 1 DEAL' moves startpos flip
expect 2 'random: cannot be `x`' moves startpos dark random:x random:1
expect 2 'option partner does not exist' moves startpos dark partner=shown random:1 random:1
expect 1 'there is no variant chess' moves 'chess _5 a 0 0'
expect 1 'offset [0-9]*: ' moves 'dark _4/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5 a 0 0'
expect 1 'b11' moves startpos dark "$ready" BBBBB/9.1.8/75.36/4.1.6/3M127/MFM23
expect 1 'deal' moves startpos flip '_5/_5/_5/_5/_5/_5|_5/_5/_5/_5/_5/_5'

# Figures: depth, count, position. Those of the house, and those of the design where they are.
check_figures() {
  while IFS="$(printf '\t')" read -r depth count position; do
    case $depth in '' | '#'*) continue ;; esac
    prints "$count" perft "$position" "$depth"
  done <"$1"
}
check_figures "$figures"
shared=$(dirname "$0")/../../../shared/design/perft.txt
[ ! -e "$shared" ] || check_figures "$shared"
