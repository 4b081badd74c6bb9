// expect: verified
//
// A pool with a lock inside, from two threads, on top of a resource of the program that locks too.
#include <cassert>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <vector>

struct Counting : std::pmr::memory_resource {
  std::mutex lock;
  int blocks = 0;
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    const std::lock_guard guard(lock);
    blocks++;
    return ::operator new(size, std::align_val_t(alignment));
  }
  void do_deallocate(void* p, std::size_t size, std::size_t alignment) override {
    const std::lock_guard guard(lock);
    blocks--;
    ::operator delete(p, size, std::align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

int main() {
  Counting upstream;
  {
    std::pmr::synchronized_pool_resource pool(&upstream);
    auto work = [&] {
      std::pmr::vector<int> v(&pool);
      v.push_back(1);
    };
    std::thread t(work);
    work();
    t.join();
  }
  assert(upstream.blocks == 0);
}
