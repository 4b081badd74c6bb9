// expect: inconclusive
// flags: -std=c++17
// message: outside heddle::check
//
// What runs outside of the lambda is not explored, and the report says so.
#include <heddle.h>

#include <atomic>
#include <thread>

static std::atomic<int> value{0};

int main() {
  std::thread before([] { value += 1; });
  value += 2;
  before.join();
  return heddle::check([] { value += 4; }).ok() ? 0 : 1;
}
