// expect: livelock
// search: auto dpor stateful best-first
//
// The loop without an exit is left by an exception. What the thread does afterwards is no longer what that loop is
// meant to do.
#include <atomic>
#include <thread>

static std::atomic<int> flag;

static void count() {
  for (int i = 0;;)
    if (++i == 3) throw i;
}

int main() {
  std::thread thread([] {
    try {
      for (;;) count();
    } catch (int) {
    }
    while (!flag) {
    }
  });
  thread.join();
}
