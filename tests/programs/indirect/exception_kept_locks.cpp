// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// The destructor of an exception that is given away: whoever drops it last runs it.
#include <atomic>
#include <cassert>
#include <exception>
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
static std::exception_ptr kept;

int main() {
  try {
    throw Exception();
  } catch (...) {
    kept = std::current_exception();
  }
  x = 0;
  std::thread t([] {
    z = 1;
    try {
      std::rethrow_exception(std::move(kept));
    } catch (...) {
    }
  });
  m.lock();
  const int seen = x;
  m.unlock();
  assert(seen == 0);
  t.join();
}
