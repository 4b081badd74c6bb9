// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// The destructor of an exception, which runs when its handler ends.
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

struct Exception {
  ~Exception() { locks(); }
};

int main() {
  std::thread t([] {
    z = 1;
    try {
      throw Exception();
    } catch (...) {
    }
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
