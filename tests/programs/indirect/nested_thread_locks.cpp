// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A thread that starts another one by std::thread may do what that one does.
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

int main() {
  std::thread t([] {
    z = 1;
    std::thread(locks).join();
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
