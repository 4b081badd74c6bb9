// primitive: std::mutex
// expect: race on counter
// lines: 15, 18
//
// One thread counts without the mutex.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

int main() {
  std::thread other([] {
    m.lock();
    counter++;
    m.unlock();
  });
  counter++;
  other.join();
}
