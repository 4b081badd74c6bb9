#!/usr/bin/env bash
# examples/integration: what stands in these files is run here, on a project of the kind that they are written for: make, Meson (if there is
# one), the commands of the CI jobs and of the hook, the expression of the problem matcher.
. "$(dirname "$0")/common.sh"
examples=$root/examples/integration
mkdir -p bin include src tests
ln -s "$heddle" bin/heddle
PATH=$PWD/bin:$PATH
cat >include/queue.h <<'END_OF_FILE'
#pragma once
#include <mutex>
#include <vector>
class Queue {
 public:
  void push(int value);
  std::size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};
END_OF_FILE
cat >src/queue.cpp <<'END_OF_FILE'
#include "queue.h"
void Queue::push(int value) {
  std::lock_guard guard(mutex_);
  values_.push_back(value);
}
std::size_t Queue::size() const {
  std::lock_guard guard(mutex_);
  return values_.size();
}
END_OF_FILE
cat >tests/queue_race.cpp <<'END_OF_FILE'
#include <thread>

#include "queue.h"
int main() {
  Queue queue;
  std::thread other([&] { queue.push(1); });
  queue.push(2);
  other.join();
  return queue.size() == 2 ? 0 : 1;
}
END_OF_FILE
cp tests/queue_race.cpp tests/queue_test.cpp
cp src/queue.cpp right.cpp
sed '0,/std::lock_guard guard(mutex_);/{/std::lock_guard guard(mutex_);/d}' right.cpp >wrong.cpp
right() { cp right.cpp src/queue.cpp; }
wrong() { cp wrong.cpp src/queue.cpp; }

# ---- make ----
cp "$examples/make/Makefile" .
check 'make check' make check HEDDLE="$heddle" >make.txt 2>&1
check 'make check: again' [ "$(make check HEDDLE="$heddle" | grep -c 'heddle check')" = 0 ]
sleep 1
wrong
make check HEDDLE="$heddle" >make.txt 2>&1
check "make check of the broken queue: $(tail -n 1 make.txt)" grep -q 'queue_race.verified. Error 1' make.txt
check 'make check shows the report' grep -q 'src/queue.cpp:[0-9]*:[0-9]*: error: data race' make.txt
check 'the replay file' [ -f build/queue_race.heddle ]

# ---- Meson ----
if command -v meson >/dev/null; then
  cp "$examples/meson/meson.build" .
  right
  meson setup meson-build >meson.txt 2>&1
  check "meson setup: $(tail -n 2 meson.txt)" [ -f meson-build/build.ninja ]
  (cd meson-build && timeout 300 meson test --suite heddle) >meson.txt 2>&1
  check "meson test: $(tail -n 9 meson.txt)" grep -qE '^Ok: +1' meson.txt
  wrong
  (cd meson-build && timeout 300 meson test --suite heddle --print-errorlogs) >meson.txt 2>&1
  check "meson test of the broken queue: $(tail -n 9 meson.txt)" grep -qE '^Fail: +1' meson.txt
  check 'meson test shows the report' grep -q 'error: data race' meson.txt
else
  echo "not tried: meson is not installed"
fi

# ---- the commands of CI jobs and hooks ----
if python3 -c 'import yaml' 2>/dev/null; then
  commands=$(python3 - "$examples" <<'END_OF_SCRIPT'
import sys, yaml
def load(name): return yaml.safe_load(open(sys.argv[1] + "/" + name))
github, gitlab, hook = load("github-actions.yml"), load("gitlab-ci.yml"), load("pre-commit-config.yaml")
steps = [step for step in github["jobs"]["check"]["steps"] if "heddle check" in step.get("run", "")]
commands = [steps[0]["run"], gitlab["heddle"]["script"][0], hook["repos"][0]["hooks"][0]["entry"]]
print("\n".join(" ".join(command.replace("\\\n", " ").split()) for command in commands))
END_OF_SCRIPT
  )
  check "three commands: $commands" [ "$(grep -c '^heddle check' <<<"$commands")" = 3 ]
  while read -r command; do
    right
    timeout 300 $command >out.txt 2>&1
    status=$?
    check "$command: status $status: $(tail -n 2 out.txt)" [ $status = 0 ]
    wrong
    rm -f heddle.*
    timeout 300 $command >out.txt 2>&1
    status=$?
    check "$command, broken: status $status: $(tail -n 2 out.txt)" [ $status = 1 ]
    case $command in
    *--sarif*) check "what the job uploads: $command" [ -s heddle.sarif -a -s heddle.html -a -s heddle.json -a -s heddle.xml ] ;;
    *) check "-q prints one line a bug and one for the verdict: $(wc -l <out.txt)" [ "$(wc -l <out.txt)" -le 2 ] ;;
    esac
  done <<<"$commands"
else
  echo "not tried: python3-yaml is not installed"
fi

# ---- the problem matcher ----
"$heddle" check -Iinclude tests/queue_race.cpp src/queue.cpp >out.txt 2>&1
check 'the problem matcher' python3 - "$examples/vscode/tasks.json" <<'END_OF_SCRIPT'
import json, re, sys
text = "".join(line for line in open(sys.argv[1]) if not line.strip().startswith("//"))
pattern = json.loads(text)["tasks"][0]["problemMatcher"]["pattern"]
found = [match for match in (re.match(pattern["regexp"], line) for line in open("out.txt").read().splitlines()) if match]
assert len(found) == 1, found
match = found[0]
assert match[pattern["file"]] == "src/queue.cpp" and match[pattern["code"]] == "race" and match[pattern["severity"]] == "error"
assert int(match[pattern["line"]]) > 0 and "data race on" in match[pattern["message"]]
END_OF_SCRIPT
finish
