#!/usr/bin/env bash
# check and replay print the same report of a bug, word for word: marked lines, locks, names and reasons included. (The
# program tests compare the JSON reports of every bug.)
. "$(dirname "$0")/common.sh"

# From the bug's first line on, without what only one of them has reason to say.
report() { sed -n '/: error: /,$p' "$1" | grep -v '^  to suppress, add\|^  replay: \|^reproduced\|^[0-9]* bugs*[; ]\|^$'; }

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
same tests/programs/lifetimes/report_read_locks.c
check "a read lock is called one: $(cat checked.report)" grep -q 'holding l (for reading)' checked.report
check "and no reason against the race" grep -q 'both' checked.report
same tests/programs/lifetimes/report_dead_local.c
"$heddle" check -v report_dead_local.c >all.txt 2>/dev/null  # it orders nobody
check "a dead variable keeps its name: $(cat all.txt)" grep -q 'unlock short_lived' all.txt
check "and does not get another's" [ "$(grep -c something_else checked.report)" = 0 ]
same tests/programs/lifetimes/double_free.c --property memory --visible all
same tests/programs/lifetimes/assertion_alone_wrong.c --property assertion
finish
