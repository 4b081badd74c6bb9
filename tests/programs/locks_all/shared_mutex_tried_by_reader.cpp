// expect: assertion
// lines: 16
// search: dfs dpor optimal
//
// std::lock takes a shared mutex to write: for a moment nobody can read.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex a, b;

int main() {
  b.lock_shared();
  std::thread t([] { std::scoped_lock both(a, b); });
  assert(a.try_lock_shared());
  a.unlock_shared();
  b.unlock_shared();
  t.join();
}
