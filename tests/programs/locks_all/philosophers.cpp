// expect: verified
// search: dfs dpor optimal
//
// Three philosophers take both forks with std::scoped_lock.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex forks[3];
int meals;
std::mutex counting;

void philosopher(int i) {
  std::scoped_lock both(forks[i], forks[(i + 1) % 3]);
  std::lock_guard guard(counting);
  ++meals;
}

int main() {
  std::thread p(philosopher, 0), q(philosopher, 1), r(philosopher, 2);
  p.join();
  q.join();
  r.join();
  assert(meals == 3);
}
