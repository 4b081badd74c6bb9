// primitive: std::this_thread::sleep_for
// expect: race on data
// lines: 12, 14
//
// Sleeping long enough is no synchronisation.
#include <chrono>
#include <thread>

static int data;

int main() {
  std::thread other([] { data = 1; });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const int seen = data;
  other.join();
  return seen > 1;
}
