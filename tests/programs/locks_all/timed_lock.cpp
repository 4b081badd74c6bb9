// expect: assertion
// lines: 16
// search: dfs dpor optimal
//
// A lock with a time limit: the thread that holds a for a moment may be stopped for so long.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex a, b;

int main() {
  b.lock();
  std::thread t([] { std::scoped_lock both(a, b); });
  assert(a.try_lock_for(std::chrono::milliseconds(10)));
  a.unlock();
  b.unlock();
  t.join();
}
