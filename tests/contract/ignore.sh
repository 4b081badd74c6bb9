#!/usr/bin/env bash
# --ignore: what it covers, what it still finds, and what is wrong with a file.
. "$(dirname "$0")/common.sh"
cat >stats.c <<'END'
#include <assert.h>
#include <pthread.h>
int hits, other;
static void count(void) { hits = hits + 1; }
static void *worker(void *arg) {
  count();
#ifdef OTHER
  other++;
#endif
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#ifdef EXACT
  assert(hits == 2);
#else
  assert(hits == 1 || hits == 2);
#endif
  return 0;
}
END
expect() {  # expect DESCRIPTION STATUS PATTERN ENTRY ARGS...
  printf '%s\n' "$4" >entries.txt
  timeout 60 "$heddle" check --ignore entries.txt stats.c "${@:5}" >out.txt 2>err.txt
  local status=$?
  check "$1: status $status instead of $2" [ $status = "$2" ]
  check "$1: no '$3' in: $(cat out.txt err.txt)" grep -qE -- "$3" out.txt err.txt
}
for search in dfs dpor; do
  for entry in 'variable "hits"' 'function "count"' 'file "stats.c"' 'file "st*.c"'; do
    expect "$search race $entry" 0 '^verified' "race $entry because it does no harm" --search $search
  done
  expect "$search trust" 0 '^verified' 'trust function "worker" because it calls it' --search $search
  # What the race can do is explored: both threads may read 0.
  expect "$search lost update" 1 'assertion failed: hits == 2' 'race variable "hits" because x' -DEXACT --search $search
  "$heddle" replay stats.c.heddle >out.txt
  check "$search lost update: replay" grep -q '^reproduced' out.txt
  expect "$search another race" 1 "data race on 'other'" 'race variable "hits" because x' -DOTHER --search $search
  "$heddle" replay stats.c.heddle >out.txt
  check "$search another race: replay" grep -q '^reproduced' out.txt
  expect "$search keep going" 1 "data race on 'other'" 'race variable "hits" because x' -DOTHER --keep-going --search $search
  check "$search keep going: hits is not reported" [ -z "$(grep "error: data race on 'hits'" out.txt)" ]
done
# The other detectors obey the file too. (Without a finding eraser proves nothing.)
expect 'summary, race' 0 '^verified' 'race variable "hits" because x' --detector summary
expect 'summary, trust' 0 '^verified' 'trust function "worker" because x' --detector summary
expect 'summary, lost update' 1 'assertion failed: hits == 2' 'race variable "hits" because x' -DEXACT --detector summary
expect 'summary, another race' 1 "data race on 'other'" 'race variable "hits" because x' -DOTHER --detector summary
expect 'eraser, race' 3 '^inconclusive' 'race variable "hits" because x' --detector eraser
expect 'eraser, another' 1 "no common lock protects 'other': " 'race variable "hits" because x' -DOTHER --detector eraser
"$heddle" replay stats.c.heddle >out.txt
check 'eraser, another: replay' grep -q '^reproduced' out.txt

expect 'ignored is said' 0 "ignored: stats.c:4: data race on 'hits' \(entries.txt:1: x\)" 'race variable "hits" because x'
expect 'unused is said' 0 'not used: entries.txt:2: race variable "no" because y' $'race variable "hits" because x\nrace variable "no" because y'
expect 'JSON' 0 '"ignored":\[".*"\],"unused_ignores":\["entries.txt:2: ' $'race variable "hits" because x\nrace variable "no" because y' --json
expect 'another name' 1 "data race on 'hits'" 'race variable "hit" because x'
suggestion=$(sed -n 's/^ *to suppress, add to the --ignore file: //p' out.txt)
expect 'the suggestion of the report' 0 '^verified' "$suggestion"

expect 'no reason' 2 'entries.txt:1:21: error: a reason is required' 'race variable "hits"'
expect 'no quotes' 2 'entries.txt:2:15: error: expected a name in double quotes' $'# x\nrace variable hits because x'
expect 'no kind' 2 'entries.txt:1:1: error: expected' 'suppress hits'
expect 'JSON of an error' 2 '"verdict":"error".*entries.txt:1:1: error' 'suppress hits' --json
"$heddle" check --ignore missing.txt stats.c >out.txt 2>&1
check 'a missing file' [ $? = 2 ]

# A function that nobody controls gets a pointer: inconclusive, unless it is trusted, and then that is said.
cat >call.c <<'END'
#define _GNU_SOURCE
#include <string.h>
int main(void) {
  static char text[2] = "ab";
  memfrob(text, 2);
  return 0;
}
END
timeout 60 "$heddle" check call.c >out.txt 2>&1
status=$?
check "a call that is not controlled: $(cat out.txt)" [ $status = 3 ]
echo 'trust function "memfrob" because it only computes' >entries.txt
timeout 60 "$heddle" check -v --ignore entries.txt call.c >out.txt 2>&1
status=$?
check "a trusted call: $(cat out.txt)" [ $status = 0 ]
check "a trusted call: said" grep -q 'trusted code is correct: entries.txt:1: trust function "memfrob"' out.txt

# A function that is refused: called for real if it is trusted.
cat >refused.c <<'END'
#include <sys/shm.h>
int main(void) { return shmdt(0) != -1; }
END
timeout 60 "$heddle" check refused.c >out.txt 2>&1
status=$?
check "a refused call: $(cat out.txt)" [ $status = 3 ]
check "a refused call: what to do" grep -q 'refused.c:2:[0-9]*: shmdt is not modelled (a definition of it' out.txt
echo 'trust function "shmdt" because nothing is attached there' >entries.txt
timeout 60 "$heddle" check -v --ignore entries.txt refused.c >out.txt 2>&1
status=$?
check "a trusted call of a refused function: $(cat out.txt)" [ $status = 0 ]
check "and it is said" grep -q 'trusted code is correct: entries.txt:1: trust function "shmdt"' out.txt
echo 'trust function "inline*" because of everything' >entries.txt
echo 'int main(void) { __asm__ volatile("hlt"); return 0; }' >assembly.c
timeout 60 "$heddle" check --ignore entries.txt assembly.c >out.txt 2>&1
status=$?
check "assembly is no function: $(cat out.txt)" [ $status = 3 ]
finish
