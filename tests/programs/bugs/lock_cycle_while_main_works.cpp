// expect: deadlock
// cycle: 2
// lines: 16, 20
//
// Two threads wait for each other's mutex while main is far from its end and needs neither.
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex a, b;
static std::atomic<int> steps{0};

int main() {
  std::thread one([] {
    std::lock_guard first(a);
    std::lock_guard second(b);
  });
  std::thread two([] {
    std::lock_guard first(b);
    std::lock_guard second(a);
  });
  for (int i = 0; i < 3; i++) steps++;
  one.join();
  two.join();
}
