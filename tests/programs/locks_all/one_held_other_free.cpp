// expect: assertion
// lines: 23
// search: dfs dpor optimal
//
// Between two of the locks that it takes std::lock has one of them and not yet the other.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread t([] {
    std::lock(a, b);
    a.unlock();
    b.unlock();
  });
  t.detach();
  if (a.try_lock())
    a.unlock();
  else if (b.try_lock()) {
    const bool both_or_none = false;
    assert(both_or_none);
  }
  std::lock(a, b);  // whoever has them gives them back
  a.unlock();
  b.unlock();
}
