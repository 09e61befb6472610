# Shared by the tests of the program: to be sourced with JUNQI as first argument.
junqi=$1
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# expect STATUS PATTERN ARGUMENT...: exit status, and a line of stdout or stderr that matches.
expect() {
  status=$1 pattern=$2
  shift 2
  got=0
  said=$("$junqi" "$@" 2>&1) || got=$?
  if [ "$got" -ne "$status" ] || ! printf '%s\n' "$said" | grep -q -e "$pattern"; then
    fail "junqi $*: status $got, wanted $status and \"$pattern\"; it said:" "$said"
  fi
}

# prints TEXT ARGUMENT...: exactly this on stdout, nothing on stderr, status 0.
prints() {
  want=$1
  shift
  said=$("$junqi" "$@" 2>&1) || fail "junqi $*: status $?" "$said"
  [ "$said" = "$want" ] || fail "junqi $*: it said:" "$said" "instead of:" "$want"
}
