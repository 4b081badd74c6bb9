#!/usr/bin/env bash
# check --sarif: a file of SARIF 2.1.0 beside the text or JSON, whatever the verdict.
. "$(dirname "$0")/common.sh"
cat >race.c <<'END_OF_PROGRAM'
#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *guarded(void *p) {
  pthread_mutex_lock(&m);
  counter = 1;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, guarded, 0);
  int seen = counter;
  pthread_join(t, 0);
  return seen < 0;
}
END_OF_PROGRAM
cp "$here/deadlock.c" .
printf 'int main(void) { return 0; }\n' >clean.c
printf 'int main(void) { return 0 }\n' >broken.c
cat >two.c <<'END_OF_PROGRAM'
#include <assert.h>
#include <pthread.h>
int x, y;
static void *other(void *p) { x = 1; y = 1; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  x = 2;
  y = 2;
  pthread_join(t, 0);
}
END_OF_PROGRAM

run() {  # run STATUS NAME ARGS...
  timeout 60 "$heddle" check --sarif "$2.sarif" "${@:3}" >out.txt 2>err.txt
  local status=$?
  check "$2: status $status instead of $1" [ $status = "$1" ]
}
# holds NAME EXPRESSION: of d (the file), r (its run), v (the only invocation). What the schema asks for in any case:
holds() {
  check "$1: $2" python3 - "$1.sarif" "$2" <<'END_OF_PYTHON'
import json, sys
d = json.load(open(sys.argv[1]))
assert d['version'] == '2.1.0' and d['$schema'].endswith('sarif-2.1.0.json') and len(d['runs']) == 1
r = d['runs'][0]
driver = r['tool']['driver']
assert driver['name'] == 'heddle' and driver['version']
rules = [rule['id'] for rule in driver['rules']]
v, = r['invocations']
assert isinstance(v['executionSuccessful'], bool)
for result in r['results']:
    assert result['ruleId'] in rules and result['level'] == 'error' and result['message']['text']
    assert result['partialFingerprints']['heddle/v1']
    for place in result['locations'] + result.get('relatedLocations', []):
        assert place['physicalLocation']['artifactLocation']['uri']
        assert place['physicalLocation']['region']['startLine'] >= 1
for note in v.get('toolExecutionNotifications', []):
    assert note['level'] in ('note', 'warning', 'error') and note['message']['text']
def line(place): return place['physicalLocation']['region']['startLine']
sys.exit(not eval('(' + sys.argv[2] + ')'))
END_OF_PYTHON
}

run 1 race race.c
check "the text is there too" grep -q "^race.c:.*: error: data race on 'counter' \[race\]" out.txt
holds race "[x['ruleId'] for x in r['results']] == ['race'] and v['executionSuccessful']"
holds race "sorted([line(r['results'][0]['locations'][0]), line(r['results'][0]['relatedLocations'][0])]) == [6, 13]"
holds race "len(r['results'][0]['relatedLocations']) == 1 and 'counter' in r['results'][0]['message']['text']"
holds race "any('holding m' in x['message']['text'] for x in
  r['results'][0]['locations'] + r['results'][0]['relatedLocations'])"
holds race "r['results'][0]['locations'][0]['physicalLocation']['artifactLocation']['uri'] == 'race.c'"
run 1 again --json race.c
check "JSON beside it has the same id" python3 -c "import json; j = json.load(open('out.txt'))
s = json.load(open('again.sarif'))['runs'][0]['results'][0]['partialFingerprints']['heddle/v1']
raise SystemExit(j['bugs'][0]['id'] != s)"
# nestingLevel is the depth of calls, whatever locks are held.
cat >nested.c <<'END_OF_PROGRAM'
#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void bump(void) { counter++; }
static void twice(void) { bump(); bump(); }
static void *worker(void *p) { twice(); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  bump();
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
END_OF_PROGRAM
run 1 nested nested.c
holds nested "(lambda steps: {(t['id'], line(s['location']), s['nestingLevel']) for t, s in steps if line(s['location']) in (4, 9, 10)} ==
  {('main', 9, 0), ('main', 10, 0), ('main', 4, 1), ('main/1', 4, 2)})(
  [(t, s) for t in r['results'][0]['codeFlows'][0]['threadFlows'] for s in t['locations'] if 'nestingLevel' in s])"
run 1 deadlock deadlock.c
holds deadlock "r['results'][0]['ruleId'] == 'deadlock' and sorted(map(line, r['results'][0]['relatedLocations'])) == [5, 14]"
run 1 two --keep-going two.c
holds two "[x['ruleId'] for x in r['results']] == ['race'] * len(r['results']) and len(r['results']) >= 2"
run 1 discipline --detector locking-discipline race.c
holds discipline "[x['ruleId'] for x in r['results']] == ['discipline']"

# ---- without a bug: a clean run, one that proves nothing, one that could not begin ----
run 0 clean clean.c
holds clean "r['results'] == [] and v['executionSuccessful'] and
  [n['level'] for n in v['toolExecutionNotifications']] == ['note']"
run 3 cut --max-executions 1 --search random clean.c
holds cut "r['results'] == [] and [n['level'] for n in v['toolExecutionNotifications']][0] == 'warning' and
  'inconclusive' in v['toolExecutionNotifications'][0]['message']['text'] and len(v['toolExecutionNotifications']) > 1"
run 2 broken broken.c
holds broken "not v['executionSuccessful'] and v['toolExecutionNotifications'][0]['level'] == 'error' and
  'broken.c:1' in v['toolExecutionNotifications'][0]['message']['text']"
run 2 nowhere/x race.c
check "no such place" grep -q "cannot write 'nowhere/x.sarif'" err.txt
cp race.c input.sarif
run 2 input -x c input.sarif
check "an input is not overwritten" cmp -s race.c input.sarif
finish
