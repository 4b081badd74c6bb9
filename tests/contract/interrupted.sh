#!/usr/bin/env bash
# SIGINT and SIGTERM, to the tool alone or to its whole group as a terminal does it: report what there is. A time limit:
# inconclusive, never verified. A bug found before the end is reported and saved.
. "$(dirname "$0")/common.sh"
searching() {  # until the search of process $1 runs: its exploring child has used some time
  for _ in $(seq 200); do
    for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
      [ "$(readlink "/proc/$child/exe")" = "$(readlink "/proc/$1/exe")" ] &&
        [ "$(cut -d' ' -f14 "/proc/$child/stat" 2>/dev/null || echo 0)" -gt 20 ] && return 0
    done
    sleep 0.1
  done
  return 1
}
for signal in INT TERM; do
  for target in tool group; do
    setsid "$heddle" check --json --search dfs "$here/endless.c" >out.json 2>err.txt &
    parent=$!
    check "the search runs" searching $parent
    [ $target = tool ] && kill -$signal "$parent"
    [ $target = group ] && kill -$signal -- "-$parent"
    wait "$parent"
    status=$?
    check "SIG$signal to the $target: exit status $status instead of 3" [ $status = 3 ]
    check "SIG$signal to the $target: verdict inconclusive" grep -q '"verdict":"inconclusive"' out.json
    check "SIG$signal to the $target: the process group is gone" [ -z "$(ps -o pid= -s $parent)" ]
  done
done

sed 's|^int main|static int x;\nstatic void* racer(void* arg) { x++; return arg; }\nint main|
     s|^  pthread_t thread.*|&\n  pthread_t one, two;\n  pthread_create(\&one, 0, racer, 0);\n  pthread_create(\&two, 0, racer, 0);|' \
  "$here/endless.c" >racing.c
setsid "$heddle" check --json --search dfs --keep-going --save found.heddle racing.c >out.json 2>err.txt &
parent=$!
for _ in $(seq 200); do
  [ -s found.heddle ] && break
  sleep 0.1
done
kill -INT -- "-$parent"
wait "$parent"
status=$?
check "interrupted after a bug: exit status $status instead of 1" [ $status = 1 ]
check "interrupted after a bug: it is reported" grep -q '"kind":"race"' out.json
check "interrupted after a bug: not complete" grep -q '"complete":false' out.json
"$heddle" replay found.heddle >replay.txt 2>&1
check "interrupted after a bug: it replays" [ $? = 1 ]

"$heddle" check --json --timeout 1 "$here/endless.c" >out.json
check "time limit: exit status" [ $? = 3 ]
check "time limit: not complete" grep -q '"complete":false' out.json
check "time limit: named" grep -q 'timeout' out.json
finish
