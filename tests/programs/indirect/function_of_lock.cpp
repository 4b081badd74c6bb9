// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A std::function of a library function.
#include <atomic>
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

static std::mutex m;
static int x;
static std::atomic<int> z;

static std::function<int(pthread_mutex_t*)> take = pthread_mutex_lock, give = pthread_mutex_unlock;

int main() {
  std::thread t([] {
    z = 1;
    take(m.native_handle());
    x = 1;
    give(m.native_handle());
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
