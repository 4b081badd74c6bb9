// Two workers, two tasks, no test framework.
#include <atomic>
#include <cassert>

#include "pool/pool.h"

int main() {
  std::atomic<int> sum{0};
  {
    pool::Pool workers(2);
    workers.submit([&] { sum += 1; });
    workers.submit([&] { sum += 2; });
  }
  assert(sum == 3);
}
