// The memory functions of oneTBB. Its containers are templates, and this is all that most of them need of the compiled
// library, whose own versions take memory from an allocator that no search can bring back (machine/outside_memory.cpp).
// Sizes and alignment as there: a cache line is 128 bytes.
#include <cstddef>
#include <new>

namespace tbb::detail::r1 {

constexpr std::align_val_t kCacheLine{128};

std::size_t cache_line_size() { return static_cast<std::size_t>(kCacheLine); }
void* cache_aligned_allocate(std::size_t size) { return ::operator new(size ? size : 1, kCacheLine); }
void cache_aligned_deallocate(void* p) { ::operator delete(p, kCacheLine); }
void* allocate_memory(std::size_t size) { return ::operator new(size); }
void deallocate_memory(void* p) { ::operator delete(p); }

}  // namespace tbb::detail::r1
