// expect: verified
// search: dfs dpor optimal
//
// Nobody holds the locks before std::lock begins, or after they were given back.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  assert(a.try_lock());
  a.unlock();
  std::thread t([] { std::scoped_lock both(a, b); });
  t.join();
  assert(b.try_lock());
  b.unlock();
}
