// expect: verified
// primitive: std::condition_variable_any::wait_for
// exit: 0
//
// Without a predicate, in portions. Beside the clock every round touches the count of a shared_ptr and two mutexes, and
// leaves them as they were.
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
  std::thread producer([&] {
    std::lock_guard lock(m);
    ready = true;  // nobody is told: the consumer looks once a second
  });
  consumer.join();
  producer.join();
}
