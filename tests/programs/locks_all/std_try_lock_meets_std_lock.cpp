// expect: assertion
// lines: 15
// search: dfs dpor optimal
//
// std::try_lock fails at a mutex that a std::lock holds for a moment.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;

int main() {
  b.lock();
  std::thread t([] { std::scoped_lock both(a, b); });
  assert(std::try_lock(c, a) == -1);
  a.unlock();
  b.unlock();
  c.unlock();
  t.join();
}
