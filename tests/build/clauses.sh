#!/bin/sh
# script/clauses finds what it is there to find, in small trees of its own.
#
#   clauses.sh SOURCE_DIRECTORY
set -eu
source=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/tests/rules"

# says STATUS TEXT: what the script says of the tree.
says() {
  got=0
  said=$("$source/script/clauses" "$tree" 2>&1) || got=$?
  [ "$got" -eq "$1" ] && [ "$said" = "$2" ] || {
    printf '%s\n' "status $got, wanted $1 and '$2'; it said:" "$said" >&2
    exit 1
  }
}

list() { printf '%s\n' "$@" >"$tree/tests/clauses.txt"; }
tests() { printf '%s\n' "$@" >"$tree/tests/rules/a.c"; }

list R-1.1 R-1.2
tests '/* R-1.1 */' 'static void r1_2_letters(void **state) {'
says 0 ''
tests '/* R-1.1, R-11.2 */'
says 1 'R-1.2: no test cites it
R-11.2: tests cite it, but it is no clause'
list R-1.1 'R-1.2 later'
tests '/* R-1.1 */'
says 0 ''
tests '/* R-1.1 and R-1.2 */'
says 1 'R-1.2: a test cites it: take the mark `later` away'
