#!/usr/bin/env bash
# auto tries random schedules beside its search: what they find is a bug like any other, what they meet otherwise leaves
# no trace.
. "$(dirname "$0")/common.sh"
easy=$root/tests/programs/easy
alone=(--max-transitions 1000000000) # with a bound there is no second search (second_search.sh), which might come first
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'; }
first=$("$heddle" check --json "${alone[@]}" "$easy/deadlock_among_many.c" 2>/dev/null)
second=$("$heddle" check --json "${alone[@]}" "$easy/deadlock_among_many.c" 2>/dev/null)
check "two runs differ" [ "$(strip <<<"$first")" = "$(strip <<<"$second")" ]
check "a random schedule did not find it" grep -qE '"found_by":"(random|pct)"' <<<"$first"
check "the search that auto picked is not named" grep -q '"used_search":"dpor"' <<<"$first"
"$heddle" replay deadlock_among_many.c.heddle >replay.txt 2>&1
check "it does not replay" [ $? = 1 ]
check "--stats does not say what found it" \
  grep -qE '^  found by +(random|pct)$' <("$heddle" check --stats "${alone[@]}" "$easy/deadlock_among_many.c" 2>/dev/null)

# Only auto does so, and not for what is over soon.
own=$("$heddle" check --json --search dpor --max-transitions 140000 "$easy/deadlock_among_many.c" 2>/dev/null)
check "dpor tries random schedules" grep -q '"verdict":"inconclusive"' <<<"$own"
bounded=$("$heddle" check --json --preemptions 0 --max-transitions 140000 "$easy/deadlock_among_many.c" 2>/dev/null)
check "a bound on preemptions is not kept" grep -q '"verdict":"inconclusive"' <<<"$bounded"
small=$("$heddle" check --json "$root/tests/programs/idioms/peterson_broken.c" 2>/dev/null)
check "a small program is left to the search" grep -q '"found_by":"dpor"' <<<"$small"
none=$("$heddle" check --json "$root/tests/programs/idioms/peterson.c" 2>/dev/null)
check "found_by without a bug" grep -q '"found_by":null' <<<"$none"

# A verdict is the same with and without.
auto=$("$heddle" check --json "${alone[@]}" -std=c++17 "$easy/pool_of_two.cpp" 2>/dev/null | strip)
dpor=$("$heddle" check --json --search dpor "${alone[@]}" -std=c++17 "$easy/pool_of_two.cpp" 2>/dev/null | strip)
check "a verified run shows its random schedules" [ "${auto/\"search\":\"auto\"/\"search\":\"dpor\"}" = "$dpor" ]
check "it is not verified" grep -q '"verdict":"verified"' <<<"$auto"

# With --ignore the covered race is passed over in the burst as well, and what it hides is found.
cat >ignored.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int harmless, order, busy;
static void* early(void* number) {
  harmless = 1;
  pthread_mutex_lock(&m);
  order = (int)(long)number;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* work(void* unused) {
  for (int i = 0; i < 3; ++i) {
    pthread_mutex_lock(&m);
    ++busy;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t t[12];
  pthread_create(&t[0], 0, early, (void*)1);
  pthread_create(&t[1], 0, early, (void*)2);
  for (int i = 2; i < 12; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 12; ++i) pthread_join(t[i], 0);
  assert(order == 2);
  return 0;
}
C
echo 'race variable "harmless" because it is always the same value' >ignore.txt
ignored=$("$heddle" check --json "${alone[@]}" --ignore ignore.txt ignored.c 2>/dev/null)
check "no assertion behind an ignored race" grep -q '"kind":"assertion"' <<<"$ignored"
check "not by a random schedule" grep -qE '"found_by":"(random|pct)"' <<<"$ignored"
"$heddle" replay ignored.c.heddle >replay2.txt 2>&1
check "that does not replay" [ $? = 1 ]
finish
