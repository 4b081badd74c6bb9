#!/usr/bin/env bash
# Test cases of GoogleTest and Catch2, and calls of heddle::check: each a check of its own; --filter.
. "$(dirname "$0")/common.sh"
cat >google.cpp <<'END'
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(Good, NoThreads) { EXPECT_EQ(1, 1); }
TEST(Good, Skipped) { GTEST_SKIP(); }
TEST(Good, DISABLED_Wrong) { FAIL(); }
class Numbers : public testing::TestWithParam<int> {};
TEST_P(Numbers, AreSmall) { EXPECT_LT(GetParam(), 3); }  // line 10
INSTANTIATE_TEST_SUITE_P(Few, Numbers, testing::Values(1, 2, 3));
int shared;
TEST(Bad, Race) {
  std::thread t([] { shared++; });
  shared++;  // line 15
  t.join();
}
TEST(Good, Threads) {
  std::atomic<int> x{0};
  std::thread t([&] { x++; });
  x++;
  t.join();
  EXPECT_EQ(x, 2);
}
END
cat >catch.cpp <<'END'
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#include <atomic>
#include <thread>
TEST_CASE("good, with [brackets] and *stars*") {
  std::atomic<int> x{0};
  std::thread t([&] { x++; });
  SECTION("one") { x++; }
  SECTION("two") { x += 2; }
  t.join();
  CHECK(x >= 2);
}
TEST_CASE("bad") {
  std::atomic<int> x{0};
  std::thread t([&] { x = 1; });
  CHECK(x == 0);  // line 16
  t.join();
}
TEST_CASE("hidden", "[.]") { CHECK(false); }
END
cat >ignores_arguments.cpp <<'END'
#include <gtest/gtest.h>
TEST(One, Passes) {}
TEST(Two, Fails) { EXPECT_EQ(1, 2); }
int main() {
  testing::InitGoogleTest();
  return RUN_ALL_TESTS();
}
END
cat >checks.cpp <<'END'
#define HEDDLE_MAIN
#include <heddle.h>

#include <atomic>
#include <thread>

const auto adds = heddle::check("adds", [] {
  std::atomic<int> x{0};
  std::thread t([&] { x++; });
  x++;
  t.join();
  heddle_assert(x == 2);
});
const auto loses = heddle::check("loses", [] {
  std::atomic<int> x{0};
  std::thread t([&] { x = x + 1; });
  x = x + 1;
  t.join();
  heddle_assert(x == 2);  // line 19
});
END
run() {  # run STATUS ARGS...
  timeout 300 "$heddle" check "${@:2}" >out.txt 2>err.txt
  local status=$?
  check "check ${*:2}: status $status instead of $1: $(tail -n 3 out.txt err.txt)" [ $status = "$1" ]
}
json() {  # json EXPRESSION: of d, what was printed, and of t, verdicts by the names of tests
  check "$1" python3 -c "import json,sys; d = json.load(open('out.txt')); t = {x['name']: x['verdict'] for x in d['tests']}
by = {x['name']: x for x in d['tests']}; sys.exit(not ($1))"
}
run 1 --json google.cpp
json "t == {'Good.NoThreads': 'verified', 'Good.Skipped': 'verified', 'Good.Threads': 'verified', 'Bad.Race': 'bug',
  'Few/Numbers.AreSmall/0': 'verified', 'Few/Numbers.AreSmall/1': 'verified', 'Few/Numbers.AreSmall/2': 'bug'}"
json "d['verdict'] == 'bug' and sorted(b['kind'] for b in d['bugs']) == ['assertion', 'race']"
json "[b['line'] for b in d['bugs'] if b['kind'] == 'assertion'] == [10]"
json "[sorted(a['line'] for a in b['accesses']) for b in d['bugs'] if b['kind'] == 'race'] == [[14, 15]]"
json "[b['id'] for b in d['bugs'] if b['kind'] == 'race'] == by['Bad.Race']['bugs'] and by['Good.NoThreads']['bugs'] == []"
json "by['Good.Threads']['executions'] == 2 and by['Good.NoThreads']['executions'] == 1 and
  d['stats']['executions'] >= sum(x['executions'] for x in d['tests'])"
for file in google.cpp.heddle google.cpp-2.heddle; do
  timeout 120 "$heddle" replay $file >replay.txt 2>&1
  check "replay $file" grep -q '^reproduced' replay.txt
done
run 0 --filter 'Good.*' google.cpp
check 'one line a test' [ "$(grep -c '^test Good' out.txt)" = 3 ]
check 'the combined verdict' grep -q '^verified' out.txt
check 'what is assumed' grep -q 'no test case depends on others' <(tr -s '\n ' ' ' <out.txt)
run 2 --filter 'Nothing*' google.cpp
check 'nothing matches' grep -q "no test case matches '--filter Nothing\*'" err.txt
run 1 google.cpp -- '--gtest_filter=Few*:Good.NoThreads'
check 'the arguments of the program count' [ "$(grep -c '^test ' out.txt)" = 4 ]
check 'as GoogleTest says it' grep -qE 'google.cpp:10:.*error: expectation failed: Expected: .*GetParam\(\).* < .*3.* \[assertion\]' out.txt
# A report of a case begins at its body, -v included; heap objects have their types although GoogleTest is compiled apart.
cat >bank.cpp <<'END'
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>

struct Account {
  long id = 0;
  std::mutex m;
};
void both(Account& a, Account& b) {
  std::lock_guard<std::mutex> one(a.m);
  std::lock_guard<std::mutex> two(b.m);
}
TEST(Bank, BothWays) {
  auto a = std::make_unique<Account>(), b = std::make_unique<Account>();
  std::thread t([&] { both(*a, *b); });
  both(*b, *a);
  t.join();
}
END
for verbose in '' -v; do
  run 1 $verbose bank.cpp
  check "bank.cpp $verbose: types" grep -q 'holds Account#1::m (allocated at bank.cpp:16), taken at bank.cpp:12' out.txt
  check "bank.cpp $verbose: callers" grep -q 'called by Bank.BothWays::lambda at bank.cpp:17' out.txt
  check "bank.cpp $verbose: $(grep -m 3 'testing::\|gtest' out.txt)" [ -z "$(grep -v '^    |' out.txt | sed '/^calls that are not/d' | grep 'testing::\|gtest')" ]
  check "bank.cpp $verbose: $(wc -l <out.txt) lines" [ "$(wc -l <out.txt)" -le 60 ]
done
# Known bugs of some cases do not hide the others.
timeout 300 "$heddle" check --keep-going --json=known.json --filter 'Bad.*' google.cpp >/dev/null 2>&1
run 1 --baseline known.json --json google.cpp
json "t['Bad.Race'] == 'inconclusive' and t['Few/Numbers.AreSmall/2'] == 'bug' and [b['kind'] for b in d['bugs']] == ['assertion']"
run 3 --baseline known.json --filter '*a*' --json google.cpp -- '--gtest_filter=Bad.*:Good.Threads'
json "d['verdict'] == 'inconclusive' and d['complete'] and t == {'Bad.Race': 'inconclusive', 'Good.Threads': 'verified'}"

if its_turn 3 4; then
  run 1 --json catch.cpp
  json "t == {'good, with [brackets] and *stars*': 'verified', 'bad': 'bug'}"
  json "[(b['kind'], b['line']) for b in d['bugs']] == [('assertion', 16)]"
  run 0 --filter 'good*' catch.cpp
  run 1 catch.cpp -- '[.],bad'
  check 'a hidden test that is asked for' grep -q '^test hidden: bug' out.txt
  run 1 --json catch.cpp -- -r compact bad
  json "t == {'bad': 'bug'}"
fi
run 2 --filter bad --checkpoint x.state google.cpp
run 0 --list-cases google.cpp
check 'the list' [ "$(tr '\n' '|' <out.txt)" = 'Good.NoThreads|Good.Skipped|Good.Threads|Bad.Race|Few/Numbers.AreSmall/0|Few/Numbers.AreSmall/1|Few/Numbers.AreSmall/2|' ]
run 0 --list-cases --filter '*a*' google.cpp -- '--gtest_filter=Bad.*:Good.Threads'
check 'the list, filtered' [ "$(tr '\n' '|' <out.txt)" = 'Good.Threads|Bad.Race|' ]
run 2 --list-cases --filter 'Nothing*' google.cpp
run 2 --list-cases ignores_arguments.cpp
check 'no list' [ ! -s out.txt ]
run 2 --list-cases --checkpoint x.state google.cpp
run 1 --json ignores_arguments.cpp
check 'a main that ignores its arguments: one check' [ -z "$(grep '"tests"' out.txt)" ]

run 1 --json checks.cpp
json "t == {'adds': 'verified', 'loses': 'bug'} and [b['line'] for b in d['bugs']] == [19]"
run 0 --filter 'add*' checks.cpp
run 2 --filter 'none*' checks.cpp
run 0 --list-cases checks.cpp
check 'the list of calls of heddle::check' [ "$(tr '\n' '|' <out.txt)" = 'adds|loses|' ]
clang++-19 -std=c++20 -I "$root/include" checks.cpp -o native -pthread
check 'natively they run once' ./native
echo 'int main(void) { return 0; }' >plain.c
run 2 --list-cases plain.c
run 2 --filter 'x' plain.c
check 'no test cases' grep -q 'and this one has none' err.txt
finish
