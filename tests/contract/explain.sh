#!/usr/bin/env bash
# --explain: how the lockset of a racing location developed, in the text, in JSON and in a replay.
. "$(dirname "$0")/common.sh"
cat >story.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
int x;
atomic_int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
static void *reader(void *p) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) return x ? p : 0;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&b, 0, reader, 0);
  x = 1;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(b, 0);
}
END
# Whenever the reader comes to read x, all of this has happened.
story='{main} after main: write x = 1, story.c:18:5
{main, main/2} after main: create main/2, story.c:19:3
{main, main/2, m} after main/2: lock m, story.c:7:3'
told() { sed -n '/how the lockset of .x. developed:/,/^$/p' "$1" | sed -n 's/^    //p'; }
for search in dfs dpor; do
  "$heddle" check --search $search --detector goldilocks --explain story.c >text.txt 2>err.txt
  check "$search: status" [ $? = 1 ]
  check "$search: the story is: $(told text.txt)" [ "$(told text.txt)" = "$story" ]
  check "$search: no short form" grep -q 'has the lockset {main, main/2, m}' <(tr '\n' ' ' <text.txt | tr -s ' ')
done
"$heddle" replay --explain story.c.heddle >replay.txt 2>err.txt
check "replay: the story is: $(told replay.txt)" [ "$(told replay.txt)" = "$story" ]

"$heddle" check --detector goldilocks --explain --json story.c >out.json 2>err.txt
sets=$(grep -o '"locks":\["main"[^]]*\]' out.json | tr '\n' ' ')
check "JSON: $sets" [ "$sets" = '"locks":["main"] "locks":["main","main/2"] "locks":["main","main/2","m"] ' ]
check "JSON has no history" grep -q '"lockset_history":\[{"thread":"main","op":"write x = 1","file":"story.c","line":18' out.json

"$heddle" check --detector goldilocks --json story.c >out.json 2>err.txt
check "a history that was not asked for" [ "$(grep -c lockset_history out.json)" = 0 ]
"$heddle" check --detector goldilocks story.c >text.txt 2>err.txt
check "a story that was not asked for" [ -z "$(told text.txt)" ]
"$heddle" check --explain story.c >text.txt 2>err.txt
check "vector-clock with --explain" [ $? = 1 ]
check "vector-clock has no locksets" [ -z "$(told text.txt)" ]
finish
