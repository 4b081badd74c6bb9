// expect: race on value
// lines: 14
//
// A write under a shared lock.
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int value;

static void use() {
  std::shared_lock<std::shared_mutex> shared(lock);
  value++;
}

int main() {
  std::thread one(use), two(use);
  one.join();
  two.join();
}
