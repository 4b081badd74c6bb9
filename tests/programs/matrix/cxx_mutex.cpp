// primitive: std::mutex
// expect: verified
// exit: 0
//
// Two threads count under a mutex.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void add() {
  m.lock();
  counter++;
  m.unlock();
}

int main() {
  std::thread other(add);
  add();
  other.join();
  return counter - 2;
}
