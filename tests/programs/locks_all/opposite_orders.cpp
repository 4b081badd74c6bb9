// expect: verified
// search: dfs dpor optimal
// executions(dpor): 2
//
// std::lock does not deadlock, in whatever order it is given its locks. Nobody can notice one that is held for a moment.
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
  t.join();
  u.join();
  assert(x == 2);
}
