// expect: deadlock
// lines: 15, 20
// cycle: 2
//
// The same with two lock guards one after the other: each thread may hold what the other one wants.
#include <mutex>
#include <thread>

static std::mutex a, b;
static int x;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> first(b);
    std::lock_guard<std::mutex> second(a);
    x++;
  });
  {
    std::lock_guard<std::mutex> first(a);
    std::lock_guard<std::mutex> second(b);
    x++;
  }
  other.join();
  return x - 2;
}
