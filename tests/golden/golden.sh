#!/usr/bin/env bash
# The text reports of programs with one bug each, of every kind and cause, against the files that are kept here: what a person sees
# changes only where somebody looks at it.
#
#   golden.sh TOOL FOLDER            compare; works in FOLDER
#   golden.sh TOOL FOLDER --update   write the files anew; then read the difference
kept=$(cd "$(dirname "$0")" && pwd)
. "$kept/../contract/common.sh"
cp "$kept"/*.c "$kept"/*.cpp .
for source in *.c *.cpp; do
  expected="$kept/${source%.*}.txt"
  # How many schedules were tried is a matter of the search.
  COLUMNS=100 "$heddle" check "$source" 2>err.txt | tee whole.txt | sed '/^1 bug.*; stopped at the first bug: /,$ { s/^1 bug.*/1 bug/; /^ /d }; s|^  replay: .* replay |  replay: heddle replay |' >"${source%.*}.out"
  if [ "${3:-}" = --update ]; then cp "${source%.*}.out" "$expected"; fi
  check "$source: another report (tests/golden/golden.sh TOOL FOLDER --update writes it)" diff -u "$expected" "${source%.*}.out"
  long=$(awk 'length($0) > 100' whole.txt | grep -vc '^  to suppress\|^[^ ]*: error:')
  check "$source: $long lines do not fit into 100 columns" [ "$long" = 0 ]
done
check "the pool deadlock does not fit on a screen" [ "$(wc -l <pool_deadlock.out)" -le 60 ]
finish
