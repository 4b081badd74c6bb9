// expect: verified
//
// A time handed over by an atomic, whatever its order, and by a future.
#include <atomic>
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

using Clock = std::chrono::system_clock;

std::atomic<Clock::rep> last = 0;

int main() {
  std::promise<Clock::time_point> promise;
  std::thread worker([&] {
    Clock::now();
    Clock::now();
    last.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
    promise.set_value(Clock::now());
  });
  const Clock::rep seen = last.load(std::memory_order_relaxed);
  assert(Clock::now().time_since_epoch().count() >= seen);
  assert(promise.get_future().get() <= Clock::now());
  worker.join();
}
