#!/usr/bin/env bash
# kill -9 of the exploring child: the parent reports inconclusive, with the schedule where it happened.
. "$(dirname "$0")/common.sh"
"$heddle" check --json --search dfs "$here/endless.c" >out.json 2>err.txt &
parent=$!
child=
for _ in $(seq 300); do
  for candidate in $(cat "/proc/$parent/task/$parent/children" 2>/dev/null); do
    # The compiler is a child too; the exploring one runs the tool itself.
    [ "$(readlink "/proc/$candidate/exe")" = "$(readlink "/proc/$parent/exe")" ] && child=$candidate
  done
  [ -n "$child" ] && break
  sleep 0.1
done
sleep 1
check "there is an exploring child" [ -n "$child" ]
kill -9 "$child"
wait "$parent"
status=$?
check "exit status $status instead of 3" [ $status = 3 ]
check "verdict inconclusive" grep -q '"verdict":"inconclusive"' out.json
check "names the signal" grep -q 'killed by signal 9' out.json
check "tells the schedule" grep -qE 'at schedule: (main(/[0-9]+)?( \([0-9]+ times\))? ?){2}' out.json
finish
