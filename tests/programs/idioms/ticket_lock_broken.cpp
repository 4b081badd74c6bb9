// expect: assertion
// lines: 16
//
// ticket_lock.cpp with a number drawn in two steps: two threads may hold the same one. (The count of those inside is
// atomic, so that the lost exclusion shows as a wrong count and not as a race.)
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> next_ticket{0}, now_serving{0}, inside{0};

static void work() {
  int mine = next_ticket.load();
  next_ticket.store(mine + 1);
  if (now_serving.load() != mine) return;
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
}
