// expect: verified
// assumes: sequential consistency
// assumes: malloc succeeds
//
// One that leaves a function that holds a mutex, with a text of its own.
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
  std::thread other([] {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
  });
  int value = 0;
  while (value == 0) {
    try {
      value = get();
    } catch (const std::exception &) {
    }
  }
  other.join();
  return value - 5;
}
