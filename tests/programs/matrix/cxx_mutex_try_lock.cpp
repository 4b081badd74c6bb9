// primitive: std::mutex::try_lock
// expect: verified
// exit: 1 2
//
// Who does not get the mutex leaves the counter alone.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void add() {
  if (m.try_lock()) {
    counter++;
    m.unlock();
  }
}

int main() {
  std::thread other(add);
  add();
  other.join();
  return counter;
}
