// expect: misuse
//
// A std::thread must be joined or detached before it is destroyed. Here an early return jumps over the join.
#include <thread>

static int work(bool hurry) {
  std::thread helper([] {});
  if (hurry) return 1;
  helper.join();
  return 0;
}

int main() { return work(true); }
