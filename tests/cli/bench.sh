#!/bin/sh
# `junqi bench` says what it should; how fast is for docs/benchmarks.md.
#
#   bench.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"
expect 0 '^playout dark [0-9.]* million/s$' bench playout --rounds 1
expect 0 '^position [0-9]* bytes$' bench playout --rounds 1
expect 2 'TOPIC cannot be `fly`; expected: playout, perft, make, search, worlds, views' bench fly
expect 0 '^signature [0-9a-f]\{16\}$' bench search --rounds 1
expect 2 '\-\-rounds cannot be `0`' bench --rounds 0
expect 1 'does not answer as Stockfish does' bench playout --stockfish /bin/false
expect 1 'does not answer as Stockfish does' bench playout --stockfish "$work/absent"
# A stand-in that answers as Stockfish does.
cat >"$work/fish" <<'END'
#!/bin/sh
while read -r line; do
  case $line in
    isready) echo readyok ;;
    go*) i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; printf '\nNodes searched: 119060324\n' ;;
    quit) exit ;;
  esac
done
END
chmod +x "$work/fish"
expect 0 '"ratio": [0-9.]*}' bench perft --rounds 1 --json --stockfish "$work/fish"
