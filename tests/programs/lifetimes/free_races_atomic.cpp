// expect: race
// flags: --property race
// lines: 11, 15
// detectors: exact
//
// As free_races_alone.c: the other access is atomic, and `delete` is none.
#include <atomic>
#include <thread>
int main() {
  auto* flag = new std::atomic<int>(0);
  std::thread writer([flag] { flag->store(1, std::memory_order_relaxed); });
  std::atomic<int> before(0);
  before.store(1);
  int seen = before.load();
  delete flag;
  writer.join();
  return seen - 1;
}
