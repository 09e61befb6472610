#!/bin/sh
# What those who look after a server use: the configuration file, backup and restore, admin.
#
#   operate.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"
export XDG_DATA_HOME="$work/home"

# -- Settings: the file, then the flags in its place --
cat >"$work/site.conf" <<'END'
# a comment
host = 0.0.0.0
  port=81

data = /var/lib/junqi
trusted_proxy = 127.0.0.1, ::1
tls = yes
metrics_token = 0123456789abcdef
log = debug
threads = 3
limit_tables = 77
limit_guests = 5/2m
END
prints "host = 0.0.0.0
port = 82
data = /var/lib/junqi
trusted_proxy = 127.0.0.1, ::1
tls = yes
# metrics_token = ...
log = debug
threads = 3
limit_connections = 16000
limit_address_connections = 256
limit_messages = 20
limit_message_burst = 500
limit_tables = 77
limit_address_tables = 64
limit_account_tables = 8
limit_guests = 5/2m
limit_registrations = 20/1m
limit_logins = 20/6s
limit_account_logins = 10/30s
limit_own_passwords = 10/30s
limit_renames = 3/8h
limit_exports = 5/1m
limit_bots = 1/10ms
limit_retold = 6000/10ms
limit_account_retold = 600/100ms
limit_written = 20000/10ms
limit_account_written = 4000/50ms" serve --limit-message-burst 500 --limit-bots 1/10ms --port 82 --config "$work/site.conf" --print-config
"$junqi" serve --config "$work/site.conf" --print-config >"$work/again.conf"
prints "$(sed 's/^# metrics_token.*/# metrics_token = /' "$work/again.conf")" \
  serve --print-config --config "$work/again.conf"
expect 0 "^data = $work/home/junqi\$" serve --print-config
expect 0 '^log = warning$' serve --print-config

# refused WHAT LINE: the last line of a file is wrong.
refused() {
  printf 'host = ::1\n\n%s\n' "$2" >"$work/wrong.conf"
  expect 1 "wrong.conf: .*$1" serve --config "$work/wrong.conf" --print-config
}
refused 'line 3: there is no setting `prot`' 'prot = 80'
refused 'line 3: a line is `key = value`' 'port 80'
refused 'line 3: host is set a second time' 'host = ::'
refused 'port cannot be `80a`' 'port = 80a'
refused 'port cannot be `65536`' 'port = 65536'
refused 'port cannot be `nothing`' 'port ='
refused 'tls cannot be `maybe`; it takes yes, no' 'tls = maybe'
refused 'log cannot be `loud`' 'log = loud'
refused 'threads cannot be `0`' 'threads = 0'
refused 'trusted_proxy cannot be `proxy.example`' 'trusted_proxy = proxy.example'
refused 'metrics_token cannot be' 'metrics_token = short'
refused 'limit_account_tables cannot be `65`; it takes 1-64' 'limit_account_tables = 65'
refused 'limit_tables cannot be `0`' 'limit_tables = 0'
refused 'limit_guests cannot be `100`; it takes 100/5s, ' 'limit_guests = 100'
refused 'limit_guests cannot be `0/5s`' 'limit_guests = 0/5s'
refused 'limit_guests cannot be `1/25h`' 'limit_guests = 1/25h'
refused 'limit_guests cannot be `1/5`' 'limit_guests = 1/5'
refused 'there is no setting `limit_fun`; known: host, .*, limit_...' 'limit_fun = 1'
LC_ALL=zh_CN.UTF-8 expect 1 '第 1 行' serve --config "$junqi"
expect 1 'it does not exist' serve --config "$work/absent.conf"
expect 2 'takes no `--trusted_proxy`' serve --trusted_proxy ::1
expect 2 '`--config` needs a value' serve --config
expect 2 'port cannot be `x`' serve --port x

# -- The data of a server that runs: copied, looked after, put back --
"$junqi" serve --port 0 --data "$work/site" >"$work/said" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || :; rm -rf "$work"' EXIT
for _ in $(seq 300); do
  grep -q 'http://' "$work/said" && break
  sleep 0.1
done
expect 0 '^' admin --data "$work/site" list
expect 1 'there is nobody Ada' admin --data "$work/site" show Ada
expect 2 'there is no command fly' admin --data "$work/site" fly
expect 2 'needs list' admin --data "$work/site"
expect 1 'no data of a server' admin list
expect 0 'schema [0-9]*, 0 tables' backup --data "$work/site" "$work/copy.db"
expect 1 'a file of that name' backup --data "$work/site" "$work/copy.db"
expect 1 'no such' backup --data "$work/nothing" "$work/other.db"
expect 1 'there is no database of this program\|is not a database' restore --data "$work/new" "$work/site.conf"
kill "$server"
wait "$server"
expect 1 "junqi: $work/site: .*left alone" restore --data "$work/site" "$work/copy.db"
expect 0 '0 accounts' restore --data "$work/new" "$work/copy.db"
expect 0 '^' admin --data "$work/new" list
expect 2 'needs FILE' restore
expect 2 'needs OUT' backup
expect 2 'takes no `more`' backup "$work/a" more

# -- More connections than the system lets a process have: it asks for more, or says what it takes --
(
  ulimit -n 200
  exec "$junqi" serve --port 0 --data "$work/few" --limit-connections 500
) >"$work/said" 2>&1 &
server=$!
for _ in $(seq 300); do
  grep -q 'http://' "$work/said" && break
  sleep 0.1
done
files=$(sed -n 's/^Max open files *\([0-9]*\).*/\1/p' "/proc/$server/limits")
[ "$files" -ge 564 ] || grep -q 'takes 136 connections instead of 500: .*ulimit -n 564' "$work/said" ||
  fail "with 200 open files:" "$(cat "$work/said")"
kill "$server"
wait "$server"
