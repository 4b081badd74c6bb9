#!/usr/bin/env bash
# auto takes turns with a search that compares states: where that comes to its end first the verdict is its own, where it
# does not pay nothing of it shows, and it never outlives the run.
. "$(dirname "$0")/common.sh"
bench=$root/bench/programs
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'; }
json() { "$heddle" check --json "$@" 2>/dev/null; }

first=$(json "$bench/bounded_queue.c")
second=$(json "$bench/bounded_queue.c")
check "two runs differ" [ "$(strip <<<"$first")" = "$(strip <<<"$second")" ]
check "it is not verified" grep -q '"verdict":"verified"' <<<"$first"
check "the search that was through is not named" grep -q '"used_search":"stateful"' <<<"$first"
check "no reason is given" grep -qE '"choice":"states compared after [0-9]+ transitions: [0-9]+ % of [0-9]+ steps' <<<"$first"
check "--stats gives no reason" grep -q 'steps led to known states' <("$heddle" check --stats "$bench/bounded_queue.c" 2>/dev/null)

# A program that comes back to no state: the first search decides, with the figures that it has alone.
auto=$(json "$root/tests/programs/counts/lastzero_10.c")
check "not left to the first search" grep -q '"used_search":"dpor"' <<<"$auto"
check "no word that it did not pay" grep -q 'too few to pay' <<<"$auto"
check "other figures" grep -q '"executions":3328,' <<<"$auto"

# A bug that only the second one reaches in time is described and replays.
sed 's/assert(used == 0)/assert(used != 0)/' "$bench/bounded_queue.c" >at_the_end.c
found=$(json at_the_end.c)
check "no bug" grep -q '"kind":"assertion"' <<<"$found"
"$heddle" replay at_the_end.c.heddle >replay.txt 2>&1
check "it does not replay" [ $? = 1 ]

# Rounds of a loop that the first search has to leave out.
cat >looks.c <<'C'
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void* post(void* unused) { return sem_post(&s), sem_post(&s), unused; }
int main(void) {
  pthread_t t;
  int value;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, post, 0);
  do sem_getvalue(&s, &value);
  while (value < 2);
  pthread_join(t, 0);
  return 0;
}
C
looks=$(json looks.c)
check "rounds of a loop are left out" grep -q '"verdict":"verified"' <<<"$looks"
check "by another search" grep -q '"used_search":"stateful"' <<<"$looks"

# With these there is none.
for option in --keep-going "--max-transitions 60000" "--checkpoint state" "--detector eraser"; do
  # shellcheck disable=SC2086
  check "a second search with $option" grep -q '"choice":null' <(json $option --timeout 20 "$bench/critical_sections.c" -DTHREADS=4 -DROUNDS=3 --max-executions 9000)
done

# Interrupted or killed, it leaves nobody behind (but for what nobody has waited for yet).
is_over() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"; }
for signal in TERM KILL; do
  "$heddle" check --json "$bench/critical_sections.c" -DTHREADS=9 -DROUNDS=9 >out.json 2>/dev/null &
  parent=$!
  sleep 3
  family=$(pgrep -P "$parent" | head -n 1) # the exploring process
  grandchild=$(pgrep -P "${family:-1}" | head -n 1)
  check "there are no two searches" [ -n "$grandchild" ]
  kill -"$signal" "$parent"
  wait "$parent"
  sleep 0.5
  for process in $family $grandchild; do
    check "a process is left after $signal" is_over "$process"
  done
done
finish
