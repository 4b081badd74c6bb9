// expect: verified
// search: dpor optimal
//
// The waiter polishes a fork if nobody has it.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex forks[3];
int uses[3];

void philosopher(int i) {
  std::scoped_lock both(forks[i], forks[(i + 1) % 3]);
  ++uses[i];
  ++uses[(i + 1) % 3];
}

int main() {
  std::thread p(philosopher, 0), q(philosopher, 1), r(philosopher, 2);
  int polished = 0;
  if (forks[1].try_lock()) {
    polished = ++uses[1] > 0;
    forks[1].unlock();
  }
  p.join();
  q.join();
  r.join();
  assert(uses[0] == 2 && uses[1] == 2 + polished && uses[2] == 2);
}
