// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// What a std::thread was given is destroyed by the thread, after its function has returned.
#include <atomic>
#include <cassert>
#include <memory>
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

struct Owner {
  std::unique_ptr<int> owned = std::make_unique<int>(1);
  Owner() = default;
  Owner(Owner&&) = default;
  ~Owner() {
    if (owned) locks();
  }
  void operator()() { z = 1; }
};

int main() {
  std::thread t{Owner()};
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
