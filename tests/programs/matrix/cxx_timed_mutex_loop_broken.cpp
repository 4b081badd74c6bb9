// expect: livelock
// primitive: std::timed_mutex
//
// The owner waits for the one that tries.
#include <chrono>
#include <mutex>
#include <thread>

int main() {
  std::timed_mutex m;
  m.lock();
  std::thread one([&] {
    while (!m.try_lock_for(std::chrono::seconds(1))) {
    }
    m.unlock();
  });
  one.join();
  m.unlock();
}
