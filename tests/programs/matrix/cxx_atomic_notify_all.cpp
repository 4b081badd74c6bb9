// primitive: std::atomic::notify_all
// expect: verified
// flags: -std=c++20
//
// Two wait, all are notified; a flag and a pointer.
#include <atomic>
#include <thread>

static std::atomic_flag open;

int main() {
  std::thread first([] { open.wait(false); }), second([] { open.wait(false); });
  open.test_and_set();
  open.notify_all();
  first.join();
  second.join();
}
