// primitive: std::latch
// expect: deadlock
// flags: -std=c++20
//
// Counts to three, and only two arrive.
#include <latch>
#include <thread>

static std::latch done(3);

int main() {
  std::thread other([] { done.arrive_and_wait(); });
  done.arrive_and_wait();
  other.join();
}
