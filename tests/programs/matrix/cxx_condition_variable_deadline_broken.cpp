// expect: assertion
// primitive: std::condition_variable::wait_for
//
// The deadline may pass before the flag is set.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  std::mutex m;
  std::condition_variable changed;
  bool ready = false;
  std::thread producer([&] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    const auto end = std::chrono::steady_clock::now() + 1h;
    while (!ready && std::chrono::steady_clock::now() < end) changed.wait_for(lock, 1s);
    assert(ready);
  }
  producer.join();
}
