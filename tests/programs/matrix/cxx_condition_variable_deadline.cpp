// expect: verified
// primitive: std::condition_variable::wait_for
// exit: 0 1
//
// Portions of a second up to a deadline: the loop ends, with or without the flag.
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
  bool seen;
  {
    std::unique_lock lock(m);
    const auto end = std::chrono::steady_clock::now() + 1h;
    while (!ready && std::chrono::steady_clock::now() < end) changed.wait_for(lock, 1s);
    seen = ready;
  }
  producer.join();
  return seen ? 0 : 1;
}
