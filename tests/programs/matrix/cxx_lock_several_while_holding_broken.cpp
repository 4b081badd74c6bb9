// expect: deadlock
// primitive: std::lock
// primitive: std::scoped_lock
//
// std::scoped_lock avoids deadlocks among its own locks only: this thread holds another one meanwhile.
#include <mutex>
#include <thread>

static std::mutex outer, left, right;

static void one() {
  std::lock_guard hold(outer);
  std::scoped_lock both(left, right);
}

static void other() {
  std::lock_guard hold(right);
  std::lock_guard wait(outer);
}

int main() {
  std::thread first(one), second(other);
  first.join();
  second.join();
}
