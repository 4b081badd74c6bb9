// primitive: std::this_thread::yield
// expect: race on data
// lines: 11, 13
//
// A yield orders nothing.
#include <thread>

static int data;

int main() {
  std::thread other([] { data = 1; });
  std::this_thread::yield();
  const int seen = data;
  other.join();
  return seen > 1;
}
