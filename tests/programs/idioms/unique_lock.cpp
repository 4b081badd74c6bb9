// expect: verified
//
// std::unique_lock: deferred, moved, released early.
#include <mutex>
#include <thread>
#include <utility>

static std::mutex m;
static int x;

static std::unique_lock<std::mutex> locked() {
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  lock.lock();
  return lock;
}

static void work() {
  std::unique_lock<std::mutex> lock = locked();
  x++;
  std::unique_lock<std::mutex> moved = std::move(lock);
  x++;
  moved.unlock();
}

int main() {
  std::thread other(work);
  work();
  other.join();
  return x - 4;
}
