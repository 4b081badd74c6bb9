// expect: assertion
// flags: -std=c++17
//
// The toggled variable is a local of the thread that toggles it; the other has a reference.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex m;
  bool busy = false, over = false;
  std::thread watcher([&] {
    bool seen = true;
    for (int i = 0; i < 5; i++) {
      std::lock_guard lock(m);
      seen &= busy == (i % 2 == 0);
    }
    assert(!seen);
    std::lock_guard lock(m);
    over = true;
  });
  for (;;) {
    {
      std::lock_guard lock(m);
      busy = true;
    }
    std::lock_guard lock(m);
    busy = false;
    if (over) break;
  }
  watcher.join();
}
