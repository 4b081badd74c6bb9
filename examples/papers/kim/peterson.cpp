// expect: verified
// search: stateful best-first
// visible: sync all
//
// Peterson (2,2) of figure 10: the same algorithm with atomics, each thread twice.
#include <atomic>
#include <thread>

static std::atomic<int> flag[2], turn;
static int shared;

static void work(int me) {
  for (int i = 0; i < 2; i++) {
    flag[me] = 1;
    turn = 1 - me;
    while (flag[1 - me] == 1 && turn == 1 - me) {
    }
    shared++;
    flag[me] = 0;
  }
}

int main() {
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
}
