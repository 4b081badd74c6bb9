// expect: verified
// search: dfs dpor optimal
//
// What a thread has nobody else can hold, not even for a moment.
#include <cassert>
#include <mutex>
#include <thread>

std::recursive_mutex a;
std::mutex b;

int main() {
  a.lock();
  std::thread t([] { std::scoped_lock both(b, a); });
  assert(a.try_lock());
  a.unlock();
  a.unlock();
  t.join();
}
