#!/bin/sh
# Layouts as texts and .jql files: check, convert both ways, folders, random, list.
#
#   layouts.sh JUNQI
set -eu
. "$(dirname "$0")/lib.sh"
text=64257/9.1.8/75.36/4.1.B/3M12B/MFM23
cd "$work"

# R-10.3: to a file and back, byte for byte; an unusual number in the header is kept and told.
echo $text >a.txt
prints '' convert a.txt a.jql
[ "$(wc -c <a.jql)" -eq 50 ] || fail 'a .jql has not 50 bytes'
[ "$(head -c 15 a.jql)" = 'QQGame JQL File' ] || fail 'a .jql begins with something else'
prints $text convert a.jql -
prints '' convert a.jql b.jql
cmp a.jql b.jql
printf 'X' | dd of=b.jql bs=1 seek=16 conv=notrunc 2>/dev/null
expect 0 'bytes 0x10 to 0x13 are 58 04 00 00, usually 57 04 00 00' convert b.jql c.jql
cmp b.jql c.jql

# R-10.3: a folder; one bad file does not stop the others.
mkdir in
cp a.jql in/1.jql
cp a.jql in/2.jql
echo other >in/readme.txt
prints '' convert in out
[ "$(ls out)" = '1.txt
2.txt' ] || fail 'a folder: wrong names'
[ "$(cat out/2.txt)" = $text ] || fail 'a folder: wrong text'
echo short >in/1.jql
rm out/2.txt
expect 1 '^junqi: in/1.jql: .*50' convert in out
[ -e out/2.txt ] || fail 'a folder: the second file is missing'
mkdir empty
expect 1 'no .jql file' convert empty out
expect 1 '^junqi: a.txt: .*it is not a folder' convert in a.txt

prints "ok $text" layout check $text
prints "ok $text" layout check a.jql
prints "ok $text
ok $text" layout check a.txt $text
prints "ok a.jql layout $text
ok a.txt layout $text" check a.jql a.txt
expect 0 "^$text 铁三角 Iron triangle$" layout list
expect 0 "\"layout\": \"$text\"" layout list --json
"$junqi" layout list | while read -r layout rest; do prints "ok $layout" layout check "$layout"; done

prints "$("$junqi" layout random --seed 5)" layout random --seed 5
[ "$("$junqi" layout random --seed 5 --count 20 | sort -u | wc -l)" -eq 20 ] || fail 'random: repeats'
"$junqi" layout random --seed 5 --count 20 | while read -r layout; do
  prints "ok $layout" layout check "$layout"
done
# R-8.2: what was placed is kept.
expect 0 '^9.*/.....$' layout random --seed 5 --keep '9..../...../...../...../...../.F...'
expect 0 '/.F...$' layout random --seed 5 --keep '9..../...../...../...../...../.F...'

# R-3.4: a bomb in front only where the option allows it; the default of `three` does.
bomb=B4257/9.1.8/75.36/4.1.B/3M126/MFM23
expect 1 'a11: no bombs in the front row' layout check $bomb
prints "ok $bomb" layout check $bomb --option bomb_front=yes
prints "ok $bomb" layout check $bomb --variant three
expect 1 'a.txt/none: .*it is not a folder' convert a.txt/none x.jql
echo $bomb >bomb.txt
expect 1 'a11: no bombs in the front row' convert bomb.txt bomb.jql
[ ! -e bomb.jql ] || fail 'a faulty layout was written'

# Bad input of each kind.
head -c 49 a.jql >short.jql
expect 1 '49 bytes' check short.jql
(printf 'x' && tail -c 49 a.jql) >header.jql
expect 1 'offset 0: not a .jql layout' check header.jql
cp a.jql piece.jql
printf '\001' | dd of=piece.jql bs=1 seek=20 conv=notrunc 2>/dev/null
expect 1 'offset 20: .*a11' check piece.jql
expect 1 'a61' layout check 64257/9.1.8/75.36/4.1.B/3M12B/FMM23
expect 1 'offset' layout check 6425
expect 1 'does not exist' convert absent.jql x.txt
expect 1 'x/y.txt: .*written' convert a.jql x/y.txt
expect 1 '.txt is not converted into .jg' convert a.txt x.jg
expect 1 '.jql is not converted into .jgs' convert a.jql x.jgs
expect 2 'needs IN' convert
expect 2 'needs OUT' convert a.jql
expect 2 'takes no `c`' convert a b c
expect 2 'needs check|convert|random|list' layout
expect 2 'takes no `fly`' layout fly
expect 2 'needs LAYOUT|FILE' layout check
expect 2 'key=value' layout check $text --option bomb_front
expect 2 'option fly' layout check $text --option fly=yes
expect 2 '\-\-count cannot be `0`' layout random --count 0
