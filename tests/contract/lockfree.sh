#!/usr/bin/env bash
# Boost.Lockfree, unmodified, through the compiler wrapper: right uses are verified, wrong ones found.
. "$(dirname "$0")/common.sh"
expect() {  # expect STATUS PATTERN NAME FLAGS...
  local want=$1 pattern=$2 name=$3
  shift 3
  "$heddle" c++ -std=c++17 -O2 "$@" -o "$name" "$root/tests/projects/lockfree/$name.cpp" -pthread >build.txt 2>&1
  check "$name $*: does not build: $(head -3 build.txt)" [ -x "$name" ]
  timeout 300 "$heddle" check "$name" >out.txt 2>err.txt
  local status=$?
  check "$name $*: status $status instead of $want: $(head -3 out.txt err.txt)" [ $status = "$want" ]
  check "$name $*: no '$pattern'" grep -qE -- "$pattern" out.txt
}
expect 0 verified spsc_queue
expect 1 'race' spsc_queue -DTWO_PRODUCERS
expect 0 verified stack
expect 1 'assertion' stack -DLIFO_EXPECTED
expect 1 'race' stack -DBOTH_POP
expect 0 verified queue
expect 0 verified queue -DONE_EACH
expect 1 'assertion' queue -DORDER_EXPECTED
expect 1 'race' queue -DPOP_MEANWHILE
finish
