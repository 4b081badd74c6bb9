// expect: assertion
// lines: 19
// search: dfs dpor optimal
//
// std::lock takes a, finds b busy, and gives a back. Meanwhile a is held.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  b.lock();
  std::thread t([] {
    std::lock(a, b);
    a.unlock();
    b.unlock();
  });
  assert(a.try_lock());
  a.unlock();
  b.unlock();
  t.join();
}
