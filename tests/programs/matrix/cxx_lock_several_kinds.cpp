// expect: verified
// primitive: std::lock
// primitive: std::unique_lock
// primitive: std::shared_mutex
// primitive: std::recursive_mutex
//
// Locks of several kinds at once, against threads that take some of them one after the other, in any order.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::mutex plain;
static std::shared_mutex shared;
static std::recursive_mutex recursive;
static int total;

static void all_at_once() {
  std::unique_lock one(plain, std::defer_lock);
  std::unique_lock two(shared, std::defer_lock);
  std::lock(one, two, recursive);
  assert(one.owns_lock() && two.owns_lock());
  ++total;
  recursive.unlock();
}

static void from_the_end() {
  std::lock_guard first(recursive);
  std::lock_guard second(plain);
  ++total;
}

static void from_the_middle() {
  std::lock_guard first(shared);
  std::lock_guard second(recursive);
  ++total;
}

int main() {
  std::thread a(all_at_once), b(from_the_end), c(from_the_middle);
  a.join();
  b.join();
  c.join();
  assert(total == 3);
}
