// expect: race on balance
// lines: 14, 19
// primitive: std::lock
// primitive: std::scoped_lock
//
// One thread takes both locks, the other only the wrong one.
#include <mutex>
#include <thread>

static std::mutex left, right;
static int balance;
static void both_locks() {
  std::scoped_lock both(left, right);
  balance = balance + 1;
}
static void one_lock() {
  { std::scoped_lock one(left); }
  // not held any more
  balance = 2;
}

int main() {
  std::thread first(both_locks), second(one_lock);
  first.join();
  second.join();
}
