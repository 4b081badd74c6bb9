// expect: race on pool
// lines: 14, 18
//
// The same through a container, with a buffer of the program.
#include <memory_resource>
#include <thread>
#include <vector>

alignas(16) static char buffer[256];
static std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer, std::pmr::null_memory_resource());

static void other() {
  std::pmr::vector<int> v(&pool);
  v.push_back(1);
}
int main() {
  std::thread t(other);
  (void)pool.allocate(4, 4);
  t.join();
}
