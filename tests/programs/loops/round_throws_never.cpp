// expect: inconclusive
// message: no way to the end of the program was found
//
// The same where it never becomes ready: a livelock, but the unwinder leaves its traces below the stack, where the round has
// written, so that the thread is not seen to wait for good (docs/decisions/14).
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex mutex;
bool ready = false;

static int get() {
  std::lock_guard<std::mutex> guard(mutex);
  if (!ready) throw std::runtime_error("not ready yet, come back some other time");
  return 5;
}

int main() {
  std::thread other([] { std::lock_guard<std::mutex> guard(mutex); });
  int value = 0;
  while (value == 0) {
    try {
      value = get();
    } catch (const std::exception &) {
    }
  }
  other.join();
}
