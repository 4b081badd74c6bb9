#!/usr/bin/env bash
# --detect-nondeterminism: one schedule twice; the first difference is named.
. "$(dirname "$0")/common.sh"
export COLUMNS=1000  # sentences of a verdict in one line each
. "$here/replay_programs.sh"
cat >unpredictable.h <<'END'
static __attribute__((target("rdrnd"))) int unpredictable(void) {  // by the processor: nobody controls that
  unsigned number = 0;
  __builtin_ia32_rdrand32_step(&number);
  return (int)(number >> 8);
}
END
cat >number.c <<'END'
#include <pthread.h>
#include "unpredictable.h"
int seed;
static void *worker(void *arg) {
  seed = unpredictable();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return seed == 0;
}
END
cat >controlled.cpp <<'END'
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
std::mutex m;
std::map<std::string, long> seen;
int main() {
  auto note = [](const char* name) {
    const long now = std::chrono::steady_clock::now().time_since_epoch().count();
    std::lock_guard<std::mutex> lock(m);
    seen[name] = now + std::rand() + (long)&lock;
  };
  std::thread a(note, "a"), b(note, "b");
  a.join();
  b.join();
  std::printf("%ld %p\n", seen["a"] + seen["b"], (void*)&seen["a"]);
}
END
run() { timeout 120 "$heddle" "$@" >out.txt 2>err.txt; status=$?; }
run check --detect-nondeterminism number.c
check "a random number: status $status" [ $status = 3 ]
check "a random number: $(cat out.txt)" grep -qE 'not deterministic: .*main/1: write seed = [0-9a-fx]+ at number.c:5, but the second time main/1: write seed = [0-9a-fx]+ at number.c:5' out.txt
run check --json --detect-nondeterminism number.c
check "a random number, JSON: $(cat out.txt)" grep -q '"verdict":"inconclusive".*"limits":\["not deterministic' out.txt
run check --detect-nondeterminism controlled.cpp
check "clocks, random numbers and addresses: status $status, $(cat out.txt err.txt)" [ $status = 0 ]
run check --detect-nondeterminism race.c
check "a race is no difference: status $status" [ $status = 1 ]
check "a race is no difference" grep -q "data race on 'counter'" out.txt
run replay --detect-nondeterminism race.c.heddle
check "replay: status $status" [ $status = 1 ]
check "replay: nothing differs" [ -z "$(grep 'not deterministic' out.txt)" ]
sed -i 's/int local = counter;/int local = counter + unpredictable();/; 1i#include "unpredictable.h"' race.c
run replay --detect-nondeterminism race.c.heddle
check "replay of what has become unpredictable: $(cat out.txt)" grep -q 'not deterministic: .*race.c:7' out.txt
finish
