// expect: verified
//
// Under a lock, or one for each thread.
#include <cassert>
#include <memory_resource>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::pmr::monotonic_buffer_resource shared;
static std::mutex lock;

static void work(int n) {
  char buffer[64];
  std::pmr::monotonic_buffer_resource own(buffer, sizeof buffer);
  std::pmr::vector<int> v(&own);
  for (int i = 0; i < 40; i++) v.push_back(i);  // more than the buffer holds
  assert(v[39] == 39);
  std::pmr::string text("a text that does not fit into the string itself", &own);
  assert(text.size() > 40);
  const std::lock_guard guard(lock);
  int* p = static_cast<int*>(shared.allocate(sizeof(int), alignof(int)));
  *p = n;
  shared.deallocate(p, sizeof(int), alignof(int));
}

int main() {
  std::thread t(work, 1);
  work(2);
  t.join();
  shared.release();
}
