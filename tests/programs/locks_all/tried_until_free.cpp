// expect: verified
// search: dfs dpor optimal
//
// a is free again once the other thread has found b busy: the loop ends although this thread keeps b.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int x;

int main() {
  b.lock();
  std::thread t([] {
    std::scoped_lock both(a, b);
    ++x;
  });
  while (!a.try_lock()) std::this_thread::yield();
  ++x;
  a.unlock();
  b.unlock();
  t.join();
  assert(x == 2);
}
