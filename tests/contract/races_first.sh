#!/usr/bin/env bash
# Where races alone are asked for, auto tries property-driven pruning first: its verdict is the run's, and where it has
# none nothing of it shows.
. "$(dirname "$0")/common.sh"
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'; }
json() { "$heddle" check --json "$@" 2>/dev/null; }
bench=$root/bench/programs
wang=$root/examples/papers/wang

first=$(json --property race "$wang/downloader.c" -DTHREADS=5)
check "not verified" grep -q '"verdict":"verified"' <<<"$first"
check "not by pruning" grep -q '"used_search":"pruning"' <<<"$first"
check "not what was asked for" grep -q '"search":"auto"' <<<"$first"
check "more than one execution" grep -q '"executions":1,' <<<"$first"
check "two runs differ" [ "$(strip <<<"$first")" = "$(json --property race "$wang/downloader.c" -DTHREADS=5 | strip)" ]

found=$(json --property race --save race.heddle "$wang/fdrd.c")
check "no race" grep -q '"verdict":"bug"' <<<"$found"
"$heddle" replay race.heddle >replay.txt 2>&1
check "it does not replay" [ $? = 1 ]

# Too large to be settled by it: one report, that of the usual search.
large=$(json --property race "$bench/bounded_queue.c")
check "it is not verified" grep -q '"verdict":"verified"' <<<"$large"
check "by pruning all the same" grep -qv '"used_search":"pruning"' <<<"$large"
check "more than one report" [ "$(grep -c '"heddle":' <<<"$large")" = 1 ]

# When it is given up does not depend on the time: a run that is stopped again and again gives the same bytes.
settled=("$wang/scanner.c" -- "$wang/tree/inner") # by some hundred executions
quick=$(json --property race "${settled[@]}")
check "it is not settled by pruning" grep -q '"used_search":"pruning"' <<<"$quick"
setsid "$heddle" check --json --property race "${settled[@]}" >slow.json 2>/dev/null &
for _ in 1 2 3 4; do
  sleep 0.06
  kill -STOP -- -$! 2>/dev/null
  sleep 2.1
  kill -CONT -- -$! 2>/dev/null
done
wait $!
check "it differs if it has to wait" [ "$(strip <<<"$quick")" = "$(strip <slow.json)" ]
for _ in 1 2; do
  json --property race -DSIZE=200000 "$bench/quicksort.c" | strip >>computes.json
  check "what computes is not given up" grep -q '"used_search":"dpor"' computes.json
done
check "two runs of what computes differ" [ "$(sort -u computes.json | wc -l)" = 1 ]

# All properties, or anything that goes with one search: not tried.
for option in "--property race,deadlock" "--property race --keep-going" "--property race --max-executions 50000"; do
  # shellcheck disable=SC2086
  check "tried with $option" grep -q '"used_search":"dpor"' <(json $option "$wang/quicksort.c")
done

"$heddle" check --json --property race no_such_file.c >error.json 2>/dev/null
check "status of an error" [ $? = 2 ]
check "more than one error" [ "$(grep -c '"heddle":' error.json)" = 1 ]
finish
