// expect: verified
// search: dfs dpor optimal
//
// std::try_lock in a loop against std::lock.
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
  while (std::try_lock(b, a) != -1) std::this_thread::yield();
  ++x;
  a.unlock();
  b.unlock();
  t.join();
  assert(x == 2);
}
