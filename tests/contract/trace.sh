#!/usr/bin/env bash
# heddle trace: verdicts, statuses and messages; standard input, gzip, cut files; recordings of check; bounded memory.
. "$(dirname "$0")/common.sh"
. "$here/replay_programs.sh"
expect() {  # expect STATUS PATTERN ARGS...
  local want=$1 pattern=$2
  shift 2
  timeout 60 "$heddle" "$@" >out.txt 2>err.txt </dev/null
  local status=$?
  check "heddle $*: status $status instead of $want" [ $status = "$want" ]
  check "heddle $*: no '$pattern' in what it says" grep -qE -- "$pattern" out.txt err.txt
}
json() { python3 -c "import json,sys; d=json.load(open('$1')); sys.exit(not ($2))"; }

cat >race.std <<'END_OF_TRACE'
T0|fork(T1)|1
T0|acq(L)|2
T0|w(x)|3
T0|rel(L)|4
T1|r(x)|5
T1|w(y)|a.c:6
T0|join(T1)|7
T0|r(y)|8
END_OF_TRACE
grep -v 'r(x)' race.std >clean.std

# ---- verdicts ----
expect 1 "^race.std:5:1: error: data race on 'x' \[race\]" trace race.std
expect 1 'w by T0 in line 3 at 3' trace race.std
expect 0 '^verified: no race in this trace' trace clean.std
expect 1 '' trace --json race.std
check "JSON of a race" json out.txt "d['verdict'] == 'bug' and d['scope'] == 'this trace' and d['events'] == 8 and
  d['detector'] == 'vector-clock' and len(d['races']) == 1 and d['races'][0]['variable'] == 'x' and
  d['races'][0]['first'] == {'line': 3, 'thread': 'T0', 'op': 'w', 'location': '3'} and
  d['races'][0]['second'] == {'line': 5, 'thread': 'T1', 'op': 'r', 'location': '5'} and d['stats']['threads'] == 2"
expect 0 '"verdict":"verified"' trace --json clean.std
expect 0 '' trace --json=file.json clean.std
check "JSON into a file" json file.json "d['races'] == []"
expect 1 'findings' trace --detector all race.std
expect 1 '"detectors":\[\{"detector":"vector-clock","exact":true' trace --json --detector all race.std
expect 0 '"limits":\[\]' trace --json --detector all clean.std
expect 3 'only the trace itself was checked' trace --detector none race.std
expect 1 '' trace --sarif race.sarif race.std
check "SARIF" json race.sarif "d['version'] == '2.1.0' and d['runs'][0]['results'][0]['ruleId'] == 'race' and
  d['runs'][0]['results'][0]['locations'][0]['physicalLocation']['region']['startLine'] == 5"
printf 'A|w(x)|a.c:3\nB|w(x)|a.c:4:7\nC|w(x)|5\n' >three.std
expect 1 '^2 races' trace three.std
expect 1 '^1 race ' trace --first three.std
expect 1 'never forked, taken as running from the beginning: B, C' trace three.std
printf 'T0|fork(T1)|1\nT1|w(x)|2\nT2|w(x)|3\n' >unforked.std
expect 2 'unforked.std:3:1: error: thread T2 was never forked' trace unforked.std
expect 1 'never forked, taken as running from the beginning: T2' trace --unforked unforked.std
printf 'T0|begin(b)|1\nT0|w(x)|2\nT0|end(b)|3\nT0|begin(b)|4\nT0|w(x)|5\nT0|end(b)|6\n' >blocks.std
expect 0 'atomic blocks, as line 4 shows' trace blocks.std
expect 1 '' trace --sarif three.sarif three.std
check "SARIF with source locations" json three.sarif "[(p['artifactLocation']['uri'], p['region']['startLine']) for r in
  d['runs'][0]['results'] for p in [r['locations'][0]['physicalLocation']]] == [('a.c', 4), ('three.std', 3)]"

# ---- where it comes from ----
gzip -kf race.std
expect 1 'race.std.gz:5:1: error' trace race.std.gz
"$heddle" trace - <race.std >out.txt
check "standard input" grep -q '^<stdin>:5:1: error' out.txt
cat race.std.gz | "$heddle" trace --detector all - >out.txt
check "standard input, several passes" grep -q '^<stdin>:5:1: error' out.txt
expect 2 'missing.std: error: No such file' trace missing.std
mkdir folder.std
expect 2 'folder.std: error: is a directory' trace folder.std
: >empty.std
expect 3 'the trace has no events' trace empty.std

# ---- mistakes, cut files, impossible traces ----
printf 'T0|w(x)|1\nT0|wrote(x)|2\n' >bad.std
expect 2 "^bad.std:2:4: error: unknown operation 'wrote'" trace bad.std
expect 2 '"verdict":"error","message":"bad.std:2:4' trace --json bad.std
head -c 2000 /dev/urandom >junk.std
expect 2 '^junk.std:[0-9]+:[0-9]+: error|middle of line' trace junk.std
printf 'T0|w(x)|1\nT1|w(' >cut.std
expect 3 'the file ends in the middle of line 2' trace cut.std
printf 'T0|w(x)|1\nT1|w(x)|2\nT1|w(' >cut.std
expect 1 'the file ends in the middle of line 3' trace cut.std
seq 1 5000 | sed 's/.*/T0|w(x&)|&/' | gzip >whole.gz
head -c 5000 whole.gz >cut.gz
expect 3 'gzip data ends too early|middle of line' trace cut.gz
printf 'T0|rel(L)|1\n' >impossible.std
expect 2 '^impossible.std:1:1: error: lock L is not held by anyone' trace impossible.std
printf 'T0|fork(T1)|1\nT0|join(T1)|2\nT1|w(x)|3\n' >impossible.std
expect 2 '^impossible.std:3:1: error: thread T1 has ended in line 2' trace impossible.std
printf 'T0|acq(L)|1\nT1|acq(L)|2\n' >impossible.std
expect 2 '^impossible.std:2:1: error: lock L is held by T0 since line 1' trace impossible.std

# ---- usage ----
expect 2 'trace needs exactly one file' trace
expect 2 'trace needs exactly one file' trace race.std clean.std
expect 2 "unknown detector 'vektor-clock', did you mean 'vector-clock'" trace --detector vektor-clock race.std
expect 2 'is an input' trace --json=race.std race.std
expect 2 'cannot write' trace --sarif nowhere/x.sarif race.std
expect 0 'THREAD' help trace
expect 0 'heddle trace' --help

# ---- recordings: what check finds, trace finds in its recording, at the same lines of the source ----
for program in race.c "$root"/examples/{counter_race.c,publication_relaxed.cpp,singleton.cpp,barrier_phases.c,shared_pointer.cpp}; do
  name=$(basename "$program")
  "$heddle" check --json=check.json --record recorded.std --save r.heddle "$program" >/dev/null 2>err.txt
  is_race=$(python3 -c "import json; b=json.load(open('check.json'))['bugs']; print(b[0]['kind'] if b else '')")
  [ "$is_race" = race ] || { check "$name has a race" false; continue; }
  for detector in vector-clock all; do
    "$heddle" trace --detector $detector --json recorded.std >trace.json
    status=$?
    check "$name: the recording has a race (status $status)" [ $status = 1 ]
    check "$name: the same race" python3 - <<'END_OF_PYTHON'
import json, sys
bug = json.load(open('check.json'))['bugs'][0]
want = sorted(f"{a['file']}:{a['line']}" for a in bug['accesses'])
races = json.load(open('trace.json'))['races']
found = [r for r in races if r['variable'] == bug['variable'] and
         sorted((r['first']['location'], r['second']['location'])) == want]
sys.exit(not found)
END_OF_PYTHON
  done
done
for program in "$root"/examples/{counter_locked.c,bounded_buffer.c,peterson.c,reader_writer.cpp,publication.cpp,work_queue.cpp}; do
  "$heddle" check --search random --max-executions 1 --record run.std "$program" >out.txt 2>err.txt
  check "$(basename "$program"): one random run is recorded" test -s run.std
  expect 0 'verified: no race in this trace' trace run.std
done
expect 0 'nothing was recorded' check --record nothing.std "$root/examples/counter_locked.c"
check "nothing recorded, no file" test ! -e nothing.std

# ---- memory: a pipe of ten million events costs no more than its two hundred variables ----
awk 'BEGIN { for (i = 0; i < 2000; i++) block = block "T" i % 4 "|" (i % 3 ? "r" : "w") "(v" i % 4 "_" i % 50 ")|" i "\n"
             for (i = 0; i < 5000; i++) printf "%s", block }' | "$heddle" trace --json - >large.json
check "ten million events" json large.json "d['events'] == 10000000 and d['verdict'] == 'verified'"
check "in bounded memory" json large.json "d['stats']['peak_rss_kb'] < 150000"
finish
