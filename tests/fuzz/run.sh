#!/usr/bin/env bash
# run.sh FUZZER CORPUS WORK SECONDS: fuzzes from the checked-in corpus; what is new goes to WORK, a finding too.
set -euo pipefail
fuzzer=$1 corpus=$2 work=$3 seconds=$4
[ -n "$(ls "$corpus")" ] || { echo "the corpus $corpus is empty"; exit 1; }
rm -rf "$work"
mkdir -p "$work/new"
cd "$work"
# The time limit is by the clock on the wall: on a busy machine a process may not run for many seconds.
"$fuzzer" -max_total_time="$seconds" -timeout=120 -rss_limit_mb=2000 -max_len=4000 -print_final_stats=1 \
  -artifact_prefix="$work/" "$work/new" "$corpus" >log.txt 2>&1 || { tail -40 log.txt; exit 1; }
# A fuzzer that executed next to nothing has tested nothing.
runs=$(sed -n 's/^stat::number_of_executed_units: *//p' log.txt)
echo "$runs inputs"
[ "$runs" -gt 1000 ]
