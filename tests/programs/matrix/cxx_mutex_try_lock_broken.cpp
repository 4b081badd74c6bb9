// primitive: std::mutex::try_lock
// expect: race on counter
// lines: 14
//
// Who does not get the mutex counts all the same.
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void add() {
  const bool locked = m.try_lock();
  counter++;
  if (locked) m.unlock();
}

int main() {
  std::thread other(add);
  add();
  other.join();
}
