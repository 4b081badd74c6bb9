// malloc and its relatives, operator new and delete.
#include <errno.h>
#include <malloc.h>
#include <unistd.h>

#include <bit>
#include <new>

#include "machine/announce.h"

using namespace heddle;

namespace heddle {

// What no machine of today gives in one piece: such a request fails here as it does there. Less than that, but more
// than an arena has, would be given: it is refused by name.
static constexpr std::size_t kMostMemory = std::size_t{1} << 36;

// A round of a loop that allocates or frees says itself whether that changes something (round_blocks.cpp).
static void leaves_round_to_judge(Call& call) {
  if (engine->spin_round(engine->current).pure) call.changes_nothing();
}

void* program_allocate(std::size_t size, std::size_t align, SiteId site, Allocator allocator) {
  if (size > kMostMemory) note_effect(engine->spin_round(engine->current));
  if (size > kMostMemory) return errno = ENOMEM, nullptr;
  engine->assume(Assumption::Allocation);
  void* p = engine->heap.allocate(engine->current, size, align, site, allocator);
  if (!p)
    engine->refuse("the program allocates " + std::to_string(size) + " bytes: more than a thread's heap of " +
                   std::to_string(kHeapStride >> 20) + " MB can give");
  if (std::size_t limit = engine->heap_limit(); limit && engine->heap.used(engine->current) > limit)
    engine->refuse("the program's heap exceeds the memory limit (--memory)");
  if (engine->heap.handed_out_again()) engine->assume(Assumption::Pointers);
  note_allocated(engine->spin_round(engine->current), reinterpret_cast<Address>(p));
  if (heddle_fill != 0) std::memset(p, heddle_fill, size);
  engine->observers.fresh(reinterpret_cast<Address>(p), size);
  engine->observers.allocated(reinterpret_cast<Address>(p));
  return p;
}

void* program_allocate_zeroed(std::size_t size, SiteId site, Allocator allocator) {
  void* p = program_allocate(size, 16, site, allocator);
  if (p && heddle_fill != 0) std::memset(p, 0, size);
  return p;
}

namespace {

const char* name_of(Allocator allocator) {
  return allocator == Allocator::Malloc ? "malloc" : allocator == Allocator::New ? "new" : "new[]";
}
const char* counterpart(Allocator allocator) {
  return allocator == Allocator::Malloc ? "free" : allocator == Allocator::New ? "delete" : "delete[]";
}

// What is wrong with giving back memory in this way, or nothing. What a library has allocated is not known well enough; in a
// program with operators of its own it is theirs.
std::string mismatch(const BlockHeader& block, const Return& how) {
  const auto allocator = static_cast<Allocator>(block.allocator);
  if (allocator == Allocator::Unknown || how.allocator == Allocator::Unknown || engine->image.replaces_operators) return {};
  if (allocator != how.allocator)
    return std::string(counterpart(how.allocator)) + " of memory that was allocated with " + name_of(allocator);
  if (allocator == Allocator::Malloc) return {};
  const std::uint64_t align = block.align ? std::uint64_t{1} << (block.align - 1) : 0;
  const auto alignment = [](std::uint64_t n) { return n ? "for an alignment of " + std::to_string(n) : "without an alignment"; };
  if (align != how.align)
    return std::string(counterpart(allocator)) + ' ' + alignment(how.align) + " of memory that was allocated " + alignment(align);
  const std::uint64_t size = how.size ? how.size : 1;  // as it was allocated
  if (how.size != ~std::uint64_t{0} && size != block.size)
    return std::string(counterpart(allocator)) + " of an object of " + std::to_string(how.size) + " bytes, where " +
           std::to_string(block.size) + " were allocated";
  return {};
}

}  // namespace

// Memory that an unmodelled function of the C library has allocated, with the real malloc. False: it is none.
static bool free_library_block(void* p, SiteId site, const Return& how) {
  const auto found = engine->library_blocks.find(p);
  if (found == engine->library_blocks.end()) return false;
  BlockHeader block{};
  block.allocator = static_cast<std::uint64_t>(Allocator::Malloc);
  if (std::string wrong = mismatch(block, how); !wrong.empty())
    engine->report(Failure(BugKind::Memory, engine->current, site, reinterpret_cast<Address>(p), std::move(wrong)));
  engine->frees_library_block(found->second, site);
  return true;
}

void program_free(void* p, SiteId site, const Return& how) {
  if (!p) return;
  note_freed(engine->spin_round(engine->current), reinterpret_cast<Address>(p));
  if (!in_heap(reinterpret_cast<Address>(p)) && free_library_block(p, site, how)) return;
  BlockHeader* block = engine->heap.block_at(p);
  // Without a site it is library code that frees, in the middle of whatever it does: no place to switch threads.
  if (block && site.value != 0) engine->before_storage_ends(reinterpret_cast<Address>(p), block->size, site);
  if (!block || block->state == BlockHeader::kFreed) {
    const char* const what = block ? "double free" : "free of a pointer that malloc did not return";
    if (block && !engine->wants(BugKind::Memory))  // which of the two comes first nobody may have said
      engine->storage_ends(reinterpret_cast<Address>(p), block->size, site);
    engine->report(Failure(BugKind::Memory, engine->current, site, reinterpret_cast<Address>(p), what));
    return;
  }
  if (std::string wrong = mismatch(*block, how); !wrong.empty())
    engine->report(Failure(BugKind::Memory, engine->current, site, reinterpret_cast<Address>(p), std::move(wrong)));
  const std::uint64_t size = block->size;
  engine->storage_ends(reinterpret_cast<Address>(p), size, site);
  engine->heap.release(engine->current, p);
  // Later accesses are judged by the heap, not as races with the free; unless nobody asked for its judgement.
  if (engine->wants(BugKind::Memory)) engine->observers.fresh(reinterpret_cast<Address>(p), size);
}

void* program_resize(void* p, std::size_t size, SiteId site, Allocator allocator) {
  if (!p) return program_allocate(size, 16, site, allocator);
  BlockHeader* block = engine->heap.block_at(p);
  const std::size_t outside = !block && engine->library_blocks.contains(p) ? malloc_usable_size(p) : 0;
  if (!outside && (!block || block->state == BlockHeader::kFreed)) return program_free(p, site), nullptr;
  if (size == 0) return program_free(p, site, {allocator}), nullptr;  // as glibc does
  void* q = program_allocate(size, 16, site, allocator);
  if (!q) return nullptr;  // the old block stays
  const std::size_t common = std::min<std::size_t>(block ? block->size : outside, size);
  if (block) reads(p, common, site);
  writes(q, common, site);
  std::memcpy(q, p, common);
  program_free(p, site, {allocator});
  return q;
}

}  // namespace heddle

namespace {

char* duplicate(const char* text, std::size_t length, SiteId site) {
  char* p = static_cast<char*>(program_allocate(length + 1, 16, site));
  if (!p) return nullptr;
  writes(p, length + 1, site);
  std::memcpy(p, text, length);
  p[length] = 0;
  return p;
}

bool power_of_two(std::size_t n) { return n != 0 && (n & (n - 1)) == 0; }

// operator new: while there is no memory the program's handler may find some, or throw by itself. `align`: 0 for the forms
// without one.
void* allocate_or_throw(std::size_t n, std::size_t align, Allocator allocator) {
  for (;;) {
    {
      Call call;
      if (void* p = program_allocate(n ? n : 1, align ? align : 16, call.site(), allocator)) {
        if (align) engine->heap.block_at(p)->align = std::bit_width(align) & 127;
        leaves_round_to_judge(call);
        return p;
      }
    }
    // The compiler's way to say that the number of elements was negative or too large.
    if (allocator == Allocator::NewArray && n == SIZE_MAX) throw std::bad_array_new_length();
    const std::new_handler handler = handler_for_new();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}
void* allocate_or_null(std::size_t n, std::size_t align, Allocator allocator) {
  try {
    return allocate_or_throw(n, align, allocator);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void give_back(void* p, const Return& how) {
  Call call;
  program_free(p, call.site(), how);
  leaves_round_to_judge(call);
}

}  // namespace

extern "C" {

void* rt_malloc(std::size_t n) {
  Call call;
  void* p = program_allocate(n, 16, call.site());
  leaves_round_to_judge(call);
  return p;
}
void* rt_calloc(std::size_t n, std::size_t size) {
  Call call;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  void* p = program_allocate_zeroed(total, call.site(), Allocator::Malloc);
  announce_result<"calloc">(call, p, n, size);
  leaves_round_to_judge(call);
  return p;
}
void* rt_realloc(void* p, std::size_t n) {
  Call call;
  void* q = program_resize(p, n, call.site());
  leaves_round_to_judge(call);
  return q;
}
void* rt_reallocarray(void* p, std::size_t n, std::size_t size) {
  Call call;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  return program_resize(p, total, call.site());
}
void rt_free(void* p) { give_back(p, {Allocator::Malloc}); }
void* rt_aligned_alloc(std::size_t align, std::size_t n) {
  Call call;
  if (!power_of_two(align)) return errno = EINVAL, nullptr;
  if (align > kHeapStride) return errno = ENOMEM, nullptr;
  return program_allocate(n, align, call.site());
}
void* rt_valloc(std::size_t n) { return rt_aligned_alloc(static_cast<std::size_t>(getpagesize()), n); }
void* rt_pvalloc(std::size_t n) {
  const auto page = static_cast<std::size_t>(getpagesize());
  if (n > SIZE_MAX - page) return errno = ENOMEM, nullptr;
  return rt_aligned_alloc(page, (n + page - 1) / page * page);
}
int rt_posix_memalign(void** out, std::size_t align, std::size_t n) {
  Call call;
  if (align < sizeof(void*) || !power_of_two(align)) return EINVAL;
  const int before = errno;
  void* p = align > kHeapStride ? nullptr : program_allocate(n, align, call.site());
  errno = before;
  if (!p) return ENOMEM;
  announce_later<"posix_memalign">(call, out);
  *out = p;
  return 0;
}
std::size_t rt_malloc_usable_size(void* p) {
  Call call;
  BlockHeader* block = p ? engine->heap.block_at(p) : nullptr;
  return block ? block->size : 0;
}
char* rt_strdup(const char* s) {
  Call call;
  announce<"strdup">(call, s);
  return duplicate(s, std::strlen(s), call.site());
}
char* rt_strndup(const char* s, std::size_t most) {
  Call call;
  const std::size_t n = strnlen(s, most);
  reads(s, n < most ? n + 1 : n, call.site());
  return duplicate(s, n, call.site());
}

#define HEDDLE_OPERATORS(suffix, allocator)                                                                           \
  void* rt_new##suffix(std::size_t n) { return allocate_or_throw(n, 0, Allocator::allocator); }                       \
  void* rt_new##suffix##_nothrow(std::size_t n, const std::nothrow_t&) {                                              \
    return allocate_or_null(n, 0, Allocator::allocator);                                                              \
  }                                                                                                                   \
  void* rt_new##suffix##_aligned(std::size_t n, std::size_t align) {                                                  \
    return allocate_or_throw(n, align, Allocator::allocator);                                                         \
  }                                                                                                                   \
  void* rt_new##suffix##_aligned_nothrow(std::size_t n, std::size_t align, const std::nothrow_t&) {                   \
    return allocate_or_null(n, align, Allocator::allocator);                                                          \
  }                                                                                                                   \
  void rt_delete##suffix(void* p) { give_back(p, {Allocator::allocator}); }                                           \
  void rt_delete##suffix##_nothrow(void* p, const std::nothrow_t&) { give_back(p, {Allocator::allocator}); }          \
  void rt_delete##suffix##_sized(void* p, std::size_t size) { give_back(p, {Allocator::allocator, 0, size}); }        \
  void rt_delete##suffix##_aligned(void* p, std::size_t align) { give_back(p, {Allocator::allocator, align}); }       \
  void rt_delete##suffix##_sized_aligned(void* p, std::size_t size, std::size_t align) {                              \
    give_back(p, {Allocator::allocator, align, size});                                                                \
  }                                                                                                                   \
  void rt_delete##suffix##_aligned_nothrow(void* p, std::size_t align, const std::nothrow_t&) {                       \
    give_back(p, {Allocator::allocator, align});                                                                      \
  }
HEDDLE_OPERATORS(, New)
HEDDLE_OPERATORS(_array, NewArray)
}
