// expect: verified
// primitive: std::timed_mutex
// exit: 0
//
// Tried for a second, until it works.
#include <chrono>
#include <mutex>
#include <thread>

int main() {
  std::timed_mutex m;
  int count = 0;
  const auto add = [&] {
    while (!m.try_lock_for(std::chrono::seconds(1))) {
    }
    count++;
    m.unlock();
  };
  std::thread one(add), two(add);
  one.join();
  two.join();
  return count - 2;
}
