#!/bin/sh
# The program as a person meets it: help, version, and what it says to a mistyped command.
#
#   program.sh JUNQI
set -eu
junqi=$1

# expect STATUS PATTERN ARGUMENT...: exit status, and a line of stdout or stderr that matches.
expect() {
  status=$1 pattern=$2
  shift 2
  got=0
  said=$("$junqi" "$@" 2>&1) || got=$?
  if [ "$got" -ne "$status" ] || ! printf '%s\n' "$said" | grep -q "$pattern"; then
    printf 'junqi %s: status %s, wanted %s and "%s"; it said:\n%s\n' "$*" "$got" "$status" "$pattern" "$said" >&2
    exit 1
  fi
}

export LC_ALL=C
expect 0 '^junqi version$' help
expect 0 '^junqi help \[COMMAND\]$' help help
expect 0 '^junqi [0-9]*\.[0-9]*\.[0-9]*$' version
expect 0 '^junqi [0-9]' --version
expect 0 '^junqi help' --help
expect 2 'junqi help' # no command at all
expect 2 'fly' fly
expect 2 'fly' help fly
expect 2 'now' version now

export LC_ALL=zh_CN.UTF-8
expect 2 '未知.*fly' fly

# Every command the list names has an entry of its own, and says in one line what it is for.
"$junqi" help | sed -n 's/^junqi \([a-z]*\).*/\1/p' | while read -r name; do
  export LC_ALL=C
  expect 0 "^junqi $name" help "$name"
  expect 0 '^    [^ ]' help "$name"
done
