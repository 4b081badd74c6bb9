#!/usr/bin/env bash
# best-first: what --shortest reports is as short as it was found, and the options that do not fit are refused.
. "$(dirname "$0")/common.sh"
# Main takes two steps. Then it fails after two more with a switch between them, or after six of one thread.
cat >either.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, other;
static void* on_and_off(void* unused) {
  flag = 1;
  flag = 0;
  return unused;
}
static void* look(void* unused) {
  if (flag == 0)
    for (int i = 0; i < 5; i++) other = i;
  assert(0);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, on_and_off, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
C
steps() { grep -oE '"schedule":\[[^]]*\]' | head -1 | grep -o '"main[^"]*"' | wc -l; }
shortest=$("$heddle" check --json --search best-first --shortest either.c 2>/dev/null)
check "not a bug" grep -q '"verdict":"bug"' <<<"$shortest"
check "another search was used" grep -q '"used_search":"best-first"' <<<"$shortest"
check "--shortest has $(steps <<<"$shortest") transitions" [ "$(steps <<<"$shortest")" = 4 ]
"$heddle" replay either.c.heddle >replay.txt 2>&1
check "it does not replay" [ $? = 1 ]
usual=$("$heddle" check --json --search best-first either.c 2>/dev/null)
check "without --shortest fewer switches count" [ "$(steps <<<"$usual")" = 8 ]

# Two runs give the same bytes.
strip() { sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'; }
again=$("$heddle" check --json --search best-first either.c 2>/dev/null)
check "two runs differ" [ "$(strip <<<"$usual")" = "$(strip <<<"$again")" ]
"$heddle" check --search best-first --detector eraser either.c >eraser.txt 2>&1
check "eraser: not inconclusive" grep -q 'cannot be compared' eraser.txt

# Every subset of the heuristics covers everything.
for list in none wf ww ara af wf,ww ara,af wf,ww,ara,af; do
  verdict=$("$heddle" check -q --search best-first --heuristics $list "$root/examples/papers/kim/peterson.cpp" 2>&1)
  check "$list: $verdict" grep -q verified <<<"$verdict"
done
finish
