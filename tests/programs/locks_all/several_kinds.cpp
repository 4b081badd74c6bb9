// expect: assertion
// lines: 21
// search: dfs dpor optimal
// flags: -std=c++14
//
// Locks of different types are taken by other code of the library, as are all of them before C++17.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a;
std::recursive_mutex b;

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
