#!/usr/bin/env bash
# What the cache holds makes no difference: the same report to the byte without a cache, with an empty one, a full one, one
# that another program has filled, one that has lost or damaged entries, and one that two processes fill at once.
# Schedules replay across all of them.
#
# The framework is a small one of our own. Its folder and namespace make it one (src/program/framework.cpp).
. "$(dirname "$0")/common.sh"
mkdir -p gtest
cat >gtest/mini.h <<'END'
#ifndef MINI
#define MINI
#include <functional>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>
namespace testing {
struct Failure { std::string text; };
class Test {
 public:
  virtual ~Test() {}
  virtual void Body() = 0;
};
class Registry {
 public:
  static Registry& Get();
  int Add(const std::string& name, std::function<Test*()> make);
  int RunAll(std::ostream& out);
 private:
  std::map<std::string, std::function<Test*()>> tests_;
};
template <class T>
struct Printer {
  static std::string Print(const T& value) { std::ostringstream out; out << value; return out.str(); }
};
template <class A, class B>
void Equal(const A& a, const B& b) { if (!(a == b)) throw Failure{Printer<A>::Print(a) + " and " + Printer<B>::Print(b)}; }
void Count();
int Overrun(int place);
typedef int (*Function)(int);
inline int Same(int n) { return n + 1; }
Function TheSame();
}
#endif
END
cat >gtest/mini.cc <<'END'
#include "mini.h"
namespace testing {
namespace {
int counted = 0;
std::vector<std::string> log_of_names;
}
Registry& Registry::Get() { static Registry one; return one; }
int Registry::Add(const std::string& name, std::function<Test*()> make) { tests_[name] = make; return 0; }
int Registry::RunAll(std::ostream& out) {
  int failed = 0;
  for (auto& [name, make] : tests_) {
    log_of_names.push_back(name);
    Test* test = make();
    try {
      test->Body();
      out << "passed " << name << '\n';
    } catch (const Failure& failure) {
      out << "failed " << name << ": " << failure.text << '\n';
      ++failed;
    }
    delete test;
  }
  return failed;
}
void Count() {
  counted = counted + 1;
}
int Overrun(int place) {
  volatile int row_of_framework[4] = {1, 2, 3, 4};
  int all = 0;
  for (int i = 0; i <= place; i++)
    all += row_of_framework[i];
  return all;
}
Function TheSame() { return &Same; }
}
END
user() {  # user NAME BODY: a program with one test
  cat >"$1.cpp" <<END
#include <cstdio>
#include <iostream>
#include <mutex>
#include <thread>
#include "gtest/mini.h"
struct Case : testing::Test { void Body() override; };
static int added = testing::Registry::Get().Add("$1", [] { return new Case; });
std::mutex m;
int n = 0;
void Case::Body() {
$2
}
int main() { return testing::Registry::Get().RunAll(std::cout); }
END
}
user right '  std::thread a([] { std::lock_guard<std::mutex> g(m); n++; }), b([] { std::lock_guard<std::mutex> g(m); n += 2; });
  a.join(); b.join();
  testing::Equal(n, 3);
  if (testing::TheSame() != &testing::Same) throw testing::Failure{"two functions"};
  std::printf("%p %p\n", (void*)testing::TheSame(), (void*)&n);'
user race '  std::thread a([] { testing::Count(); }), b([] { testing::Count(); });
  a.join(); b.join();'
user overrun '  std::thread a([] { n = 1; });
  a.join();
  testing::Overrun(3 + n);'
user caught '  std::string text = "x";
  std::thread a([&] { std::lock_guard<std::mutex> g(m); text += "y"; });
  { std::lock_guard<std::mutex> g(m); text += "z"; }
  a.join();
  testing::Equal(text, std::string("xyz"));
  testing::Equal(n, 0);'
# report CACHE NAME: the report without what may differ, and the program'"'"'s output
report() {
  HEDDLE_CACHE=$1 timeout 300 "$heddle" check --json --keep-going --save "$2.heddle" "$2.cpp" gtest/mini.cc 2>"$2.err" |
    sed -E 's/"wall_ms":[0-9.e+-]+//; s/"peak_rss_kb":[0-9]+//'
  sed -E '/peak|seconds/d' "$2.err"
}
# The same files under a name that makes them no framework: nothing is compiled apart.
mkdir other && cp gtest/* other/
plain() {
  sed 's,gtest/mini,other/mini,' "$1.cpp" >"other_$1.cpp"
  HEDDLE_CACHE="" timeout 300 "$heddle" check --json --keep-going --save "$1.heddle" "other_$1.cpp" other/mini.cc 2>/dev/null | anonymous
}
anonymous() { sed -E 's/"(wall_ms|peak_rss_kb)":[0-9.e+-]*//g; s/"id":"[0-9a-f]*"//g; s,other/,gtest/,g; s,other_,,g' | grep '^{'; }
parts() { find "$1" -name '*.part' | sort; }
declare -A wanted
for name in right race overrun caught; do wanted[$name]=$(report "" $name); done
check 'right: verified' grep -q '"verdict":"verified"' <<<"${wanted[right]}"
line_of() { grep -n "$1" gtest/mini.cc | cut -d: -f1; }
check 'race: in the framework, at its line' grep -q "mini.cc\",\"line\":$(line_of 'counted = counted')," <<<"${wanted[race]}"
check 'race: is one' grep -q '"kind":"race"' <<<"${wanted[race]}"
check 'overrun: of the variable by its name' grep -q 'row_of_framework' <<<"${wanted[overrun]}"
check 'overrun: at its line' grep -q "mini.cc\",\"line\":$(line_of 'all +=')," <<<"${wanted[overrun]}"
check 'caught: in the orders in which it fails' grep -q '"verdict":"bug"' <<<"${wanted[caught]}"
for name in right race caught; do
  check "$name differs from the same program without a framework" \
    [ "$(plain $name)" = "$(anonymous <<<"${wanted[$name]}")" ]
done
# Every program with an empty cache and a full one; what needs them compiled again has two of them, in turn (all in --long).
all=(right race overrun caught)
if [ -n "${HEDDLE_LONG:-}" ]; then some=("${all[@]}"); elif its_turn 0 2; then some=(right overrun); else some=(race caught); fi
same() {  # same WHAT CACHE NAME...
  for name in "${@:3}"; do
    check "$name differs with $1" [ "$(report "$2" $name)" = "${wanted[$name]}" ]
  done
}
same 'an empty cache' "$PWD/one" "${all[@]}"
check 'parts are kept' [ "$(parts one | wc -l)" -gt 3 ]
same 'a full cache' "$PWD/one" "${all[@]}"
HEDDLE_CACHE="$PWD/one" "$heddle" replay race.heddle >out.txt 2>&1
check 'replays with a full cache' [ $? = 1 ]
# A file that begins with the framework's header has it precompiled; not so if a directive comes before it. The report is the same.
mkdir -p include/gtest && cp gtest/mini.h include/gtest/gtest.h
begin() {  # begin NAME FIRST-LINE CACHE
  sed -e "1s,.*,$2\n#include <gtest/gtest.h>\n&," "$1.cpp" >"begins_$1.cpp"
  HEDDLE_CACHE=$3 timeout 300 "$heddle" check --json --keep-going --save "$1.heddle" "begins_$1.cpp" gtest/mini.cc -I include \
    2>/dev/null | anonymous
}
for name in "${some[@]:1}"; do
  plain=$(begin $name '#define NOTHING' "$PWD/begins_plain")
  check "$name: differs with a precompiled header" [ "$(begin $name '//' "$PWD/begins")" = "$plain" ]
  check "$name: differs with a precompiled header and no cache" [ "$(begin $name '//' "")" = "$plain" ]
  check "$name: no report" grep -q "\"verdict\"" <<<"$plain"
done
check 'one header is kept for all' [ "$(find begins -name '*.header' | wc -l)" = 1 ]
check 'none where a directive comes first' [ "$(find begins_plain -name '*.header' | wc -l)" = 0 ]
# Another program of the framework finds its parts there.
mkdir two && cp one/*.part two/ && before=$(parts two | wc -l)
user other '  testing::Equal(n, 0);'
first=$(report "" other)
check 'another program differs with the parts of the first' [ "$(report "$PWD/two" other)" = "$first" ]
after=$(parts two | wc -l)
check "of $before parts none was of use to another program, which added $((after - before))" [ $((after - before)) -lt $((before / 2)) ]
# Half of the parts gone, one damaged, one empty.
rm -f one/*.program
parts one | awk 'NR % 2' | xargs rm -f
victim=$(parts one | head -n 1)
head -c 100 "$victim" >short && mv short "$victim"
: >"$(parts one | tail -n 1)"
same 'half of a cache' "$PWD/one" "${some[@]}"
rm -f one/*.program && parts one | awk 'NR % 3 == 0' | xargs rm -f
HEDDLE_CACHE="$PWD/one" "$heddle" replay race.heddle >out.txt 2>&1
check 'replays with half of a cache' [ $? = 1 ]
# Two at once, and one that is killed in the middle.
HEDDLE_CACHE="$PWD/three" "$heddle" check right.cpp gtest/mini.cc >/dev/null 2>&1 &
killed=$!
for name in right race; do (report "$PWD/three" $name >"$name.three") & pids="${pids:-} $!"; done
sleep 1
kill -9 $killed
wait $pids $killed 2>/dev/null
for name in right race; do
  check "$name differs when others fill the cache" [ "$(cat $name.three)" = "${wanted[$name]}" ]
done
same 'a cache that two have filled' "$PWD/three" right race
finish
