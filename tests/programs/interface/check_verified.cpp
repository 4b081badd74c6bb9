// expect: verified
// flags: -std=c++17
// exit: 3
//
// Two scopes are explored one after the other, not in combination; then the program goes on to its end.
#include <heddle.h>

#include <atomic>
#include <thread>

static void compete() {
  std::atomic<int> value{0};
  std::thread other([&] { value += 2; });
  value += 1;
  other.join();
  heddle_assert(value == 3);
}

int main() {
  const heddle::Result first = heddle::check(compete);
  const heddle::Result second = heddle::check(compete);
  return (first.verdict == heddle::Verdict::verified ? 1 : 0) + (second ? 2 : 0);
}
