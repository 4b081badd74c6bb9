#!/usr/bin/env bash
# A search that was stopped, by a bound, a signal or kill -9, is gone on with and ends as if it had not been: the same
# verdict, bugs and counts. HEDDLE_KILLS: how often each search is killed (a hundred times in ./test --long).
. "$(dirname "$0")/common.sh"
kills=${HEDDLE_KILLS:-3}
[ -n "${HEDDLE_LONG:-}" ] && kills=100
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//; s/"sampled":[0-9]+,?//'; }

cat >locks.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *unused) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return x == 12 ? 0 : 1;
}
END
# Three bugs of different kinds, threads that only some executions create, and a location that becomes visible.
cat >bugs.cpp <<'END'
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> a, b;
int plain;
int main() {
  std::thread one([] {
    a = 1;
    if (b == 2) std::thread([] { plain = 1; a++; }).join();
    b++;
    assert(a != 7);
  });
  std::thread two([] {
    b = 2;
    if (a == 1) plain = 2;
    for (int i = 0; i < 4; i++) a += 2;
    assert(b != 4);
  });
  std::thread three([] {
    for (int i = 0; i < 3; i++) b.exchange(b.load());
  });
  one.join();
  two.join();
  three.join();
}
END

# By a bound, again and again.
for search in auto dfs dpor optimal selective invisible-first composed; do
  # (With a checkpoint auto has no second search.)
  whole=$("$heddle" check --json --search $search --checkpoint whole locks.c 2>/dev/null | strip)
  check "$search does not verify the program" grep -q '"verdict":"verified"' <<<"$whole"
  rm -f ck
  "$heddle" check --json --search $search locks.c --checkpoint ck --max-transitions 7000 >part.json 2>/dev/null
  check "$search: stopped by a bound, but not inconclusive" [ $? = 3 ]
  for bound in 20000 60001 60002; do
    "$heddle" check --json --search $search locks.c --resume ck --checkpoint ck --max-transitions $bound >part.json 2>/dev/null
    check "$search: stopped at $bound, but not inconclusive" [ $? = 3 ]
    check "$search: not stopped at $bound" grep -q "\"transitions\":$bound" part.json
  done
  resumed=$("$heddle" check --json --search $search locks.c --resume ck --checkpoint done 2>/dev/null | strip)
  check "$search: another result than without a stop" [ "$resumed" = "$whole" ]
  again=$("$heddle" check --json --search $search locks.c --resume done 2>/dev/null | strip)
  check "$search: a finished search says something else" [ "$again" = "$whole" ]
done
whole=$("$heddle" check --json --preemptions 2 locks.c 2>/dev/null | strip)
"$heddle" check --json --preemptions 2 locks.c --checkpoint ck --max-transitions 900 >part.json 2>/dev/null
check "--preemptions: another result" \
  [ "$("$heddle" check --json --preemptions 2 locks.c --resume ck 2>/dev/null | strip)" = "$whole" ]

# A bug that makes the search begin again with more scheduling points, stopped after it was found.
cat >again.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int failures[3];
static void *add(void *argument) {
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 1)) failures[(long)argument]++;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, add, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(!(failures[0] == 1 && failures[1] == 2));
  assert(failures[0] != 2 || failures[1] != 0 || failures[2] != 0);
  return 0;
}
END
for search in dpor optimal; do
  whole=$("$heddle" check --json --search $search --keep-going again.c 2>/dev/null | strip)
  for bound in 1 20 40; do
    "$heddle" check --json --search $search --keep-going again.c --checkpoint ck --max-executions $bound >part.json 2>/dev/null
    check "$search stopped after $bound executions: another result" \
      [ "$("$heddle" check --json --search $search --keep-going again.c --resume ck 2>/dev/null | strip)" = "$whole" ]
  done
done

# By kill -9, at random moments.
RANDOM=7
for search in dfs dpor optimal selective invisible-first composed; do
  for program in locks.c bugs.cpp; do
    flags=(--json --search $search --keep-going --save saved.heddle)
    [ $search-$program = dfs-bugs.cpp ] && continue  # hours
    whole=$("$heddle" check "${flags[@]}" $program 2>/dev/null | strip)
    done=0
    while [ $done -lt "$kills" ]; do
      rm -f ck
      while true; do
        resume=()
        [ -e ck ] && resume=(--resume ck)
        "$heddle" check "${flags[@]}" $program "${resume[@]}" --checkpoint ck --checkpoint-every 0.01 >out.json 2>/dev/null &
        pid=$!
        sleep 0.$(printf %03d $((RANDOM % 400 + 50)))
        kill -9 $pid 2>/dev/null && done=$((done + 1))
        wait $pid 2>/dev/null
        [ $? -le 3 ] && break
      done
      check "$search, $program: another result after kill -9" [ "$(strip <out.json)" = "$whole" ]
    done
  done
done

# By a signal: what there is is kept.
rm -f ck
"$heddle" check --json --search dfs --checkpoint ck "$root/tests/contract/long_search.c" >part.json 2>/dev/null &
pid=$!
sleep 1
kill -INT $pid
wait $pid
check "interrupted, but another status" [ $? = 3 ]
check "an interruption leaves no checkpoint" grep -q '^state ' ck

# What does not fit is refused, by name.
"$heddle" check --search dpor locks.c --checkpoint ck --max-transitions 7000 >/dev/null 2>&1
refused() { # words, arguments
  local words=$1
  shift
  "$heddle" check "$@" >/dev/null 2>refusal.txt
  check "status of a refused checkpoint: $words" [ $? = 2 ]
  check "not refused by name: $words" grep -q "$words" refusal.txt
}
refused 'of another program' --search dpor bugs.cpp --resume ck
refused 'written with other options' --search dfs locks.c --resume ck
refused 'written with other options' --search dpor --visible all locks.c --resume ck
sed 's/^version .*/version 0.0.1/' ck >other
refused 'written by version 0.0.1' --search dpor locks.c --resume other
head -c 200 ck >cut
refused 'cut:[0-9]*: error' --search dpor locks.c --resume cut
echo nonsense >nonsense
refused 'nonsense:1: error: this is no checkpoint' locks.c --resume nonsense
refused 'cannot open' locks.c --resume missing
refused 'is an input' locks.c --checkpoint locks.c
refused 'cannot' locks.c --checkpoint missing/folder/ck
refused 'for searches that cover everything' --search random locks.c --checkpoint ck
finish
