// expect: verified
// search: dpor
//
// What the standard says of the resources of <memory_resource>, in one thread.
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <new>
#include <vector>

struct Upstream : std::pmr::memory_resource {
  std::size_t calls = 0, bytes = 0;
  void* do_allocate(std::size_t size, std::size_t alignment) override {
    calls++;
    bytes += size;
    return ::operator new(size, std::align_val_t(alignment));
  }
  void do_deallocate(void* p, std::size_t size, std::size_t alignment) override {
    bytes -= size;
    ::operator delete(p, size, std::align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

static bool aligned(const void* p, std::size_t n) { return reinterpret_cast<std::uintptr_t>(p) % n == 0; }

static void monotonic() {
  Upstream upstream;
  {
    alignas(64) char buffer[64];
    std::pmr::monotonic_buffer_resource pool(buffer, sizeof buffer, &upstream);
    char* a = static_cast<char*>(pool.allocate(1, 1));
    char* b = static_cast<char*>(pool.allocate(8, 16));
    assert(a == buffer && b == buffer + 16 && upstream.calls == 0);
    char* c = static_cast<char*>(pool.allocate(100, 64));  // does not fit
    assert(aligned(c, 64) && upstream.calls == 1 && upstream.bytes >= 100);
    std::memset(c, 1, 100);
    for (int i = 0; i < 100; i++) std::memset(pool.allocate(50, 2), 1, 50);
    assert(upstream.calls > 2 && upstream.calls < 20);  // buffers grow geometrically
    pool.deallocate(c, 100, 64);
    pool.release();
    assert(upstream.bytes == 0 && pool.allocate(1, 1) == buffer);
    assert(pool.upstream_resource() == &upstream && pool == pool);
    (void)pool.allocate(1000);
  }
  assert(upstream.bytes == 0);
}

template <class Pool>
static void pools() {
  Upstream upstream;
  {
    Pool pool(std::pmr::pool_options{8, 256}, &upstream);
    assert(pool.options().largest_required_pool_block >= 256 && pool.upstream_resource() == &upstream);
    void* p = pool.allocate(24, 8);
    const std::size_t calls = upstream.calls;
    pool.deallocate(p, 24, 8);
    p = pool.allocate(24, 8);
    assert(upstream.calls == calls);  // a block that was given back serves again
    std::vector<char*> blocks;
    for (int i = 0; i < 40; i++) {
      blocks.push_back(static_cast<char*>(pool.allocate(24, 8)));
      std::memset(blocks.back(), i, 24);
    }
    for (int i = 0; i < 40; i++) assert(blocks[i][0] == i && blocks[i][23] == i && aligned(blocks[i], 8));
    assert(upstream.calls < calls + 40);
    for (char* block : blocks) pool.deallocate(block, 24, 8);
    void* large = pool.allocate(100000, 64);
    const std::size_t with = upstream.bytes;
    assert(aligned(large, 64));
    pool.deallocate(large, 100000, 64);
    assert(with - upstream.bytes >= 100000);
    (void)pool.allocate(5000);
    (void)pool.allocate(1, 1);
    pool.release();
    assert(upstream.bytes == 0);
    std::pmr::vector<long> v(&pool);
    for (long i = 0; i < 200; i++) v.push_back(i);
    assert(v[199] == 199 && aligned(pool.allocate(1, 128), 128));
  }
  assert(upstream.bytes == 0);
}

int main() {
  monotonic();
  pools<std::pmr::unsynchronized_pool_resource>();
  pools<std::pmr::synchronized_pool_resource>();
  try {
    (void)std::pmr::null_memory_resource()->allocate(1);
    assert(false);
  } catch (const std::bad_alloc&) {
  }
  std::pmr::memory_resource* const usual = std::pmr::get_default_resource();
  assert(usual == std::pmr::new_delete_resource());
  Upstream mine;
  assert(std::pmr::set_default_resource(&mine) == usual && std::pmr::get_default_resource() == &mine);
  { std::pmr::vector<int> v{1, 2, 3}; assert(mine.calls == 1); }
  assert(std::pmr::set_default_resource(nullptr) == &mine && std::pmr::get_default_resource() == usual);
  usual->deallocate(usual->allocate(100, 64), 100, 64);
}
