// expect: crash
// signal: SIGSEGV
// message: stack overflow
//
// A recursion that never ends, beside a thread that goes round a loop.
#include <atomic>
#include <thread>

std::atomic<int> depth{0};

[[gnu::noinline]] int deeper(int n) {
  volatile char frame[60000];
  frame[0] = static_cast<char>(n);
  depth.fetch_add(1);
  const int below = deeper(n + 1);
  return below + frame[0] + frame[n % 60000];
}

int main() {
  std::thread t([] {
    while (depth.load() < 0) {
    }
  });
  deeper(0);
  t.join();
}
