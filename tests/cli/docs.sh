#!/bin/sh
# docs/rules.md holds the options as the program knows them (R-11).
#
#   docs.sh JUNQI FIGURES SOURCE_DIRECTORY [--fix]
set -eu
. "$(dirname "$0")/lib.sh"
document=$3/docs/rules.md

{
  sed '/^<!-- options -->$/q' "$document"
  "$junqi" options --markdown
  sed -n '/^<!-- end of options -->$/,$p' "$document"
} >"$work/rules.md"
if [ "${4:-}" = --fix ]; then
  cp "$work/rules.md" "$document"
else
  diff -u "$document" "$work/rules.md" || fail "docs/rules.md is stale: tests/cli/docs.sh JUNQI - . --fix"
fi

expect 0 '^mine_hit=stays (stays, both, bounce, forbidden (flip))$' options dark
expect 0 '^Z three=6 (0..99)$' options
expect 0 '"name": "X"' options --json
expect 2 'no variant chess' options chess
expect 2 'takes no `more`' options dark more
LC_ALL=zh_CN.UTF-8 expect 0 '炸弹' options dark
