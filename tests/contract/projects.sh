#!/usr/bin/env bash
# Whole projects, built by their own build systems with heddle as the compiler. Catch2 takes turns with the other frameworks
# (frameworks.sh).
. "$(dirname "$0")/common.sh"
expect() {  # expect STATUS PATTERN ARGS...
  local want=$1 pattern=$2
  shift 2
  timeout 600 "$heddle" check "$@" >out.txt 2>err.txt
  local status=$?
  check "check $*: status $status instead of $want: $(cat out.txt err.txt | tail -n 3)" [ $status = "$want" ]
  check "check $*: no '$pattern': $(tail -n 3 out.txt)" grep -qE -- "$pattern" out.txt
}
mkdir counter && cd counter
CC="$heddle cc" "$root/tests/projects/counter/configure" >configure.txt 2>&1
check "configure: $(tail -n 1 configure.txt)" [ -f Makefile ]
make >make.txt 2>&1
check "make: $(tail -n 3 make.txt)" [ -x good -a -x broken ]
check 'the program runs by itself' [ "$(./good)" = 3 ]
expect 0 verified good
expect 1 "counter.c:8:.*race on 'total.value'" broken
cd ..
CC="$heddle cc" CXX="$heddle c++" cmake -S "$root/tests/projects/pool" -B pool -G Ninja -DCMAKE_BUILD_TYPE=${HEDDLE_LONG:+Release} >cmake.txt 2>&1
check "cmake: $(tail -n 3 cmake.txt)" [ -f pool/build.ninja ]
targets=(pool_plain careless_pool_plain pool_tests careless_pool_tests)
if its_turn 2 4; then targets+=(catch_tests wrong_catch_tests); fi
ninja -j2 -C pool "${targets[@]}" >ninja.txt 2>&1
check "ninja: $(tail -n 3 ninja.txt)" [ -x pool/pool_tests -a -x pool/careless_pool_tests ]
timeout 60 pool/pool_tests >native.txt 2>&1
check "the tests pass by themselves: $(tail -n 1 native.txt)" grep -q 'PASSED.*3 tests' native.txt
expect 0 verified pool/pool_plain
expect 1 "statistics.cpp:9:.*data race" pool/careless_pool_plain
expect 0 'test Pool.TwoWorkersShareTheWork: verified' pool/pool_tests
expect 1 'test Pool.TwoWorkersShareTheWork: bug' pool/careless_pool_tests
check 'the other test has no bug' grep -q 'test Pool.RunsEveryTask: verified' out.txt
if its_turn 2 4; then
  expect 0 'test one task: verified' pool/catch_tests
  expect 1 'test wrong expectation: bug' pool/wrong_catch_tests
  check 'the wrong expectation is an assertion' grep -q 'catch_test.cpp:27:.*expectation failed.*\[assertion\]' out.txt
fi
expect 0 verified -p pool "$root/tests/projects/pool/src/pool.cpp" "$root/tests/projects/pool/src/statistics.cpp" "$root/tests/projects/pool/tests/plain.cpp"
finish
