// expect: assertion
// primitive: std::condition_variable::wait_for
//
// Three tries of a second each fit into the ten seconds: a counter is no time, however regularly it grows.
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
  });
  int tries = 0;
  {
    std::unique_lock lock(m);
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!ready && tries < 3 && std::chrono::steady_clock::now() < end) {
      changed.wait_for(lock, 1s);
      tries++;
    }
  }
  producer.join();
  assert(tries < 3);
}
