// expect: race on total
// lines: 20, 20
// flags: -std=c++17
//
// Two tests without a framework; the second has the bug.
#include <heddle.h>

#include <mutex>
#include <thread>

static int total;
static std::mutex mutex;

static void add_safely() {
  const std::lock_guard<std::mutex> guard(mutex);
  ++total;
}

static void add_carelessly() {
  ++total;
}

template <class F>
static void twice(F f) {
  std::thread other(f);
  f();
  other.join();
}

int main() {
  const heddle::Result first = heddle::check([] { twice(add_safely); }, {"safe"});
  const heddle::Result second = heddle::check([] { twice(add_carelessly); }, {"careless"});
  return first.ok() && !second.ok() ? 0 : 1;
}
