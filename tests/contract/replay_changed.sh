#!/usr/bin/env bash
# A replay file and a program that has changed: which files, where the schedule goes another way, and which status.
. "$(dirname "$0")/common.sh"
. "$here/replay_programs.sh"
expect() {  # expect DESCRIPTION STATUS PATTERN FILE
  timeout 60 "$heddle" replay "$4" >out.txt 2>err.txt
  local status=$?
  check "$1: status $status instead of $2" [ $status = "$2" ]
  check "$1: no '$3' in: $(cat out.txt err.txt)" grep -qE -- "$3" out.txt err.txt
}
"$heddle" check -q order.c >/dev/null
cp order.c original.c
expect 'unchanged' 1 '^reproduced' order.c.heddle
check 'unchanged: nothing is said about changes' [ -z "$(grep -E 'changed|difference' out.txt)" ]

sed -i '3i// a comment' order.c
expect 'lines have moved' 1 '^reproduced' order.c.heddle
check 'lines have moved: the file is named' grep -q 'the program has changed .*: order.c changed' out.txt
check 'lines have moved: no step differs' [ -z "$(grep difference out.txt)" ]

cp original.c order.c
echo 'static inline void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }' >>order.h
expect 'a header' 1 'the program has changed .*: ./order.h changed' order.c.heddle
sed -i '$d' order.h

sed -i 's/take(&first);/give(\&first);/; s/give(&first)/take(\&second)/' order.c # the first of each line: order is the same now
sed -i '/stage++;/{n;s/take(&second)/take(\&first)/}' order.c
expect 'another order' 3 '^diverged' order.c.heddle
tr -s ' \n' ' ' <out.txt >one_line.txt
check "another order: the first difference is named: $(cat out.txt)" \
  grep -qE 'first difference at step [0-9]+ of [0-9]+, main/[12]: expected lock (first|second) at ./order.h:1 in take, found lock (second|first)' one_line.txt

sed '/take(&first)/d; /unlock(&first)/d' original.c >order.c
expect 'no second lock' 3 'diverged: ' order.c.heddle
check "no second lock: $(cat out.txt)" grep -qE 'first difference at step|at step [0-9]+ of [0-9]+: .*expected was' out.txt

rm order.h
expect 'a missing header does not compile' 2 'error: ' order.c.heddle
cp original.c order.c
head -c 200 order.c.heddle >short.heddle
expect 'truncated' 2 'short.heddle:[0-9]+:1: error: ' short.heddle
head -c 500 /dev/urandom >junk.heddle
expect 'junk' 2 'junk.heddle:1:1: error: not a Heddle replay file' junk.heddle
mkdir folder.heddle
expect 'a folder' 2 'folder.heddle: error' folder.heddle
expect 'nothing there' 2 'nothing.heddle: error' nothing.heddle
finish
