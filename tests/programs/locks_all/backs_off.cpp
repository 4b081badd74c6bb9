// expect: verified
// search: dfs dpor optimal
//
// Taking two locks by hand: lock one, try the other, let go and start again.
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
  b.lock();
  while (!a.try_lock()) {
    b.unlock();
    std::this_thread::yield();
    b.lock();
  }
  ++x;
  a.unlock();
  b.unlock();
  t.join();
  assert(x == 2);
}
