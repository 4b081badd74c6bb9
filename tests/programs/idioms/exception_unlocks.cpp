// expect: verified
//
// An exception that leaves a block with a std::lock_guard releases the mutex on its way.
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex m;
static int x;

static void work(bool fail) {
  try {
    std::lock_guard<std::mutex> lock(m);
    x++;
    if (fail) throw std::runtime_error("on purpose");
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread other(work, true);
  work(false);
  other.join();
  return x - 2;
}
