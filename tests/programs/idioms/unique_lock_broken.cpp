// expect: race on x
// lines: 13
//
// unique_lock.cpp with a deferred lock that nobody locks.
#include <mutex>
#include <thread>

static std::mutex m;
static int x;

static void work() {
  std::unique_lock<std::mutex> lock(m, std::defer_lock);
  x++;
}

int main() {
  std::thread other(work);
  work();
  other.join();
}
