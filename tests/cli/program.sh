#!/bin/sh
# The program as a person meets it: help, version, and what it says to a mistyped command.
#
#   program.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"

expect 0 '^junqi version$' help
expect 0 '^junqi help \[COMMAND\]$' help help
expect 0 '^junqi [0-9]*\.[0-9]*\.[0-9]*$' version
expect 0 '^junqi [0-9]' --version
expect 0 '^junqi help' --help
expect 0 '^Exit status: 0' help
expect 2 'junqi help' # no command at all
expect 2 'fly' fly
expect 2 'fly' help fly
expect 2 'now' version now

# What does not arrive was not printed.
for words in help options 'layout list' 'random dark --seed 1' 'match --a random --b random --games 2 --quiet'; do
  got=0
  # shellcheck disable=SC2086 # a list of words
  "$junqi" $words >/dev/full 2>"$work/why" || got=$?
  [ "$got" = 1 ] && grep -q 'cannot be written: the disk is full' "$work/why" || fail "$words: status $got" "$(cat "$work/why")"
  [ "$(wc -l <"$work/why")" = 1 ] || fail "$words: told twice" "$(cat "$work/why")"
done

# Every command the list names has an entry of its own, and says in one line what it is for, in
# English and in Chinese, however it is asked; every one refuses an option that it does not know.
"$junqi" help | sed -n 's/^junqi \([a-z]*\).*/\1/p' >"$work/names"
while read -r name; do
  export LC_ALL=C
  expect 0 "^junqi $name" help "$name"
  expect 0 '^    [a-z]' help "$name"
  english=$said
  expect 0 "^junqi $name" "$name" --help
  [ "$said" = "$english" ] || fail "$name --help is not help $name"
  export LC_ALL=zh_CN.UTF-8
  expect 0 "^junqi $name" help "$name"
  [ "$said" != "$english" ] || fail "help $name is not in Chinese"
done <"$work/names"
export LC_ALL=C
for name in admin backup bench check convert engine match moves options perft random restore score serve version view; do
  expect 2 "takes no \`--fly\`" "$name" --fly
done
expect 2 'takes no `--fly`' layout list --fly

export LC_ALL=zh_CN.UTF-8
expect 2 '未知.*fly' fly
expect 2 '不接受 `--fly`' moves --fly
expect 1 '不存在' check "$work/absent.jg"
