#!/usr/bin/env bash
# heddle analyze: JSON, statuses, the report, bad input, --reach, --entry, --confirm.
. "$(dirname "$0")/common.sh"
cat >race.c <<'END_OF_PROGRAM'
#include <pthread.h>
int counter, guarded;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p) {
  counter++;
  pthread_mutex_lock(&m);
  guarded++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, run, 0);
  pthread_create(&t, 0, run, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return guarded < 0;
}
END_OF_PROGRAM
sed '5d' race.c >right.c
cp "$here/deadlock.c" .
# The locks allow it, the data does not: x is written before `ready` is set, and read after.
cat >ordered.c <<'END_OF_PROGRAM'
#include <pthread.h>
#include <stdatomic.h>
int x;
atomic_int ready;
static void *run(void *p) {
  if (atomic_load(&ready)) x++;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = 1;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
  return x < 0;
}
END_OF_PROGRAM
cat >library.c <<'END_OF_PROGRAM'
int hits;
int hit(void) { return ++hits; }
END_OF_PROGRAM
echo 'int main(void) { return 1' >wrong.c

run() { "$heddle" analyze "$@" >out 2>err; status=$?; }
get() { python3 -c "import json,sys; j=json.load(open('out')); print($1)"; }

run race.c --json
check "a candidate is status 1" [ $status = 1 ]
check "one JSON object on standard output, nothing else" [ "$(wc -l <out)" = 1 ]
check "verdict bug" [ "$(get "j['verdict']")" = bug ]
check "version" [ "$(get "j['heddle']")" = 1 ]
check "certified" [ "$(get "j['races'][0]['status']")" = certified ]
check "the variable" [ "$(get "j['races'][0]['variable']")" = counter ]
check "two accesses" [ "$(get "[a['line'] for a in j['races'][0]['accesses']]")" = "[5, 5]" ]
check "only the race that there is" [ "$(get "len(j['races'])")" = 1 ]
check "the schedule ends with the accesses" [ "$(get "sorted(set(s['line'] for s in j['races'][0]['schedule'][-2:]))")" = "[5]" ]
check "entries of the schedule" [ "$(get "sorted(j['races'][0]['schedule'][0])")" = "['file', 'line', 'op', 'thread']" ]
check "what was proven" [ "$(get "j['proven']")" = "['deadlock']" ]
check "assumptions are there" [ "$(get "len(j['assumptions']) > 0")" = True ]
cp out first; run race.c --json
check "two runs give the same bytes but for the time" diff <(sed 's/"wall_ms.*//' first) <(sed 's/"wall_ms.*//' out)
run race.c
check "the first line" grep -qx "race.c:5:10: error: possible data race on 'counter' \[race\]" out
check "the summary of the text" grep -q "^candidates: 1 possible races, 0 possible deadlocks" out
run race.c --json=report.json --sarif report.sarif
check "JSON into a file, text on standard output" grep -q "possible data race" out
check "the file is JSON" python3 -m json.tool report.json /dev/null
check "SARIF" [ "$(python3 -c "import json; r=json.load(open('report.sarif'))['runs'][0]['results']; print(len(r), r[0]['ruleId'])")" = "1 race" ]

run right.c
check "a proof is status 0" [ $status = 0 ]
check "verified" grep -q "^verified: no data races or deadlocks" out
run race.c --property deadlock
check "only what is asked for" [ $status = 0 ]
run deadlock.c --json
check "deadlock: status 1" [ $status = 1 ]
check "the cycle" [ "$(get "sorted((c['holds'][0], c['wants'], c['line']) for c in j['deadlocks'][0]['cycle'])")" = "[('a', 'b', 14), ('b', 'a', 5)]" ]
run deadlock.c --property race
check "no race in it" [ $status = 0 ]

run library.c
check "no main: an error" [ $status = 2 ]
run library.c --entry hit --json
check "--entry: a race between two callers" [ $status = 1 ]
check "of the variable" [ "$(get "j['races'][0]['variable']")" = hits ]
run library.c --entry nobody
check "no such function" [ $status = 2 ]

run race.c --reach race.c:5,race.c:7 --json
check "--reach: reachable" [ $status = 1 ]
check "with a schedule" [ "$(get "len(j['reach']['schedule']) > 0")" = True ]
run race.c --reach race.c:7,race.c:7
check "--reach: one lock" [ $status = 0 ]
run race.c --reach race.c:17,race.c:5
check "--reach: after the joins" [ $status = 0 ]
for bad in race.c race.c:5 race.c:x,race.c:5 race.c:1,race.c:2,race.c:3 :5,race.c:5; do
  run race.c --reach "$bad"
  check "--reach $bad is refused" [ $status = 2 ]
done

cat >labels.c <<'END_OF_PROGRAM'
#include <heddle.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *p) {
  heddle_label("begin");
  pthread_mutex_lock(&m);
  if (p) heddle_label("inside");
  pthread_mutex_unlock(&m);
  heddle_label("end");
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, &m);
  pthread_join(t, 0);
}
END_OF_PROGRAM
run labels.c --ltl 'G(label(begin) -> F label(end))' --thread run
check "--ltl: holds" [ $status = 0 ]
run labels.c --ltl 'G(label(inside) -> held(m))' --thread run
check "--ltl: the lock is held there" [ $status = 0 ]
run labels.c --ltl 'F label(inside)' --thread run --json
check "--ltl: violated" [ $status = 1 ]
check "with a lasso" [ "$(get "'lasso' in j and len(j['lasso']['stem']) > 0")" = True ]
run labels.c --ltl 'G(label(inside) ->' --thread run
check "--ltl: not a formula" [ $status = 2 ]
run labels.c --ltl 'F label(inside)' --thread nobody
check "--ltl: no such thread" [ $status = 2 ]

run race.c --confirm --json
check "--confirm: status 1" [ $status = 1 ]
check "confirmed" [ "$(get "[r['status'] for r in j['races']]")" = "['confirmed']" ]
check "and can be replayed" [ -f "$(get "j['races'][0]['replay']")" ]
run deadlock.c --confirm --json
check "a deadlock is confirmed" [ "$(get "[d['status'] for d in j['deadlocks']]")" = "['confirmed']" ]
run ordered.c --json
check "the locks allow it" [ $status = 1 ]
run ordered.c --confirm --json
check "--confirm refutes it" [ "$(get "set(r['status'] for r in j['races'])")" = "{'refuted'}" ]
check "then nothing is left" [ $status = 0 ]

run wrong.c --json
check "what does not compile is status 2" [ $status = 2 ]
check "with clang's message" [ "$(get "'wrong.c:1:' in j['message'] and 'error:' in j['message']")" = True ]
run wrong.c
check "as clang prints it" grep -q "^wrong.c:1:[0-9]*: error:" err
run; check "no file" [ $status = 2 ]
run nothing.c; check "no such file" [ $status = 2 ]
run race.c --property livelock; check "a property that it does not know" [ $status = 2 ]
run race.c --search dfs; check "an option of check" [ $status = 2 ]
run race.c --json=race.c; check "the input is not overwritten" [ $status = 2 ]
run race.c -- argument; check "arguments without --confirm" [ $status = 2 ]
run --help; check "--help" [ $status = 0 ]
finish
