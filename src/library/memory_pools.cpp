// The pool resources of <memory_resource>. One set of pools for each resource, of blocks of 8, 16, 32 ... bytes; what
// is too large for them comes from upstream block by block. A block that is given back is the next one to be handed
// out.
//
// libstdc++'s synchronized_pool_resource has pools for each thread besides, to save locking. Here every call takes the
// resource's lock: that is coarser, but as the standard has it no program can rely on the difference.
#include <algorithm>
#include <bit>
#include <memory_resource>
#include <mutex>
#include <new>
#include <utility>

namespace std::pmr {

// What was got from upstream and has to go back there: chunks of pools, and blocks too large for any.
struct __pool_resource::_BigBlock {
  void* begin;
  size_t size, alignment;
};

struct __pool_resource::_Pool {
  struct Free {
    Free* next;
  };
  Free* free;     // blocks that were given back
  char* fresh;    // and the rest of the newest chunk, never handed out
  size_t left;    // so many blocks
  size_t blocks;  // of the next chunk

  static constexpr size_t kSmallest = 8, kFirstChunk = 1024;

  // Which pool serves this request; at least npools: none.
  static int index(size_t bytes, size_t alignment) {
    const size_t block = max({bytes, alignment, kSmallest});
    return static_cast<int>(bit_width(block - 1)) - 3;
  }

  // The pools for this request: made by the first one that needs them.
  static _Pool* pools_for(__pool_resource& all, _Pool* pools, size_t bytes, size_t alignment) {
    return pools == nullptr && index(bytes, alignment) < all._M_npools ? all._M_alloc_pools() : pools;
  }

  static void* allocate(__pool_resource& all, _Pool* pools, size_t bytes, size_t alignment) {
    const int i = index(bytes, alignment);
    if (i >= all._M_npools) return all.allocate(bytes, alignment);
    _Pool& pool = pools[i];
    if (Free* block = pool.free) {
      pool.free = block->next;
      return block;
    }
    const size_t size = kSmallest << i;
    if (pool.left == 0) {
      const size_t count = pool.blocks;
      pool.fresh = static_cast<char*>(all.allocate(count * size, max(size, alignof(max_align_t))));
      pool.left = count;
      pool.blocks = min(count * 2, all._M_opts.max_blocks_per_chunk);
    }
    pool.left--;
    return exchange(pool.fresh, pool.fresh + size);
  }

  static void deallocate(__pool_resource& all, _Pool* pools, void* p, size_t bytes, size_t alignment) {
    const int i = index(bytes, alignment);
    if (i >= all._M_npools) return all.deallocate(p, bytes, alignment);
    pools[i].free = new (p) Free{pools[i].free};
  }

  static void release(__pool_resource& all, _Pool*& pools) {
    if (pools != nullptr)
      all.resource()->deallocate(pools, static_cast<size_t>(all._M_npools) * sizeof(_Pool), alignof(_Pool));
    pools = nullptr;
    all.release();
  }
};

static pool_options with_defaults(pool_options options) {
  constexpr size_t kMostBlocks = 1 << 19, kLargest = 1 << 22, kUsual = 1 << 12;
  if (options.max_blocks_per_chunk == 0 || options.max_blocks_per_chunk > kMostBlocks)
    options.max_blocks_per_chunk = kMostBlocks;
  const size_t largest = options.largest_required_pool_block;
  options.largest_required_pool_block = largest == 0 ? kUsual : bit_ceil(clamp<size_t>(largest, 8, kLargest));
  return options;
}

__pool_resource::__pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_opts(with_defaults(options)),
      _M_unpooled(upstream),
      _M_npools(_Pool::index(_M_opts.largest_required_pool_block, 1) + 1) {}

__pool_resource::~__pool_resource() { release(); }

void* __pool_resource::allocate(size_t bytes, size_t alignment) {
  _BigBlock& block = _M_unpooled.emplace_back();
  try {
    block = {resource()->allocate(bytes, alignment), bytes, alignment};
  } catch (...) {
    _M_unpooled.pop_back();
    throw;
  }
  return block.begin;
}

void __pool_resource::deallocate(void* p, size_t, size_t) {
  const auto block = find_if(_M_unpooled.begin(), _M_unpooled.end(), [p](const _BigBlock& b) { return b.begin == p; });
  if (block == _M_unpooled.end()) return;
  const _BigBlock gone = exchange(*block, _M_unpooled.back());
  _M_unpooled.pop_back();
  resource()->deallocate(gone.begin, gone.size, gone.alignment);
}

void __pool_resource::release() noexcept {
  for (const _BigBlock& block : _M_unpooled) resource()->deallocate(block.begin, block.size, block.alignment);
  vector<_BigBlock>(_M_unpooled.get_allocator()).swap(_M_unpooled);
}

__pool_resource::_Pool* __pool_resource::_M_alloc_pools() {
  const auto count = static_cast<size_t>(_M_npools);
  auto* pools = static_cast<_Pool*>(resource()->allocate(count * sizeof(_Pool), alignof(_Pool)));
  for (size_t i = 0; i < count; i++) {
    const size_t blocks = clamp<size_t>(_Pool::kFirstChunk / (_Pool::kSmallest << i), 1, _M_opts.max_blocks_per_chunk);
    new (pools + i) _Pool{nullptr, nullptr, 0, blocks};
  }
  return pools;
}

// ---- without a lock ----

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }
void unsynchronized_pool_resource::release() { _Pool::release(_M_impl, _M_pools); }
void* unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  _M_pools = _Pool::pools_for(_M_impl, _M_pools, bytes, alignment);
  return _Pool::allocate(_M_impl, _M_pools, bytes, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  _Pool::deallocate(_M_impl, _M_pools, p, bytes, alignment);
}

// ---- with one ----

struct synchronized_pool_resource::_TPools : __pool_resource::_Pool {};

synchronized_pool_resource::synchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_impl(options, upstream), _M_key() {}
synchronized_pool_resource::~synchronized_pool_resource() { release(); }
void synchronized_pool_resource::release() {
  const lock_guard guard(_M_mx);
  __pool_resource::_Pool* pools = _M_tpools;
  __pool_resource::_Pool::release(_M_impl, pools);
  _M_tpools = nullptr;
}
void* synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const lock_guard guard(_M_mx);
  _M_tpools = static_cast<_TPools*>(_TPools::pools_for(_M_impl, _M_tpools, bytes, alignment));
  return _TPools::allocate(_M_impl, _M_tpools, bytes, alignment);
}
void synchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  const lock_guard guard(_M_mx);
  __pool_resource::_Pool::deallocate(_M_impl, _M_tpools, p, bytes, alignment);
}

}  // namespace std::pmr
