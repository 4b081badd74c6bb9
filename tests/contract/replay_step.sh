#!/usr/bin/env bash
# replay --step reads its commands from standard input where there is no terminal.
. "$(dirname "$0")/common.sh"
. "$here/replay_programs.sh"
"$heddle" check -q race.c >/dev/null
step() { printf "$1" | "$heddle" replay --step race.c.heddle >out.txt 2>err.txt; status=$?; }

step 'q\n'
check "q: status $status" [ $status = 1 ]
check "q: one step is shown" [ "$(grep -c '^step' out.txt)" = 1 ]
check "the first step: $(cat out.txt)" grep -qE '^step 1 of [0-9]+  main  race.c:1[12]' out.txt
last=$(sed -nE 's/^step 1 of ([0-9]+) .*/\1/p' out.txt)

step 'n\n\nb\n'
check "n, Enter, b: $(cat out.txt)" [ "$(sed -nE 's/^step ([0-9]+) .*/\1/p' out.txt | tr '\n' ' ')" = '1 2 3 2 ' ]
step "$last\nn\nn\n"
check "a number goes there" grep -q "^step $last of $last  main/[12]  race.c:[56]:.* in worker" out.txt
check "source and value are shown: $(cat out.txt)" grep -qE '^    (read|write) counter = [0-9]' out.txt
check "then the bug comes" grep -q "data race on 'counter' \[race\]" out.txt
check "and nothing after it" grep -q 'this is the end' out.txt
step 'g\n'
check "g goes to the bug: status $status" [ $status = 1 ]
check "g goes to the bug" grep -q "^end" out.txt
step 'h\nnonsense\n9999\n'
check "h explains" grep -q 'go to that step' out.txt
check "nonsense is no command" grep -q "'nonsense' is not a command" out.txt
check "numbers have a range" grep -q "there are steps 1 to $last" out.txt

sed -i 's/counter = local + mine;//' race.c
step 'g\n'
check "diverged: status $status" [ $status = 3 ]
check "diverged: $(cat out.txt)" grep -q '    diverged: no bug after all' out.txt
finish
