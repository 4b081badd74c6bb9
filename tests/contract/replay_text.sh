#!/usr/bin/env bash
# check and replay print the same report of a bug, word for word: marked lines, locks, names and reasons included. (The
# program tests compare the JSON reports of every bug.)
. "$(dirname "$0")/common.sh"

# From the bug's first line on, without what only one of them has reason to say.
# The last sentences of a check tell of its search; they may take several lines.
report() { sed -n '/: error: /,$p' "$1" | sed '/^[0-9]* bugs*[; ]/,$d' | grep -v '^  to suppress, add\|^  replay: \|^reproduced\|^[0-9]* bugs*[; ]\|^$'; }

same() {
  local program=$1
  shift
  cp "$root/$program" .
  local file=${program##*/}
  "$heddle" check "$@" "$file" >checked.txt 2>/dev/null
  "$heddle" replay "$file.heddle" >replayed.txt 2>/dev/null
  report checked.txt >checked.report
  report replayed.txt >replayed.report
  check "$program: check found nothing" [ -s checked.report ]
  check "$program: $(diff checked.report replayed.report)" cmp -s checked.report replayed.report
}

same examples/publication_relaxed.cpp
same examples/counter_race.c
same tests/programs/bugs/deadlock_two.c
# The schedule with fewer switches may show a race the other way round: the lockset is that of the access it names first.
cp "$root"/examples/papers/kim/*.h .
for file in sor lufact; do
  same examples/papers/kim/$file.c --search best-first --visible all --detector goldilocks
  check "$file: no lockset: $(tail -n 5 checked.report)" grep -q 'nothing in common' <(tr '\n' ' ' <checked.report | tr -s ' ')
done
same tests/programs/lifetimes/report_read_locks.c
check "a read lock is called one: $(cat checked.report)" grep -q 'holding l (for reading)' checked.report
check "and no reason against the race" grep -q 'both' checked.report
same tests/programs/lifetimes/report_dead_local.c
"$heddle" check -v report_dead_local.c >all.txt 2>/dev/null  # it orders nobody
check "a dead variable keeps its name: $(cat all.txt)" grep -q 'unlock short_lived' all.txt
check "and does not get another's" [ "$(grep -c something_else checked.report)" = 0 ]
same tests/programs/lifetimes/report_ended_local.c
check "the lock of an access to what has ended: $(cat checked.report)" grep -q 'write by main/1 .*holding m$' checked.report
check "that access is in the table" grep -q '  > *write counted' checked.report
check "a local variable ends" grep -q '  end of scope by main in lends' checked.report
check "and is not freed" [ "$(grep -c 'free' checked.report)" = 0 ]
same tests/programs/lifetimes/double_free.c --property memory --visible all
same tests/programs/lifetimes/assertion_alone_wrong.c --property assertion

# To see that all goes round in circles, continuations are tried out. None of them belongs to the report.
livelock() {
  same "$1" --search "$2"
  "$heddle" check --search "$2" --json "${1##*/}" >report.json 2>/dev/null
  check "$1, $2: the steps are those of the schedule: $(cat steps.txt 2>/dev/null)" python3 - <<'END' >steps.txt
import json
bug = json.load(open("report.json"))["bugs"][0]
ended, acts = set(), []
for step in bug["steps"]:
    assert step["thread"] not in ended, step
    if step["kind"] == "exit": ended.add(step["thread"])
    elif step["kind"] != "block": acts.append(step["thread"])
turns = [turn["thread"] if isinstance(turn, dict) else turn for turn in bug["schedule"]]
assert bug["kind"] == "livelock" and 0 < len(acts) <= len(turns), (acts, turns)
END
}
for search in auto stateful best-first; do
  livelock tests/programs/stateful/backs_off_livelock.c $search
done
for search in stateful best-first; do
  livelock tests/programs/stateful/after_you_livelock.c $search
  livelock tests/programs/stateful/lost_request.c $search
done
livelock tests/programs/loops/cancelled_disabled.c stateful
livelock tests/programs/bugs/livelock_two.c auto
finish
