// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// The handler of operator new.
#include <atomic>
#include <cassert>
#include <mutex>
#include <new>
#include <thread>

static std::mutex m;
static int x;
static std::atomic<int> z;
static void locks() {
  m.lock();
  x = 1;
  m.unlock();
}

static void handler() {
  locks();
  throw std::bad_alloc();
}

int main() {
  std::set_new_handler(handler);
  std::thread t([] {
    z = 1;
    try {
      ::operator delete(::operator new(std::size_t{1} << 60));
    } catch (const std::bad_alloc&) {
    }
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
