// expect: race
// lines: 18, 22
//
// The pool's lock does not order what the program does with a block afterwards.
#include <atomic>
#include <memory_resource>
#include <thread>

static std::pmr::synchronized_pool_resource pool;
static std::atomic<int*> published;
static int seen;

int main() {
  int* p = static_cast<int*>(pool.allocate(sizeof(int), alignof(int)));
  std::thread t([] {
    int* got = published.load(std::memory_order_relaxed);
    if (got == nullptr) return;
    seen = *got;
  });
  int* const mine = p;
  // Written, then published without order.
  *mine = 7;
  published.store(mine, std::memory_order_relaxed);
  t.join();
}
