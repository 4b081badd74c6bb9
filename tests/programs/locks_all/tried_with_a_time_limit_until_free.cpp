// expect: verified
// search: dfs dpor optimal
//
// The same with a time limit.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex a, b;
int x;

int main() {
  b.lock();
  std::thread t([] {
    std::scoped_lock both(a, b);
    ++x;
  });
  while (!a.try_lock_for(std::chrono::milliseconds(1))) {
  }
  ++x;
  a.unlock();
  b.unlock();
  t.join();
  assert(x == 2);
}
