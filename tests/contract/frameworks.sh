#!/usr/bin/env bash
# Failed expectations of test frameworks are assertions at their own lines; expected failures are none. Compiling a framework takes
# most of the time, so they take turns (and come all in --long); cases.sh and projects.sh have GoogleTest in every ./test.
. "$(dirname "$0")/common.sh"
sources="$root/tests/projects/frameworks"
# One set of flags, so that the framework is compiled once.
google=(-I "$root/include" -I/usr/src/googletest/googletest /usr/src/googletest/googletest/src/gtest-all.cc)
expect() {  # expect STATUS PATTERN ARGS...
  local want=$1 pattern=$2
  shift 2
  timeout 600 "$heddle" check "$@" >out.txt 2>err.txt
  local status=$?
  check "check $*: status $status instead of $want: $(cat out.txt err.txt | tail -n 3)" [ $status = "$want" ]
  check "check $*: no '$pattern': $(head -n 3 out.txt)" grep -qE -- "$pattern" out.txt
}
if its_turn 0 4; then
  google() { expect "$1" "$2" "$sources/google.cpp" "${google[@]}" -- "--gtest_filter=$3"; }
  google 0 '^verified' 'Right.*'
  google 1 'google.cpp:20:[0-9]+: error: expectation failed: .*\[assertion\]' Wrong.Expect
  google 1 'google.cpp:23:[0-9]+: error: expectation failed: .*\[assertion\]' Wrong.Assert
  google 1 'google.cpp:28:[0-9]+: error: expectation failed: .*\[assertion\]' Wrong.InSomeOrder
  outside() { expect "$1" "$2" "$sources/google_outside.cpp" "${google[@]}" -- "--gtest_filter=$3"; }
  outside 0 'test Mixed.Inside: verified' Mixed.Inside
  outside 1 'google_outside.cpp:9:.*\[assertion\]' 'Mixed.*'
  check 'what is outside does not hide the inside' grep -q 'test Mixed.Inside: verified' out.txt
  outside 1 'google_outside.cpp:24:.*\[assertion\]' 'Failing.*'
  check 'the consequence of a failed check is no bug of its own' [ "$(grep -c 'error:' out.txt)" = 1 ]
  # Debian's libraries are compiled only; what is named or linked is replaced by the sources.
  expect 0 '^verified' "$sources/google_main.cpp" -- '--gtest_filter=Main.IsTaken'
  expect 1 'google_main.cpp:16:[0-9]+: error: expectation failed: .*\[assertion\]' "$sources/google_main.cpp" -lgtest -lgtest_main -- '--gtest_filter=Main.Fails'
  "$heddle" c++ -w "$sources/google_main.cpp" -o linked -lgtest -lgtest_main -pthread
  check 'the executable runs' ./linked --gtest_filter=Main.IsTaken >/dev/null
  expect 0 '^verified' ./linked -- '--gtest_filter=Main.IsTaken'
fi
if its_turn 1 4; then
  catch() { expect "$1" "$2" "$sources/catch.cpp" -- "$3"; }
  catch 0 '^verified' 'passes,should fail,may fail'
  catch 1 'catch.cpp:14:[0-9]+: error: expectation failed: CHECK\( 1 == 2 \) \[assertion\]' 'check fails'
  catch 1 'catch.cpp:17:[0-9]+: error: expectation failed: REQUIRE\( 1 == 2 \) \[assertion\]' 'require fails'
  catch 1 'catch.cpp:20:.*\[assertion\]' 'does not throw'
fi
if its_turn 2 4; then
  doctest() { expect "$1" "$2" "$sources/doctest.cpp" -- "-tc=$3"; }
  doctest 0 '^verified' 'passes,may,should'
  doctest 1 'doctest.cpp:26:[0-9]*:? error: expectation failed: read_beside_write\(\) == 0 \[assertion\]' 'check fails'
  doctest 1 'doctest.cpp:29:[0-9]*:? error: expectation failed: .*\[assertion\]' 'nothing thrown'
  doctest 1 'doctest.cpp:32:[0-9]*:? error: expectation failed: FAIL \[assertion\]' 'fails'
fi
if its_turn 3 4; then
  boost() { expect "$1" "$2" "$sources/boost.cpp" -- "--run_test=$3"; }
  boost 0 '^verified' right
  check 'what is assumed about /proc is named' grep -q 'no files below /proc' <(tr -s '\n ' ' ' <out.txt)
  boost 1 'boost.cpp:24:[0-9]+: error: expectation failed \[assertion\]' wrong/check_fails
  boost 1 'boost.cpp:27:[0-9]+: error: expectation failed \[assertion\]' wrong/require_fails
  boost 1 'boost.cpp:30:[0-9]*:? error: expectation failed \[assertion\]' wrong/nothing_thrown
  boost 1 'boost.cpp:33:[0-9]*:? error: expectation failed \[assertion\]' wrong/fails
  boost 1 'error: .*\[exit\]' wrong/throws
  # Where failures are expected the framework counts them, and its exit status tells.
  expects() { expect "$1" "$2" -DEXPECTS_FAILURES "$sources/boost.cpp" -- "--run_test=$3"; }
  expects 0 '^verified' expected
  expects 1 'error: .*\[exit\]' one_too_many
fi
check 'too little was checked' [ "$passed" -ge 8 ]  # the least that one turn has
finish
