// expect: verified
// search: dfs dpor optimal
//
// A lock that std::lock has nothing to do with is found held only if it is.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;

int main() {
  b.lock();
  std::thread t([] { std::scoped_lock both(a, b); });
  assert(c.try_lock());
  c.unlock();
  b.unlock();
  t.join();
}
