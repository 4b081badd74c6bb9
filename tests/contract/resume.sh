#!/usr/bin/env bash
# A search that was stopped, by a bound, a signal or kill -9, is gone on with and ends as if it had not been: the same
# verdict, bugs and counts, of executions, transitions and states: so nothing from before a checkpoint is explored twice.
# Left out of the comparison is what differs from run to run anyway: time, memory, the capacity of tables, random samples.
# HEDDLE_KILLS: how often each search is killed (a hundred times in ./test --long); HEDDLE_KILLED: which searches.
. "$(dirname "$0")/common.sh"
kills=${HEDDLE_KILLS:-3}
[ -n "${HEDDLE_LONG:-}" ] && kills=100
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//; s/"sampled":[0-9]+,?//; s/"store_bytes":[0-9]+//'; }

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

# Searches that store states: threads that take two locks each, with objects that only some executions meet first, a
# release sequence and an annotated address (what a detector knows names them all).
cat >stored.cpp <<'END'
#include <pthread.h>

#include <atomic>
extern "C" void AnnotateHappensBefore(const char*, int, const volatile void*);
extern "C" void AnnotateHappensAfter(const char*, int, const volatile void*);
static pthread_mutex_t locks[THREADS];
static int counts[THREADS], marks[2];
static std::atomic<int> flag;
static void* work(void* argument) {
  const long i = reinterpret_cast<long>(argument);
  for (int round = 0; round < 2; round++) {
    const long a = i < THREADS - 1 ? i : 0, b = i < THREADS - 1 ? i + 1 : i;
    pthread_mutex_lock(&locks[a]);
    pthread_mutex_lock(&locks[b]);
    counts[a]++, counts[b]++;
    pthread_mutex_unlock(&locks[b]);
    pthread_mutex_unlock(&locks[a]);
  }
  if (i < 2) AnnotateHappensBefore(__FILE__, __LINE__, &marks[i]);
  flag.fetch_add(1, i == 0 ? std::memory_order_release : std::memory_order_relaxed);
  return nullptr;
}
int main() {
  pthread_t t[THREADS];
  for (auto& lock : locks) pthread_mutex_init(&lock, nullptr);
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], nullptr, work, reinterpret_cast<void*>(i));
  for (pthread_t thread : t) pthread_join(thread, nullptr);
  return flag == THREADS ? 0 : 1;
}
END
# Threads that wait for each other in loops: states on cycles, and one that is never left where it must not be.
cat >waits.cpp <<'END'
#include <atomic>
#include <thread>
std::atomic<int> turn, gate[3];
int main() {
  std::thread threads[3];
  for (int i = 0; i < 3; i++)
    threads[i] = std::thread([i] {
      for (int round = 0; round < 2; round++) {
        while (turn != i) {}
        gate[i]++;
        turn = (i + 1) % 3;
      }
      if (i == 2 && gate[0] == 2) LAST;
    });
  for (std::thread& t : threads) t.join();
}
END
for search in stateful best-first; do
  for flags in "stored.cpp -DTHREADS=3" "stored.cpp -DTHREADS=3 --exact" "waits.cpp -DLAST=" "waits.cpp -DLAST=while(turn!=7){}" \
    "waits.cpp -DLAST=while(turn!=7){} --keep-going"; do
    whole=$("$heddle" check --json --search $search $flags --save whole.heddle 2>/dev/null | strip)
    transitions=$(grep -o '"transitions":[0-9]*' <<<"$whole" | cut -d: -f2)
    check "$search, $flags: too small" [ "$transitions" -gt 14 ]
    rm -f ck
    for part in 1 2 3 4 5 6; do
      resume=()
      [ -e ck ] && resume=(--resume ck)
      bound=$((transitions * part / 7))
      "$heddle" check --json --search $search $flags "${resume[@]}" --checkpoint ck --max-transitions $bound --save whole.heddle >part.json 2>/dev/null
      check "$search, $flags: stopped at $bound, but verified" [ $? != 0 ]
      check "$search, $flags: not stopped at $bound" grep -q "\"transitions\":$bound" part.json
      check "$search, $flags: nothing is stored" grep -aq '^stored [0-9]' ck
    done
    resumed=$("$heddle" check --json --search $search $flags --resume ck --checkpoint done --save whole.heddle 2>/dev/null | strip)
    check "$search, $flags: another result than without a stop" [ "$resumed" = "$whole" ]
    again=$("$heddle" check --json --search $search $flags --resume done --save whole.heddle 2>/dev/null | strip)
    check "$search, $flags: a finished search says something else" [ "$again" = "$whole" ]
  done
done

# Pruning: threads whose course depends on what they read of each other, so that it has to explore.
cat >turns.cpp <<'END'
#include <pthread.h>

#include <atomic>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int turn, counts[3];
static std::atomic<int> flag;
static void* work(void* argument) {
  const long i = reinterpret_cast<long>(argument);
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&m);
    if (turn == i) turn = (turn + 1) % 3, counts[i]++, flag++;
    pthread_mutex_unlock(&m);
  }
  return nullptr;
}
int main() {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], nullptr, work, reinterpret_cast<void*>(i));
  for (pthread_t thread : t) pthread_join(thread, nullptr);
}
END
whole=$("$heddle" check --json --search pruning turns.cpp -DROUNDS=3 2>/dev/null | strip)
check "pruning does not verify the program" grep -q '"verdict":"verified"' <<<"$whole"
rm -f ck
for bound in 700 2000 5000; do
  resume=()
  [ -e ck ] && resume=(--resume ck)
  "$heddle" check --json --search pruning turns.cpp -DROUNDS=3 "${resume[@]}" --checkpoint ck --max-transitions $bound >part.json 2>/dev/null
  check "pruning: stopped at $bound, but not inconclusive" [ $? = 3 ]
done
check "pruning: another result than without a stop" \
  [ "$("$heddle" check --json --search pruning turns.cpp -DROUNDS=3 --resume ck 2>/dev/null | strip)" = "$whole" ]

# What was left out before a stop was left out.
"$heddle" check --json --search dfs --max-depth 7 locks.c --checkpoint ck --max-transitions 300 >/dev/null 2>&1
"$heddle" check --json --search dfs --max-depth 7 locks.c --resume ck --checkpoint ck --max-transitions 400 >/dev/null 2>&1
check "executions were cut off, and nobody says so any more" grep -q 'limits.*cut off after 7 transitions' ck

# By time, until it ends.
whole=$("$heddle" check --json --search stateful stored.cpp -DTHREADS=4 2>/dev/null | strip)
check "stateful does not verify the program" grep -q '"verdict":"verified"' <<<"$whole"
rm -f ck
stops=0
for seconds in 0.03 0.05 0.1 0.2 0.4 0.8 1.6 3.2 6.4 60; do
  resume=()
  [ -e ck ] && resume=(--resume ck)
  "$heddle" check --json --search stateful stored.cpp -DTHREADS=4 "${resume[@]}" --checkpoint ck --timeout $seconds >out.json 2>/dev/null
  [ $? = 3 ] || break
  stops=$((stops + 1))
done
check "it was not stopped by time" [ $stops -gt 0 ]
check "another result after $stops stops by time" [ "$(strip <out.json)" = "$whole" ]

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
for search in ${HEDDLE_KILLED:-dfs dpor optimal selective invisible-first composed stateful best-first pruning}; do
  for program in locks.c bugs.cpp stored.cpp turns.cpp; do
    flags=(--json --search $search --keep-going --save saved.heddle -DTHREADS=4 -DROUNDS=4)
    case $search-$program in  # locks.c is over in no time where states are stored, stored.cpp takes hours elsewhere
      stateful-locks.c | best-first-locks.c) continue ;;
      stateful-stored.cpp | best-first-stored.cpp | pruning-turns.cpp) ;;
      *-stored.cpp | *-turns.cpp | pruning-*) continue ;;
    esac
    [ $search-$program = dfs-bugs.cpp ] && continue  # hours
    whole=$("$heddle" check "${flags[@]}" $program 2>/dev/null | strip)
    done=0
    while [ $done -lt "$kills" ]; do
      rm -f ck
      attempts=0
      while true; do
        resume=()
        [ -e ck ] && resume=(--resume ck)
        "$heddle" check "${flags[@]}" $program "${resume[@]}" --checkpoint ck --checkpoint-every 0.01 >out.json 2>/dev/null &
        pid=$!
        # Longer and longer, so that it ends where a machine needs most of that time to come to the next checkpoint.
        pause=$(((RANDOM % 400 + 50) * (10 + attempts) / 10))
        attempts=$((attempts + 1))
        sleep $((pause / 1000)).$(printf %03d $((pause % 1000)))
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
"$heddle" check --search best-first stored.cpp -DTHREADS=3 --checkpoint ck3 --max-transitions 700 >/dev/null 2>&1
refused 'written with other options' --search best-first --heuristics wf stored.cpp -DTHREADS=3 --resume ck3
refused 'written with other options' --search best-first --detector vector-clock stored.cpp -DTHREADS=3 --resume ck3
refused 'of another program' --search best-first stored.cpp -DTHREADS=2 --resume ck3
# One byte of what is stored is another one.
at=$(($(grep -abo '^stored ' ck3 | head -1 | cut -d: -f1) + 60))
{ head -c $at ck3; printf '\377'; tail -c +$((at + 2)) ck3; } >damaged
cmp -s ck3 damaged && { head -c $at ck3; printf '\376'; tail -c +$((at + 2)) ck3; } >damaged
refused 'damaged:5: error' --search best-first stored.cpp -DTHREADS=3 --resume damaged
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
