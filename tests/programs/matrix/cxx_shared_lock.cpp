// primitive: std::shared_lock
// expect: verified
// exit: 0 1 2
// flags: -std=c++17
//
// Readers lock through shared_lock: at once, deferred, tried.
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int value;

int main() {
  std::thread writer([] {
    std::lock_guard<std::shared_mutex> lock(m);
    value = 1;
  });
  int seen = 2;
  {
    std::shared_lock<std::shared_mutex> lock(m, std::try_to_lock);
    if (lock) seen = value;
  }
  std::shared_lock<std::shared_mutex> lock(m, std::defer_lock);
  lock.lock();
  const int later = value;
  lock.unlock();
  writer.join();
  return seen == 1 && later == 0 ? 9 : seen;
}
