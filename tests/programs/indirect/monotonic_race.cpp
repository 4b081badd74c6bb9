// expect: race on pool
// lines: 11, 12
//
// monotonic_buffer_resource is not thread-safe; its functions are reached through a table of virtual functions.
#include <memory_resource>
#include <thread>

static std::pmr::monotonic_buffer_resource pool;

int main() {
  std::thread t([] { (void)pool.allocate(16); });
  (void)pool.allocate(16);
  t.join();
}
