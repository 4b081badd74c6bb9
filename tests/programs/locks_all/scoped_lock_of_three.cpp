// expect: assertion
// lines: 15
// search: dfs dpor optimal
//
// std::scoped_lock calls std::lock. It holds the first two when it finds the third one busy.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;

int main() {
  c.lock();
  std::thread t([] { std::scoped_lock all(a, b, c); });
  assert(b.try_lock());
  b.unlock();
  c.unlock();
  t.join();
}
