// expect: misuse
// message: shared lock of a std::shared_mutex that this thread already holds
// flags: -std=c++17
// lines: 12
//
#include <shared_mutex>
#include <thread>

static std::shared_timed_mutex m;
static void reads(int depth) {
  // A recursive reader.
  std::shared_lock<std::shared_timed_mutex> guard(m);
  if (depth > 0) reads(depth - 1);
}

int main() {
  std::thread other(reads, 0);
  reads(1);
  other.join();
}
