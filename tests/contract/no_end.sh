#!/usr/bin/env bash
# A search that does not end says where its branches come from and what to try: in the verdict, and on a terminal while
# it runs.
. "$(dirname "$0")/common.sh"
export COLUMNS=1000  # sentences of a verdict in one line each
pool=$root/tests/programs/easy/pool_of_twenty_race.cpp
stopped=$("$heddle" check --json --search dpor --max-executions 2000 -std=c++17 "$pool" 2>/dev/null)
check "no branching in the report" grep -q '"branching":\[{"operation":"' <<<"$stopped"
check "it is not about the mutex of the pool" grep -qE '"operation":"(lock|[a-z ]*)m"?' <<<"$stopped"
check "it has no line of the program" grep -qE 'pool_of_twenty_race.cpp","line":[1-9]' <<<"$stopped"
check "nothing to try" grep -qE '"suggestions":\["fewer threads \(an execution has 21\)".*--preemptions 2' <<<"$stopped"
again=$("$heddle" check --json --search dpor --max-executions 2000 -std=c++17 "$pool" 2>/dev/null)
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'; }
check "two runs differ" [ "$(strip <<<"$stopped")" = "$(strip <<<"$again")" ]
text=$("$heddle" check --search dpor --max-executions 2000 -std=c++17 "$pool" 2>/dev/null)
check "the text does not say where" grep -q '^  most branches: [0-9]* % ' <<<"$text"
check "the text does not say what to try" grep -q '^  to get to an end, try fewer threads' <<<"$text"
check "the options for a part of it" grep -qE '(; |^  )to look for bugs in a part of it,' <<<"$(tr -s '\n ' ' ' <<<"$text")"
stats=$("$heddle" check --stats --search dpor --max-executions 2000 -std=c++17 "$pool" 2>/dev/null)
check "no table of branches in the statistics" grep -qE '^  [^ ]+pool_of_twenty_race.cpp:[0-9]+ +[0-9]+ %  ' <<<"$(sed '1,/^where it branched$/d' <<<"$stats")"

# By time and by a signal as well.
timed=$("$heddle" check --json --search dpor --timeout 1 -std=c++17 "$pool" 2>/dev/null)
check "no branching after a time limit" grep -q '"branching":\[{"operation":"' <<<"$timed"
"$heddle" check --json --search dpor -std=c++17 "$pool" >interrupted.json 2>/dev/null &
sleep 2
kill -INT $!
wait $!
check "no branching after an interruption" grep -q '"branching":\[{"operation":"' interrupted.json

# Not where there is nothing to explain.
for file in idioms/peterson.c idioms/peterson_broken.c; do
  ended=$("$heddle" check --json "$root/tests/programs/$file" 2>/dev/null)
  check "branching in the report of $file" [ -z "$(grep '"branching"' <<<"$ended")" ]
done
sampled=$("$heddle" check --json --search random --max-executions 3 "$root/tests/programs/idioms/peterson.c" 2>/dev/null)
check "branching in a report of samples" [ -z "$(grep '"branching"' <<<"$sampled")" ]

# Lines that move are for terminals.
"$heddle" check --search dpor --timeout 5 -std=c++17 "$pool" >/dev/null 2>silent.txt
check "a progress line without a terminal" [ ! -s silent.txt ]
if command -v script >/dev/null; then
  # A sum that takes the compiler some seconds on any machine.
  (echo 'constexpr long slow_sum(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; }'
   echo 'static_assert(slow_sum(3000000) > 0);'; cat "$pool") >fresh.cpp
  export HEDDLE_CACHE=  # compile
  script -qec "stty cols 300; $heddle check --search dpor --timeout 5 -std=c++17 -fconstexpr-steps=100000000 fresh.cpp" terminal.txt >/dev/null 2>&1
  check "no line while it compiles" grep -q 'compiling fresh.cpp, [0-9]* s' terminal.txt
  check "no line while it explores" grep -qE 'exploring: [0-9]+ executions' terminal.txt
  check "no reason on the terminal" grep -q 'most branches: [0-9]* % .*; to get to an end, try ' terminal.txt
  check "a share that stands still" [ -z "$(grep -o ' 0.0 % done' terminal.txt)" ]
  script -qec "$heddle check -q --search dpor --timeout 2 -std=c++17 fresh.cpp" quiet.txt >/dev/null 2>&1
  check "-q has progress lines" [ -z "$(grep exploring: quiet.txt)" ]
fi
finish
