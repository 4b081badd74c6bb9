// malloc and its relatives, operator new and delete.
#include <errno.h>

#include <new>

#include "machine/announce.h"

using namespace heddle;

namespace heddle {

// What no machine of today gives in one piece: such a request fails here as it does there. Less than that, but more
// than an arena has, would be given: it is refused by name.
static constexpr std::size_t kMostMemory = std::size_t{1} << 36;

void* program_allocate(std::size_t size, std::size_t align, SiteId site) {
  note_effect(engine->spin_round(engine->current));
  if (size > kMostMemory) return errno = ENOMEM, nullptr;
  engine->assume(Assumption::Allocation);
  void* p = engine->heap.allocate(engine->current, size, align, site);
  if (!p)
    engine->refuse("the program allocates " + std::to_string(size) + " bytes: more than a thread's heap of " +
                   std::to_string(kHeapStride >> 20) + " MB can give");
  if (std::size_t limit = engine->heap_limit(); limit && engine->heap.used(engine->current) > limit)
    engine->refuse("the program's heap exceeds the memory limit (--memory)");
  if (engine->detector) engine->detector->fresh(reinterpret_cast<Address>(p), size);
  if (engine->recorder) engine->record_allocation(p);
  return p;
}

void program_free(void* p, SiteId site) {
  if (!p) return;
  note_effect(engine->spin_round(engine->current));
  BlockHeader* block = engine->heap.block_at(p);
  // Without a site it is library code that frees, in the middle of whatever it does: no place to switch threads.
  if (block && site.value != 0) engine->before_storage_ends(reinterpret_cast<Address>(p), block->size, site);
  if (!block || block->state == BlockHeader::kFreed) {
    Failure failure;
    failure.kind = BugKind::Memory;
    failure.thread = engine->current;
    failure.site = site;
    failure.address = reinterpret_cast<Address>(p);
    failure.detail = block ? "double free" : "free of a pointer that malloc did not return";
    engine->report(std::move(failure));
    return;
  }
  const std::uint64_t size = block->size;
  engine->storage_ends(reinterpret_cast<Address>(p), size, site);
  engine->heap.release(engine->current, p);
  // Later accesses are judged by the heap, not as races with the free.
  if (engine->detector) engine->detector->fresh(reinterpret_cast<Address>(p), size);
}

void* program_resize(void* p, std::size_t size, SiteId site) {
  if (!p) return program_allocate(size, 16, site);
  BlockHeader* block = engine->heap.block_at(p);
  if (!block || block->state == BlockHeader::kFreed) return program_free(p, site), nullptr;
  if (size == 0) return program_free(p, site), nullptr;  // as glibc does
  void* q = program_allocate(size, 16, site);
  if (!q) return nullptr;  // the old block stays
  const std::size_t common = std::min<std::size_t>(block->size, size);
  reads(p, common, site);
  writes(q, common, site);
  std::memcpy(q, p, common);
  program_free(p, site);
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

// operator new: while there is no memory the program's handler may find some, or throw by itself.
void* allocate_or_throw(std::size_t n, std::size_t align, bool array) {
  for (;;) {
    {
      Call call;
      if (void* p = program_allocate(n ? n : 1, align, call.site())) return p;
    }
    // The compiler's way to say that the number of elements was negative or too large.
    if (array && n == SIZE_MAX) throw std::bad_array_new_length();
    const std::new_handler handler = handler_for_new();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}
void* allocate_or_null(std::size_t n, std::size_t align, bool array) {
  try {
    return allocate_or_throw(n, align, array);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

extern "C" {

void* rt_malloc(std::size_t n) {
  Call call;
  return program_allocate(n, 16, call.site());
}
void* rt_calloc(std::size_t n, std::size_t size) {
  Call call;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  void* p = program_allocate(total, 16, call.site());  // zero already
  announce_result<"calloc">(call, p, n, size);
  return p;
}
void* rt_realloc(void* p, std::size_t n) {
  Call call;
  return program_resize(p, n, call.site());
}
void* rt_reallocarray(void* p, std::size_t n, std::size_t size) {
  Call call;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  return program_resize(p, total, call.site());
}
void rt_free(void* p) {
  Call call;
  program_free(p, call.site());
}
void* rt_aligned_alloc(std::size_t align, std::size_t n) {
  Call call;
  if (!power_of_two(align)) return errno = EINVAL, nullptr;
  if (align > kHeapStride) return errno = ENOMEM, nullptr;
  return program_allocate(n, align, call.site());
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

void* rt_new(std::size_t n) { return allocate_or_throw(n, 16, false); }
void* rt_new_array(std::size_t n) { return allocate_or_throw(n, 16, true); }
void* rt_new_nothrow(std::size_t n, const std::nothrow_t&) { return allocate_or_null(n, 16, false); }
void* rt_new_aligned(std::size_t n, std::size_t align) { return allocate_or_throw(n, align, false); }
void* rt_new_array_aligned(std::size_t n, std::size_t align) { return allocate_or_throw(n, align, true); }
void* rt_new_aligned_nothrow(std::size_t n, std::size_t align, const std::nothrow_t&) {
  return allocate_or_null(n, align, false);
}
void rt_delete(void* p) {
  Call call;
  program_free(p, call.site());
}
void rt_delete_sized(void* p, std::size_t) { rt_delete(p); }
void rt_delete_sized_aligned(void* p, std::size_t, std::size_t) { rt_delete(p); }
}
