// expect: verified
// search: dfs dpor optimal
//
// The same with somebody who tries one of the locks and can do without.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int x;

int main() {
  std::thread t([] {
    std::scoped_lock both(a, b);
    ++x;
  });
  std::thread u([] {
    std::scoped_lock both(b, a);
    ++x;
  });
  int mine = 0;
  if (a.try_lock()) {
    ++x;
    ++mine;
    a.unlock();
  }
  t.join();
  u.join();
  assert(x == 2 + mine);
}
