// expect: race
// lines: 11, 12
//
// A pool without a lock, from two threads.
#include <memory_resource>
#include <thread>

static std::pmr::unsynchronized_pool_resource pool;

int main() {
  std::thread t([] { (void)pool.allocate(16); });
  (void)pool.allocate(16);
  t.join();
}
