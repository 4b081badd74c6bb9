// primitive: std::binary_semaphore::try_acquire_for
// expect: race on data
// lines: 15, 19
// flags: -std=c++20
//
// Reads though the time may be up.
#include <semaphore>
#include <thread>

static std::binary_semaphore ready(0);
static int data;

int main() {
  std::thread other([] {
    data = 1;
    ready.release();
  });
  (void)ready.try_acquire_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
  const int seen = data;
  other.join();
  return seen > 1;
}
