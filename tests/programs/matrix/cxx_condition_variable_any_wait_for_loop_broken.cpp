// expect: livelock
// primitive: std::condition_variable_any::wait_for
//
// The flag that the consumer looks at once a second is never set.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  std::mutex m;
  std::condition_variable_any changed;
  bool ready = false;
  std::thread consumer([&] {
    std::unique_lock lock(m);
    while (!ready) changed.wait_for(lock, 1s);
  });
  consumer.join();
}
