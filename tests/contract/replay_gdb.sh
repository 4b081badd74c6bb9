#!/usr/bin/env bash
# replay --gdb: the printed command stops at the bug, with source lines, variables and the program's threads by name.
. "$(dirname "$0")/common.sh"
. "$here/replay_programs.sh"
command -v gdb >/dev/null || { echo "FAILED: gdb is not installed"; exit 1; }

at_bug() {  # at_bug FILE.heddle GDB_COMMANDS: runs the printed command in batch mode; what gdb says is in gdb.txt
  "$heddle" replay --gdb "$1" >command.txt 2>err.txt </dev/null
  local status=$?
  check "replay --gdb $1: status $status" [ $status = 1 ]
  printf '%s\n' "${@:2}" >more.gdb
  local command
  command=$(tail -1 command.txt)
  command=${command/#gdb /gdb -batch -nx }
  command=${command/ --args / -x more.gdb --args }
  (eval "timeout 120 $command") >gdb.txt 2>&1 </dev/null
}
says() { check "$1: gdb does not say '$2': $(tail -30 gdb.txt)" grep -qE -- "$2" gdb.txt; }

"$heddle" check -q race.c >/dev/null
at_bug race.c.heddle 'info locals' 'print counter' 'info threads' 'info source'
says race '^heddle: at the bug: race'
says race '^\* [0-9]+  main/[12]  race.c:[56] in worker'
says race '^  [0-9]+  main  race.c:13 in main'
says race '^mine = [34]$'
says race '^\$1 = [034]$'
says race '"main/[12]"'
says race 'race.c$|race.c:'

"$heddle" check -q order.c >/dev/null
at_bug order.c.heddle 'info locals' 'thread apply all -q bt'
says deadlock '^heddle: at the bug: deadlock'
says deadlock 'main/1  .*order.h:1 in take'
says deadlock 'main/2  .*order.h:1 in take'
says deadlock 'in one \(.*\) at order.c:8'
says deadlock 'in two \(.*\) at order.c:17'
says deadlock 'in main \(.*\) at order.c:26'

"$heddle" check -q crash.cpp >/dev/null
at_bug crash.cpp.heddle 'info locals' 'print where' 'up' 'info locals'
says crash '^heddle: at the bug: crash: SIGSEGV'
says crash 'look \(where=0x0\) at .*crash.cpp:7'
says crash '^seven = 7$'
says crash '^\$1 = \(int \*\) 0x0$'

# A program that no longer has the bug starts no gdb.
sed -i 's/counter = local + mine;//' race.c
"$heddle" replay --gdb race.c.heddle >out.txt 2>&1 </dev/null
check "no bug, no gdb: status" [ $? = 3 ]
check "no bug, no gdb: $(cat out.txt)" grep -q diverged out.txt
finish
