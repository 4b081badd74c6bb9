#!/usr/bin/env bash
# SIGINT and SIGTERM: report what there is. A time limit: inconclusive, never verified.
. "$(dirname "$0")/common.sh"
for signal in INT TERM; do
  setsid "$heddle" check --json --search dfs "$here/endless.c" >out.json 2>err.txt &
  parent=$!
  sleep 4
  kill -$signal "$parent"
  wait "$parent"
  status=$?
  check "SIG$signal: exit status $status instead of 3" [ $status = 3 ]
  check "SIG$signal: verdict inconclusive" grep -q '"verdict":"inconclusive"' out.json
done
"$heddle" check --json --timeout 1 "$here/endless.c" >out.json
check "time limit: exit status" [ $? = 3 ]
check "time limit: not complete" grep -q '"complete":false' out.json
check "time limit: named" grep -q 'timeout' out.json
finish
