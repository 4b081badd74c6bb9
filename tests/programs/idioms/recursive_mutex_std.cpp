// expect: verified
//
// std::recursive_mutex, which has no initialising call.
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static int x;

static void work(int depth) {
  std::lock_guard<std::recursive_mutex> lock(m);
  x++;
  if (depth > 0) work(depth - 1);
}

int main() {
  std::thread other(work, 2);
  work(1);
  other.join();
  return x - 5;
}
