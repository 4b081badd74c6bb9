#!/usr/bin/env bash
# --baseline: known bugs are left out, new ones are found behind them, and nothing of that reads as verified.
. "$(dirname "$0")/common.sh"
cat >old.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int hits;
atomic_int once;
static void count(void) { hits = hits + 1; }
static void *worker(void *arg) {
  count();
#ifdef NEW
  assert(atomic_fetch_add(&once, 1) == 0);
#endif
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
END
run() {  # run STATUS DESCRIPTION ARGS...
  rm -f *.heddle
  timeout 60 "$heddle" check "${@:3}" >out.txt 2>err.txt
  local status=$?
  check "$2: status $status instead of $1: $(tail -n 3 out.txt err.txt)" [ $status = "$1" ]
}
json() {  # json EXPRESSION: of d, what was printed
  check "$1" python3 -c "import json,sys; d = json.load(open('out.txt')); sys.exit(not ($1))"
}
run 1 'without a baseline' --keep-going --json=known.json old.c
run 3 'all known' --baseline known.json old.c
check 'all known: the verdict' grep -q '^inconclusive: no new bug, every interleaving covered' out.txt
check 'all known: how many' grep -qE '[0-9]+ known bugs? (is|are) not reported again \(--baseline known.json\)' out.txt
check 'all known: which' grep -q "known: old.c:6:.*data race on 'hits' \[race\]" out.txt
check 'all known: no error line' [ -z "$(grep 'error:' out.txt)" ]
check 'all known: no replay file' [ ! -e old.c.heddle ]
run 3 'all known, JSON' --baseline known.json --json old.c
json "d['verdict'] == 'inconclusive' and d['complete'] and d['bugs'] == [] and len(d['limits']) == 1"
json "d['baseline']['file'] == 'known.json' and d['baseline']['unmet'] == [] and
  sorted(b['id'] for b in d['baseline']['known']) == sorted(b['id'] for b in json.load(open('known.json'))['bugs'])"
# Lines that move do not make a bug new; what was known when a report was made with a baseline is still known.
cp out.txt again.json
(printf '\n\n/* moved */\n'; cat old.c) >moved.c
run 3 'moved lines' --baseline again.json moved.c
for search in auto dfs optimal stateful best-first random; do
  more=
  [ $search = random ] && more='--max-executions 50'
  run 1 "a new bug, $search" --baseline known.json -DNEW --search $search $more old.c
  check "a new bug, $search: it is the assertion" grep -q 'old.c:10:.*\[assertion\]' out.txt
  check "a new bug, $search: alone" [ "$(grep -c 'error:' out.txt)" = 1 ]
  timeout 60 "$heddle" replay old.c.heddle >replay.txt
  check "a new bug, $search: replay" grep -q '^reproduced' replay.txt
done
# The twin: without the known bug it is verified, and the list says that it did not come up.
cat >fixed.c <<'END'
int main(void) { return 0; }
END
run 0 'fixed' --baseline known.json --json fixed.c
json "d['verdict'] == 'verified' and d['baseline']['known'] == [] and len(d['baseline']['unmet']) >= 1"
# What is no report, or cannot be a baseline.
run 2 'no such file' --baseline missing.json old.c
echo '{"verdict": 3}' >no.json
run 2 'another object' --baseline no.json old.c
check 'another object: said' grep -q "no.json: error: not a report that 'heddle check --json' wrote" err.txt
timeout 60 "$heddle" check --json=error.json missing.c >/dev/null 2>&1
run 2 'the report of an error' --baseline error.json old.c
run 2 'would be overwritten' --baseline known.json --json=known.json old.c
check 'it was not' grep -q '"verdict":"bug"' known.json
run 2 'checkpoint' --baseline known.json --checkpoint x.state old.c
finish
