// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A function that std::call_once calls.
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

static std::once_flag flag;

int main() {
  std::thread t([] {
    z = 1;
    std::call_once(flag, locks);
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
