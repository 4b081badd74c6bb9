// expect: verified
// flags: -std=c++20
//
// All of an enumeration, functions that do not return and do not, code behind them.
#include <pthread.h>

#include <cassert>
#include <cstdlib>
#include <stdexcept>

enum class Level { Low, High };

static int rank(Level level) {
  switch (level) {
    case Level::Low: return 1;
    case Level::High: return 2;
  }
  __builtin_unreachable();
}

[[noreturn]] static void fail(int n) {
  if (n == 0) throw std::runtime_error("zero");
  throw n;
}
[[noreturn]] static void leave() { std::exit(0); }
[[noreturn]] static void stop() { pthread_exit(nullptr); }

static int half(int n) {
  if (n % 2 == 0) return n / 2;
  fail(n);
}

static void* thread(void*) {
  if (half(4) == 2) stop();
}

int main() {
  assert(rank(Level::Low) + rank(Level::High) == 3);
  try {
    half(3);
  } catch (int n) {
    assert(n == 3);
  }
  int n = 7;
  __builtin_assume(n == 7);
  assert(n / 2 == 3);
  pthread_t t;
  pthread_create(&t, nullptr, thread, nullptr);
  pthread_join(t, nullptr);
  leave();
}
