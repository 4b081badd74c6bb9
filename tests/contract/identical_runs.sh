#!/usr/bin/env bash
# Two runs give the same JSON but for wall_ms and peak_rss_kb. One program in three, by the tree (all in --long).
. "$(dirname "$0")/common.sh"
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'; }
for program in "$root"/examples/*.c "$root"/examples/*.cpp "$root"/tests/programs/stdlib/iostream*.cpp \
               "$root"/tests/programs/stdlib/exception*.cpp "$root"/tests/programs/stdlib/thread_local*.cpp; do
  [ -e "$program" ] || continue
  number=$((${number:-0} + 1))
  its_turn $((number % 3)) 3 || continue
  for search in dfs dpor random; do
    first=$("$heddle" check --json --search $search --keep-going --max-executions 200 "$program" 2>/dev/null | strip)
    second=$("$heddle" check --json --search $search --keep-going --max-executions 200 "$program" 2>/dev/null | strip)
    check "$search on $(basename "$program") differs" [ "$first" = "$second" ]
    check "$search on $(basename "$program") says nothing" [ -n "$first" ]
  done
done
finish
