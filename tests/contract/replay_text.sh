#!/usr/bin/env bash
# check and replay print the same report of a bug, word for word: marked lines, locks, names and reasons included. (The
# program tests compare the JSON reports of every bug.)
. "$(dirname "$0")/common.sh"

# From the bug's first line on, without what only one of them has reason to say.
report() { sed -n '/: error: /,$p' "$1" | grep -v '^  if it is harmless\|^  replay: \|^reproduced\|^[0-9]* bugs* under\|^$'; }

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
for program in "$root"/tests/programs/lifetimes/report_*; do same "${program#"$root/"}"; done
finish
