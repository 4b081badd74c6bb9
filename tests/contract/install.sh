#!/usr/bin/env bash
# cmake --install and cpack: an installed tool works from any prefix, without the source tree; a CMake project uses it.
. "$(dirname "$0")/common.sh"
build=$(dirname "$heddle")
prefix=$PWD/some\ prefix
cmake --install "$build" --prefix "$prefix" >install.txt 2>&1
check "cmake --install: $(tail -n 2 install.txt)" [ -x "$prefix/bin/heddle" ]
mv "$prefix" moved
prefix=$PWD/moved
tool=$prefix/bin/heddle
mkdir elsewhere && cp "$root/tests/projects/package/tests/counter.c" elsewhere
cat >elsewhere/chosen.c <<'END'
#include <heddle.h>
int main(void) { heddle_assert(heddle_choose(3) != 2); }
END
expect() {  # expect STATUS PATTERN TOOL ARGS...
  (cd elsewhere && timeout 120 "${@:3}") >out.txt 2>err.txt
  local status=$?
  check "${*:3}: status $status instead of $1: $(tail -n 2 out.txt err.txt)" [ $status = "$1" ]
  check "${*:3}: no '$2'" grep -qE -- "$2" out.txt
}
expect 0 '^verified' "$tool" check -DLOCKED counter.c
expect 1 'chosen.c:2:.*\[assertion\]' "$tool" check chosen.c
expect 1 'reproduced' "$tool" replay chosen.c.heddle
expect 1 "gdb -q -x .*moved/.*heddle_gdb.py" "$tool" replay --gdb chosen.c.heddle
"$prefix/bin/heddle-cc" elsewhere/chosen.c -o elsewhere/chosen
check 'heddle-cc compiles, and the program runs' elsewhere/chosen
expect 1 'chosen.c:2:.*\[assertion\]' "$tool" check ./chosen

# ---- what was generated ----
check 'the man page has every option' grep -q '\\fB\\-\\-baseline\\fR \\fIFILE\\fR' "$prefix/share/man/man1/heddle.1"
man_warnings=$(command -v groff >/dev/null && groff -ww -man -Tutf8 "$prefix/share/man/man1/heddle.1" 2>&1 >/dev/null)
check "roff: $man_warnings" [ -z "$man_warnings" ]
completed() {  # completed WORD...: what bash offers for the last one
  bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heddle; echo "${COMPREPLY[*]}"' \
    "$prefix/share/bash-completion/completions/heddle" "$@"
}
check 'completion of a command' [ "$(completed heddle an)" = analyze ]
check 'completion of an option' [ "$(completed heddle check --basel)" = --baseline ]
check 'completion of a value' [ "$(completed heddle check --search best)" = best-first ]
check 'completion of a value of a list' [ "$(completed heddle check --visible a)" = all ]
check 'completion of a topic' [ "$(completed heddle help livel)" = livelock ]
check 'no option of another command' [ -z "$(completed heddle trace --baseline)" ]
check 'zsh: the option is there' grep -qF "'--baseline[" "$prefix/share/zsh/site-functions/_heddle"
if command -v zsh >/dev/null; then check 'zsh: syntax' zsh -n "$prefix/share/zsh/site-functions/_heddle"; fi
if command -v pkg-config >/dev/null; then
  flags=$(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags heddle)
  check "pkg-config: $flags" [ -f "$(realpath "${flags#-I}" 2>/dev/null | tr -d ' ')/heddle.h" ]
fi

# ---- find_package ----
project=$root/tests/projects/package
with_cases=OFF
if its_turn 0 2; then with_cases=ON; fi
cmake -S "$project" -B use -DCMAKE_PREFIX_PATH="$prefix" -DWRONG=ON -DCASES=$with_cases -G Ninja >cmake.txt 2>&1
check "find_package: $(tail -n 3 cmake.txt)" [ -f use/CTestTestfile.cmake ]
leave_out=()
its_turn 0 2 || leave_out=(-E queue_test) # compiles GoogleTest for the tool in its new place
(cd use && timeout 900 ctest -j2 --output-on-failure "${leave_out[@]}") >ctest.txt 2>&1
passes() { check "ctest: $1: $(grep -E " $1 " ctest.txt)" grep -qE "Test +#[0-9]+: $1 \.+ +Passed" ctest.txt; }
for name in counter_locked counter_race sampled hand_over hand_over_loses; do passes $name; done
fails() { check "ctest: $1 should fail: $(grep -F " $1 " ctest.txt)" grep -qE "Test +#[0-9]+: $1 \.+\*+Failed" ctest.txt; }
if its_turn 0 2; then
  for name in queue_test_good queue_test_broken queue.Queue.KeepsOrder queue.Queue.HasAName; do passes $name; done
  fails queue.TwoProducers.KeepOrder
  check 'ctest: the report of that case alone' [ "$(grep '^test ' ctest.txt | cut -d: -f1)" = 'test TwoProducers.KeepOrder' ]
  check 'ctest: a replay file for the case' [ -f use/queue.TwoProducers.KeepOrder.heddle ]
fi
check 'ctest: a wrong expectation fails' grep -qE 'Test +#[0-9]+: wrong \.+\*+Failed' ctest.txt
check 'ctest: with the report' grep -q "counter.c:8:10: error: data race on 'counter' \[race\]" ctest.txt
check 'ctest: with the reason' grep -q 'expected: verified; the verdict is: bug' ctest.txt
check 'replay files lie in the build' [ -f use/wrong.heddle ]
# The compilers of the package: then the executable itself is checked.
if its_turn 1 2; then
  cmake -S "$project" -B compiled -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$prefix/bin/heddle-cc" \
    -DCMAKE_CXX_COMPILER="$prefix/bin/heddle-c++" -G Ninja >cmake.txt 2>&1
  timeout 300 cmake --build compiled --target hand_over >ninja.txt 2>&1
  check "build with heddle-c++: $(tail -n 3 ninja.txt)" [ -x compiled/hand_over ]
  (cd compiled && timeout 300 ctest -R '^hand_over$' --output-on-failure) >ctest.txt 2>&1
  passes hand_over
fi
wrong() {  # wrong PATTERN CALL: a call of heddle_add_test that is refused
  mkdir -p wrong && printf 'cmake_minimum_required(VERSION 3.24)\nproject(x C)\nfind_package(Heddle REQUIRED)\nenable_testing()\n%s\n' "$2" >wrong/CMakeLists.txt
  cmake -S wrong -B wrong/build -DCMAKE_PREFIX_PATH="$prefix" >wrong.txt 2>&1
  check "$2: no '$1'" grep -q "$1" wrong.txt
}
wrong 'EXPECT fine is neither' 'heddle_add_test(NAME x SOURCES x.c EXPECT fine)'
wrong 'there is no target y' 'heddle_add_test(TARGET y)'

# ---- CASES: what the sources have when ctest starts ----
wrong 'CASES: --sarif names one file' 'heddle_add_test(NAME x SOURCES x.c CASES OPTIONS -O1 --sarif x.sarif)'
mkdir cases && cp "$root/tests/projects/package/tests/counter.c" cases
cat >cases/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.24)
project(cases C CXX)
find_package(Heddle REQUIRED)
enable_testing()
heddle_add_test(NAME checks SOURCES checks.cpp CASES ARGS "two words")
heddle_add_test(NAME some SOURCES checks.cpp CASES EXPECT bug OPTIONS --filter "l*")
heddle_add_test(NAME none SOURCES counter.c CASES OPTIONS -DLOCKED)
END
cat >cases/checks.cpp <<'END'
#include <heddle.h>
#include <atomic>
#include <thread>
void add(std::atomic<int>& x, bool lose) { if (lose) x = x + 1; else x++; }
void two(bool lose) {
  std::atomic<int> x{0};
  std::thread t([&] { add(x, lose); });
  add(x, lose);
  t.join();
  heddle_assert(x == 2);
}
int main(int argc, char** argv) {
  heddle::check("adds; [twice", [] { two(false); });
  heddle::check("loses", [] { two(true); });
  heddle::check("lo*", [=] { heddle_assert(argc == 2 && argv[1][3] == ' '); });
  heddle::check("lo_", [] {});
}
END
cmake -S cases -B cases/build -DCMAKE_PREFIX_PATH="$prefix" -G Ninja >cmake.txt 2>&1
check "cases: $(tail -n 3 cmake.txt)" [ -f cases/build/CTestTestfile.cmake ]
(cd cases/build && timeout 300 ctest -j2 --output-on-failure) >ctest.txt 2>&1
listed=$(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: (.*[^ .]) \.+ *(Passed|\**Failed).*/\1: \2/p' ctest.txt | LC_ALL=C sort | tr '\n' '|')
wanted='checks.adds; [twice: Passed|checks.lo*: Passed|checks.lo_: Passed|checks.loses: ***Failed|none: Passed|some.lo*: Passed|some.lo_: ***Failed|some.loses: Passed|'
check "cases: $listed" [ "$listed" = "$wanted" ]
check 'cases: the replay file of the one with a bug' [ -f cases/build/checks.loses.heddle ]
sed -i '/"lo_"/a heddle::check("a new one", [] {});' cases/checks.cpp
(cd cases/build && timeout 300 ctest -N) >ctest.txt 2>&1
check 'cases: a new one is there at once' grep -qE 'Test +#[0-9]+: checks\.a new one$' ctest.txt
echo 'not C++' >>cases/checks.cpp
(cd cases/build && timeout 300 ctest -R '^checks' --output-on-failure) >ctest.txt 2>&1
check 'cases: what does not compile is one test' grep -qE '0% tests passed, 1 tests failed out of 1' ctest.txt
check 'cases: and says why' grep -q 'checks.cpp:.*error:' ctest.txt

# ---- the Debian package ----
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$PWD/deb" >cpack.txt 2>&1
package=$(echo deb/heddle_*.deb)
check "cpack: $(tail -n 2 cpack.txt)" [ -f "$package" ]
dpkg-deb -x "$package" chroot
expect 0 '^verified' "$PWD/chroot/usr/bin/heddle" check -DLOCKED counter.c
expect 1 'chosen.c:2:.*\[assertion\]' "$PWD/chroot/usr/bin/heddle" check chosen.c
check 'the package depends on clang-19' [ -n "$(dpkg-deb -f "$package" Depends | grep clang-19)" ]
check 'and on the shared libraries: '"$(dpkg-deb -f "$package" Depends)" [ -n "$(dpkg-deb -f "$package" Depends | grep libboost-context)" ]
check 'a wrapper is in it' [ "$(readlink chroot/usr/bin/heddle-c++)" = heddle ]
finish
