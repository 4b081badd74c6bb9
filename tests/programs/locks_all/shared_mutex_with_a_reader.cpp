// expect: verified
// search: dfs dpor optimal
//
// Nor can a writer have what is being read.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex a, b;

int main() {
  a.lock_shared();
  std::thread t([] { std::scoped_lock both(a, b); });
  std::thread u([] {
    assert(a.try_lock_shared());
    a.unlock_shared();
  });
  u.join();
  a.unlock_shared();
  t.join();
}
