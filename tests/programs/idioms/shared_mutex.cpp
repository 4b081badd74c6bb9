// expect: verified
//
// std::shared_mutex: shared for the readers, exclusive for the writer.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int left, right;

static void read() {
  std::shared_lock<std::shared_mutex> shared(lock);
  assert(left == right);
}

int main() {
  std::thread one(read), two(read);
  {
    std::unique_lock<std::shared_mutex> exclusive(lock);
    left++;
    right++;
  }
  one.join();
  two.join();
}
