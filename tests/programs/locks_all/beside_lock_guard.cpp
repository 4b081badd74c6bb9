// expect: verified
// search: dfs dpor optimal
//
// Who waits for one lock, or takes both one after the other, does not deadlock with std::lock.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int x, y;

int main() {
  std::thread t([] {
    std::lock(b, a);
    ++x;
    ++y;
    a.unlock();
    b.unlock();
  });
  std::thread u([] {
    std::lock_guard first(a);
    std::lock_guard second(b);
    ++x;
    ++y;
  });
  {
    std::lock_guard guard(b);
    ++y;
  }
  t.join();
  u.join();
  assert(x == 2 && y == 3);
}
