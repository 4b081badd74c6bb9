// expect: assertion
// lines: 19
// search: dfs dpor optimal
//
// std::lock of two std::unique_lock that do not own their mutexes yet.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  b.lock();
  std::thread t([] {
    std::unique_lock first(a, std::defer_lock), second(b, std::defer_lock);
    std::lock(first, second);
  });
  std::unique_lock mine(a, std::try_to_lock);
  assert(mine.owns_lock());
  mine.unlock();
  b.unlock();
  t.join();
}
