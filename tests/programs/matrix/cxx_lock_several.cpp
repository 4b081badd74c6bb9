// expect: verified
// primitive: std::lock
// primitive: std::scoped_lock
// executions(dfs): 2
//
// Two threads take the same two mutexes, named in opposite orders: neither holds one while it waits for the other.
#include <mutex>
#include <thread>

static std::mutex left, right;
static int moved;

static void one() {
  std::scoped_lock both(left, right);
  ++moved;
}

static void other() {
  std::scoped_lock both(right, left);
  ++moved;
}

int main() {
  std::thread first(one), second(other);
  first.join();
  second.join();
  return moved == 2 ? 0 : 1;
}
