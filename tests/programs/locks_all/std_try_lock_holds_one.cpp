// expect: assertion
// lines: 19
// search: dfs dpor optimal
//
// std::try_lock takes a, finds b busy, and gives a back.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  b.lock();
  std::thread t([] {
    if (std::try_lock(a, b) != -1) return;
    a.unlock();
    b.unlock();
  });
  assert(a.try_lock());
  a.unlock();
  b.unlock();
  t.join();
}
