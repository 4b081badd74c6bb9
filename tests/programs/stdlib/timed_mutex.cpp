// expect: verified
// exit: 1 2
//
// std::timed_mutex: the lock may not come in time.
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex m;
static int x;

static void work() {
  std::unique_lock<std::timed_mutex> lock(m, std::chrono::milliseconds(1));
  if (lock.owns_lock()) x++;
}

int main() {
  std::thread other(work);
  {
    std::lock_guard<std::timed_mutex> lock(m);
    x++;
  }
  other.join();
  return x;
}
