// primitive: std::shared_timed_mutex::try_lock_shared_for
// expect: race on value
// lines: 18, 21
// flags: -std=c++14
//
// Reads though the time may be up.
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;
static int value;

int main() {
  std::thread writer([] {
    std::unique_lock<std::shared_timed_mutex> lock(m);
    value = 1;
  });
  std::shared_lock<std::shared_timed_mutex> lock(m, std::chrono::milliseconds(1));
  const int seen = value;
  if (lock) lock.unlock();
  writer.join();
  return seen > 1;
}
