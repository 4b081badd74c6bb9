// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// The destructor of a thread-local variable.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int x;
static std::atomic<int> z;
static void locks() {
  m.lock();
  x = 1;
  m.unlock();
}

struct Local {
  int used = 0;
  ~Local() { locks(); }
};
static thread_local Local local;

int main() {
  std::thread t([] {
    local.used = 1;
    z = 1;
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
