// expect: verified
//
// Readers share the lock, the writer has it alone.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int low = 1, high = 2;

static void reader() {
  std::shared_lock<std::shared_mutex> shared(lock);
  assert(low < high);
}

int main() {
  std::thread one(reader), two(reader);
  {
    std::unique_lock<std::shared_mutex> alone(lock);
    low = 10;
    high = 20;
  }
  one.join();
  two.join();
}
