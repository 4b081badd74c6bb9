// primitive: std::unique_lock
// expect: verified
// exit: 0 1 2
//
// Deferred, tried, adopted, moved, released.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

int main() {
  std::thread other([] {
    std::unique_lock<std::mutex> lock(m, std::defer_lock);
    assert(!lock.owns_lock());
    lock.lock();
    std::unique_lock<std::mutex> moved = std::move(lock);
    assert(moved && !lock && lock.mutex() == nullptr);
    counter++;
  });
  std::unique_lock<std::mutex> lock(m);
  counter++;
  std::mutex* released = lock.release();
  std::unique_lock<std::mutex>(*released, std::adopt_lock).unlock();
  std::unique_lock<std::mutex> tried(m, std::try_to_lock);
  const int seen = tried ? counter : 0;
  if (tried) tried.unlock();
  other.join();
  return seen;
}
