// primitive: std::thread::swap
// expect: race on ran
// lines: 11, 15
//
// After the swap the first join waits for the other thread.
#include <thread>

static int ran;

int main() {
  std::thread first([] { ran = 1; });
  std::thread second([] {});
  first.swap(second);
  first.join();
  const int result = ran;
  second.join();
  return result > 1;
}
