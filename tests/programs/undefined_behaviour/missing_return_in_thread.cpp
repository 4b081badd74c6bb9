// expect: crash
// lines: 11
// message: ended without returning a value
// signal: SIGILL
//
#include <atomic>
#include <thread>

static std::atomic<int> order{0};

static bool first() { if (order++ == 0) return true; }

int main() {
  std::thread t([] { first(); });
  first();
  t.join();
}
