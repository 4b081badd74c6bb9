// expect: verified
// search: stateful best-first
//
// A spin lock whose exchange may fail for no reason: chance is not against anybody forever; and two threads that contend
// for it hold it in turn.
#include <atomic>
#include <thread>

std::atomic<int> lock;
int count;

void add() {
  for (int expected = 0; !lock.compare_exchange_weak(expected, 1); expected = 0) {
  }
  ++count;
  lock = 0;
}

int main() {
  std::thread t(add);
  add();
  t.join();
  return count - 2;
}
