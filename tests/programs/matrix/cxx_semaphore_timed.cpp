// primitive: std::binary_semaphore::try_acquire_for
// expect: verified
// exit: 0 1
// flags: -std=c++20
//
// In time or not: both happen.
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(0);
static int data;

int main() {
  std::thread other([] {
    data = 1;
    ready.release();
  });
  int seen = 0;
  if (ready.try_acquire_for(std::chrono::milliseconds(1))) seen = data;
  other.join();
  return seen;
}
